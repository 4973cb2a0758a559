"""The port of pairing engines: the crosstable and what the coming round needs in, the pairings of the round out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import msgspec

from gateway.model.messages import Message
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber

__all__ = ["Meeting", "PairingEngine", "RoundPairing", "RoundPoints", "RoundRequest", "Unpairable"]


class RoundPoints(msgspec.Struct, frozen=True):
    """The points of a team in a round: those by which teams are paired, and those of its other score."""

    primary: Fraction
    secondary: Fraction = Fraction(0)


class RoundRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The request from which a round is paired."""

    crosstable: Crosstable
    """As it stands now. Who has a bye in the coming round there is absent from it."""
    round: RoundNumber
    """The round to pair. What the crosstable knows of it and of later rounds is only who is absent."""
    absent: frozenset[PairingNumber] = frozenset()
    """Withdrawn, on a bye that they asked for, or not yet there."""
    forbidden: tuple[frozenset[PairingNumber], ...] = ()
    """Sets of participants none of whom may meet another of the same set."""
    virtual_points: Mapping[PairingNumber, tuple[Fraction, ...]] = {}
    """Acceleration: virtual points by round, from the first to the coming one. They count for pairing only."""
    initial_side: Side = Side.WHITE
    """The side drawn by lot for the top of the list."""
    points: Mapping[PairingNumber, tuple[RoundPoints, ...]] = {}
    """Of teams: what each got, round by round; for who is not named the crosstable's scale says it."""


class Meeting(msgspec.Struct, frozen=True):
    """Two who meet."""

    white: PairingNumber
    black: PairingNumber


class RoundPairing(msgspec.Struct, frozen=True):
    """A round that is paired."""

    pairs: tuple[Meeting, ...]
    """In the order in which boards are given out."""
    bye: PairingNumber | None = None
    """Who is left over because the number is odd."""


class Unpairable(msgspec.Struct, frozen=True):
    """A round that cannot be paired, and why. A person must decide."""

    reason: Message


class PairingEngine(Protocol):
    """Pairs a round."""

    def pair(self, request: RoundRequest) -> RoundPairing | Unpairable:
        """The pairings of the round, or why there are none."""
        ...
