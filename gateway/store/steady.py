"""The journal of a table whose disk may fail: the game goes on in memory, and is written when the disk is back.

The record itself (`entries`) is held in memory from the start, so that nothing that is asked of a table waits for its
disk. As long as the disk works, `append_many` returns when the lines are on it; from the moment it does not, they are
held, whoever listens is told of the trouble, and they are written in order as soon as it does again. A file that was
removed, replaced or damaged meanwhile is written anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

from gateway.model.errors import DiskTrouble, JournalDamaged, JournalError, JournalReplaced

from .hash_chain import hash_of
from .mending import mend
from .port import StoredLine
from .reopening import reopened
from .rescue import rescued
from .sqlite import SqliteStore
from .write_ahead import is_cut_off

__all__ = ["SteadyStore"]

log = logging.getLogger(__name__)

_PATIENCE_S = 2.0
"""How long a table waits for its disk: a card that tidies itself takes a second, one that takes longer is failing."""
_PAUSES_S = (0.5, 1.0, 2.0, 5.0)
_PART = 500
"""Lines that are written at once when the disk is back."""
_HELD_MAX = 100_000
"""Lines that wait for the disk; beyond it only the record is held: old readings are not worth a table that swaps."""


class SteadyStore:
    """A `LineStore` that goes on without its disk."""

    @classmethod
    async def open(cls, path: Path, kept: str, *others: str) -> Self:
        """The store in a file, whose stream `kept` is held in memory, as are the few lines of `others`; without a disk
        that works, in memory alone.

        Of a damaged file what is sound goes on, of `others` too. Raises `JournalError` for a file that somebody must
        look at.
        """
        try:
            cut_off = await asyncio.to_thread(is_cut_off, path)
            damaged = await mend(path, kept, *others) or cut_off
            disk = await asyncio.to_thread(SqliteStore, path)
        except DiskTrouble as error:
            lines = await asyncio.to_thread(rescued, path)
            lines = {stream: lines.get(stream, []) for stream in (kept, *others, *lines)}
            return cls(path, (kept, *others), lines, None, trouble=str(error), damaged=True)
        lines = {stream: await disk.read(stream) for stream in (kept, *others)}
        return cls(path, (kept, *others), lines, disk, trouble="", damaged=damaged)

    def __init__(
        self,
        path: Path,
        kept: tuple[str, ...],
        lines: dict[str, list[bytes]],
        disk: SqliteStore | None,
        *,
        trouble: str,
        damaged: bool,
    ) -> None:
        """`lines` has the lines of the streams that cannot be read from `disk`, numbered from 1."""
        self._path = path
        self._kept, *_ = self._in_memory = kept
        self._lines = lines
        self._disk = disk
        self._held: list[StoredLine] = []
        self._last = {stream: len(own) for stream, own in lines.items()}
        self._further: dict[str, int] = {}
        """By how much the numbers of a stream are higher in the file, which had lines that could not be read."""
        self._failing = asyncio.Event()
        self._tell: Callable[[bool], None] = lambda _: None
        self.damaged = damaged
        """Lines may be missing at the end that were there once."""
        self.commits = 0
        """Writes that the disk has taken."""
        self.trouble = trouble
        """Why lines cannot be written; empty as long as they can."""
        if trouble:
            self._failing.set()
            log.error("The game goes on in memory. %s", trouble)

    @property
    def held(self) -> int:
        """Lines that wait in memory for the disk."""
        return len(self._held)

    async def keep(self, changed: Callable[[bool], None]) -> None:
        """Write what is held whenever the disk is back, until cancelled; `changed(failing)` is told of each change."""
        self._tell = changed
        if self.trouble:
            changed(True)
        while True:
            await self._failing.wait()
            tries = 0
            while self.trouble:
                await asyncio.sleep(_PAUSES_S[min(tries, len(_PAUSES_S) - 1)])
                tries += 1
                await self._try_again()

    async def append_many(self, lines: Iterable[StoredLine], written: Callable[[], None] | None = None) -> None:
        """Return once the lines are on disk or, while that fails, held in memory; nobody reads them before. `written`
        is called as soon as that is so, a little before this returns."""
        batch = tuple(lines)
        told = False

        def tell() -> None:
            nonlocal told
            if not told:  # a disk that answers in the very moment in which we stop waiting has done it as well
                told = True
                for stream, n, data in batch:
                    self._last[stream] = n
                    if stream in self._in_memory:
                        self._lines[stream].append(data)
                if written is not None:
                    written()

        await self._write(batch, tell)
        tell()

    async def _write(self, batch: tuple[StoredLine, ...], written: Callable[[], None]) -> None:
        if self._disk is None or self.trouble:
            self._hold(batch)
            return
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._disk.append_many(self._placed(batch), written)
            self.commits += 1
        except (JournalError, TimeoutError) as error:
            self._hold(batch)
            self.trouble = str(error) or f"The disk under {self._path} does not answer."
            log.error("The game goes on in memory. %s", self.trouble)  # noqa: TRY400 - says all there is
            self._failing.set()
            self._tell(True)

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""
        if self._disk is not None and stream not in self._in_memory:
            return await self._disk.read(stream, after + self._further.get(stream, 0), limit)
        lines = self._lines.get(stream, [])
        return lines[after:] if limit < 0 else lines[after : after + limit]

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""
        if self._disk is not None and stream not in self._in_memory:
            return await self._disk.last(stream) - self._further.get(stream, 0)
        return len(self._lines.get(stream, []))

    async def contiguous(self, stream: str) -> int:
        """The highest number up to which nothing is missing."""
        return await self.last(stream)

    async def hash(self, stream: str, n: int) -> str:
        """The hash of a line and all before it; empty if there is no such line."""
        lines = await self.read(stream, 0, n)
        return hash_of(lines) if len(lines) == n else ""

    async def trim(self, stream: str, upto: int) -> None:
        """Drop the lines of a stream up to this number, if the disk is there to do it."""
        if self._disk is not None and not self.trouble:
            with contextlib.suppress(JournalError):  # the next line tells of it
                await self._disk.trim(stream, upto + self._further.get(stream, 0))

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
        return sorted(self._lines) if self._disk is None else await self._disk.streams()

    async def finish(self) -> None:
        """Write what is held, if the disk takes it now, and let go of the file; a disk that hangs is not waited for."""
        if self._held and self._disk is not None:
            with contextlib.suppress(JournalError, TimeoutError):
                async with asyncio.timeout(_PATIENCE_S):
                    await self._disk.append_many(self._placed(self._held))
                self._held.clear()
        self.close()

    def close(self) -> None:
        """Write what is queued and let go of the file; what it does not take is said."""
        if self._held:
            log.error("%d lines could not be written to %s; a relay may hold them.", len(self._held), self._path)
        if self._disk is not None:
            closing = threading.Thread(target=self._disk.close, daemon=True)
            closing.start()
            closing.join(_PATIENCE_S if self.trouble else None)

    def _hold(self, batch: tuple[StoredLine, ...]) -> None:
        full = len(self._held) >= _HELD_MAX
        self._held += [line for line in batch if line.stream == self._kept] if full else batch

    def _placed(self, lines: Iterable[StoredLine]) -> list[StoredLine]:
        """Lines under the numbers that they have in the file."""
        return [StoredLine(stream, n + self._further.get(stream, 0), data) for stream, n, data in lines]

    async def _try_again(self) -> None:
        """Write what is held. Nobody waits for it, so a disk that is slow gets the time that it needs."""
        try:
            if self._disk is None:
                self._disk = await self._opened()
            while part := self._held[:_PART]:
                await self._disk.append_many(self._placed(part))
                del self._held[: len(part)]
        except JournalError as error:
            if self._disk is not None and isinstance(error, JournalReplaced | JournalDamaged):
                disk, self._disk = self._disk, None
                await asyncio.to_thread(disk.close)
            level = logging.DEBUG if str(error) == self.trouble else logging.ERROR  # once is enough
            log.log(level, "The journal still cannot be written. %s", error)
            self.trouble = str(error)
            return
        self.trouble = ""
        self._failing.clear()
        log.info("The journal %s can be written again, and holds everything.", self._path)
        self._tell(False)

    async def _opened(self) -> SqliteStore:
        """The file, or a new one, with all of the record that it lacks; raises `JournalError`."""
        disk = await reopened(self._path, self._kept, {stream: self._lines[stream] for stream in self._in_memory})
        try:
            self._further = {stream: await self._how_much_further(disk, stream) for stream in self._last}
        except JournalError:
            await asyncio.to_thread(disk.close)
            raise
        return disk

    async def _how_much_further(self, disk: SqliteStore, stream: str) -> int:
        """What is written next has to follow on what is there, whatever number it has with us."""
        there = await disk.last(stream)
        if not there or (stream in self._in_memory and await disk.read(stream) == self._lines[stream][:there]):
            return 0
        first = next((n for held, n, _ in self._held if held == stream), self._last[stream] + 1)
        return there - first + 1
