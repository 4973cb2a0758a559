"""What a position lets one expect to see. Worked out once for each position, not once for each sensor event."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.sides import Side

from .cells import masked
from .vision import Vision, see

__all__ = ["Expectation", "MoveChoice", "TouchEvidence", "expect", "owner"]


class TouchEvidence(msgspec.Struct, frozen=True):
    """What was touched since the position was last agreed on, and in which order."""

    emptied: dict[int, int] = {}
    """Cells that were seen empty, each with the number of the change that emptied it last."""
    filled: dict[int, int] = {}
    """Cells on which something was put."""
    changes: int = 0

    def with_change(self, cell: int, piece: str) -> TouchEvidence:
        """One more cell has changed."""
        number = self.changes + 1
        if piece == EMPTY:
            return TouchEvidence({**self.emptied, cell: number}, self.filled, number)
        return TouchEvidence(self.emptied, {**self.filled, cell: number}, number)

    def support(self, move: Move) -> int:
        """How much of what a move touches was seen to be touched."""
        emptied = sum(cell in self.emptied for cell in (move.path[0], *move.taken))
        return emptied + sum(cell in self.filled for cell in move.path[1:])


class MoveChoice(msgspec.Struct, frozen=True):
    """The move that a view names, and those it might be as well."""

    move: Move
    sure: bool
    """False: the view alone could also be a piece in the hand; a press or a touched victim must tell."""
    alternatives: tuple[Move, ...] = ()
    """Those of which as much was touched."""
    doubtful: bool = False
    """It may be another of which less was touched, or a piece in the hand: something may have been knocked over."""


class Expectation(msgspec.Struct, frozen=True):
    """The views that may follow a position."""

    position: Position
    home: str
    moves: dict[str, tuple[Move, ...]]
    """Legal moves by the view after them."""
    after: dict[str, str]
    """What would really stand on the board, by the view."""
    blind: frozenset[int] = frozenset()
    """Cells that cannot be read."""

    @property
    def legal(self) -> Iterator[Move]:
        """Every legal move that can be seen."""
        return itertools.chain.from_iterable(self.moves.values())

    def choose(self, view: str, evidence: TouchEvidence) -> MoveChoice | None:
        """The legal move that this view is the end of."""
        moves = self.moves.get(view)
        if not moves:
            return None
        likely, others = moves[0], list[Move]()
        if len(moves) > 1:
            likely = max(moves, key=lambda move: (evidence.support(move), -self.position.move_cost(move)))
            touched_most = evidence.support(likely)
            others = [move for move in moves if move is not likely and evidence.support(move) == touched_most]
        lookalike = self._looks_in_hand(view)
        touched = all(cell in evidence.emptied or cell in evidence.filled for cell in likely.taken)
        move = _by_route(self.position, likely, evidence)
        return MoveChoice(move, not lookalike or touched, tuple(others), doubtful=lookalike or len(moves) > 1)

    def _looks_in_hand(self, view: str) -> bool:
        """Whether nothing but one lifted piece tells this view from the position."""
        changed = [cell for cell, (a, b) in enumerate(zip(self.home, view, strict=True)) if a != b]
        return len(changed) == 1 and view[changed[0]] == EMPTY


def expect(game: Game, vision: Vision, position: Position, blind: frozenset[int] = frozenset()) -> Expectation:
    """Work out what may be seen next."""
    moves: dict[str, tuple[Move, ...]] = {}
    after: dict[str, str] = {}
    for move in position.moves():
        if not move.path:
            continue  # a pass, a swap or an offer is not seen on the board
        picture = position.play(move).board()
        view = masked(see(game, vision, picture), blind)
        moves[view] = (*moves.get(view, ()), move)
        after.setdefault(view, picture)
    return Expectation(position, masked(see(game, vision, position.board()), blind), moves, after, blind)


def owner(piece: str) -> Side | None:
    """Whose piece a letter is."""
    return Side.WHITE if piece.isupper() else Side.BLACK if piece.islower() else None


def _by_route(position: Position, move: Move, evidence: TouchEvidence) -> Move:
    """The same move by the route that was touched."""
    if len(move.taken) < 2:
        return move
    routes: Sequence[Move] = position.routes(move) or (move,)
    return max(routes, key=lambda route: sum(cell in evidence.filled for cell in route.path[1:-1]))
