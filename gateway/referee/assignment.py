"""An assignment: what the event tells a table to play next. It is in the record, since games follow from it.

A table that stands alone has one from its settings. What an event has assigned stands above that.
"""

from __future__ import annotations

import enum

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, named
from gateway.model.sides import BySide

from .options import Mode, Options

__all__ = ["Assignment", "Unfit"]


class Assignment(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """The assignment: who plays what here, and by which rules."""

    n: int = 0
    """Which assignment of this table it is, from 1; a lower one than the table has is out of date."""
    rules: str
    """The game's name: `draughts-international`."""
    rulebook: str
    control: str
    players: BySide[Person] = named("", "")
    pairing: PairingId = PairingId("")
    """The event's id for this game. With one, the table plays it once; without, one game after another."""
    round: RoundNumber = RoundNumber(0)
    draws: Mode = Mode.CLAIM
    """Whether draw rules end the game by themselves or wait for a claim."""
    options: Options = Options()
    """What the written rules leave to the event."""
    set_clock: bool = False
    """The clock on the table is set by us: to the control, and to the times that an arbiter orders."""
    start: Instant | None = None
    """When play begins, by the event's clock; None if that is not announced. Where attendance is kept, the table starts
    the round then."""


class Unfit(enum.StrEnum):
    """The reason for which a table cannot serve an assignment, whatever the rules say of it."""

    BOARD_TOO_SMALL = "board_too_small"
    CLOCK_CANNOT_BE_SET = "clock_cannot_be_set"
    BEYOND_LIMITS = "beyond_limits"
    """A text or a number in it is too large for the record; it is recorded without its contents."""
    CONTROL_CANNOT_BE_SET = "control_cannot_be_set"
    """A clock that is set from outside counts one time down, and knows of no bonus and no second period."""
