"""Verifying the streams of a file that nobody writes to."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from .hash_chain import break_of
from .sqlite import has_hashes, streams_of

__all__ = ["Verified", "verified", "verified_streams"]


class Verified(NamedTuple):
    """The findings about a stream."""

    lines: int
    hashed: bool
    """False: the file is from before there were hashes, and only gaps can be found."""
    broken_at: int | None
    """The first line that is missing or not what was written."""


def verified(connection: sqlite3.Connection, stream: str) -> Verified:
    """How sound a stream is."""
    hashed, lines = False, 0
    try:
        hashed = has_hashes(connection)
        query = "SELECT count(*), min(n), max(n) FROM lines WHERE stream = ?"
        lines, first, last = connection.execute(query, (stream,)).fetchone()
        if not hashed:
            return Verified(lines, hashed, None if last - first + 1 == lines else lines + 1)
        found = break_of(connection, stream)
    except (sqlite3.DatabaseError, TypeError):
        return Verified(lines, hashed, lines + 1)
    return Verified(lines, hashed, None if found is None else found.n)


def verified_streams(connection: sqlite3.Connection) -> dict[str, Verified]:
    """How sound each stream of a file is. One whose name is found and whose lines are not has lost them."""
    found = {name: verified(connection, name) for name in streams_of(connection)}
    return {name: each if each.lines else each._replace(broken_at=1) for name, each in found.items()}
