"""A quota on what one table may have stored: none, enrolled and hostile or only broken, fills the relay's disk. No I/O.

An honest table in the fastest play makes two or three lines a second of some 400 bytes, and has perhaps been cut off
for a day. So it may bring in a whole day at once, and then as much as fast play for ever. What is beyond that is not
taken, and so not lost either: it counts as missing, and is asked for by number when there is room again.
"""

from __future__ import annotations

from typing import Final

__all__ = ["LineQuota"]

AT_ONCE: Final = 64_000_000
"""Bytes that may come at once: 100,000 lines, more than twelve hours of play at a move a second."""
A_SECOND: Final = 4_000
"""Bytes a second that may come for ever, three times what fast play makes; some 350 MB a day."""
_ROOM: Final = 250_000
"""Bytes that must be free before a table that was bounded is asked again: as much as is asked for at once."""
_ROW: Final = 200
"""Bytes that a line takes on disk beside its own."""
_JOURNAL: Final = 1_000_000
"""What a journal costs that begins anew: nobody loses one after another."""


class LineQuota:
    """The room that one table has. Times are seconds on the caller's monotonic clock."""

    def __init__(self, now: float, at_once: int = AT_ONCE, a_second: int = A_SECOND) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._room = float(at_once)
        self._at = now
        self.exceeded = False
        """Nothing is taken until there is room for more than a few lines."""

    def admits(self, now: float) -> bool:
        """Whether another line may be taken; once it may not, not before there is some room again."""
        self._room = min(self._at_once, self._room + (now - self._at) * self._a_second)
        self._at = now
        if self.exceeded:
            self.exceeded = self._room < min(_ROOM, self._at_once)
        else:
            self.exceeded = self._room <= 0
        return not self.exceeded

    def charge(self, line: bytes) -> None:
        """A line is being stored."""
        self._room -= len(line) + _ROW

    def charge_journal(self) -> None:
        """A journal begins anew."""
        self._room -= _JOURNAL

    def opens_at(self) -> float:
        """When a table that is bounded may be asked again."""
        return self._at + max(0.0, (min(_ROOM, self._at_once) - self._room) / self._a_second)
