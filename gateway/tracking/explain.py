"""Rows of moves that explain a picture after the board was out of sight.

Each move puts one piece on a cell where it did not stand (two, if it castles), which bounds from below how many moves a
picture still needs. And in a short while a piece moves but once: it is first looked for moves that end where the
piece, or what took it, stands now.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.sides import Side

from .picture import masked
from .vision import Vision, see

__all__ = ["explain", "explain_by"]

_NODES = 3000
"""A search that has looked at so many positions gives up: the event loop has others to serve."""
_ROWS = 24
"""So many are compared."""


class _Search:
    def __init__(self, game: Game, vision: Vision, target: str, blind: frozenset[int]) -> None:
        self._game = game
        self._vision = vision
        self._target = target
        self._blind = blind
        self._leaves_one = game.name.startswith("chess")
        self._castled = {side: self._leaves_one and _may_have_castled(target, side) for side in Side}
        self._left = {True: _NODES, False: _NODES}

    def rows(self, position: Position, depth: int) -> list[tuple[Move, ...]]:
        """Rows of exactly so many moves that end in the target: those in which pieces move once, or else any."""
        for once in (True, False):
            if self._left[once] > 0 and (rows := list(itertools.islice(self._rows(position, depth, once=once), _ROWS))):
                return rows
        return []

    def _rows(
        self, position: Position, depth: int, *, once: bool, landed: frozenset[int] = frozenset()
    ) -> Iterator[tuple[Move, ...]]:
        before = self._view(position)
        for move in position.moves():
            if not move.path or (once and not self._stays(move, before, landed)):
                continue
            self._left[once] -= 1
            if self._left[once] <= 0:
                return
            then = position.play(move)
            view = self._view(then)
            if depth == 1:
                if view == self._target:
                    yield (move,)
            elif self._needed(view, then.turn) <= depth - 1:
                for rest in self._rows(then, depth - 1, once=once, landed=landed | {move.path[-1]}):
                    yield (move, *rest)

    @property
    def looked_at(self) -> int:
        """How many positions were looked at."""
        return 2 * _NODES - sum(self._left.values())

    def _view(self, position: Position) -> str:
        return masked(see(self._game, self._vision, position.picture()), self._blind)

    def _stays(self, move: Move, before: str, landed: frozenset[int]) -> bool:
        """Whether something stands where the move ends, and not the same where it begins."""
        start, end = move.path[0], move.path[-1]
        left = len(move.path) == 1 or start in landed or self._target[start] != before[start]
        return left and self._target[end] != EMPTY

    def _needed(self, view: str, turn: Side) -> int:
        """At least so many moves lie between a view and the target."""
        white = black = unknown = vacated = 0
        for now, wanted in zip(view, self._target, strict=True):
            if wanted == now or wanted == "*":
                continue
            if wanted == EMPTY:
                vacated += 1
            elif wanted.isupper():
                white += 1
            elif wanted.islower():
                black += 1
            else:
                unknown += 1
        white, black = max(0, white - self._castled[Side.WHITE]), max(0, black - self._castled[Side.BLACK])
        unknown = max(0, unknown - sum(self._castled.values()))
        first, second = (white, black) if turn is Side.WHITE else (black, white)
        # In chess a move leaves one cell; two if it castles or takes in passing, which a short while sees once.
        leaving = vacated - 1 - sum(self._castled.values()) if self._leaves_one else 0
        return max(2 * first - 1 if first else 0, 2 * second, unknown, leaving)


def _may_have_castled(target: str, side: Side) -> bool:
    """Whether king and rook stand beside each other on their own row."""
    row = target[-8:] if side is Side.WHITE else target[:8].upper()
    return any(pair in row for pair in ("KR", "RK", "??"))


def explain(
    game: Game, vision: Vision, position: Position, target: str, *, at_most: int, blind: frozenset[int] = frozenset()
) -> list[tuple[Move, ...]]:
    """The shortest rows of legal moves that lead to this view, all of one length; none if none were found."""
    search = _Search(game, vision, target, blind)
    return next((rows for depth in range(1, at_most + 1) if (rows := search.rows(position, depth))), [])


def explain_by(
    game: Game, vision: Vision, position: Position, target: str, count: int, blind: frozenset[int]
) -> tuple[list[tuple[Move, ...]], int]:
    """The rows of so many legal moves that lead to this view, and how many positions were looked at."""
    search = _Search(game, vision, target, blind)
    return search.rows(position, count), search.looked_at
