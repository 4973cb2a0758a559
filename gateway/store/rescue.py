"""Reading a journal from a disk that cannot be written: SQLite needs to write beside a file even to read it.

So nothing is asked of the disk but the bytes of the file and of the write-ahead log beside it. What the log has
committed is laid over the file in memory, as a checkpoint would do on disk (https://sqlite.org/fileformat2.html,
section 4, "The Write-Ahead Log").
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import struct
from pathlib import Path

from gateway.model.errors import JournalError

from .mending import sound_lines
from .sqlite import streams_of

__all__ = ["rescued"]

log = logging.getLogger(__name__)

_LOG_HEADER = struct.Struct(">IIIIIIII")
"""Magic number, version, page size, checkpoints so far, two salts, two checksums."""
_FRAME_HEADER = struct.Struct(">IIIIII")
"""Page number, pages of the file after a commit or 0, two salts, two checksums."""
_MAGIC = 0x377F0682
"""Its last bit says whether checksums are reckoned of big-endian words."""
_JOURNAL_MODES = slice(18, 20)
_NO_LOG = b"\x01\x01"


def rescued(path: Path) -> dict[str, list[bytes]]:
    """The sound lines of every stream of a file, read in memory; nothing, if none can be read."""
    try:
        content = _content(path)
        if not content:
            return {}
        with contextlib.closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(content)
            return {stream: sound_lines(connection, stream)[0] for stream in streams_of(connection)}
    except (OSError, sqlite3.Error, JournalError) as error:
        log.error("Nothing can be read from the journal %s either: %s", path, error)  # noqa: TRY400 - says all there is
        return {}


def _content(path: Path) -> bytes:
    """The file with all that was committed to its log."""
    file, ahead = bytearray(_bytes(path)), _bytes(path.with_name(path.name + "-wal"))
    for at, page in _committed(ahead).items():
        file.extend(bytes(max(0, at + len(page) - len(file))))
        file[at : at + len(page)] = page
    if file:
        file[_JOURNAL_MODES] = _NO_LOG
    return bytes(file)


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _committed(ahead: bytes) -> dict[int, bytes]:
    """The pages of a log up to its last commit, by their place in the file."""
    if len(ahead) < _LOG_HEADER.size:
        return {}
    magic, _, size, _, *salts, first, second = _LOG_HEADER.unpack_from(ahead)
    if magic & ~1 != _MAGIC or not size:
        return {}
    order, sums = ">" if magic & 1 else "<", (first, second)
    committed: dict[int, bytes] = {}
    since: dict[int, bytes] = {}
    step = _FRAME_HEADER.size + size
    for start in range(_LOG_HEADER.size, len(ahead) - step + 1, step):
        number, commit, *rest = _FRAME_HEADER.unpack_from(ahead, start)
        page = ahead[start + _FRAME_HEADER.size : start + step]
        sums = _checksums(ahead[start : start + 8] + page, order, sums)
        if rest != [*salts, *sums]:  # of an earlier turn of the log, or torn
            break
        since[(number - 1) * size] = page
        if commit:
            committed |= since
            since = {}
    return committed


def _checksums(data: bytes, order: str, before: tuple[int, int]) -> tuple[int, int]:
    """The two checksums of a log, gone on with from those before."""
    first, second = before
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for even, odd in zip(words, words, strict=True):
        first = first + even + second & 0xFFFFFFFF
        second = second + odd + first & 0xFFFFFFFF
    return first, second
