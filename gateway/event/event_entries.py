"""Entries of an event's record: an act, who did it, and what followed from it. Numbered from 1 without gaps."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .event_acts import EventAct, GivenPair
from .game_scores import GameScore

__all__ = ["Accepted", "ActOutcome", "Entered", "EventEntry", "Numbered", "Paired", "Ranked"]


class _Outcome(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of what follows from an act and is not in the act itself.

    It is written down, so that the record reads the same when a system of pairing has been mended.
    """


class Entered(_Outcome, frozen=True, tag="entered"):
    """The id that was given to an entry."""

    player: PersonId


class Numbered(_Outcome, frozen=True, tag="numbered"):
    """Pairing numbers were given, in this order."""

    order: tuple[PersonId, ...]


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


ActOutcome = Entered | Numbered | Paired | Accepted | Ranked


class EventEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the record."""

    n: int
    at: Instant
    by: str
    act: EventAct
    outcome: ActOutcome | None = None
