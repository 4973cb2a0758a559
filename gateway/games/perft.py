"""Counting the leaves of the tree of moves: the check that finds almost every mistake in a move generator."""

from __future__ import annotations

from .game import Game, Position

__all__ = ["perft"]


def perft(of: Game | Position, depth: int) -> int:
    """The number of move sequences of that length; from the start if `of` is a game.

    Moves by different routes to the same result count once. The last move is counted, not made.
    """
    position = of.start() if isinstance(of, Game) else of
    return position.count_leaves(depth)
