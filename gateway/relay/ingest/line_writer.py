"""The writer of lines: one task that stores whatever has piled up, and then shows it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from gateway.model.errors import JournalError
from gateway.record.exposition import Histogram
from gateway.relay.hall.present_hall import PresentHall
from gateway.store import StoredLine

from .table_source import TableSource

__all__ = ["LineWriter"]

log = logging.getLogger(__name__)

_RETRY_S = 2.0
_BUSY_S = 0.1
_GATHER_S = 0.03
"""Where one commit follows another within `_BUSY_S`, a line waits so long for others that can be written with it."""


class _Dated(msgspec.Struct):
    at: int


_DATED = msgspec.json.Decoder(_Dated)


class _Line(NamedTuple):
    source: TableSource
    journal: int
    """The journal of the table that it belongs to."""
    n: int
    data: bytes

    @property
    def wanted(self) -> bool:
        """A table that began a new journal meanwhile has no use for the rest of the old one."""
        return self.journal == self.source.table.journal


class LineWriter:
    """A writer that has lines on disk before anybody is shown them."""

    def __init__(self, hall: PresentHall, refused: Callable[[], None]) -> None:
        """`refused` is told when the disk would not have lines: they are forgotten, and so asked for again."""
        self._hall = hall
        self._refused = refused
        self._lines: list[_Line] = []
        self._writing = False
        self._afterwards: list[Callable[[], None]] = []
        self._some = asyncio.Event()
        self.latency = Histogram()
        """Seconds from a sensor to the viewers, of lines that came at once."""

    @property
    def waiting(self) -> int:
        """Lines that wait to be stored."""
        return len(self._lines)

    def put(self, source: TableSource, n: int, data: bytes) -> None:
        """Have the next line of a table written."""
        self._lines.append(_Line(source, source.table.journal, n, data))
        self._some.set()

    def afterwards(self, do: Callable[[], None]) -> None:
        """Call this when the lines that wait now are on disk, or the disk would not have them; at once if none does."""
        if self._lines or self._writing:
            self._afterwards.append(do)
            self._some.set()
        else:
            do()

    async def run(self) -> None:
        """Write until cancelled."""
        written_at = -_BUSY_S
        clock = asyncio.get_running_loop().time
        while True:
            await self._some.wait()
            if clock() - written_at < _BUSY_S:
                await asyncio.sleep(_GATHER_S)
            written_at = clock()
            self._some.clear()
            batch, self._lines = [line for line in self._lines if line.wanted], []
            afterwards, self._afterwards = self._afterwards, []
            self._writing = True
            await self._write(batch)
            self._writing = False
            for do in afterwards:
                do()

    async def _write(self, batch: list[_Line]) -> None:
        try:
            await self._hall.store.append_many(
                [StoredLine(self._hall.stream(line.source.table), line.n, line.data) for line in batch]
            )
        except JournalError as error:
            await self._give_up(error)
            return
        if batch:
            self._hall.show_store("")
        for line in batch:
            if line.wanted:
                self._hall.show_lines(line.source.table, [(line.n, line.data)])
                self._time_taken(line)

    async def _give_up(self, error: JournalError) -> None:
        level = logging.DEBUG if str(error) == self._hall.store_trouble else logging.ERROR  # once is enough
        log.log(level, "Lines could not be stored, and are not shown: %s", error)
        self._hall.show_store(str(error))
        await asyncio.sleep(_RETRY_S)
        self._lines.clear()
        self._refused()

    def _time_taken(self, line: _Line) -> None:
        """Count how long a line took; one that had to be asked for was late for another reason."""
        source = line.source
        if line.n < source.resequencer.last or not source.table.online:
            return
        with contextlib.suppress(msgspec.MsgspecError):
            at = _DATED.decode(line.data).at + source.table.offset.value
            self.latency = self.latency.with_one((self._hall.now() - at) / 1000)
