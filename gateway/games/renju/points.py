"""The 225 points of the board, by name and by number.

Points are named a1 (lower left) to o15 as the side that begins with black sees them (GN 1.3). A point's number counts
row by row from the top left of the same view: a15 is 0, o1 is 224.
"""

from __future__ import annotations

import re

from gateway.model.errors import NotationError
from gateway.model.messages import message

__all__ = ["CENTRE", "SIZE", "format_point", "parse_point"]

SIZE = 15
CENTRE = SIZE * SIZE // 2
"""h8."""

_LETTERS = "abcdefghijklmno"
_POINT = re.compile(r"\s*([a-o])\s*0?(1[0-5]|[1-9])\s*", re.IGNORECASE)


def parse_point(text: str) -> int:
    """The number of a point; raises `NotationError`."""
    match = _POINT.fullmatch(text)
    if match is None:
        raise NotationError(message("notation.point", text=text))
    return (SIZE - int(match[2])) * SIZE + _LETTERS.index(match[1].lower())


def format_point(point: int) -> str:
    """The name of a point."""
    row, col = divmod(point, SIZE)
    return f"{_LETTERS[col]}{SIZE - row}"
