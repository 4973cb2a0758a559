"""The write-ahead log beside an SQLite file: it has room from the start, and begins anew before it has to grow.

A flush of a file that grows also writes where its new blocks lie, and takes several times as long as one that does not.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from pathlib import Path

__all__ = ["CHECKPOINT_COMMITS", "begin_anew", "is_cut_off", "make_room"]

log = logging.getLogger(__name__)

_ROOM_BYTES = 1 << 20
CHECKPOINT_COMMITS = 48
"""Commits after which the log begins anew: one takes about four of its 250 pages. Where commits are larger, SQLite
itself sees to it."""


def is_cut_off(path: Path) -> bool:
    """Whether the log of a file that nobody has open is shorter than it was made: SQLite takes what is gone of it for
    never written. Of a file that was closed properly there is no log."""
    try:
        return _log_of(path).stat().st_size < _ROOM_BYTES
    except OSError:  # there is none, or opening the file says why it cannot be looked at
        return False


def make_room(path: Path) -> None:
    """Fill the log of an open file with zeros up to its room. SQLite stops reading where a frame is none."""
    beside = _log_of(path)
    try:
        with beside.open("r+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            if size >= _ROOM_BYTES:
                return
            try:
                if file.write(bytes(_ROOM_BYTES - size)) != _ROOM_BYTES - size:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError:
                file.truncate(size)  # what is left of a disk that is nearly full is for lines
                raise
    except OSError as error:
        log.debug("There is no room for %s, it will grow: %s", beside, error)


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def begin_anew(connection: sqlite3.Connection) -> None:
    """Carry the log over into the file, so that the next commit begins at its front. Not while anybody waits for it."""
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except sqlite3.Error as error:
        log.debug("The write-ahead log goes on: %s", error)  # the next commit tells of a disk that fails
