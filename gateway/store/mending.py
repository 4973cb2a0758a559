"""Mending a journal before it is written to: a damaged one is set aside, what is sound of it goes on in a new file."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path

from gateway.model.errors import JournalDamaged

from .hash_chain import NOTHING, chained
from .port import StoredLine
from .sqlite import SqliteStore, has_hashes, in_words, is_damage, open_file

__all__ = ["mend", "set_aside", "sound_lines"]

log = logging.getLogger(__name__)

_BESIDE = ("", "-wal", "-shm")


def sound_lines(connection: sqlite3.Connection, stream: str, *, believing: bool = False) -> tuple[list[bytes], bool]:
    """The lines of a stream from its first up to where it breaks off, and whether it goes on to its end.

    In a file from before there were hashes, only a gap or what SQLite cannot read breaks it; `believing` takes
    whatever can be read of any file.
    """
    lines: list[bytes] = []
    before = NOTHING
    try:
        hashed = has_hashes(connection)
        query = f"SELECT n, data, {'hash' if hashed else 'NULL'} FROM lines WHERE stream = ? ORDER BY n"  # noqa: S608
        for n, data, own in connection.execute(query, (stream,)):
            before = chained(before, data)
            if not believing and (n != len(lines) + 1 or (hashed and own != before)):
                return lines, False
            lines.append(data)
    except TypeError:  # a number or a text where bytes should be
        return lines, False
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return lines, False
    return lines, True


async def mend(path: Path, kept: str, *others: str) -> bool:
    """Set a damaged file aside and begin a new one with what is sound of the stream `kept`; `others` come along as far
    as they are sound. True if that was necessary.

    Raises `JournalDamaged` for a file that never was a journal: somebody's settings name the wrong one; and
    `DiskTrouble`.
    """
    try:
        sound = await asyncio.to_thread(_sound_rest, path, kept, others)
        if sound is None:
            return False
        aside = set_aside(path, "damaged")
    except (OSError, sqlite3.Error) as error:
        raise in_words(path, "read", error) from error
    with SqliteStore(path) as store:
        await store.append_many(sound)
    log.error(
        "The journal %s was damaged and is set aside as %s. %d sound lines go on; what a relay holds is fetched back. "
        "'flagfall journal export' writes out what else can be read of it.",
        path,
        aside,
        len(sound),
    )
    return True


def _sound_rest(path: Path, kept: str, others: Iterable[str]) -> list[StoredLine] | None:
    """What is sound of a damaged file; None if there is no damage."""
    if not path.exists() or not path.stat().st_size:
        return None
    with contextlib.closing(open_file(path)) as connection:
        if not path.with_name(path.name + ".lock").exists() and not _is_ours(connection):
            raise JournalDamaged(
                f"{path} is not a journal. Name another file as the journal; or, if this was one, move it away "
                f"('mv {path} {path}.damaged') and start again: what a relay holds is fetched back."
            )
        lines, whole = sound_lines(connection, kept)
        if whole:
            return None
        sound = {kept: lines} | {stream: sound_lines(connection, stream)[0] for stream in others}
    return [StoredLine(stream, n, line) for stream, own in sound.items() for n, line in enumerate(own, 1)]


def _is_ours(connection: sqlite3.Connection) -> bool:
    try:
        return bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'lines'").fetchone())
    except sqlite3.DatabaseError as error:
        return not is_damage(error)


def set_aside(path: Path, why: str) -> Path:
    """Give a file another name, which says why; raises `OSError`."""
    name = f"{path.name}.{why}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (name, *(f"{name}-{count}" for count in range(2, 1000)))
    aside = next(free for each in names if not (free := path.with_name(each)).exists())
    for ending in _BESIDE:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside
