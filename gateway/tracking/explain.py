"""Rows of moves that explain a picture: a reply came before the first move was seen, or the board was out of sight.

Two things keep the search small. Each move puts one piece on a cell where it did not stand (two, if it castles), which
bounds from below how many moves a picture still needs. And as long as the board was in sight, a piece that moved was
seen to leave its cell.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.sides import Side

from .expectation import Evidence
from .picture import masked
from .vision import Vision, see

__all__ = ["explain"]

_ROWS = 24
"""So many orders of the same moves are compared with what was seen."""
_NODES = 400
_NODES_UNSEEN = 3000
"""A search that has looked at so many positions gives up: the event loop has others to serve. Where nothing was seen
to be touched, there is more to look at, and it happens once after a lost connection."""


class _Search:
    def __init__(
        self, game: Game, vision: Vision, target: str, blind: frozenset[int], touched: Evidence | None
    ) -> None:
        self._game = game
        self._vision = vision
        self._target = target
        self._blind = blind
        self._touched = touched
        self._castles = game.name.startswith("chess")
        self.left = _NODES if touched is not None else _NODES_UNSEEN

    def rows(self, position: Position, depth: int) -> Iterator[tuple[Move, ...]]:
        """The rows of exactly `depth` moves that end in the target."""
        for move in position.moves():
            if not move.path or not self._possible(move):
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

    def _possible(self, move: Move) -> bool:
        """Whether what was touched allows for this move."""
        if self._touched is None:
            return True
        start, end = move.path[0], move.path[-1]
        left = len(move.path) == 1 or start in self._touched.emptied or start in self._blind
        # Where a piece takes another one's place, a board without colours may have seen nothing.
        return left and (end in self._touched.filled or end in move.taken or end in self._blind)

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
    game: Game,
    vision: Vision,
    position: Position,
    target: str,
    *,
    at_least: int = 2,
    at_most: int,
    blind: frozenset[int] = frozenset(),
    touched: Evidence | None = None,
    lost: bool = False,
) -> tuple[Move, ...]:
    """The shortest row of two or more legal moves that leads to this view; empty if there is none to be found.

    With `touched`, only pieces that were seen to leave their cells may have moved; when `lost`, anything may have, and
    what was touched only tells which of several rows is likelier.
    """
    search = _Search(game, vision, target, blind, None if lost else touched)
    for depth in range(at_least, at_most + 1):
        rows = list(itertools.islice(search.rows(position, depth), _ROWS))
        if touched is None:
            if rows:
                return rows[0]
        else:
            rows = [row for row in rows if lost or not touched.disorder(row)]
            if rows:
                return max(rows, key=lambda row: touched.support(row) - 2 * touched.disorder(row))
        if search.left <= 0:
            break
    return ()
