"""Moves as the protocol writes them: squares one after another, and a letter behind for a promotion.

Where it is silent, we decided (`docs/cpp.md`): a capture of several pieces names every square on which the piece lands,
`b4d6f8h6`; a rank may have two digits, `a10`; the pieces jumped over are taken off. That is geometry, not rules: who
may play what is for others to judge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from drivers.readings import EMPTY

from .fen import LARGEST, CppPosition

__all__ = ["CppMove", "changes", "parse_move", "square"]

_MOVE = re.compile(r"((?:[a-t][1-9][0-9]?){2,})([a-z]?)")
_SQUARE = re.compile(r"([a-t])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class CppMove:
    """The way of a piece, square by square, and what it became."""

    path: tuple[int, ...]
    becomes: str = ""


def parse_move(text: str, rows: int, cols: int) -> CppMove | None:
    """The cells of a move on a board of this size; None if it is none."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return None
    path = []
    for file, rank in _SQUARE.findall(match[1]):
        row, col = rows - int(rank), ord(file) - ord("a")
        if not (0 <= row < rows and col < cols):
            return None
        path.append(row * cols + col)
    return CppMove(tuple(path), match[2])


def square(cell: int, rows: int, cols: int) -> str:
    """The name of a cell."""
    return f"{'abcdefghijklmnopqrst'[cell % cols]}{rows - cell // cols}"


def changes(position: CppPosition, move: CppMove) -> list[tuple[int, str]] | None:
    """Which cells hold what after the move, in the order a hand would change them; None if it cannot be so."""
    start, end = move.path[0], move.path[-1]
    piece = position.cells[start]
    if piece == EMPTY:
        return None
    becomes = piece
    if move.becomes:
        becomes = move.becomes.upper() if piece.isupper() else move.becomes
    changed = [(start, EMPTY), (end, becomes)]
    if piece in "pP" and start % position.cols != end % position.cols and position.cells[end] == EMPTY:
        # en passant: the pawn beside the start, on the file of the end
        return [*changed, (start // position.cols * position.cols + end % position.cols, EMPTY)]
    if piece in "kK" and position.cells[end] == ("R" if piece == "K" else "r"):
        # chess 960: castling is the king onto his own rook
        row, right = start // position.cols * position.cols, end > start
        to, beside = (row + 6, row + 5) if right else (row + 2, row + 3)
        return [(start, EMPTY), (end, EMPTY), (to, piece), (beside, position.cells[end])]
    if piece in "kK" and start // position.cols == end // position.cols and abs(end - start) == 2:
        corner = start // position.cols * position.cols + (position.cols - 1 if end > start else 0)
        rook = position.cells[corner]
        return [*changed, (corner, EMPTY), ((start + end) // 2, rook)] if rook in "rR?" else changed
    if piece in "mMdD?" and len(move.path) >= 2:
        taken: list[int] = []
        for here, there in zip(move.path, move.path[1:], strict=False):
            between = _between(here, there, position.cols)
            if between is None:
                return None if len(move.path) > 2 or piece != "?" else changed
            taken += [cell for cell in between if position.cells[cell] != EMPTY and cell != start]
        return [*changed, *((cell, EMPTY) for cell in dict.fromkeys(taken) if cell != end)]
    return changed if len(move.path) == 2 else None


def _between(start: int, end: int, cols: int) -> list[int] | None:
    """The cells jumped over in a straight line; None if there is none."""
    down, right = end // cols - start // cols, end % cols - start % cols
    steps = max(abs(down), abs(right))
    if steps == 0 or steps > LARGEST or abs(down) not in (0, steps) or abs(right) not in (0, steps):
        return None
    step = (down // steps) * cols + right // steps
    return [start + step * i for i in range(1, steps)]
