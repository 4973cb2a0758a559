"""The journal of a table whose disk may fail: the game goes on in memory, and is written when the disk is back.

The record itself (`entries`) is held in memory from the start, so that nothing that is asked of a table waits for its
disk. As long as the disk works, `append_many` returns when the lines are on it; from the moment it does not, they are
held, whoever listens is told of the trouble, and they are written in order as soon as it does again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

from gateway.model.errors import DiskTrouble, JournalError

from .hash_chain import hash_of
from .mending import mend
from .port import StoredLine
from .rescue import rescued
from .sqlite import SqliteStore

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
        """The store in a file, whose stream `kept` is held in memory; without a disk that works, in memory alone.

        Of a damaged file what is sound goes on, of `others` too. Raises `JournalError` for a file that somebody must
        look at.
        """
        try:
            damaged = await mend(path, kept, *others)
            disk = await asyncio.to_thread(SqliteStore, path)
        except DiskTrouble as error:
            lines = await asyncio.to_thread(rescued, path)
            return cls(path, kept, lines, None, trouble=str(error), damaged=True)
        return cls(path, kept, {kept: await disk.read(kept)}, disk, trouble="", damaged=damaged)

    def __init__(
        self,
        path: Path,
        kept: str,
        lines: dict[str, list[bytes]],
        disk: SqliteStore | None,
        *,
        trouble: str,
        damaged: bool,
    ) -> None:
        """`lines` has the lines of the streams that cannot be read from `disk`, numbered from 1."""
        self._path = path
        self._kept = kept
        self._lines = lines
        self._lines.setdefault(kept, [])
        self._disk = disk
        self._held: list[StoredLine] = []
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
                self._lines[self._kept] += [data for stream, _, data in batch if stream == self._kept]
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
                await self._disk.append_many(batch, written)
            self.commits += 1
        except (JournalError, TimeoutError) as error:
            self._hold(batch)
            self.trouble = str(error) or f"The disk under {self._path} does not answer."
            log.error("The game goes on in memory. %s", self.trouble)  # noqa: TRY400 - says all there is
            self._failing.set()
            self._tell(True)

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""
        if self._disk is not None and stream != self._kept:
            return await self._disk.read(stream, after, limit)
        lines = self._lines.get(stream, [])
        return lines[after:] if limit < 0 else lines[after : after + limit]

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""
        if self._disk is not None and stream != self._kept:
            return await self._disk.last(stream)
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
                await self._disk.trim(stream, upto)

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
        return sorted(self._lines) if self._disk is None else await self._disk.streams()

    def close(self) -> None:
        """Write what is queued and let go of the file; what it does not take is said."""
        if self._held:
            log.error("%d lines could not be written to %s; a relay may hold them.", len(self._held), self._path)
        if self._disk is not None:
            self._disk.close()

    def _hold(self, batch: tuple[StoredLine, ...]) -> None:
        full = len(self._held) >= _HELD_MAX
        self._held += [line for line in batch if line.stream == self._kept] if full else batch

    async def _try_again(self) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                if self._disk is None:
                    self._disk = await self._opened()
            while part := self._held[:_PART]:
                async with asyncio.timeout(_PATIENCE_S):
                    await self._disk.append_many(part)
                del self._held[: len(part)]
        except (JournalError, TimeoutError) as error:
            log.debug("The journal still cannot be written: %s", error)
            return
        self.trouble = ""
        self._failing.clear()
        log.info("The journal %s can be written again, and holds everything.", self._path)
        self._tell(False)

    async def _opened(self) -> SqliteStore:
        """The file that could not be opened before, with all of the record that it lacks; raises `JournalError`."""
        disk = await asyncio.to_thread(SqliteStore, self._path)
        try:
            lines = self._lines[self._kept]
            after = await disk.last(self._kept)
            await disk.append_many([StoredLine(self._kept, n, lines[n - 1]) for n in range(after + 1, len(lines) + 1)])
        except JournalError:
            disk.close()
            raise
        return disk
