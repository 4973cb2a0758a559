"""A line store in one SQLite file: one thread writes what has piled up, another reads. The event loop never waits.

What has piled up costs one write to the disk, into the log beside the file (`line_log.py`), however many lines it is:
what `append_many` has returned for survives a crash of the process and, on an honest disk, a power cut. The file takes
it from there at leisure, before anybody reads it. Each line carries a hash over itself and all lines before it
(`hash_chain.py`), so that what a disk has lost or changed is found.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

from gateway.model.errors import JournalError

from .line_log import ENDING
from .line_writer import LineWriter
from .port import StoredLine
from .sqlite_file import in_words, lock, open_to_write, read_lines, streams_of

__all__ = ["SqliteStore"]

T = TypeVar("T")

log = logging.getLogger(__name__)

_LEISURE_S = 0.02
"""Seconds without anything to write, after which the file takes what the log holds."""

_CONTIGUOUS = (
    "SELECT min(n) FROM lines AS a WHERE stream = ?1 AND NOT EXISTS "
    "(SELECT 1 FROM lines AS b WHERE b.stream = ?1 AND b.n = a.n + 1) AND EXISTS "
    "(SELECT 1 FROM lines WHERE stream = ?1 AND n = 1)"
)
"""The last number before the first gap; none if the first line is missing."""


class _Write(NamedTuple):
    lines: tuple[StoredLine, ...]
    done: asyncio.Future[None]
    also: Callable[[sqlite3.Connection], None] | None = None
    """What else is done in the same commit."""
    written: Callable[[], None] | None = None
    """Who hears of the commit in the turn of the loop that does, before whoever waits for it has his."""


class SqliteStore:
    """A `LineStore` in a file that no other process may write to meanwhile."""

    def __init__(self, path: Path, *, skip_repeats: bool = False) -> None:
        """Open or create the file.

        The same line under the same number changes nothing. With `skip_repeats` so does another line under a number
        that is taken; else that is an error.
        """
        self.path = path
        self._writer = LineWriter(path, skip_repeats=skip_repeats)
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        with contextlib.ExitStack() as held:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = held.enter_context(lock(path))
                self._reader = held.enter_context(contextlib.closing(open_to_write(path)))
            except (OSError, sqlite3.Error) as error:
                raise in_words(path, "opened", error) from error
            held.pop_all()
        self._reading = ThreadPoolExecutor(1, f"reads of {path.name}")
        self._thread = threading.Thread(target=self._write_all, name=f"journal {path.name}", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def append_many(self, lines: Iterable[StoredLine], written: Callable[[], None] | None = None) -> None:
        """Return once the lines are on disk; raises `JournalError` if they are not. `written` is called as soon as
        they are, which is two turns of the loop before this returns, unless nobody waits any more."""
        batch = tuple(lines)
        if batch:
            await self._enqueue(batch, written=written)

    async def _enqueue(
        self,
        lines: tuple[StoredLine, ...],
        also: Callable[[sqlite3.Connection], None] | None = None,
        written: Callable[[], None] | None = None,
    ) -> None:
        done = asyncio.get_running_loop().create_future()
        self._queue.put(_Write(lines, done, also, written))
        await done

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""
        return await self._aside(lambda: read_lines(self._reader, stream, after, limit))

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""
        return await self._aside(lambda: self._number("SELECT max(n) FROM lines WHERE stream = ?1", stream))

    async def contiguous(self, stream: str) -> int:
        """The highest number up to which nothing is missing."""
        return await self._aside(lambda: self._number(_CONTIGUOUS, stream))

    async def hash(self, stream: str, n: int) -> str:
        """The hash of a line and all before it; empty if there is no such line."""
        found = await self._aside(lambda: _hash(self._reader, stream, n))
        return found.hex()

    async def trim(self, stream: str, upto: int) -> None:
        """Drop the lines of a stream up to this number."""
        await self._enqueue((), lambda connection: _trim(connection, stream, upto))

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
        return await self._aside(lambda: streams_of(self._reader))

    def close(self) -> None:
        """Write what is queued, then let go of the file."""
        self._queue.put(None)
        self._thread.join()
        self._reading.shutdown()
        self._reader.close()
        if not self._writer.is_behind and not self.path.with_name(self.path.name + "-wal").exists():
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + ENDING).unlink()
        self._lock.close()

    async def _aside(self, work: Callable[[], T]) -> T:
        """Read in the thread that is there for it, what was appended before too."""
        if self._writer.is_behind:
            await self._enqueue(())
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except sqlite3.Error as error:
            raise in_words(self.path, "read", error) from error

    def _number(self, query: str, stream: str) -> int:
        (n,) = self._reader.execute(query, (stream,)).fetchone()
        return int(n or 0)

    # The writer thread ----------------------------------------------------------------------------------------------

    def _write_all(self) -> None:
        stop = False
        while not stop:
            try:
                first = self._queue.get(timeout=_LEISURE_S if self._writer.can_catch_up else None)
            except queue.Empty:
                self._writer.catch_up()
                continue
            if first is None:
                break
            writes, stop = self._pile(first)
            failure = self._write(writes)
            for loop in {write.done.get_loop() for write in writes}:
                mine = [write for write in writes if write.done.get_loop() is loop]
                try:
                    loop.call_soon_threadsafe(_finish, mine, failure)
                except RuntimeError:  # the loop is gone: nobody waits for the answer any more
                    log.debug("A journal write outlived the loop that asked for it.")
        self._writer.close()

    def _write(self, writes: list[_Write]) -> JournalError | None:
        """Have everything on disk, or return why it is not."""
        lines = [line for write in writes for line in write.lines]
        also = [write.also for write in writes if write.also is not None]
        try:
            if lines or also:
                self._writer.write(lines, also)
            if not all(write.lines or write.also for write in writes):
                self._writer.catch_up()  # somebody wants to read
        except JournalError as error:
            return error
        return None

    def _pile(self, first: _Write) -> tuple[list[_Write], bool]:
        """Take everything queued so far, to be committed as one."""
        writes = [first]
        while True:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return writes, False
            if item is None:
                return writes, True
            writes.append(item)


def _hash(connection: sqlite3.Connection, stream: str, n: int) -> bytes:
    found = connection.execute("SELECT hash FROM lines WHERE stream = ? AND n = ?", (stream, n)).fetchone()
    return bytes(found[0]) if found is not None else b""


def _trim(connection: sqlite3.Connection, stream: str, upto: int) -> None:
    connection.execute("DELETE FROM lines WHERE stream = ? AND n <= ?", (stream, upto))


def _finish(writes: Iterable[_Write], failure: JournalError | None) -> None:
    for write in writes:
        if write.done.cancelled():
            continue
        if failure is None:
            write.done.set_result(None)
            if write.written is not None:
                write.written()
        else:
            write.done.set_exception(failure)
