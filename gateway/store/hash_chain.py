"""Chains of hashes: each line of a stream carries a hash over itself and, by the hash before it, over all lines before.

Two streams whose hashes agree at a number agree on every line up to it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from gateway.model.errors import JournalError

from .port import StoredLine

__all__ = ["Break", "Chains", "break_of", "chained", "first_break", "hash_of", "rechain"]

NOTHING = b""
"""The hash before the first line."""


def chained(before: bytes, data: bytes) -> bytes:
    """The hash of a line behind the hash of the one before it."""
    return hashlib.sha256(before + data).digest()


def hash_of(lines: Iterable[bytes]) -> str:
    """The hash of all these lines, from the first."""
    before = NOTHING
    for line in lines:
        before = chained(before, line)
    return before.hex()


class _Tip(NamedTuple):
    n: int
    hash: bytes


class Chains:
    """The ends of the chains of a file that is being written."""

    def __init__(self, *, skip_repeats: bool) -> None:
        self._skip_repeats = skip_repeats
        self._tips: dict[str, _Tip] = {}
        self._written: dict[str, _Tip] = {}

    def fit(self, connection: sqlite3.Connection) -> bool:
        """Whether a file holds the last lines that were committed."""
        query = "SELECT 1 FROM lines WHERE stream = ? AND n = ? AND hash = ?"
        return all(connection.execute(query, (stream, *tip)).fetchone() for stream, tip in self._written.items())

    def forget(self) -> None:
        """What was appended last has not been committed."""
        self._tips = dict(self._written)

    def append(self, connection: sqlite3.Connection, lines: Iterable[StoredLine]) -> None:
        """Insert lines with their hashes; the caller commits. Raises `JournalError` for a number that is taken."""
        self._written = dict(self._tips)  # the commit before this one has gone well
        for stream, n, data in lines:
            tip = self._tips.get(stream) or _tip(connection, stream)
            if n > tip.n:
                tip = _Tip(n, chained(tip.hash, data))
                _insert(connection, stream, n, data, tip.hash)
            elif not self._is_repeat(connection, stream, n, data):
                _insert(connection, stream, n, data, NOTHING)
                rechain(connection, stream)
                tip = _tip(connection, stream)
            self._tips[stream] = tip

    def _is_repeat(self, connection: sqlite3.Connection, stream: str, n: int, data: bytes) -> bool:
        held = connection.execute("SELECT data FROM lines WHERE stream = ? AND n = ?", (stream, n)).fetchone()
        if held is not None and held[0] != data and not self._skip_repeats:
            raise JournalError(
                f"The journal already holds another line {n} of {stream}: two programs have written to it."
            )
        return held is not None


def rechain(connection: sqlite3.Connection, stream: str) -> None:
    """Give every line of a stream its hash anew: of a file from before there were any, or where a gap was filled."""
    rows, before = [], NOTHING
    for n, data in connection.execute("SELECT n, data FROM lines WHERE stream = ? ORDER BY n", (stream,)):
        before = chained(before, data)
        rows.append((before, stream, n))
    connection.executemany("UPDATE lines SET hash = ? WHERE stream = ? AND n = ?", rows)


class Break(NamedTuple):
    """The first place where a stream is not what was written."""

    n: int
    missing: bool = False
    """A line is missing; else it, or one before it, has changed."""


def break_of(connection: sqlite3.Connection, stream: str) -> Break | None:
    """The first break of a stream of a file."""
    query = "SELECT n, data, hash FROM lines WHERE stream = ? ORDER BY n"
    return first_break(connection.execute(query, (stream,)))


def first_break(rows: Iterable[tuple[int, object, object]]) -> Break | None:
    """The first break in numbers, lines and hashes in order, or where the file does not let itself be read on; a
    stream that was trimmed, as raw readings are, begins where it begins."""
    last: int | None = None
    before = NOTHING
    try:
        for n, data, own in rows:
            if last is not None and n != last + 1:
                return Break(last + 1, missing=True)
            if not isinstance(data, bytes) or not isinstance(own, bytes):
                return Break(n)
            if (last is not None or n == 1) and own != chained(before, data):
                return Break(n)
            last, before = n, own
    except sqlite3.DatabaseError:
        return Break((last or 0) + 1)
    return None


def _tip(connection: sqlite3.Connection, stream: str) -> _Tip:
    query = "SELECT n, hash FROM lines WHERE stream = ? ORDER BY n DESC LIMIT 1"
    return _Tip(*(connection.execute(query, (stream,)).fetchone() or (0, NOTHING)))


def _insert(connection: sqlite3.Connection, stream: str, n: int, data: bytes, own: bytes) -> None:
    connection.execute("INSERT INTO lines (stream, n, data, hash) VALUES (?, ?, ?, ?)", (stream, n, data, own))
