"""The table's time line: the wall clock once, at the start, and the monotonic clock from then on."""

from __future__ import annotations

import time

from gateway.model.instants import Instant

__all__ = ["Timeline"]


class Timeline:
    """Instants that never go back, not even when somebody sets the clock of the computer or the process restarts."""

    def __init__(self, not_before: Instant = Instant(0)) -> None:
        """`not_before` is the last instant of an earlier life of the same table."""
        self._start = max(time.time_ns() // 1_000_000, not_before)
        self._zero = time.monotonic_ns()

    def now(self) -> Instant:
        """This instant."""
        return Instant(self._start + (time.monotonic_ns() - self._zero) // 1_000_000)
