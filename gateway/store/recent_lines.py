"""The recent lines of a database, held in memory: whoever follows a game goes on while the database is away.

Of each stream one run of numbers without gaps is held. A line that is committed is never changed, so what is held is
what the database holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

__all__ = ["RecentLines"]

_BYTES_MAX: Final = 48 << 20
"""Of all lines that are held: those of a thousand tables in their third game."""


@dataclass
class _Run:
    first: int
    lines: list[bytes] = field(default_factory=list)

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


class RecentLines:
    """Runs of lines by stream; the one that was touched longest ago is forgotten first."""

    def __init__(self, bytes_max: int = _BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._bytes = 0
        self._runs: dict[str, _Run] = {}

    def find(self, stream: str, after: int, limit: int, last: int | None) -> list[bytes] | None:
        """The lines numbered above `after`; None if they are not all held. `last` is the last of the stream, if that is
        known; without a limit it has to be."""
        run = self._runs.get(stream)
        if run is None or after + 1 < run.first or (run.last != last and (limit < 0 or after + limit > run.last)):
            return None
        begin = after + 1 - run.first
        return run.lines[begin:] if limit < 0 else run.lines[begin : begin + limit]

    def add(self, stream: str, rows: Sequence[tuple[int, bytes]]) -> None:
        """Hold lines in order: such as come behind those that are held, or lead up to them; else in their place."""
        rows = _last_run(rows)
        if not rows:
            return
        run = self._runs.pop(stream, None)
        if run is not None and run.first <= rows[0][0] <= run.last + 1:
            new = [data for n, data in rows if n > run.last]
            run.lines += new
        elif run is not None and rows[0][0] < run.first <= rows[-1][0] + 1 <= run.last + 1:
            new = [data for n, data in rows if n < run.first]
            run.lines[:0] = new
            run.first = rows[0][0]
        else:
            self._bytes -= _size(run)
            new = [data for _, data in rows]
            run = _Run(rows[0][0], new)
        self._runs[stream] = run
        self._bytes += sum(map(len, new))
        while self._bytes > self._bytes_max and len(self._runs) > 1:
            self.forget(next(iter(self._runs)))

    def trim(self, stream: str, upto: int) -> None:
        """Forget the lines of a stream up to this number."""
        run = self._runs.get(stream)
        if run is None or upto < run.first:
            return
        if upto >= run.last:
            self.forget(stream)
            return
        gone = run.lines[: upto + 1 - run.first]
        del run.lines[: len(gone)]
        run.first += len(gone)
        self._bytes -= sum(map(len, gone))

    def forget(self, stream: str) -> None:
        """Forget all lines of a stream."""
        self._bytes -= _size(self._runs.pop(stream, None))


def _size(run: _Run | None) -> int:
    return 0 if run is None else sum(map(len, run.lines))


def _last_run(rows: Sequence[tuple[int, bytes]]) -> Sequence[tuple[int, bytes]]:
    """The rows behind the last gap."""
    for at in range(len(rows) - 1, 0, -1):
        if rows[at][0] != rows[at - 1][0] + 1:
            return rows[at:]
    return rows
