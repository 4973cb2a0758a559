"""Pairings that are announced: what a table is assigned and has not set up yet, as everybody may know it."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import BySide
from gateway.referee.assignment import Assignment

__all__ = ["AnnouncedPairing"]


class AnnouncedPairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of an assignment."""

    n: int
    players: BySide[Person]
    rules: str
    round: RoundNumber = RoundNumber(0)
    pairing: PairingId = PairingId("")
    start: Instant | None = None
    """When play begins, by the event's clock, where that is known."""

    @classmethod
    def of(cls, assignment: Assignment) -> AnnouncedPairing | None:
        """What an assignment announces; None where it names nobody."""
        players = assignment.players
        if not (players.white.name or players.black.name):
            return None
        return cls(assignment.n, players, assignment.rules, assignment.round, assignment.pairing, assignment.start)
