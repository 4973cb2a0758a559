"""Moves as people write them: `32-28`, `32x23`, `47x38x24`, `c3:e5`. Squares and signs, not yet what is legal."""

from __future__ import annotations

import re

import msgspec

from gateway.model.errors import NotationError
from gateway.model.messages import message

from .geometry import Geometry

__all__ = ["Written", "parse_move", "parse_short"]

_SQUARE = re.compile(r"\s*([a-j][1-9]|\d{1,2})\s*")
_SHORT = re.compile(r"([a-h])\s*((?:[-:x]?[a-h][1-8])+)", re.IGNORECASE)
_SIGN = re.compile(r"[-–—−]|[x×:*]")


class Written(msgspec.Struct, frozen=True):
    """A move as written: its squares in order, as bit numbers."""

    text: str
    squares: tuple[int, ...]
    quiet: bool | None
    """True for a hyphen, False for a capture sign, None where the squares stand without a sign."""

    @property
    def start(self) -> int:
        """The square the piece leaves."""
        return self.squares[0]

    @property
    def end(self) -> int:
        """The square the piece reaches."""
        return self.squares[-1]

    @property
    def middle(self) -> tuple[int, ...]:
        """The squares written between the two."""
        return self.squares[1:-1]


def parse_move(text: str, geometry: Geometry) -> Written:
    """The squares and the sign of a move; raises `NotationError` if it is not written like one."""
    lower = text.strip().lower()
    names: list[str] = []
    signs: set[bool] = set()
    at = 0
    while square := _SQUARE.match(lower, at):
        names.append(square[1])
        at = square.end()
        if at == len(lower):
            break
        if sign := _SIGN.match(lower, at):
            signs.add(sign[0] in "-–—−")
            at = sign.end()
        elif not square[1][0].isalpha():
            break
    sample = f"{geometry.names[geometry.squares[-1]]}-{geometry.names[geometry.squares[-1 - geometry.near]]}"
    if at < len(lower) or len(names) < 2 or len(signs) > 1 or not lower[-1:].isdigit():
        raise NotationError(message("notation.move", text=text, sample=sample))
    quiet = signs.pop() if signs else None
    if quiet and len(names) > 2:
        raise NotationError(message("notation.quiet_move", text=text, sample=sample))
    squares: list[int] = []
    for name in names:
        bit = geometry.find(name)
        if bit is None:
            first, last = geometry.names[geometry.squares[0]], geometry.names[geometry.squares[-1]]
            raise NotationError(message("notation.square", text=text, square=name, first=first, last=last))
        squares.append(bit)
    return Written(text.strip(), tuple(squares), quiet)


def parse_short(text: str) -> tuple[str, str] | None:
    """The column and the rest of `cd4` or `c:e5:g7`, which name only the column of the start; None for other texts."""
    short = _SHORT.fullmatch(text.strip())
    return (short[1].lower(), short[2].lower()) if short else None
