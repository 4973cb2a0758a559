"""Reading a journal from a disk that cannot be written: SQLite needs to write beside a file even to read it."""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import tempfile
from pathlib import Path

from gateway.model.errors import JournalError

from .mending import sound_lines
from .sqlite import open_file, streams_of

__all__ = ["rescued"]

log = logging.getLogger(__name__)

_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it


def rescued(path: Path) -> dict[str, list[bytes]]:
    """The sound lines of every stream of a file, read from a copy in memory; nothing, if none can be read."""
    try:
        with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
            copy = Path(folder) / path.name
            for beside in ("", "-wal"):
                source = path.with_name(path.name + beside)
                if source.exists():
                    shutil.copyfile(source, copy.with_name(copy.name + beside))
            if not copy.exists():
                return {}
            with contextlib.closing(open_file(copy)) as connection:
                return {stream: sound_lines(connection, stream)[0] for stream in streams_of(connection)}
    except (OSError, sqlite3.Error, JournalError) as error:
        log.error("Nothing can be read from the journal %s either: %s", path, error)  # noqa: TRY400 - says all there is
        return {}
