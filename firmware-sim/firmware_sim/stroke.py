"""One move as a hand makes it. Hands know no rules: whatever is asked of them they do, irregular moves included."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from drivers.readings import Seat

__all__ = ["Stroke", "also_taking", "cells_after", "leaving", "undoing", "without_press"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke: what is moved, taken off and put on, and who presses afterwards."""

    path: tuple[int, ...]
    """The way: from where, over which landing cells, to where. One cell: a piece is brought from outside. None: only
    taking."""
    taken: tuple[int, ...] = ()
    """Cells from which pieces are taken off, in that order, after the move."""
    crown: bool | str = False
    """Replace the piece at the end: by its crowned one, or by the one whose letter is given."""
    second: tuple[int, ...] = ()
    """A second piece's way, made after the first's: castling."""
    think_ms: int = 0
    """How long the player thinks before touching anything; 0 leaves it to the habits, where there are some."""
    piece: str = ""
    """The letter of a piece that is brought from outside: a stone, a piece put back."""
    instead: tuple[int, ...] = ()
    """Other cells where the piece could have ended; a hand that changes its mind tries one of them first."""
    by: Seat | None = None
    """Whose hand; None: whoever is on move."""
    presses: bool = True
    """Whether the clock is pressed afterwards; if not, the player is still on move."""


def cells_after(before: str, *strokes: Stroke) -> str:
    """What stands on the board when these strokes have been made; a crown must be named by its letter."""
    cells = list(before)
    for stroke in strokes:
        if stroke.path:
            piece = stroke.piece or cells[stroke.path[0]]
            cells[stroke.path[0]] = "."
            for cell in stroke.taken:
                cells[cell] = "."
            cells[stroke.path[-1]] = stroke.crown if isinstance(stroke.crown, str) else piece
        else:
            for cell in stroke.taken:
                cells[cell] = "."
        if stroke.second:
            cells[stroke.second[-1]], cells[stroke.second[0]] = cells[stroke.second[0]], "."
    return "".join(cells)


# Irregular moves on purpose: each makes another stroke out of a regular one.


def without_press(stroke: Stroke) -> Stroke:
    """The player forgets the clock, so that the next stroke is made by that hand too: two moves running."""
    return dataclasses.replace(stroke, presses=False)


def leaving(stroke: Stroke, *cells: int) -> Stroke:
    """Captured pieces on these cells are left standing."""
    return dataclasses.replace(stroke, taken=tuple(cell for cell in stroke.taken if cell not in cells))


def also_taking(stroke: Stroke, *cells: int) -> Stroke:
    """Pieces on these cells are taken off too, whosesoever they are."""
    return dataclasses.replace(stroke, taken=(*stroke.taken, *cells))


def undoing(before: str, after: str, *, presses: bool = False) -> Sequence[Stroke]:
    """Strokes that put the board back from what stands there to what shall stand there, a piece at a time."""
    wrong = [cell for cell, piece in enumerate(before) if after[cell] != piece]
    strokes = []
    strays = [cell for cell in wrong if after[cell] != "."]
    for cell in wrong:
        piece = before[cell]
        if piece == ".":
            continue
        home = next((stray for stray in strays if after[stray] == piece), None)
        if home is None:
            strokes.append(Stroke((cell,), piece=piece, presses=False))
        else:
            strays.remove(home)
            strokes.append(Stroke((home, cell), presses=False))
    if strays:
        strokes.insert(0, Stroke((), taken=tuple(strays), presses=False))
    if strokes and presses:
        strokes[-1] = dataclasses.replace(strokes[-1], presses=True)
    return strokes
