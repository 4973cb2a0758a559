"""The reduced board of a score sheet (GN 4.2): black's moves as circled odd numbers, white's as even ones (GN 13.2)."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.games.renju.points import SIZE
from gateway.model.sides import Side

from .printed_form import DrawnDisc, DrawnLine, DrawnText, FormDrawing, Words

__all__ = ["board_diagram", "opening_diagram"]

_STARS = (*((x, y) for x in (3, 11) for y in (3, 11)), (SIZE // 2, SIZE // 2))
_WIDTH = 112.0

Stone = tuple[int, Side]
"""The point, and whose it is."""


def board_diagram(stones: Sequence[Stone | None], millimetres: float = _WIDTH) -> FormDrawing:
    """The board with the number of each move; None is a move that lays no stone."""
    numbered = [shape for n, stone in enumerate(stones, 1) if stone is not None for shape in _numbered(n, *stone)]
    left, top, width, height = -1.4, -0.7, SIZE + 1.1, SIZE + 0.9
    return FormDrawing(
        box=(left, top, width, height),
        millimetres=millimetres,
        shapes=(*_board(0, SIZE - 1), *_edges(), *numbered),
        name="diagram",
    )


def opening_diagram(stones: Sequence[int], caption: Words, millimetres: float) -> FormDrawing:
    """The middle of the board with the three stones of an opening: black 1, white 2, black 3."""
    first, last = 4, SIZE - 5
    discs: list[DrawnLine | DrawnDisc | DrawnText] = []
    for n, point in enumerate(stones, 1):
        y, x = divmod(point, SIZE)
        black = n % 2 == 1
        discs += [
            DrawnDisc(x, y, 0.42, "filled" if black else "open"),
            DrawnText(x, y + 0.2, str(n), 0.56, "middle", name="light" if black else "number"),
        ]
    box = (first - 0.7, first - 0.7, last - first + 1.4, last - first + 1.4)
    shapes = (*_board(first, last), *discs)
    return FormDrawing(box=box, millimetres=millimetres, shapes=shapes, name="opening", caption=caption)


def _board(first: int, last: int) -> list[DrawnLine | DrawnDisc | DrawnText]:
    lines: list[DrawnLine | DrawnDisc | DrawnText] = []
    for at in range(first, last + 1):
        lines += [DrawnLine(at, first, at, last, thin=True), DrawnLine(first, at, last, at, thin=True)]
    stars = [(x, y) for x, y in _STARS if first <= x <= last and first <= y <= last]
    return lines + [DrawnDisc(x, y, 0.1, "star") for x, y in stars]


def _edges() -> list[DrawnText]:
    letters = [DrawnText(x, SIZE - 0.05, chr(65 + x), 0.4, "middle", grey=True) for x in range(SIZE)]
    return letters + [DrawnText(-0.95, y + 0.16, str(SIZE - y), 0.4, "middle", grey=True) for y in range(SIZE)]


def _numbered(n: int, point: int, side: Side) -> tuple[DrawnDisc, DrawnText]:
    y, x = divmod(point, SIZE)
    size = 0.42 if n > 99 else 0.52
    return DrawnDisc(x, y, 0.44, side.value), DrawnText(x, y + 0.2, str(n), size, "middle", name="number")
