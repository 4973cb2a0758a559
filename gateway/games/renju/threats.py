"""Threats in renju: a stone as a player judges it who sees fives, fours and threes.

On a board without colours two stones that came down together may have been laid in either order; then one order often
leaves a four unanswered. Nothing here judges a move for the referee.
"""

from __future__ import annotations

from .points import SIZE

__all__ = ["move_cost"]

_OVERLOOKED = 6
"""Costs, in bits, of what a player rarely overlooks: that he leaves a five out, lets the other side have one, or
leaves an open three alone without making a four."""


def _rows(length: int) -> list[tuple[int, ...]]:
    """Every row of so many points on the board."""
    return [
        tuple((row + step * down) * SIZE + col + step * right for step in range(length))
        for row in range(SIZE)
        for col in range(SIZE)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + (length - 1) * down < SIZE and 0 <= col + (length - 1) * right < SIZE
    ]


def _mask(points: tuple[int, ...]) -> int:
    return sum(1 << point for point in points)


_FIVES = tuple(_mask(row) for row in _rows(5))
_OPEN = tuple((_mask(row), _mask(row[1:-1])) for row in _rows(6))
"""Six points in a row, and the four between their ends: with three stones on these and nothing else an open three."""


def move_cost(own: int, theirs: int, point: int) -> int:
    """How rarely people lay this stone, in bits; the stones are given as bits."""
    stone = 1 << point
    for mine, other in ((own, theirs), (theirs, own)):  # one's own five first
        ends = _last_points(mine, other)
        if ends:
            return 0 if stone & ends else _OVERLOOKED
    threes = [row for row, inner in _OPEN if (theirs & inner).bit_count() == 3 and not (own | theirs & ~inner) & row]
    if not threes or any(stone & row for row in threes) or _last_points(own | stone, theirs):
        return 0
    return _OVERLOOKED


def _last_points(own: int, theirs: int) -> int:
    """Where a stone would make five, as bits."""
    ends = 0
    for five in _FIVES:
        if not five & theirs and (five & own).bit_count() == 4:
            ends |= five & ~own
    return ends
