"""Raw events, as they came in before anybody judged them. Kept beside the game, never published; stepping a table
through them again gives the same entries."""

from __future__ import annotations

import msgspec

from drivers.readings import Reading
from gateway.model.instants import Instant
from gateway.referee.assignment import Assignment
from gateway.referee.inputs import DiskChanged

from .commands import Command
from .wire import Form

__all__ = ["RAW", "FromClock", "RawEvent"]


class FromClock(msgspec.Struct, frozen=True):
    """A reading of the clock that stands beside the board as a device of its own."""

    reading: Reading


class RawEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of a table: a reading, a command, an assignment, a resumption, or (none of them) a moment reached."""

    at: Instant
    reading: Reading | None = None
    command: Command | None = None
    resumed: int | None = None
    """The agent was started anew and took up the record after this entry."""
    clock: Reading | None = None
    """A reading of a clock of its own; what the board says of a clock plugged into it is a `reading`."""

    assignment: Assignment | None = None
    disk: DiskChanged | None = None

    @classmethod
    def of(cls, at: Instant, event: Reading | FromClock | Command | Assignment | DiskChanged | None) -> RawEvent:
        """What is kept of an event."""
        match event:
            case FromClock():
                return cls(at, clock=event.reading)
            case Command():
                return cls(at, command=event)
            case Assignment():
                return cls(at, assignment=event)
            case DiskChanged():
                return cls(at, disk=event)
            case _:
                return cls(at, reading=event)

    @property
    def event(self) -> Reading | FromClock | Command | Assignment | DiskChanged | None:
        """What a table is stepped through."""
        if self.clock is not None:
            return FromClock(self.clock)
        return self.command or self.assignment or self.disk or self.reading


RAW = Form(RawEvent)
