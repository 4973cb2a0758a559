"""The picture: what the sensors show now, turned the way White sees it."""

from __future__ import annotations

from drivers.readings import LinkDown, Reading, Snapshot, SquareChanged

__all__ = ["differing", "turn", "update"]


def update(cells: str | None, reading: Reading, size: int) -> str | None:
    """The device's cells after a reading; None while the board has not been seen whole.

    A snapshot of another size, or a cell outside the board, belongs to another kind of board and changes nothing.
    """
    match reading:
        case Snapshot() if len(reading.cells) == size:
            return reading.cells
        case SquareChanged() if cells is not None and 0 <= reading.cell < size:
            return cells[: reading.cell] + reading.piece + cells[reading.cell + 1 :]
        case LinkDown():
            return None
        case _:
            return cells


def turn(cells: str) -> str:
    """The same board seen from the other side."""
    return cells[::-1]


def differing(one: str, other: str) -> tuple[int, ...]:
    """The cells on which two pictures differ."""
    return tuple(cell for cell, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
