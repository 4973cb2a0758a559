"""The table's time line: the wall clock once, at the first start, and clocks that nobody sets from then on."""

from __future__ import annotations

import time

from gateway.model.instants import Instant

__all__ = ["Timeline"]


class Timeline:
    """Instants that never go back, not even when somebody sets the clock of the computer or the process restarts."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000
        self._zero = time.monotonic_ns()

    def begin(self, at: Instant) -> None:
        """Let it be this instant now."""
        self._start = at
        self._zero = time.monotonic_ns()

    def go_on_from(self, last: Instant) -> None:
        """Let it be no earlier than this, the last instant of an earlier life of the same table."""
        if self.now() < last:
            self.begin(last)

    def now(self) -> Instant:
        """This instant."""
        return Instant(self._start + (time.monotonic_ns() - self._zero) // 1_000_000)
