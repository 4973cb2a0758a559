"""Lines of numbers: `:` + 320 for a board that reads tags (64 squares of 5 bytes), `:` + 8 for one that only sees.

A line ends with CR LF, or CR alone. Stored lines have line feeds alone inside them, even inside numbers: those mean
nothing, unless the next line begins behind one, as in files whose line ends were changed. Some programs strip the
colon. Newer boards answer `L` to lamp commands, those with coloured lamps `D`, between lines or inside one. Bit 7 means
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drivers.framing import REPORT_AFTER, Dropped

__all__ = ["LONGEST", "SQUARES", "Bits", "Item", "LampsAccepted", "LineFramer", "RadioTag", "TagFrame"]

SQUARES = 64
TAG_BYTES = 5

LONGEST = 2048
"""Bytes of the longest line: 320 numbers of three digits and a space are 1280; line feeds inside add a few."""

RadioTag = tuple[int, ...]

_MARKS = re.compile(rb"([:\r])")
"""Where a line begins, and where it ends."""
_ASCII = bytes(byte & 0x7F for byte in range(256))

_NOTHING: RadioTag = (0,) * TAG_BYTES


@dataclass(frozen=True, slots=True)
class TagFrame:
    """The tag on each square, a8 first; None where there is none."""

    tags: tuple[RadioTag | None, ...]


@dataclass(frozen=True, slots=True)
class Bits:
    """The occupied squares, a8 first."""

    squares: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class LampsAccepted:
    """The board's word that it has taken a command for its lamps."""

    coloured: bool


Item = TagFrame | Bits | LampsAccepted | Dropped


class LineFramer:
    """The cutter of lines. A colon begins one whatever came before; the buffer holds at most `LONGEST` bytes."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._dropped = 0

    def __len__(self) -> int:
        """How many bytes wait for the end of their line."""
        return len(self._line)

    def feed(self, data: bytes) -> Sequence[Item]:
        """Take bytes in any split; return the lines that they completed."""
        found: list[Item] = []
        for part in _MARKS.split(data.translate(_ASCII)):
            if part in (b":", b"\r") and self._line:
                self._end(found)
            if part != b"\r":
                self._keep(part, found)
        return found

    def _keep(self, part: bytes, found: list[Item]) -> None:
        while part:
            if len(self._line) == LONGEST:
                self._drop(found)
            if not self._line:
                part = part.lstrip()  # a line feed, or the space behind the last number
            room = LONGEST - len(self._line)
            self._line += part[:room]
            part = part[room:]

    def _end(self, found: list[Item]) -> None:
        items = _parse(bytes(self._line))
        if not items:
            self._drop(found)
            return
        self._line.clear()
        if self._dropped:
            found.append(Dropped(self._dropped))
            self._dropped = 0
        found += items

    def _drop(self, found: list[Item]) -> None:
        self._dropped += len(self._line.strip())
        self._line.clear()
        while self._dropped >= REPORT_AFTER:
            found.append(Dropped(REPORT_AFTER))
            self._dropped -= REPORT_AFTER


def _parse(line: bytes) -> list[Item]:
    """What a line says; nothing if it is none."""
    answers: list[Item] = [LampsAccepted(coloured=b"D" in line)] if b"L" in line or b"D" in line else []
    words = line.translate(None, b":LD*\n").split()
    frame = _numbers(words)
    if frame is not None:
        return [*answers, frame]
    return [] if words else answers


def _numbers(words: Sequence[bytes]) -> TagFrame | Bits | None:
    if not all(word.isdigit() and len(word) <= 3 for word in words):
        return None
    numbers = [int(word) for word in words]
    if max(numbers, default=0) > 255:
        return None
    if len(numbers) == SQUARES * TAG_BYTES:
        tags = (tuple(numbers[i : i + TAG_BYTES]) for i in range(0, len(numbers), TAG_BYTES))
        return TagFrame(tuple(None if tag == _NOTHING else tag for tag in tags))
    if len(numbers) == 8:
        return Bits(tuple(bool(rank & 0x80 >> col) for rank in numbers for col in range(8)))
    return None
