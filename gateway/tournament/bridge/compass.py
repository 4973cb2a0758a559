"""The four seats of a bridge table, and what the number of a board says: who deals, who is vulnerable (Law 2)."""

from __future__ import annotations

import enum

__all__ = ["CompassSeat", "Partnership", "dealer", "is_vulnerable", "vulnerable"]


class Partnership(enum.StrEnum):
    """Two who sit opposite each other."""

    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"

    @property
    def opponents(self) -> Partnership:
        """The two others."""
        return Partnership.EAST_WEST if self is Partnership.NORTH_SOUTH else Partnership.NORTH_SOUTH


class CompassSeat(enum.StrEnum):
    """A seat, clockwise from North."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def partnership(self) -> Partnership:
        """The side to which it belongs."""
        return Partnership.NORTH_SOUTH if self in {CompassSeat.NORTH, CompassSeat.SOUTH} else Partnership.EAST_WEST

    @property
    def next(self) -> CompassSeat:
        """The seat on its left, which leads if this one declares."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]


_CLOCKWISE = tuple(CompassSeat)

_NEITHER: frozenset[Partnership] = frozenset()
_VULNERABLE = (
    _NEITHER,
    frozenset({Partnership.NORTH_SOUTH}),
    frozenset({Partnership.EAST_WEST}),
    frozenset(Partnership),
)
"""Of the first four boards. Each four that follow begin one place later, and after sixteen it begins anew."""


def dealer(board: int) -> CompassSeat:
    """Who deals a board, from 1."""
    return _CLOCKWISE[(board - 1) % 4]


def vulnerable(board: int) -> frozenset[Partnership]:
    """The sides that are vulnerable on a board, from 1."""
    place = (board - 1) % 16
    return _VULNERABLE[(place + place // 4) % 4]


def is_vulnerable(board: int, side: Partnership) -> bool:
    """Whether a side is vulnerable on a board."""
    return side in vulnerable(board)
