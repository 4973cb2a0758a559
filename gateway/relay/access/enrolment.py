"""Enrolment at the relay: a claim, an old certificate or somebody's word in, a new certificate out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from gateway.authority.authority_folder import AuthorityFolder, read_or_explain
from gateway.authority.certificates import fingerprint, public_key_of
from gateway.authority.claim_text import ClaimText, short_fingerprint
from gateway.authority.register import Party, PartyKind, check_name
from gateway.model.messages import message

from .joining import Applicant, ApplicantState, Joining, JoiningRefused

__all__ = ["Enrolled", "Enrolment"]

log = logging.getLogger(__name__)

_CLAIM_S = 3600


class Enrolled(NamedTuple):
    """A party with its new certificate."""

    party: Party
    certificate: bytes


class Enrolment:
    """The authority as devices meet it through the relay. Files are written on another thread."""

    def __init__(self, folder: AuthorityFolder, brokers: tuple[str, ...], now: Callable[[], int]) -> None:
        """`brokers` are the addresses that devices are told; `now` is the wall clock in milliseconds since 1970."""
        self._folder = folder
        self.brokers = brokers
        self._now = now
        self.authority = read_or_explain(folder.certificate)
        self.joining = Joining(self.authority)

    async def offer(self, name: str, relay: str) -> str:
        """A new claim for a table, as people carry it; `relay` is the address at which the relay is reached."""
        word = await asyncio.to_thread(self._folder.offer, name, PartyKind.TABLE, _CLAIM_S, self._instant())
        log.info("A claim for %s was given out.", name)
        return str(ClaimText(relay, word, short_fingerprint(fingerprint(self.authority))))

    async def redeem(self, word: str, request: bytes) -> Enrolled:
        """A certificate for a claim."""
        return self._noted(await asyncio.to_thread(self._folder.redeem, word, request, self._instant()), "by a claim")

    async def renew(self, certificate: bytes, request: bytes, signature: bytes) -> Enrolled:
        """A certificate for an older one."""
        made = await asyncio.to_thread(self._folder.renew, certificate, request, signature, self._instant())
        return self._noted(made, "by its old certificate")

    def begin(self, name: str, request: bytes, commitment: str) -> Applicant:
        """A device without a claim asks to be let in."""
        check_name(name)
        public_key_of(request)
        return self.joining.begin(name, request, commitment, self._now())

    async def decide(self, ticket: str, *, admit: bool, who: str) -> None:
        """Somebody in charge has compared the words."""
        applicant = self.joining.find(ticket)
        if applicant not in self.joining.waiting(self._now()):
            raise JoiningRefused(message("problem.joining_unknown"))
        if not admit:
            applicant.state = ApplicantState.REFUSED
            log.warning("%s did not let in a device that called itself %s.", who, applicant.name)
            return
        made = await asyncio.to_thread(self._folder.admit, applicant.name, applicant.request, self._instant())
        applicant.certificate = self._noted(made, f"by {who}").certificate
        applicant.state = ApplicantState.ADMITTED

    def party(self, name: str) -> Party | None:
        """Who has the name now."""
        return self._folder.register().parties.get(name)

    def _noted(self, made: tuple[Party, bytes], how: str) -> Enrolled:
        log.warning("%s has a new certificate, %s.", made[0].name, how)
        return Enrolled(*made)

    def _instant(self) -> datetime:
        return datetime.fromtimestamp(self._now() / 1000, UTC)
