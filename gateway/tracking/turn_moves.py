"""Moves of one turn: a hypothesis extended by every legal move of which the traces were seen in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Line, Move

from . import costs
from .besides import touched_besides
from .effort import COMPARABLE_BITS, Effort
from .hypothesis import Hypothesis, impossible_bits
from .sensor_model import SensorModel
from .surprisal import total
from .traces import Traces, cells_of, is_crowned

__all__ = ["TurnMoves"]

_COMPARED = 30
"""The effort of comparing moves that look alike, in positions looked at."""
_FILLED = 12
"""The surplus of cells filled in a turn, over what its moves can fill, that means a new set-up."""

_replace = msgspec.structs.replace


class TurnMoves:
    """The extension of hypotheses, turn by turn. Lives only as long as one search."""

    def __init__(self, model: SensorModel, line: Line, base: int, effort: Effort, *, unseen_landings: bool) -> None:
        """Hypotheses begin after `base` moves of the line; only with `unseen_landings` may a piece be taken before it
        was seen to arrive."""
        self._model = model
        self._line = line
        self._base = base
        self._effort = effort
        self._unseen_landings = unseen_landings

    def extend(self, hypothesis: Hypothesis, traces: Traces, count: int, *, close: bool) -> list[Hypothesis]:
        """The hypothesis with so many moves, all made in this turn; moves that look alike are compared only if it is
        `close` to the best one."""
        before = self._model.as_seen(hypothesis.position.board())
        filled = sum(traces.at_end[cell] not in (EMPTY, before[cell]) for cell in traces.during)
        if filled > _FILLED + 2 * count:
            return []
        begun = [_replace(hypothesis, cells=frozenset(), turn_cost=0)]
        for _ in range(count - 1):
            begun = [
                longer
                for one in begun
                for longer in self._weighed(one, self._one_more(one, traces, last=False), close=close)
            ]
        lately = frozenset(cell for cell in hypothesis.cells if traces.by_last_hand(cell, before[cell]))
        extended: list[Hypothesis] = []
        for one in begun:
            ended = self._ended(self._one_more(one, traces, last=True), lately, traces)
            extended += self._weighed(one, ended, close=close)
        return extended

    def _one_more(self, hypothesis: Hypothesis, traces: Traces, *, last: bool) -> Iterator[Hypothesis]:
        """The hypothesis with each move that its traces allow; the move of the line is never left out."""
        position = hypothesis.position
        before = self._model.as_seen(position.board())
        recorded = self._recorded(hypothesis)
        made = hypothesis.moves if hypothesis.cells else ()  # in the same turn
        for move in position.moves():
            never_arrived = hypothesis.unseen_landing is not None and hypothesis.unseen_landing not in move.taken
            if move is not recorded and (never_arrived or not self._left_traces(move, traces)):
                continue
            self._effort.left -= 1
            if self._effort.left <= 0:
                return
            then = position.play(move)
            after = self._model.as_seen(then.board())
            missing = traces.missing(move, before, after, last=last, crowned=is_crowned(move, position, then))
            if missing is None and move is not recorded:
                continue
            cost = impossible_bits() if missing is None or never_arrived else total(missing)
            if made and not traces.follows(move, made[-1]):
                cost += costs.SENSED_LATE.bits
            standing = {cell for cell in move.taken if after[cell] == EMPTY and cell not in traces.late}
            yield Hypothesis(
                position=then,
                moves=(*hypothesis.moves, move),
                cost=hypothesis.cost + cost,
                turn_cost=hypothesis.turn_cost + cost,
                max_turn_cost=hypothesis.max_turn_cost,
                cells=hypothesis.cells | cells_of(move, before, after),
                standing=hypothesis.standing | standing,
                unseen_landing=None if traces.shows(move, before, after) else move.path[-1],
                as_recorded=hypothesis.as_recorded and (recorded is None or move is recorded),
            )

    def _weighed(self, hypothesis: Hypothesis, longer: Iterable[Hypothesis], *, close: bool) -> Iterator[Hypothesis]:
        """The longer hypotheses, each with the cost of its last move: how rarely people play it.

        Of moves that look alike one was chosen. Where there is no choice, a move that loses something says less: rival
        hypotheses have the same one, and what hangs, hangs for long.
        """
        position, alike = hypothesis.position, dict[str, list[Hypothesis]]()
        for one in longer:
            alike.setdefault(self._model.as_seen(one.position.board()), []).append(one)
        for group in alike.values():
            limit = min(one.cost for one in group) + COMPARABLE_BITS
            rivals = [one for one in group if one.cost <= limit]
            yield from (one for one in group if one.cost > limit)
            if close and len(rivals) > 1:
                self._effort.left -= _COMPARED
                move_costs = position.choice_costs([one.moves[-1] for one in rivals])
            else:
                move_costs = [position.move_cost(one.moves[-1]) // 2 for one in rivals]
            for one, cost in zip(rivals, move_costs, strict=True):
                yield _replace(one, cost=one.cost + cost)

    def _ended(self, hypotheses: Iterable[Hypothesis], lately: frozenset[int], traces: Traces) -> Iterator[Hypothesis]:
        """The hypotheses at the end of their turn, with the cost of what was touched besides; `lately` are cells of the
        turn before it. What the line says is never left out."""
        for hypothesis in hypotheses:
            after, path = self._model.as_seen(hypothesis.position.board()), hypothesis.moves[-1].path
            besides = touched_besides(self._model, traces, after, path, hypothesis.cells, lately)
            if besides is None and not hypothesis.as_recorded:
                continue
            cost = impossible_bits() if besides is None else total(besides)
            turn_cost = hypothesis.turn_cost + cost
            yield _replace(
                hypothesis,
                cost=hypothesis.cost + cost,
                turn_cost=turn_cost,
                max_turn_cost=max(hypothesis.max_turn_cost, turn_cost),
            )

    def _recorded(self, hypothesis: Hypothesis) -> Move | None:
        """The move that the line has here, if the hypothesis says what the line says so far."""
        ply = self._base + len(hypothesis.moves)
        if not hypothesis.as_recorded or ply >= len(self._line.moves):
            return None
        wanted = self._line.moves[ply]
        legal = hypothesis.position.moves()
        same = next((move for move in legal if move.text == wanted.text), None)
        # The line may have it by another route.
        return same or next((move for move in legal if _same_by_another_route(move, wanted)), None)

    def _left_traces(self, move: Move, traces: Traces) -> bool:
        """Whether the traces do not rule the move out at once."""
        if not move.path:
            return False
        start, end, blind = move.path[0], move.path[-1], self._model.blind
        if len(move.path) > 1 and not (start in traces.emptied or traces.at_begin[start] == EMPTY or start in blind):
            return False
        if end in traces.crowned or end in blind:
            return True
        # Where a piece takes another one's place, a board without colours may have seen nothing.
        return end in move.taken or (len(move.path) > 1 and (start == end or self._unseen_landings))


def _same_by_another_route(move: Move, wanted: Move) -> bool:
    return bool(move.path) and (move.path[0], move.path[-1], set(move.taken)) == (
        wanted.path[0],
        wanted.path[-1],
        set(wanted.taken),
    )
