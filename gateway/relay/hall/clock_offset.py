"""The offset of the relay's clock to a table's, so that a wrong wall clock on a table's computer does not show.

A message that says "sent at `at`" and arrives at `now` gives `now - at` = offset + delay. Delay only adds, so the
smallest difference of the last minutes is the best estimate. A retained message may be hours old: it bounds the offset
from above and says no more, so without a live one we trust the table's wall clock as far as that bound allows.
"""

from __future__ import annotations

from collections import deque

__all__ = ["Offset"]

_WINDOW_MS = 600_000
"""Two cheap quartz clocks drift apart by some 50 ms in this time; a shorter window would often hold no message."""


class Offset:
    """The estimate for one table; `value` is what to add to the table's instants to get the relay's."""

    def __init__(self) -> None:
        # Rising values from left to right, each with its arrival: the left one is the smallest in the window.
        self._live: deque[tuple[int, int]] = deque()
        self._bound: int | None = None
        self._given: int | None = None

    @property
    def value(self) -> int:
        """Milliseconds to add to a table's instant."""
        if self._given is not None:
            return self._given
        if self._live:
            return self._live[0][1]
        return 0 if self._bound is None else min(self._bound, 0)

    def live(self, at: int, now: int) -> None:
        """A message written at the table's `at` has just arrived."""
        difference = now - at
        while self._live and self._live[-1][1] >= difference:
            self._live.pop()
        self._live.append((now, difference))
        while self._live[0][0] < now - _WINDOW_MS:
            self._live.popleft()

    def retained(self, at: int, now: int) -> None:
        """A message of unknown age, written at the table's `at`, was handed to us."""
        difference = now - at
        self._bound = difference if self._bound is None else min(self._bound, difference)

    def take_over(self, value: int) -> None:
        """Be what somebody else has estimated, from now on."""
        self._given = value

    def forget(self) -> None:
        """The table's process ended: the next one counts on a time line of its own."""
        self._live.clear()
        self._bound = None
