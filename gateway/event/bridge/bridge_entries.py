"""Entries of a bridge event's record: an act, who did it, and what followed. Numbered from 1 without gaps."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant

from .bridge_acts import BridgeAct
from .bridge_event import BridgeTable, Contestant, ContestantId, ContestantNumber

__all__ = [
    "BridgeEntry",
    "BridgeOutcome",
    "BridgeRanked",
    "ContestantEntered",
    "NumbersGiven",
    "RoundDrawn",
    "SeatsDrawn",
]


class _BridgeOutcome(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of what follows from an act and is not in the act itself.

    It is written down, so that the record reads the same when a movement or a system of pairing has been mended.
    """


class ContestantEntered(_BridgeOutcome, frozen=True, tag="entered"):
    """The contestant, with the ids that were given."""

    contestant: Contestant


class NumbersGiven(_BridgeOutcome, frozen=True, tag="numbered"):
    """Numbers in this order."""

    order: tuple[ContestantId, ...]


class RoundDrawn(_BridgeOutcome, frozen=True, tag="drawn", kw_only=True):
    """The tables of a round, without results."""

    tables: tuple[BridgeTable, ...]
    byes: tuple[ContestantNumber, ...] = ()
    stage: int = 1
    group: dict[int, str] = {}
    ranks: tuple[tuple[ContestantNumber, ...], ...] = ()
    """Places that this round and the later ones are built on, where a stage begins with it."""


class SeatsDrawn(_BridgeOutcome, frozen=True, tag="seats"):
    """The team at home, by match."""

    home: dict[int, ContestantNumber]


class BridgeRanked(_BridgeOutcome, frozen=True, tag="ranked"):
    """The final ranking."""

    order: tuple[ContestantId, ...]


BridgeOutcome = ContestantEntered | NumbersGiven | RoundDrawn | SeatsDrawn | BridgeRanked


class BridgeEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the record."""

    n: int
    at: Instant
    by: str
    act: BridgeAct
    outcome: BridgeOutcome | None = None
