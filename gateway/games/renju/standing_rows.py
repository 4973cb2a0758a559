"""Rows of five stones and more that lie on a board, whichever stone was laid last."""

from __future__ import annotations

from .line_shapes import DIRECTIONS
from .points import SIZE

__all__ = ["long_rows"]

_FIVE = 5


def long_rows(board: str) -> list[tuple[int, ...]]:
    """The points of each unbroken row of one colour that is five long or longer."""
    return [
        row
        for point, stone in enumerate(board)
        if stone != "."
        for direction in DIRECTIONS
        if len(row := _row_from(board, point, direction)) >= _FIVE
    ]


def _row_from(board: str, point: int, direction: tuple[int, int]) -> tuple[int, ...]:
    """The row that begins at a point and goes this way; empty if it began before."""
    (down, across), stone = direction, board[point]
    row, col = divmod(point, SIZE)
    if _at(board, row - down, col - across) == stone:
        return ()
    found = []
    while _at(board, row, col) == stone:
        found.append(row * SIZE + col)
        row, col = row + down, col + across
    return tuple(found)


def _at(board: str, row: int, col: int) -> str:
    return board[row * SIZE + col] if 0 <= row < SIZE and 0 <= col < SIZE else ""
