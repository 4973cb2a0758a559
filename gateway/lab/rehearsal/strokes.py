"""Strokes: a legal move as it is made by hand."""

from __future__ import annotations

from firmware_sim.stroke import Stroke
from gateway.games.game import Move, Position

__all__ = ["stroke_of"]


def stroke_of(position: Position, move: Move) -> Stroke:
    """The stroke that makes this move."""
    before, after = position.board(), position.play(move).board()
    start, end = move.path[0], move.path[-1]
    if len(move.path) == 1:
        return Stroke(move.path, piece=after[end])
    crown: bool | str = after[end] if after[end] != before[start] else False
    own = before[start].isupper()
    instead = tuple(
        other.path[-1]
        for other in position.moves()
        if len(other.path) == 2 and other.path[0] == start and not other.taken and other.path[-1] != end
    )
    return Stroke(
        move.path,
        move.taken,
        crown=crown,
        second=_rook(before, after, move, own=own),
        instead=() if move.taken else instead,
    )


def _rook(before: str, after: str, move: Move, *, own: bool) -> tuple[int, ...]:
    """The way of a second piece of the same colour that the move shifts: the rook of a castling king."""
    ends = {move.path[0], move.path[-1], *move.taken}
    left = [cell for cell, piece in enumerate(before) if cell not in ends and piece != "." and after[cell] == "."]
    came = [cell for cell, piece in enumerate(after) if cell not in ends and piece != "." and before[cell] == "."]
    if len(left) == len(came) == 1 and before[left[0]].isupper() is own:
        return left[0], came[0]
    return ()
