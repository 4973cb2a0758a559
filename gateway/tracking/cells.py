"""Strings of cells, one letter each: how readings change them, and how they are compared."""

from __future__ import annotations

from drivers.readings import EMPTY, LinkDown, Reading, Snapshot, SquareChanged

__all__ = ["differing", "is_beside", "lies_between", "masked", "update"]

_PART = 16


def update(cells: str | None, reading: Reading, size: int, *, starts_empty: bool = False) -> str | None:
    """The cells after a reading; None while the board has not been seen whole.

    A snapshot of another size, or a cell outside the board, belongs to another kind of board and changes nothing. A
    board that never shows itself whole can be followed where the game starts on an empty board.
    """
    match reading:
        case Snapshot() if len(reading.cells) == size:
            return reading.cells
        case SquareChanged() if 0 <= reading.cell < size and (cells is not None or starts_empty):
            cells = EMPTY * size if cells is None else cells
            return cells[: reading.cell] + reading.piece + cells[reading.cell + 1 :]
        case LinkDown():
            return None
        case _:
            return cells


def differing(one: str, other: str) -> tuple[int, ...]:
    """The cells on which two strings differ, which are few: so it is looked where they do at all."""
    if one == other:
        return ()
    return tuple(
        cell
        for start in range(0, len(one), _PART)
        if one[start : start + _PART] != other[start : start + _PART]
        for cell in range(start, min(start + _PART, len(one)))
        if one[cell] != other[cell]
    )


def masked(seen: str, cells: frozenset[int]) -> str:
    """The string with these cells made unreadable, so that they match anything."""
    if not cells:
        return seen
    return "".join("*" if cell in cells else piece for cell, piece in enumerate(seen))


def is_beside(cell: int, other: int, cols: int) -> bool:
    """Whether two cells touch, be it at a corner."""
    return max(abs(cell // cols - other // cols), abs(cell % cols - other % cols)) == 1


def lies_between(cell: int, start: int, end: int, cols: int) -> bool:
    """Whether a piece that is pushed straight from one cell to another passes this one."""
    down, right = end // cols - start // cols, end % cols - start % cols
    steps = max(abs(down), abs(right))
    return any(
        cell == (start // cols + round(down * step / steps)) * cols + start % cols + round(right * step / steps)
        for step in range(1, steps)
    )
