"""Squares as people write them, to cells as a board counts them."""

from __future__ import annotations

import re

__all__ = ["cell_of", "name_of"]


def cell_of(square: str | int, rows: int, cols: int) -> int:
    """A cell from its number (row by row from the top left, from 0), `e4`, or a draughts field such as `"32"`.

    Raises `ValueError`.
    """
    if isinstance(square, int):
        cell = square
    elif found := re.fullmatch(r"([a-z])(\d{1,2})", square):
        row, col = rows - int(found[2]), ord(found[1]) - ord("a")
        cell = row * cols + col if 0 <= row < rows and 0 <= col < cols else -1
    elif square.isdecimal() and int(square) > 0:
        row, place = divmod(int(square) - 1, cols // 2)
        cell = row * cols + 2 * place + (row % 2 == 0)
    else:
        cell = -1
    if not 0 <= cell < rows * cols:
        raise ValueError(
            f"{square!r} is not a square of a board of {rows}x{cols}; write 'e4', a field '32', or a cell 36"
        )
    return cell


def name_of(cell: int, rows: int, cols: int) -> str:
    """A cell by its letter and number."""
    row, col = divmod(cell, cols)
    return f"{chr(ord('a') + col)}{rows - row}"
