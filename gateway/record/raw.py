"""Raw events, as they came in before anybody judged them. Kept beside the game, never published; stepping a table
through them again gives the same entries."""

from __future__ import annotations

import msgspec

from drivers.readings import Reading
from gateway.model.instants import Instant, Millis
from gateway.referee.assignment import Assignment
from gateway.referee.inputs import DiskChanged

from .commands import Command
from .wire import Form

__all__ = ["RAW", "FromClock", "RawContent", "RawEvent", "Stalled", "Unobserved"]


class FromClock(msgspec.Struct, frozen=True):
    """A reading of the clock that stands beside the board as a device of its own."""

    reading: Reading


class Unobserved(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time before a start of the agent during which nobody was looking."""

    since: Instant
    """The last instant at which somebody was."""
    least_ms: Millis
    most_ms: Millis | None = None
    """Not known where the computer was off and its clock cannot be believed."""


class Stalled(msgspec.Struct, frozen=True):
    """A time in which the computer stood still: what devices said since is read only now, and all at once."""

    since: Instant
    """The last instant at which it did not."""
    until: Instant
    """When it went on."""


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
    unobserved: Unobserved | None = None
    stalled: Stalled | None = None

    @classmethod
    def of(cls, at: Instant, event: RawContent) -> RawEvent:
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
            case Unobserved():
                return cls(at, unobserved=event)
            case Stalled():
                return cls(at, stalled=event)
            case _:
                return cls(at, reading=event)

    @property
    def event(self) -> RawContent:
        """What a table is stepped through."""
        if self.clock is not None:
            return FromClock(self.clock)
        return self.command or self.assignment or self.disk or self.unobserved or self.stalled or self.reading


RawContent = Reading | FromClock | Command | Assignment | DiskChanged | Unobserved | Stalled | None
"""What a table is stepped through: the board says something, or a clock beside it; a command comes, or an assignment;
the disk fails or is back; the agent was away, or stood still; a moment is reached."""


RAW = Form(RawEvent)
