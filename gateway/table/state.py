"""A table between two events, what may happen to it, and what comes of it."""

from __future__ import annotations

import msgspec

from drivers.requests import Request
from gateway.clock.timekeeper import Timekeeper
from gateway.model.instants import Instant
from gateway.record.commands import Reply
from gateway.record.entries import Entry
from gateway.record.raw import RawContent
from gateway.referee.state import State
from gateway.tracking.opening_recognition import OpeningWatch
from gateway.tracking.tracker import Tracker

from .known_devices import Devices
from .setup import TableSetup

__all__ = ["Event", "Step", "Table"]

Event = RawContent
"""The events of a table."""


class Table(msgspec.Struct, frozen=True):
    """A table between two events."""

    setup: TableSetup
    clock: Timekeeper
    tracker: Tracker
    referee: State = State()
    devices: Devices = Devices()
    last: int = 0
    """The number of the last entry."""
    first: int = 0
    """The number of the entry that set up the present game."""
    game: int = 0
    """How many games have been set up here."""
    acted: dict[str, int] = {}
    """The numbers of the entries of commands, by their ids: a repeat gets the same answer."""
    looked: Instant = Instant(0)
    """When something last happened to it, or it was woken."""
    left_start: bool = True
    """The board has shown something else than the start position since the last set-up."""
    gap: bool = True
    """The clock was out of reach since the last press."""
    unproven: bool = False
    """A device or the agent was away while a clock ran, and nobody has pressed since whose press was due: moves may be
    missing, whose turn it is may be taken wrongly, and nobody is charged by it."""
    never_whole: bool = False
    """The board tells changes and cannot be asked what stands on it."""
    shown_by: Instant | None = None
    """When a board that is connected and has not shown what stands on it is reported."""
    unanswered: int = 0
    """How often the clock was asked to set itself and has not answered."""
    text_until: Instant | None = None
    """When the text on the clock gives way to the times."""
    opening: OpeningWatch = OpeningWatch()
    """The presses of an opening that are not explained yet."""


class Step(msgspec.Struct, frozen=True):
    """The result of one event."""

    table: Table
    entries: tuple[Entry, ...] = ()
    effects: tuple[Request, ...] = ()
    replies: tuple[Reply, ...] = ()
