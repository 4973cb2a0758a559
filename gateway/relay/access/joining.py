"""Joining without a claim: for a few minutes tables may ask to be let in, and somebody in charge compares words.

Values and instants only; certificates are made by `Enrolment`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from gateway.authority.compare_word import NONCE_BYTES, commitment_to, compare_word, new_nonce
from gateway.model.errors import GatewayError
from gateway.model.messages import message

__all__ = ["APPLICANTS_MAX", "Applicant", "ApplicantState", "Joining", "JoiningRefused"]

APPLICANTS_MAX = 30
_FETCH_MS = 600_000
"""How long after the door was closed a device may fetch its certificate."""


class JoiningRefused(GatewayError):
    """A device that cannot join, or an application that there is not."""


class ApplicantState(StrEnum):
    """The state of a device that applies."""

    NEW = "new"
    """It has not told its number yet, so there is no word."""
    WAITING = "waiting"
    ADMITTED = "admitted"
    REFUSED = "refused"


@dataclass(slots=True)
class Applicant:
    """A device that asks to be let in."""

    ticket: str
    name: str
    request: bytes
    commitment: str
    since: int
    nonce: bytes = field(default_factory=new_nonce)
    state: ApplicantState = ApplicantState.NEW
    word: str = ""
    certificate: bytes = b""


class Joining:
    """The door for devices without a claim. It is closed until somebody opens it."""

    def __init__(self, authority: bytes) -> None:
        """`authority` is the certificate of the hall's authority, which is part of every word."""
        self._authority = authority
        self._applicants: dict[str, Applicant] = {}
        self._until = 0

    def open_until(self, until: int) -> None:
        """Open the door until an instant; one that has passed closes it."""
        self._until = until

    def until(self, now: int) -> int:
        """When the door closes; 0 while it is closed."""
        return self._until if now < self._until else 0

    def waiting(self, now: int) -> list[Applicant]:
        """Those who wait for a decision."""
        if not self.until(now):
            return []
        return [each for each in self._applicants.values() if each.state is ApplicantState.WAITING]

    def begin(self, name: str, request: bytes, commitment: str, now: int) -> Applicant:
        """A device asks to be let in under a name."""
        if not self.until(now):
            raise JoiningRefused(message("problem.joining_closed"))
        self._forget(now)
        if len(self._applicants) >= APPLICANTS_MAX:
            raise JoiningRefused(message("problem.joining_full"))
        applicant = Applicant(secrets.token_urlsafe(16), name, request, commitment, now)
        self._applicants[applicant.ticket] = applicant
        return applicant

    def tell(self, ticket: str, nonce: bytes, now: int) -> Applicant:
        """The device tells the number that it has committed itself to, the first time and whenever it asks again."""
        applicant = self.find(ticket)
        if len(nonce) != NONCE_BYTES or commitment_to(nonce, applicant.request) != applicant.commitment:
            raise JoiningRefused(message("problem.joining_unknown"))
        if applicant.state is ApplicantState.NEW:
            applicant.word = compare_word(self._authority, applicant.request, applicant.nonce, nonce)
            applicant.state = ApplicantState.WAITING
        if applicant.state is ApplicantState.WAITING and not self.until(now):
            applicant.state = ApplicantState.REFUSED
        return applicant

    def find(self, ticket: str) -> Applicant:
        """The application with this ticket."""
        applicant = self._applicants.get(ticket)
        if applicant is None:
            raise JoiningRefused(message("problem.joining_unknown"))
        return applicant

    def _forget(self, now: int) -> None:
        for ticket, applicant in list(self._applicants.items()):
            if now - applicant.since > _FETCH_MS or applicant.state is ApplicantState.REFUSED:
                del self._applicants[ticket]
