"""Which of several moves that look the same a player is likelier to have made."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.games.game import Move, Position

__all__ = ["ranked", "spurns"]

_WORTH = {"K": 0, "Q": 9, "R": 5, "B": 3, "N": 3}
_BACK = 4
"""Taking back is likelier than taking something else, all else being equal."""
_MOST = 3


def ranked(position: Position, moves: Sequence[tuple[Move, Position]], hot: int | None) -> list[int]:
    """0 for the likeliest of these moves, more for the others; `hot` is where the last move ended."""
    gains = [_gain(position, move, then, hot) for move, then in moves]
    better = sorted(set(gains), reverse=True)
    return [min(_MOST, better.index(gain)) for gain in gains]


def spurns(position: Position, move: Move, last: Move | None) -> bool:
    """Whether the move leaves alone what has just taken something and could have been taken back."""
    if last is None or not last.taken or not last.path or last.path[-1] in move.taken:
        return False
    return any(last.path[-1] in other.taken for other in position.moves())


def _gain(position: Position, move: Move, then: Position, hot: int | None) -> int:
    """What the move wins at once: what it takes and what it becomes, less the piece itself if it can be taken back."""
    before, after = position.picture(), then.picture()
    start, end = move.path[0], move.path[-1]
    gain = sum(_worth(before[cell]) + (_BACK if cell == hot else 0) for cell in move.taken)
    gain += 2 * (_worth(after[end]) - _worth(before[start])) if after[end] != before[start] else 0
    if any(end in reply.taken for reply in then.moves()):
        gain -= _worth(after[end])
    return gain


def _worth(piece: str) -> int:
    return _WORTH.get(piece.upper(), 1)
