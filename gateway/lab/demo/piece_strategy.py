"""The strategy of the demo's players with pieces: a short look ahead, and a mood."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gateway.games.game import Move, Position
from gateway.games.renju.points import format_point
from gateway.games.renju.stones import StonePosition
from gateway.model.sides import Side

from .stone_strategy import choose_point

__all__ = ["choose"]

_WORTH = {"M": 1.0, "D": 3.0, "P": 1.0, "N": 3.0, "B": 3.0, "R": 5.0, "Q": 9.0}
_THOUGHTS = 300
"""The number of positions that a player looks at."""


def choose(position: Position, dice: random.Random, *, renju: bool = True) -> Move:
    """A move that does not lose a piece at once, most of the time."""
    if isinstance(position, StonePosition):
        return position.read(format_point(choose_point(position, dice, renju=renju)))
    moves = list(position.moves())
    dice.shuffle(moves)
    if len(moves) == 1:
        return moves[0]
    share = max(4, _THOUGHTS // len(moves))
    return max(moves, key=lambda move: -_Thought(share).hope(position.play(move), 1) + dice.random() * 0.6)


class _Thought:
    """A look ahead that ends after so many positions: eight tables think in one process."""

    def __init__(self, positions: int) -> None:
        self._left = positions

    def hope(self, position: Position, depth: int) -> float:
        """What the side to move may hope for; captures are followed to their end."""
        self._left -= 1
        moves: Sequence[Move] = position.moves()
        if not moves:
            return -100.0
        if depth <= 0:
            moves = [move for move in moves if move.taken]
        if not moves or self._left <= 0:
            return self._worth(position)
        captures_first = sorted(moves, key=lambda move: not move.taken)
        return max(-self.hope(position.play(move), depth - 1) for move in captures_first[: max(1, self._left)])

    def _worth(self, position: Position) -> float:
        worth = sum(_WORTH.get(piece.upper(), 0.0) * (1 if piece.isupper() else -1) for piece in position.board())
        return worth if position.turn is Side.WHITE else -worth
