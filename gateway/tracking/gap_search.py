"""Gap search: sequences of moves that explain what is seen after the board was out of sight.

A sequence is looked for by its length, the shortest first, and a move is followed only if what is then still wrong on
the board can be put right by the moves that are left (`gap_distance`). On a board that does not tell pieces apart
little is known of that; but in a short while a piece moves but once, so there it is first looked for sequences of moves
that end where the piece, or what took it, stands now.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from drivers.readings import EMPTY
from gateway.games.game import Move, Position

from .cells import differing
from .expectation import owner
from .gap_distance import GapDistance
from .sensor_model import SensorModel
from .vision import Vision

__all__ = ["MoveSequence", "holds_piece", "sequence_cost", "sequences_of", "shortest_sequences"]

_NODES = 3000
"""The positions after which a search gives up: the event loop has others to serve."""
_MOVES_PER_NODE = 8
"""The number of moves that need not be played to see that they lead nowhere, for the effort of one position."""
_SEQUENCES = 24
"""The number of sequences that are compared."""

MoveSequence = tuple[Move, ...]
"""Legal moves one after another."""


class _Search:
    """One search from a position to what is seen. Lives only as long as the search."""

    def __init__(self, model: SensorModel, position: Position, target: str, nodes: int = _NODES) -> None:
        told_apart = model.vision is Vision.PIECES
        self._model = model
        self._position = position
        self._target = target
        self._distance = GapDistance(model, position, target)
        self._ways = (False,) if told_apart else (True, False)
        """Whether pieces move but once: first so, then otherwise."""
        # After the last move of a side nothing of the same kind stands where it began; or, where pieces are not told
        # apart, nothing at all, unless the other side has one more move.
        self._free_starts = 2 if told_apart else 1
        # Games that know the board after a move without playing it are quick to look at.
        self._move_effort = _MOVES_PER_NODE if type(position).board_after is Position.board_after else 1
        self._nodes = nodes
        self._left = dict.fromkeys(self._ways, nodes * _MOVES_PER_NODE)
        self._fruitless: set[tuple[str, int]] = set()

    def sequences(self, depth: int) -> list[MoveSequence]:
        """Sequences of exactly so many moves that end in the target: those in which pieces move once, or else any."""
        position, board = self._position, self._position.board()
        if not self._distance.allows(board, self._model.as_seen(board), position.turn, depth):
            return []
        for once in self._ways:
            if self._left[once] > 0:
                found = list(itertools.islice(self._from(position, depth, once=once), _SEQUENCES))
                if found:
                    return found
        return []

    def _from(
        self, position: Position, depth: int, *, once: bool, landed: frozenset[int] = frozenset()
    ) -> Iterator[MoveSequence]:
        """Sequences of so many moves from a position; pieces have `landed` on these cells before."""
        stands = (position.board(), depth)
        if not once and stands in self._fruitless:
            return
        before = self._model.as_seen(position.board())
        found = False
        for move in position.moves():
            if not move.path or not self._may_lead(move, before, depth, once=once, landed=landed):
                continue
            self._left[once] -= self._move_effort
            if self._left[once] <= 0:
                return
            for rest in self._rest(position, move, depth, once=once, landed=landed):
                found = True
                yield (move, *rest)
        if not found and not once:
            self._fruitless.add(stands)

    def _rest(
        self, position: Position, move: Move, depth: int, *, once: bool, landed: frozenset[int]
    ) -> Iterator[MoveSequence]:
        """What may follow a move, up to the target; one empty sequence if the move leads there itself."""
        board = position.board_after(move)
        seen = self._model.as_seen(board)
        if depth == 1:
            if seen == self._target:
                yield ()
        elif self._distance.allows(board, seen, position.turn.other, depth - 1):
            self._left[once] -= _MOVES_PER_NODE
            yield from self._from(position.play(move), depth - 1, once=once, landed=landed | {move.path[-1]})

    @property
    def looked_at(self) -> int:
        """How many positions were looked at."""
        return sum(self._nodes - max(0, left) // _MOVES_PER_NODE for left in self._left.values())

    def _may_lead(self, move: Move, before: str, depth: int, *, once: bool, landed: frozenset[int]) -> bool:
        """Whether the move is worth a look: the last one of a side begins where its piece no longer stands, and
        pieces that move `once` leave something where the move ends."""
        start, end = move.path[0], move.path[-1]
        left = start == end or self._target[start] == "*" or self._target[start] != before[start]
        if len(move.path) == 1:  # a stone stays
            return self._target[end] == "*" or self._target[end] != before[end]
        if not once:
            return left or depth > self._free_starts
        return (left or start in landed) and self._target[end] != EMPTY


def shortest_sequences(
    model: SensorModel, position: Position, target: str, *, lengths: Iterable[int]
) -> list[MoveSequence]:
    """Sequences of legal moves that lead to what is seen, of the first of these lengths of which any were found."""
    search = _Search(model, position, target)
    return next((found for length in lengths if (found := search.sequences(length))), [])


def sequences_of(
    model: SensorModel, position: Position, target: str, *, lengths: Iterable[int], nodes: int
) -> tuple[list[MoveSequence], int]:
    """Sequences of legal moves that lead to what is seen, of each of these lengths, and the positions looked at."""
    search = _Search(model, position, target, min(nodes, _NODES))
    return [sequence for length in lengths for sequence in search.sequences(length)], search.looked_at


def holds_piece(model: SensorModel, position: Position, seen: str, *, lengths: range) -> bool:
    """Whether a sequence of such a length leads to what is seen but for a piece that whoever is to move has lifted."""
    home = model.as_seen(position.board())
    lifted = [cell for cell in differing(home, seen) if seen[cell] == EMPTY]
    for cell in lifted:
        target = seen[:cell] + home[cell] + seen[cell + 1 :]
        if target == home and 0 in lengths:
            return True
        search = _Search(model, position, target, _NODES // (2 * len(lifted)))
        side = owner(position.board()[cell])
        for length in lengths:
            turn = position.turn if length % 2 == 0 else position.turn.other
            if length and turn is side and search.sequences(length):
                return True
    return False


def sequence_cost(position: Position, moves: Sequence[Move]) -> int:
    """How rarely people play these moves one after another, in bits."""
    cost = 0
    for move in moves:
        cost += position.move_cost(move)
        position = position.play(move)
    return cost
