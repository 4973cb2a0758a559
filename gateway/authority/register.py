"""The register of an authority: which parties there are, which certificates are revoked, which claims are open.

Values only: each change gives a new register.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

import msgspec

from .certificates import AuthorityError, Subject

__all__ = ["EnrolmentClaim", "Party", "PartyKind", "Register", "check_name"]

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


class PartyKind(enum.StrEnum):
    """The place that a party has in the hall; brokers' permissions follow from it."""

    TABLE = "table"
    RELAY = "relay"
    TOOL = "tool"
    """Reads clocks and who is there, and nothing else."""
    READER = "reader"
    """Reads what the public is shown, as late as the public: Home Assistant, a sign in the foyer."""
    BROKER = "broker"
    """Only serves; it is no user of a broker."""


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with a certificate."""

    name: str
    kind: PartyKind
    event: str
    enrolment: str
    hosts: tuple[str, ...] = ()
    """Names and addresses under which it serves."""
    serials: tuple[str, ...] = ()
    """The numbers of its certificates, the latest last."""
    until: int = 0
    """When the latest certificate expires, in seconds since 1970."""

    @property
    def subject(self) -> Subject:
        """The subject of its certificates."""
        return Subject(self.name, self.enrolment)


class EnrolmentClaim(msgspec.Struct, frozen=True, kw_only=True):
    """The right to one certificate, for whoever knows the word that has this digest."""

    digest: str
    name: str
    kind: PartyKind
    until: int
    """In seconds since 1970."""


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """The register of a hall's authority."""

    event: str
    """The event of parties that are not told another."""
    days: int
    """How long a certificate is valid."""
    cluster_key: str
    """What brokers show each other that stand in for each other; parties never see it."""
    parties: dict[str, Party] = {}
    revoked: tuple[str, ...] = ()
    """The numbers of certificates that are not to be taken any more."""
    claims: tuple[EnrolmentClaim, ...] = ()

    def find(self, name: str) -> Party:
        """The party of that name."""
        party = self.parties.get(name)
        if party is None:
            raise AuthorityError(f"There is no party {name!r}: 'flagfall authority list' shows those there are.")
        return party

    def of_kind(self, kind: PartyKind) -> Iterator[Party]:
        """All parties of one kind, by name."""
        return (party for _, party in sorted(self.parties.items()) if party.kind is kind)

    def tables(self, event: str) -> frozenset[str]:
        """The names of the tables of an event."""
        return frozenset(party.name for party in self.of_kind(PartyKind.TABLE) if party.event == event)

    def enrol(self, party: Party) -> Register:
        """With this party; whoever had the name under another enrolment has it no more."""
        check_name(party.name)
        before = self.parties.get(party.name)
        revoked = before.serials if before is not None and before.enrolment != party.enrolment else ()
        parties = {**self.parties, party.name: party}
        return msgspec.structs.replace(self, parties=parties, revoked=self.revoked + revoked)

    def revoke(self, name: str) -> Register:
        """Without this party, and with its certificates revoked."""
        party = self.find(name)
        parties = {other: found for other, found in self.parties.items() if other != name}
        return msgspec.structs.replace(self, parties=parties, revoked=self.revoked + party.serials)

    def offer(self, claim: EnrolmentClaim, now: int) -> Register:
        """With a claim more, without those that have run out; a name has one claim, the latest."""
        check_name(claim.name)
        kept = tuple(other for other in self.claims if other.until > now and other.name != claim.name)
        return msgspec.structs.replace(self, claims=(*kept, claim))

    def redeem(self, digest: str, now: int) -> tuple[Register, EnrolmentClaim]:
        """Take a claim: it is there once."""
        found = next((claim for claim in self.claims if claim.digest == digest and claim.until > now), None)
        if found is None:
            raise AuthorityError("The claim is unknown, used already or too old: ask for a new one.")
        claims = tuple(claim for claim in self.claims if claim is not found)
        return msgspec.structs.replace(self, claims=claims), found


def check_name(name: str) -> None:
    """Raise for a name that cannot be part of a topic."""
    if not 1 <= len(name) <= 64 or not _LETTERS.issuperset(name):
        raise AuthorityError(f"{name!r} cannot be a name: use 1 to 64 of a-z, 0-9, '-' and '_'.")
