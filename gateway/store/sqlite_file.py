"""A file of lines as SQLite keeps it, with the log beside it: opened to be written, or to be looked at."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from gateway.model.errors import DiskTrouble, JournalDamaged, JournalError

from .hash_chain import ChainedLine, insert, missing, rechain
from .line_log import ENDING, logged_lines
from .write_ahead import make_room

__all__ = [
    "BESIDE",
    "file_number",
    "has_hashes",
    "in_words",
    "is_damage",
    "lock",
    "open_file",
    "open_to_write",
    "read_file",
    "read_lines",
    "streams_of",
    "transaction",
]

BESIDE = ("", "-wal", "-shm", ENDING)
"""What the names of the files end in that belong together."""
_FORMAT = 2
"""Kept in SQLite's user_version; a later one is refused, never guessed at. In format 1 lines had no hashes."""
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def open_file(path: Path) -> sqlite3.Connection:
    """A file to look at, of any format; nothing is written or locked. Raises `JournalError`."""
    try:
        uri = f"{path.resolve(strict=True).as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise in_words(path, "read", error) from error
    with contextlib.suppress(sqlite3.Error):  # of a damaged file, what it holds itself is enough
        _show_logged(connection, missing(connection, logged_lines(path, file_number(connection))))
    return connection


def _show_logged(connection: sqlite3.Connection, lines: list[ChainedLine]) -> None:
    """Have lines that only the log holds read as if the file held them."""
    if lines:
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("CREATE TEMP TABLE logged (stream TEXT, n INTEGER, data BLOB, hash BLOB)")
        connection.executemany("INSERT INTO temp.logged VALUES (?, ?, ?, ?)", lines)
        columns = "SELECT stream, n, data, hash FROM"
        connection.execute(f"CREATE TEMP VIEW lines AS {columns} main.lines UNION ALL {columns} temp.logged")


def read_file(path: Path, stream: str | None = None) -> list[bytes]:
    """The lines of one stream of a file, or of its only one. Nothing is written or locked; raises `JournalError`."""
    with contextlib.closing(open_file(path)) as connection:
        try:
            if stream is None:
                (stream,) = streams_of(connection)
            return read_lines(connection, stream, 0, -1)
        except sqlite3.Error as error:
            raise in_words(path, "read", error) from error
        except ValueError as error:
            raise JournalError(f"The journal {path} holds no single stream.") from error


def read_lines(connection: sqlite3.Connection, stream: str, after: int, limit: int) -> list[bytes]:
    """The lines of a stream numbered above `after`, in order."""
    rows = connection.execute(
        "SELECT data FROM lines WHERE stream = ? AND n > ? ORDER BY n LIMIT ?", (stream, after, limit)
    )
    return [data for (data,) in rows]


def has_hashes(connection: sqlite3.Connection) -> bool:
    """Whether the lines of a file have hashes; those of format 1 have none."""
    return any(name == "hash" for _, name, *_ in connection.execute("PRAGMA table_info(lines)"))


def streams_of(connection: sqlite3.Connection) -> list[str]:
    """The names of the streams of a file."""
    return [name for (name,) in connection.execute("SELECT DISTINCT stream FROM lines ORDER BY stream")]


def in_words(path: Path, done: str, error: OSError | sqlite3.Error) -> JournalError:
    """What is wrong with a file, and what to do about it."""
    if is_damage(error):
        return JournalDamaged(
            f"The journal {path} is damaged ({error}): 'flagfall journal export' saves what can still be read; "
            "move the file away, and what a relay holds of it is fetched back."
        )
    return DiskTrouble(
        f"The journal {path} cannot be {done}: {error}. "
        "Is the disk full or read-only, or does the file belong to somebody else?"
    )


def is_damage(error: Exception) -> bool:
    """Whether the file is not what was written; else its disk does not let itself be read or written."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def lock(path: Path) -> IO[bytes]:
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


def open_to_write(path: Path) -> sqlite3.Connection:
    """A file to write to, made if there is none, with all lines of the log beside it; each commit is on disk when it
    returns. Raises `JournalError`, `OSError` and SQLite's."""
    fresh = not path.exists() or not path.stat().st_size
    _make_private(path)
    if fresh:
        with contextlib.suppress(OSError):  # one that stays has another number
            path.with_name(path.name + ENDING).unlink()  # of a file that somebody has taken away
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > _FORMAT:
            raise JournalError(f"The journal {path} is of format {version}, this program writes format {_FORMAT}.")
        if version < _FORMAT or not file_number(connection):
            _upgrade(connection)
        _take_in_log(connection, path)
        make_room(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _take_in_log(connection: sqlite3.Connection, path: Path) -> None:
    """Take in what a crash has kept from the file."""
    if lines := missing(connection, logged_lines(path, file_number(connection))):
        with transaction(connection):
            insert(connection, lines)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def file_number(connection: sqlite3.Connection) -> int:
    """The number by which the log beside a file knows it; 0: it has none yet."""
    (number,) = connection.execute("PRAGMA application_id").fetchone()
    return int(number)


def _upgrade(connection: sqlite3.Connection) -> None:
    """Make a new file, or one of format 1, or one that had no log, one of today's."""
    with transaction(connection):
        connection.execute(
            "CREATE TABLE IF NOT EXISTS lines "
            "(stream TEXT, n INTEGER, data BLOB, hash BLOB, PRIMARY KEY (stream, n)) WITHOUT ROWID"
        )
        if not has_hashes(connection):
            connection.execute("ALTER TABLE lines ADD COLUMN hash BLOB")
            for stream in streams_of(connection):
                rechain(connection, stream)
        connection.execute(f"PRAGMA user_version = {_FORMAT}")
        connection.execute(f"PRAGMA application_id = {1 + secrets.randbelow((1 << 31) - 1)}")
