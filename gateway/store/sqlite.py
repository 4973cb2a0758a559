"""A line store in one SQLite file: one thread commits what has piled up, another reads. The event loop never waits.

A commit costs one flush however many lines it holds. WAL with full synchronisation: what `append_many` has returned for
survives a crash of the process and, on an honest disk, a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self, TypeVar

from gateway.model.errors import JournalError

from .port import StoredLine

__all__ = ["SqliteStore", "read_file"]

T = TypeVar("T")

log = logging.getLogger(__name__)

_FORMAT = 1
"""Kept in SQLite's user_version; a store of another format is refused, never guessed at."""


_CONTIGUOUS = (
    "SELECT min(n) FROM lines AS a WHERE stream = ?1 AND NOT EXISTS "
    "(SELECT 1 FROM lines AS b WHERE b.stream = ?1 AND b.n = a.n + 1) AND EXISTS "
    "(SELECT 1 FROM lines WHERE stream = ?1 AND n = 1)"
)
"""The last number before the first gap; none if the first line is missing."""


class _Write(NamedTuple):
    lines: tuple[StoredLine, ...]
    done: asyncio.Future[None]


class SqliteStore:
    """A `LineStore` in a file that no other process may write to meanwhile."""

    def __init__(self, path: Path, *, skip_repeats: bool = False) -> None:
        """Open or create the file. With `skip_repeats` a line whose number is known is dropped, else it is an error."""
        self.path = path
        self._insert = f"INSERT {'OR IGNORE ' if skip_repeats else ''}INTO lines (stream, n, data) VALUES (?, ?, ?)"  # noqa: S608
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        with contextlib.ExitStack() as held:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = held.enter_context(_lock(path))
                self._reader = held.enter_context(contextlib.closing(_open(path)))
            except (OSError, sqlite3.Error) as error:
                raise JournalError(f"The journal {path} cannot be opened: {error}.") from error
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

    async def append_many(self, lines: Iterable[StoredLine]) -> None:
        """Return once the lines are on disk; raises `JournalError` if they are not."""
        batch = tuple(lines)
        if not batch:
            return
        done = asyncio.get_running_loop().create_future()
        self._queue.put(_Write(batch, done))
        await done

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""
        return await self._aside(lambda: _read(self._reader, stream, after, limit))

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""
        return await self._aside(lambda: self._number("SELECT max(n) FROM lines WHERE stream = ?1", stream))

    async def contiguous(self, stream: str) -> int:
        """The highest number up to which nothing is missing."""
        return await self._aside(lambda: self._number(_CONTIGUOUS, stream))

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
        return await self._aside(lambda: _streams(self._reader))

    def close(self) -> None:
        """Write what is queued, then let go of the file."""
        self._queue.put(None)
        self._thread.join()
        self._reading.shutdown()
        self._reader.close()
        self._lock.close()

    async def _aside(self, work: Callable[[], T]) -> T:
        """Read in the thread that is there for it."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except sqlite3.Error as error:
            raise JournalError(f"The journal {self.path} cannot be read: {error}.") from error

    def _number(self, query: str, stream: str) -> int:
        (n,) = self._reader.execute(query, (stream,)).fetchone()
        return int(n or 0)

    # The writer thread ----------------------------------------------------------------------------------------------

    def _write_all(self) -> None:
        connection = _open(self.path)
        try:
            while (first := self._queue.get()) is not None:
                writes, stop = self._pile(first)
                failure = self._commit(connection, [line for write in writes for line in write.lines])
                for loop in {write.done.get_loop() for write in writes}:
                    mine = [write.done for write in writes if write.done.get_loop() is loop]
                    try:
                        loop.call_soon_threadsafe(_finish, mine, failure)
                    except RuntimeError:  # the loop is gone: nobody waits for the answer any more
                        log.debug("A journal write outlived the loop that asked for it.")
                if stop:
                    return
        finally:
            connection.close()

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

    def _commit(self, connection: sqlite3.Connection, lines: Sequence[StoredLine]) -> JournalError | None:
        try:
            with connection:
                connection.executemany(self._insert, lines)
        except sqlite3.IntegrityError:
            return JournalError(
                f"The journal {self.path} already holds a line of that number: is another agent using it?"
            )
        except sqlite3.Error as error:
            return JournalError(f"The journal {self.path} cannot be written: {error}.")
        return None


def read_file(path: Path, stream: str | None = None) -> list[bytes]:
    """The lines of one stream of a file, or of its only one. Nothing is written or locked; raises `JournalError`."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            if stream is None:
                (stream,) = _streams(connection)
            return _read(connection, stream, 0, -1)
    except (sqlite3.Error, ValueError) as error:
        raise JournalError(f"The journal {path} cannot be read: {error}.") from error


def _read(connection: sqlite3.Connection, stream: str, after: int, limit: int) -> list[bytes]:
    rows = connection.execute(
        "SELECT data FROM lines WHERE stream = ? AND n > ? ORDER BY n LIMIT ?", (stream, after, limit)
    )
    return [data for (data,) in rows]


def _streams(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT DISTINCT stream FROM lines ORDER BY stream")]


def _finish(waiting: Iterable[asyncio.Future[None]], failure: JournalError | None) -> None:
    for done in waiting:
        if done.cancelled():
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)


def _lock(path: Path) -> IO[bytes]:
    """Hold a lock beside the store for as long as it is open: two writers would number the same line twice."""
    handle = path.with_name(path.name + ".lock").open("ab")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise JournalError(f"The journal {path} is in use by another process: stop that one first.") from error
    return handle


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level="IMMEDIATE")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version not in {0, _FORMAT}:
            raise JournalError(f"The journal {path} is of format {version}, this program writes format {_FORMAT}.")
        with connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS lines "
                "(stream TEXT, n INTEGER, data BLOB, PRIMARY KEY (stream, n)) WITHOUT ROWID"
            )
            connection.execute(f"PRAGMA user_version = {_FORMAT}")
    except BaseException:
        connection.close()
        raise
    return connection
