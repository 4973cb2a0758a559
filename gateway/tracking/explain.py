"""Rows of moves that explain a picture after the board was out of sight.

Each move puts one piece on a cell where it did not stand (two, if it castles), which bounds from below how many moves a
picture still needs, and keeps the search small.
"""

from __future__ import annotations

from collections.abc import Iterator

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.sides import Side

from .picture import masked
from .vision import Vision, see

__all__ = ["explain"]

_NODES = 3000
"""A search that has looked at so many positions gives up: the event loop has others to serve."""


class _Search:
    def __init__(self, game: Game, vision: Vision, target: str, blind: frozenset[int]) -> None:
        self._game = game
        self._vision = vision
        self._target = target
        self._blind = blind
        self._castles = game.name.startswith("chess")
        self.left = _NODES

    def rows(self, position: Position, depth: int) -> Iterator[tuple[Move, ...]]:
        """The rows of exactly `depth` moves that end in the target."""
        for move in position.moves():
            if not move.path:
                continue
            self.left -= 1
            if self.left <= 0:
                return
            then = position.play(move)
            view = masked(see(self._game, self._vision, then.picture()), self._blind)
            if depth == 1:
                if view == self._target:
                    yield (move,)
            elif self._needed(view, then.turn) <= depth - 1:
                for rest in self.rows(then, depth - 1):
                    yield (move, *rest)

    def _needed(self, view: str, turn: Side) -> int:
        """At least so many moves lie between a view and the target."""
        white = black = unknown = 0
        for now, wanted in zip(view, self._target, strict=True):
            if wanted in (now, EMPTY, "*"):
                continue
            if wanted.isupper():
                white += 1
            elif wanted.islower():
                black += 1
            else:
                unknown += 1
        if self._castles:
            white, black, unknown = (count - 1 if count > 1 else count for count in (white, black, unknown))
        first, second = (white, black) if turn is Side.WHITE else (black, white)
        return max(2 * first - 1 if first else 0, 2 * second, unknown)


def explain(
    game: Game, vision: Vision, position: Position, target: str, *, at_most: int, blind: frozenset[int] = frozenset()
) -> tuple[Move, ...]:
    """The shortest row of two or more legal moves that leads to this view; empty if there is none to be found."""
    search = _Search(game, vision, target, blind)
    for depth in range(2, at_most + 1):
        row = next(search.rows(position, depth), None)
        if row is not None:
            return row
        if search.left <= 0:
            break
    return ()
