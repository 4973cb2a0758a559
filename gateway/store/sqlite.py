"""A line store in one SQLite file: one thread commits what has piled up, another reads. The event loop never waits.

A commit costs one flush however many lines it holds. WAL with full synchronisation: what `append_many` has returned for
survives a crash of the process and, on an honest disk, a power cut. Each line carries a hash over itself and all lines
before it (`hash_chain.py`), so that what a disk has lost or changed is found.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self, TypeVar

from gateway.model.errors import DiskTrouble, JournalDamaged, JournalError, JournalReplaced

from .hash_chain import Chains, rechain
from .port import StoredLine
from .same_file import SameFile
from .write_ahead import CHECKPOINT_COMMITS, begin_anew, make_room

__all__ = ["SqliteStore", "has_hashes", "in_words", "is_damage", "open_file", "read_file", "streams_of"]

T = TypeVar("T")

log = logging.getLogger(__name__)

_FORMAT = 2
"""Kept in SQLite's user_version; a later one is refused, never guessed at. In format 1 lines had no hashes."""
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


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
        self._chains = Chains(skip_repeats=skip_repeats)
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        with contextlib.ExitStack() as held:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = held.enter_context(_lock(path))
                self._reader = held.enter_context(contextlib.closing(_open(path)))
                self._same_file = SameFile(path)
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
        return await self._aside(lambda: _read(self._reader, stream, after, limit))

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
        self._lock.close()

    async def _aside(self, work: Callable[[], T]) -> T:
        """Read in the thread that is there for it."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except sqlite3.Error as error:
            raise in_words(self.path, "read", error) from error

    def _number(self, query: str, stream: str) -> int:
        (n,) = self._reader.execute(query, (stream,)).fetchone()
        return int(n or 0)

    # The writer thread ----------------------------------------------------------------------------------------------

    def _write_all(self) -> None:
        connection: sqlite3.Connection | None = None
        stop, commits = False, 0
        while not stop and (first := self._queue.get()) is not None:
            writes, stop = self._pile(first)
            failure: JournalError | None = None
            try:
                self._same_file.require()
                connection = connection or self._reopened()
                self._commit(connection, writes)
            except (OSError, sqlite3.Error) as error:
                # After a failure of the disk a connection may not recover: the next commit opens a new one.
                failure = in_words(self.path, "written", error)
                _close(connection)
                connection = None
            except JournalError as error:
                failure = error
            for loop in {write.done.get_loop() for write in writes}:
                mine = [write for write in writes if write.done.get_loop() is loop]
                try:
                    loop.call_soon_threadsafe(_finish, mine, failure)
                except RuntimeError:  # the loop is gone: nobody waits for the answer any more
                    log.debug("A journal write outlived the loop that asked for it.")
            commits += 1
            if connection is not None and commits % CHECKPOINT_COMMITS == 0:
                begin_anew(connection)
        _close(connection)

    def _reopened(self) -> sqlite3.Connection:
        connection = _open(self.path)
        if not self._chains.fit(connection):
            connection.close()
            raise JournalReplaced(f"The journal {self.path} is not the file that it was: somebody has replaced it.")
        return connection

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

    def _commit(self, connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
        try:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                self._chains.append(connection, [line for write in writes for line in write.lines])
                for write in writes:
                    if write.also is not None:
                        write.also(connection)
        except BaseException:
            self._chains.forget()
            raise


def open_file(path: Path) -> sqlite3.Connection:
    """A file to look at, of any format; nothing is written or locked. Raises `JournalError`."""
    try:
        return sqlite3.connect(f"{path.resolve(strict=True).as_uri()}?mode=ro", uri=True, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise in_words(path, "read", error) from error


def read_file(path: Path, stream: str | None = None) -> list[bytes]:
    """The lines of one stream of a file, or of its only one. Nothing is written or locked; raises `JournalError`."""
    with contextlib.closing(open_file(path)) as connection:
        try:
            if stream is None:
                (stream,) = streams_of(connection)
            return _read(connection, stream, 0, -1)
        except sqlite3.Error as error:
            raise in_words(path, "read", error) from error
        except ValueError as error:
            raise JournalError(f"The journal {path} holds no single stream.") from error


def _read(connection: sqlite3.Connection, stream: str, after: int, limit: int) -> list[bytes]:
    rows = connection.execute(
        "SELECT data FROM lines WHERE stream = ? AND n > ? ORDER BY n LIMIT ?", (stream, after, limit)
    )
    return [data for (data,) in rows]


def _hash(connection: sqlite3.Connection, stream: str, n: int) -> bytes:
    found = connection.execute("SELECT hash FROM lines WHERE stream = ? AND n = ?", (stream, n)).fetchone()
    return bytes(found[0]) if found is not None else b""


def _trim(connection: sqlite3.Connection, stream: str, upto: int) -> None:
    connection.execute("DELETE FROM lines WHERE stream = ? AND n <= ?", (stream, upto))


def has_hashes(connection: sqlite3.Connection) -> bool:
    """Whether the lines of a file have hashes; those of format 1 have none."""
    return any(name == "hash" for _, name, *_ in connection.execute("PRAGMA table_info(lines)"))


def streams_of(connection: sqlite3.Connection) -> list[str]:
    """The names of the streams of a file."""
    return [name for (name,) in connection.execute("SELECT DISTINCT stream FROM lines ORDER BY stream")]


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


def _close(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(sqlite3.Error):
            connection.close()


def in_words(path: Path, done: str, error: OSError | sqlite3.Error) -> JournalError:
    """What is wrong with a file, and what to do about it."""
    if is_damage(error):
        return JournalDamaged(
            f"The journal {path} is damaged ({error}): 'flagfall journal export' saves what can still be read; "
            "move the file away, and what others hold of it (the relay, or for a relay the tables) is fetched back."
        )
    return DiskTrouble(
        f"The journal {path} cannot be {done}: {error}. "
        "Is the disk full or read-only, or does the file belong to somebody else?"
    )


def is_damage(error: Exception) -> bool:
    """Whether the file is not what was written; else its disk does not let itself be read or written."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def _lock(path: Path) -> IO[bytes]:
    """Hold a lock beside the store for as long as it is open: two writers would number the same line twice."""
    beside = path.with_name(path.name + ".lock")
    _make_private(beside)
    handle = beside.open("ab")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise JournalError(f"The journal {path} is in use by another process: stop that one first.") from error
    return handle


def _make_private(path: Path) -> None:
    """What only arbiters may see is nobody else's to read. SQLite gives its files beside it the same mode."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with contextlib.suppress(PermissionError):  # somebody else's file that we may write
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)


def _open(path: Path) -> sqlite3.Connection:
    _make_private(path)
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > _FORMAT:
            raise JournalError(f"The journal {path} is of format {version}, this program writes format {_FORMAT}.")
        if version < _FORMAT:
            _upgrade(connection)
        make_room(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _upgrade(connection: sqlite3.Connection) -> None:
    """Make a new file, or one of format 1, one of today's."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS lines "
            "(stream TEXT, n INTEGER, data BLOB, hash BLOB, PRIMARY KEY (stream, n)) WITHOUT ROWID"
        )
        if not has_hashes(connection):
            connection.execute("ALTER TABLE lines ADD COLUMN hash BLOB")
            for stream in streams_of(connection):
                rechain(connection, stream)
        connection.execute(f"PRAGMA user_version = {_FORMAT}")
