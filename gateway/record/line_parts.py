"""A line that is too long for a broker, cut into parts and put together again. No I/O.

Parts are texts: a line is UTF-8, and a cut between two characters leaves it so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from .lines import LONG_LINE, EntryLine
from .wire import Form, WireError

__all__ = ["LINE_PART", "LinePart", "PartsCollector", "parts_of"]

_CHARACTERS = 8192
"""Characters of a part: even where each becomes six bytes, any broker takes it."""
_PARTS_MAX = 1024
"""Parts of one line: a line of eight million characters is a mistake, or an attack."""


class LinePart(msgspec.Struct, frozen=True):
    """One part of a line that is too long for a message. The parts of a line are sent in order."""

    n: Annotated[int, msgspec.Meta(ge=1)]
    """The number of the line."""
    part: Annotated[int, msgspec.Meta(ge=1, le=_PARTS_MAX)]
    """From 1."""
    of: Annotated[int, msgspec.Meta(ge=1, le=_PARTS_MAX)]
    text: Annotated[str, msgspec.Meta(max_length=_CHARACTERS)]


LINE_PART = Form(LinePart)


def parts_of(line: EntryLine) -> Iterator[LinePart]:
    """A line in parts; none of one that is beyond all bounds."""
    text = line.data.decode()
    cuts = range(0, len(text), _CHARACTERS)
    if len(cuts) <= _PARTS_MAX:
        for part, cut in enumerate(cuts, 1):
            yield LinePart(line.n, part, len(cuts), text[cut : cut + _CHARACTERS])


class PartsCollector:
    """The parts of the one line of a table that is coming in parts."""

    def __init__(self) -> None:
        self._parts: list[LinePart] = []

    def take(self, part: LinePart) -> EntryLine | None:
        """Take a part; the whole line with the last one. A part that does not follow begins a line, or is dropped.

        Raises `WireError` for parts that make no line of their number.
        """
        last = self._parts[-1] if self._parts else None
        if last is None or (part.n, part.of, part.part) != (last.n, last.of, last.part + 1):
            self._parts = []
        if part.part != len(self._parts) + 1:
            return None
        self._parts.append(part)
        if part.part < part.of:
            return None
        whole = LONG_LINE.receive("".join(each.text for each in self._parts).encode(errors="replace"))
        self._parts = []
        if whole.n != part.n:
            raise WireError(f"Not an entry: parts of line {part.n} make line {whole.n}.")
        return whole
