"""Time as the core sees it: whole milliseconds, given as an argument.

An `Instant` is a point on the table's own time line: milliseconds since 1970 by the table's wall clock when its
process started, carried on by the monotonic clock, so that it never steps while the process lives. `Millis` is a
length of time.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NewType

__all__ = ["Instant", "Millis", "after", "between", "wall_time"]

Instant = NewType("Instant", int)
Millis = NewType("Millis", int)

_LAST = Instant(253_402_300_799_000)
"""The end of the year 9999."""


def after(at: Instant, ms: Millis) -> Instant:
    """The instant `ms` later."""
    return Instant(at + ms)


def wall_time(at: Instant) -> datetime:
    """The date and the time, in UTC; an instant that no calendar has is shown as the nearest that it has."""
    return datetime.fromtimestamp(min(max(at, 0), _LAST) / 1000, UTC)


def between(earlier: Instant, later: Instant) -> Millis:
    """How long from one instant to the other."""
    return Millis(later - earlier)
