"""Expectation: what the sensors would show after each legal move. Worked out once for each position."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.sides import Side

from .cells import masked
from .touch_evidence import TouchEvidence
from .vision import Vision, see

__all__ = ["Expectation", "MoveChoice", "expect", "owner"]


class MoveChoice(msgspec.Struct, frozen=True):
    """The move that leads to what is seen, and those it might be as well."""

    move: Move
    sure: bool
    """False: what is seen could also be a piece in the hand; a press or a touched victim must tell."""
    alternatives: tuple[Move, ...] = ()
    """Those of which as much was touched."""
    doubtful: bool = False
    """It may be another of which less was touched, or a piece in the hand: something may have been knocked over."""


class Expectation(msgspec.Struct, frozen=True):
    """The expectation after a position: what may be seen next."""

    position: Position
    home: str
    """The position itself, as seen."""
    moves: dict[str, tuple[Move, ...]]
    """Legal moves by what is seen after them."""
    after: dict[str, str]
    """The board after them, by what is seen."""
    blind: frozenset[int] = frozenset()
    """Cells that cannot be read."""
    only: Move | None = None
    """The one legal move that the rules still allow, where a player has bound himself to it."""

    @property
    def legal(self) -> Iterator[Move]:
        """Every legal move that can be seen."""
        return itertools.chain.from_iterable(self.moves.values())

    def choose(self, seen: str, evidence: TouchEvidence) -> MoveChoice | None:
        """The legal move that leads to what is seen."""
        moves = self.moves.get(seen)
        if not moves:
            return None
        likely, others = moves[0], list[Move]()
        if len(moves) > 1:
            likely = max(moves, key=lambda move: (evidence.support(move), -self.position.move_cost(move)))
            touched_most = evidence.support(likely)
            others = [move for move in moves if move is not likely and evidence.support(move) == touched_most]
        lookalike = self._looks_in_hand(seen)
        touched = all(cell in evidence.emptied or cell in evidence.filled for cell in likely.taken)
        move = _by_route(self.position, likely, evidence)
        return MoveChoice(move, not lookalike or touched, tuple(others), doubtful=lookalike or len(moves) > 1)

    def _looks_in_hand(self, seen: str) -> bool:
        """Whether nothing but one lifted piece tells what is seen from the position."""
        changed = [cell for cell, (a, b) in enumerate(zip(self.home, seen, strict=True)) if a != b]
        return len(changed) == 1 and seen[changed[0]] == EMPTY


def expect(
    game: Game, vision: Vision, position: Position, blind: frozenset[int] = frozenset(), only: Move | None = None
) -> Expectation:
    """Work out what may be seen next: every legal move, or `only` this one."""
    moves: dict[str, tuple[Move, ...]] = {}
    after: dict[str, str] = {}
    for move in position.moves() if only is None else (only,):
        if not move.path:
            continue  # a pass, a swap or an offer is not seen on the board
        board = position.play(move).board()
        seen = masked(see(game, vision, board), blind)
        moves[seen] = (*moves.get(seen, ()), move)
        after.setdefault(seen, board)
    return Expectation(position, masked(see(game, vision, position.board()), blind), moves, after, blind, only)


def owner(piece: str) -> Side | None:
    """Whose piece a letter is."""
    return Side.WHITE if piece.isupper() else Side.BLACK if piece.islower() else None


def _by_route(position: Position, move: Move, evidence: TouchEvidence) -> Move:
    """The move by the route that was touched."""
    if len(move.taken) < 2:
        return move
    routes: Sequence[Move] = position.routes(move) or (move,)
    return max(routes, key=lambda route: sum(cell in evidence.filled for cell in route.path[1:-1]))
