"""Lines of one table put in order: repeats dropped, gaps seen, what came early held back. No I/O.

`held` only grows by one at a time, so whatever leaves `offer` is numbered without gaps.
"""

from __future__ import annotations

__all__ = ["CHUNK", "EARLY_BYTES", "EARLY_MAX", "Resequencer"]

CHUNK = 500
"""Lines asked for at once: some 200 kB, which any broker takes in its stride."""
EARLY_MAX = 1000
"""Lines held back behind a gap. More would only cost memory: whatever is dropped here is asked for by number."""
EARLY_BYTES = 4_000_000
"""Bytes of such lines: a thousand of the longest would be more than a small computer has."""


class Resequencer:
    """The lines that we have of a table, and those that we know to be missing."""

    def __init__(self, held: int = 0) -> None:
        self.held = held
        """Every line up to this number has left `offer`."""
        self.last = held
        """The last number the table is known to have."""
        self._early: dict[int, bytes] = {}

    def offer(self, n: int, line: bytes) -> list[tuple[int, bytes]]:
        """Take a line; returns what is now in order. A repeat and a line far too early return nothing."""
        self.last = max(self.last, n)
        if n <= self.held:
            return []
        if n > self.held + 1:
            if len(self._early) < EARLY_MAX and sum(map(len, self._early.values())) + len(line) <= EARLY_BYTES:
                self._early[n] = line
            return []
        ready = [(n, line)]
        while (follower := self._early.pop(ready[-1][0] + 1, None)) is not None:
            ready.append((ready[-1][0] + 1, follower))
        self.held = ready[-1][0]
        # What an abandoned wait has left behind.
        for stale in [early for early in self._early if early <= self.held]:
            del self._early[stale]
        return ready

    def hear(self, last: int) -> None:
        """The table says that it has lines up to `last`; it may have lost some it had."""
        self.last = max(last, self.held, *self._early)

    def forget_early(self, last: int) -> None:
        """The table has lines up to `last` and may have lost others: what came early may not follow on its next."""
        self._early.clear()
        self.hear(last)

    def rewind(self, held: int) -> None:
        """Lines above `held` did not reach the disk: count them as missing."""
        self.held = held
        self._early.clear()

    @property
    def missing(self) -> int:
        """How many lines the table has and we do not, held-back ones included."""
        return max(0, self.last - self.held)

    def gap(self) -> tuple[int, int] | None:
        """The first stretch to ask for, as (after, upto); None if nothing is missing.

        It starts one line early: that line comes again and shows whether the table still keeps the same journal.
        """
        if not self.missing:
            return None
        after = max(0, self.held - 1)
        return after, min([n - 1 for n in self._early] + [self.last, after + CHUNK])
