"""Lines of numbers: `:` + 320 for a board that reads tags (64 squares of 5 bytes), `:` + 8 for one that only sees.

A line ends with CR LF. Stored lines have line feeds alone inside them, even inside numbers: those mean nothing. Some
programs strip the colon. Between lines newer boards answer `L` or `D` to lamp commands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drivers.framing import REPORT_AFTER, Dropped

__all__ = ["LONGEST", "SQUARES", "Bits", "LineFramer", "Tag", "TagFrame"]

SQUARES = 64
TAG_BYTES = 5

LONGEST = 2048
"""320 numbers of three digits with a space each are 1280 characters; line feeds inside add a few."""

Tag = tuple[int, ...]

_MARKS = re.compile(rb"([:\n])")
"""Where a line may begin or end."""

_NOTHING: Tag = (0,) * TAG_BYTES


@dataclass(frozen=True, slots=True)
class TagFrame:
    """The tag on each square, a8 first; None where there is none."""

    tags: tuple[Tag | None, ...]


@dataclass(frozen=True, slots=True)
class Bits:
    """Whether something stands on each square, a8 first."""

    squares: tuple[bool, ...]


class LineFramer:
    """Cuts lines. A colon begins one whatever came before; the buffer never holds more than `LONGEST` bytes."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._dropped = 0

    def __len__(self) -> int:
        """How many bytes wait for the end of their line."""
        return len(self._line)

    def feed(self, data: bytes) -> Sequence[TagFrame | Bits | Dropped]:
        """Take bytes in any split; return the lines that they completed."""
        found: list[TagFrame | Bits | Dropped] = []
        for part in _MARKS.split(data):
            if part == b":":
                self._drop(found)
            self._keep(part, found)
            if part == b"\n" and self._line.endswith(b"\r\n"):
                self._end(found)
        return found

    def _keep(self, part: bytes, found: list[TagFrame | Bits | Dropped]) -> None:
        while part:
            if len(self._line) == LONGEST:
                self._drop(found)
            room = LONGEST - len(self._line)
            self._line += part[:room]
            part = part[room:]

    def _end(self, found: list[TagFrame | Bits | Dropped]) -> None:
        frame = _parse(bytes(self._line))
        if frame is None:
            self._drop(found)
            return
        self._line.clear()
        if self._dropped:
            found.append(Dropped(self._dropped))
            self._dropped = 0
        found.append(frame)

    def _drop(self, found: list[TagFrame | Bits | Dropped]) -> None:
        self._dropped += len(self._line)
        self._line.clear()
        while self._dropped >= REPORT_AFTER:
            found.append(Dropped(REPORT_AFTER))
            self._dropped -= REPORT_AFTER


def _parse(line: bytes) -> TagFrame | Bits | None:
    words = line.lstrip(b":LD").replace(b"\n", b"").split()
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
