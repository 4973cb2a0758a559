"""The log beside a file of lines: one write, and they are durable, before SQLite has taken them in.

A commit of SQLite takes several pages and some thirty calls of the system. The log takes one write into blocks that
were there before, so that nothing but the lines has to reach the disk. Each record begins a block of its own: no write
touches what an earlier one has made durable. What a crash has kept from SQLite is found here when the file is opened.

    record: mark, file, life, place, length, hash | lines, each with its hash in its chain | zeros up to a block

A log belongs to one file (`file`); all records since it last began anew have the same `life` and count on from 0.
"""

from __future__ import annotations

import errno
import hashlib
import mmap
import os
import secrets
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from .hash_chain import ChainedLine
from .write_ahead import fill_up

__all__ = ["ENDING", "LineLog", "logged_lines"]

ENDING = "-log"
_BLOCK = 4096
"""What every disk writes in one piece, or in several of its own."""
_ROOM_BYTES = 1 << 20
_LONGEST = 1 << 18
"""Bytes of the longest record; longer ones are SQLite's at once."""
_MARK = b"FFL1"
_HEAD = struct.Struct("<4sIQII")
_HASH_BYTES = hashlib.sha256().digest_size


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[ChainedLine]).decode


class LineLog:
    """A log that is being written."""

    def __init__(self, path: Path, file: int) -> None:
        """Open the log beside a file, or make it; what it held is forgotten. Raises `OSError`."""
        self.path = path.with_name(path.name + ENDING)
        self._file = file
        self._buffer = mmap.mmap(-1, _LONGEST)
        self._window = memoryview(self._buffer)
        self._life = self._place = self._at = 0
        _make(self.path)
        try:
            self._open(getattr(os, "O_DIRECT", 0))
        except OSError:  # a file system that always has a cache between
            self._open(0)

    def _open(self, more: int) -> None:
        """Have a handle whose writes return when they are on disk."""
        self._handle = os.open(self.path, os.O_RDWR | os.O_DSYNC | more)
        try:
            self.begin_anew()
        except OSError:
            os.close(self._handle)
            raise

    def append(self, lines: Sequence[ChainedLine]) -> bool:
        """Have lines on disk; False if there is no room for them. Raises `OSError`."""
        data = _encode(lines)
        length = -(-(_HEAD.size + _HASH_BYTES + len(data)) // _BLOCK) * _BLOCK
        if length > _LONGEST or self._at + length > _ROOM_BYTES:
            return False
        head = _HEAD.pack(_MARK, self._file, self._life, self._place, len(data))
        record = b"".join((head, hashlib.sha256(head + data).digest(), data))
        self._write(record, length)
        self._place += 1
        self._at += length
        return True

    def begin_anew(self) -> None:
        """Forget all lines, since SQLite has them on disk. Raises `OSError`."""
        self._life, self._place, self._at = secrets.randbits(64), 0, 0
        self._write(b"", _BLOCK)

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)
        self._window.release()
        self._buffer.close()

    def _write(self, record: bytes, length: int) -> None:
        self._buffer[: len(record)] = record
        self._buffer[len(record) : length] = bytes(length - len(record))
        if os.pwrite(self._handle, self._window[:length], self._at) != length:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def logged_lines(path: Path, file: int) -> list[ChainedLine]:
    """The lines in the log beside a file, in the order in which they were written; none if there is no log of it."""
    try:
        held = path.with_name(path.name + ENDING).read_bytes()
    except OSError:
        return []
    lines: list[ChainedLine] = []
    at = place = life = 0
    while (record := _record(held, at)) is not None:
        head, data = record
        if head.file != file or head.place != place or (place and head.life != life):
            break
        try:
            lines += _decode(data)
        except msgspec.DecodeError:
            break
        life, place = head.life, place + 1
        at += -(-(_HEAD.size + _HASH_BYTES + len(data)) // _BLOCK) * _BLOCK
    return lines


class _Head(NamedTuple):
    mark: bytes
    file: int
    life: int
    place: int
    length: int


def _record(held: bytes, at: int) -> tuple[_Head, bytes] | None:
    """The record that begins here, if it was written to its end."""
    if at + _HEAD.size + _HASH_BYTES > len(held):
        return None
    head = _Head(*_HEAD.unpack_from(held, at))
    begin = at + _HEAD.size + _HASH_BYTES
    data = held[begin : begin + head.length]
    sound = hashlib.sha256(held[at : at + _HEAD.size] + data).digest()
    if head.mark != _MARK or sound != held[at + _HEAD.size : begin]:
        return None
    return head, data


def _make(path: Path) -> None:
    """Make a file with all of its blocks, for us alone."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+b", buffering=0) as file:
        fill_up(file, _ROOM_BYTES)
