"""Time as the core sees it: whole milliseconds, given as an argument.

An `Instant` is a point on the table's own time line: milliseconds since 1970 by the table's wall clock when its
process started, carried on by the monotonic clock, so that it never steps while the process lives. `Millis` is a
length of time.
"""

from __future__ import annotations

from typing import NewType

__all__ = ["Instant", "Millis", "after", "between"]

Instant = NewType("Instant", int)
Millis = NewType("Millis", int)


def after(at: Instant, ms: Millis) -> Instant:
    """The instant `ms` later."""
    return Instant(at + ms)


def between(earlier: Instant, later: Instant) -> Millis:
    """How long from one instant to the other."""
    return Millis(later - earlier)
