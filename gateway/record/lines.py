"""A line of a record as it travels: its number, and the bytes that were written once and are never written again.

Only the number is read on the way. A line of a kind that this program does not know yet is carried all the same.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from .visibility import Visibility
from .wire import ENTRY, Form, WireError

__all__ = ["LINE", "LONG_LINE", "EntryLine", "visibility_of_line"]


class EntryLine(NamedTuple):
    """An entry as the journal holds it."""

    n: int
    data: bytes


class _Numbered(msgspec.Struct):
    n: int


_NUMBERED = msgspec.json.Decoder(_Numbered)


class _Lines(Form[EntryLine]):
    """Bytes that stay as they are."""

    def encode(self, value: EntryLine) -> bytes:
        """The line itself."""
        return value.data

    def _read(self, line: bytes | str) -> EntryLine:
        n = _NUMBERED.decode(line).n
        if n < 1:
            raise WireError(f"Not an entry: the number is {n}, and entries are numbered from 1.")
        return EntryLine(n, line.encode() if isinstance(line, str) else line)


LINE: Form[EntryLine] = _Lines(EntryLine, noun="an entry")
LONG_LINE: Form[EntryLine] = _Lines(EntryLine, longest=1 << 26, noun="an entry")
"""A line that came in parts."""


def visibility_of_line(line: bytes) -> Visibility:
    """Who may see a line of a record; what we cannot read in full is for arbiters only."""
    try:
        return ENTRY.decode(line).visibility
    except WireError:
        return Visibility.ARBITERS
