"""Which of several moves that look the same a player is likelier to have made."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.games.game import Move, Position

__all__ = ["oddity", "ranked", "spurns"]

_WORTH = {"K": 0, "Q": 9, "R": 5, "B": 3, "N": 3}
_BACK = 4
"""Taking back is likelier than taking something else, all else being equal."""
_CORNERS = (0, 7, 56, 63)
_WINS = 20
"""Who can win at once does."""
_FAR_LARGER = 4
"""A rook for a pawn, a queen for a rook."""
_MOST = 3
_LESSER = 16
"""Nearly everybody takes a queen: only a move that no queen makes tells otherwise, not one that she left out."""


def ranked(position: Position, moves: Sequence[tuple[Move, Position]], hot: int | None) -> list[int]:
    """0 for the likeliest of these moves, more for the others; `hot` is where the last move ended."""
    gains = [_gain(position, move, then, hot) for move, then in moves]
    better = sorted(set(gains), reverse=True)
    finest = max(_worth(then.picture()[move.path[-1]]) for move, then in moves)
    return [
        min(_MOST, better.index(gain)) + (_LESSER if _promotes(position, move, then) < finest else 0)
        for gain, (move, then) in zip(gains, moves, strict=True)
    ]


def _promotes(position: Position, move: Move, then: Position) -> int:
    """What a piece becomes that is promoted is worth; more than anything if it stays what it is."""
    piece = then.picture()[move.path[-1]]
    return _worth(piece) if piece != position.picture()[move.path[0]] else max(_WORTH.values())


def spurns(position: Position, move: Move, then: Position, last: Move | None) -> bool:
    """Whether the move leaves alone what nobody leaves who does not win at once: what has just taken something, or a
    far larger piece."""
    return _leaves_alone(position, move, last) and then.outcome() is None


def _leaves_alone(position: Position, move: Move, last: Move | None) -> bool:
    if len(move.path) == 1:
        return False  # stones take nothing
    picture = position.picture()
    won = sum(_worth(picture[cell]) for cell in move.taken)
    hot = last.path[-1] if last is not None and last.taken and last.path else None
    if hot in move.taken:
        return False
    for other in position.moves():
        if hot in other.taken:
            return True
        if not other.taken:
            continue
        prize = sum(_worth(picture[cell]) for cell in other.taken)
        if prize > won and prize - _worth(picture[other.path[0]]) >= _FAR_LARGER:
            return True
    return False


def oddity(position: Position, row: Sequence[Move], last: Move | None) -> int:
    """How little sense a row of moves makes, from 0; `last` is the move before it."""
    odd = 0
    for move in row:
        then = position.play(move)
        hot = last.path[-1] if last is not None and last.path else None
        piece, became = position.picture()[move.path[0]], then.picture()[move.path[-1]]
        promoted = became.upper() in "RBN" and piece in "Pp"
        odd += spurns(position, move, then, last) + (_gain(position, move, then, hot) < 0)
        odd += (_LESSER if promoted else 0) + _gives_up_castling(piece, move)
        position, last = then, move
    return odd


def _gives_up_castling(piece: str, move: Move) -> bool:
    """Whether a king of chess goes for a walk, or a rook leaves its corner, and takes nothing."""
    if move.taken or piece not in {"K", "k", "R", "r"}:
        return False
    start, end = move.path[0], move.path[-1]
    return start in _CORNERS if piece in "Rr" else abs(start % 8 - end % 8) < 2


def _gain(position: Position, move: Move, then: Position, hot: int | None) -> int:
    """What the move wins at once: what it takes and what it becomes, less the piece itself if it can be taken back."""
    before, after = position.picture(), then.picture()
    start, end = move.path[0], move.path[-1]
    gain = sum(_worth(before[cell]) + (_BACK if cell == hot else 0) for cell in move.taken)
    gain += 2 * (_worth(after[end]) - _worth(before[start])) if after[end] != before[start] else 0
    if any(end in reply.taken for reply in then.moves()):
        gain -= _worth(after[end])
    return gain if then.outcome() is None else gain + _WINS


def _worth(piece: str) -> int:
    return _WORTH.get(piece.upper(), 1)
