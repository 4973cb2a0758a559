"""The shapes of a black stone on one line through it.

A *strip* is the point under judgment with five points on either side; nothing further away can matter, since a five
that holds the stone ends at most four away and only its neighbours decide whether it is exactly a five. There are not
many strips, so what each one holds is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import itemgetter

import msgspec

from .points import SIZE

__all__ = ["BLACK", "BLOCKED", "DIRECTIONS", "EMPTY", "OUTSIDE", "STRIPS", "Shapes", "rows_through", "shapes"]

EMPTY, BLACK, BLOCKED = 0, 1, 2
"""The contents of a point of a strip; a white stone and the edge stop black rows alike."""

_REACH = 5
_MIDDLE = _REACH
OUTSIDE = SIZE * SIZE
"""The index that strips use beyond the edge: boards are lists with one more element, which is BLOCKED."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Shapes(msgspec.Struct, frozen=True):
    """The shapes that the stone in the middle of a strip makes there."""

    row: int
    """Length of the unbroken row through the stone."""
    fours: int
    """Fours through the stone, told apart by their four stones (GN 8.2): `X.XXX.X` has two, a straight four is one."""
    straight: tuple[int, ...]
    """Distances to the points where one more stone makes a straight four with this one."""


def _points(point: int, direction: tuple[int, int]) -> tuple[int, ...]:
    row, col = divmod(point, SIZE)
    found = []
    for step in range(-_REACH, _REACH + 1):
        r, c = row + direction[0] * step, col + direction[1] * step
        found.append(r * SIZE + c if 0 <= r < SIZE and 0 <= c < SIZE else OUTSIDE)
    return tuple(found)


STRIPS: tuple[tuple[tuple[int, itemgetter[Sequence[int]]], ...], ...] = tuple(
    tuple((dr * SIZE + dc, itemgetter(*_points(point, (dr, dc)))) for dr, dc in DIRECTIONS)
    for point in range(SIZE * SIZE)
)
"""For each point and direction: the step to the next point, and how to take the strip from a board."""


def _row(strip: Sequence[int]) -> tuple[int, int]:
    """The ends of the unbroken row of black stones through the middle."""
    low = high = _MIDDLE
    while low > 0 and strip[low - 1] == BLACK:
        low -= 1
    while high < 2 * _REACH and strip[high + 1] == BLACK:
        high += 1
    return low, high


@cache
def shapes(strip: tuple[int, ...]) -> Shapes:
    """The shapes of a strip with a black stone in its middle, whatever stands there."""
    stones = list(strip)
    stones[_MIDDLE] = BLACK
    low, high = _row(stones)
    row = high - low + 1
    fours: set[frozenset[int]] = set()
    straight: list[int] = []
    for added in range(1, 2 * _REACH):
        if stones[added] != EMPTY:
            continue
        stones[added] = BLACK
        low, high = _row(stones)
        stones[added] = EMPTY
        if not low <= added <= high:
            continue
        if high - low == 4:
            fours.add(frozenset(range(low, high + 1)) - {added})
        elif high - low == 3 and low >= 2 and high <= 2 * _REACH - 2:
            # Straight: a five at either end, and exactly a five.
            ends_free = stones[low - 1] == EMPTY and stones[high + 1] == EMPTY
            if ends_free and stones[low - 2] != BLACK and stones[high + 2] != BLACK:
                straight.append(added - _MIDDLE)
    return Shapes(row, len(fours), tuple(straight))


def rows_through(board: Sequence[int], point: int) -> tuple[int, ...]:
    """The unbroken rows through the stone on a point, of its colour, one for each line and up to six long."""
    colour = board[point]
    found = []
    for _, take in STRIPS[point]:
        low, high = _row([BLACK if stone == colour else BLOCKED for stone in take(board)])
        found.append(high - low + 1)
    return tuple(found)
