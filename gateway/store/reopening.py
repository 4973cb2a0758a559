"""Opening the file of a record again that went on in memory: it lacks lines, or is another file by now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

from gateway.model.errors import JournalError

from .mending import mend, set_aside
from .port import StoredLine
from .sqlite import SqliteStore, in_words

__all__ = ["reopened"]

log = logging.getLogger(__name__)

_PART = 500
"""Lines that are written at once."""


async def reopened(path: Path, kept: str, lines: Mapping[str, Sequence[bytes]]) -> SqliteStore:
    """The file, or a new one in its place, with all the `lines` of the stream `kept`; of the other streams, too, if
    it holds none of theirs. Raises `JournalError`.

    A file that is damaged, or holds another record, is set aside under another name.
    """
    await mend(path, kept, *lines)
    disk = await asyncio.to_thread(SqliteStore, path)
    try:
        held = await disk.read(kept)
        if held != lines[kept][: len(held)]:
            await asyncio.to_thread(disk.close)
            disk = await _in_place_of(path)
        for stream, own in lines.items():
            after = await disk.last(stream)
            if after and stream != kept:
                continue
            for start in range(after, len(own), _PART):
                part = enumerate(own[start : start + _PART], start + 1)
                await disk.append_many([StoredLine(stream, n, line) for n, line in part])
    except JournalError:
        await asyncio.to_thread(disk.close)
        raise
    return disk


async def _in_place_of(path: Path) -> SqliteStore:
    try:
        aside = await asyncio.to_thread(set_aside, path, "other")
    except OSError as error:
        raise in_words(path, "opened", error) from error
    log.error(
        "The journal %s holds another record than this table, and is set aside as %s. The record of this table is "
        "written anew; 'flagfall journal show' tells either.",
        path,
        aside,
    )
    return await asyncio.to_thread(SqliteStore, path)
