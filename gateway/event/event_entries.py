"""Entries of an event's record: an act, who did it, and what followed from it. Numbered from 1 without gaps."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant
from gateway.model.persons import PersonId
from gateway.tournament.bracket_draw import DrawnCard
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .event_acts import EventAct, GivenPair
from .game_scores import GameScore
from .stages import StageGroup

__all__ = [
    "Accepted",
    "ActOutcome",
    "Drawn",
    "Entered",
    "EventEntry",
    "Numbered",
    "OpeningFound",
    "Paired",
    "Ranked",
    "StageBegun",
]


class _Outcome(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of what follows from an act and is not in the act itself.

    It is written down, so that the record reads the same when a system of pairing has been mended.
    """


class Entered(_Outcome, frozen=True, tag="entered"):
    """The id that was given to an entry."""

    player: PersonId


class Numbered(_Outcome, frozen=True, tag="numbered"):
    """Pairing numbers were given, in this order, and the first stage began."""

    order: tuple[PersonId, ...]
    groups: tuple[StageGroup, ...] = ()
    """None in records of events without groups, in which everybody is in one."""


class Paired(_Outcome, frozen=True, tag="paired"):
    """The pairing of a round, from the first board on."""

    games: tuple[GivenPair, ...]
    byes: dict[PairingNumber, RoundScore] = {}


class Accepted(_Outcome, frozen=True, tag="accepted"):
    """The result that counts from now on."""

    score: GameScore


class Ranked(_Outcome, frozen=True, tag="ranked"):
    """The final ranking."""

    order: tuple[PersonId, ...]


class StageBegun(_Outcome, frozen=True, tag="stage_begun"):
    """The stage was closed, and another begins."""

    order: tuple[tuple[PairingNumber, ...], ...]
    """The places in each group of the stage that is over."""
    groups: tuple[StageGroup, ...]
    """Who is where in the next."""


class Drawn(_Outcome, frozen=True, tag="drawn"):
    """Lots were drawn."""

    groups: tuple[StageGroup, ...]
    cards: tuple[DrawnCard, ...]


class OpeningFound(_Outcome, frozen=True, tag="opening_found"):
    """The opening with which games begin; of none both are empty."""

    moves: str = ""
    name: str = ""
    """In the event's table; empty where only moves were given."""


ActOutcome = OpeningFound | Entered | Numbered | Paired | Accepted | Ranked | StageBegun | Drawn


class EventEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the record."""

    n: int
    at: Instant
    by: str
    act: EventAct
    outcome: ActOutcome | None = None
