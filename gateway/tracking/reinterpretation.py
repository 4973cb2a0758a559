"""Reinterpretation of the last turns, when the game as it was understood no longer explains the board: a beam search.

A board that sees only that something stands there cannot always tell what was captured, and one that is played on too
fast shows two moves at once, or half of one. So several hypotheses about the last turns are carried on side by side:
each turn is explained by every legal move of which the traces were seen in it (`turn_moves`), what does not fit costs
(`costs`), and a hypothesis that needs something impossible is dropped. The cheapest one that reaches what is shown now
is what was played.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Line
from gateway.model.instants import Instant

from . import costs
from .cells import differing
from .effort import COMPARABLE_BITS, HOPELESS_BITS, Effort
from .gap_search import sequence_cost, sequences_of
from .hypothesis import Beam, Hypothesis, Reinterpretation, impossible_bits
from .present import unfinished
from .sensor_model import SensorModel
from .surprisal import total
from .touch_log import LoggedTouch, TouchLog, Turn
from .traces import Traces, cells_of
from .turn_moves import TurnMoves
from .waits import LATE_MS

__all__ = ["Span", "reinterpret"]

_WIDTH = 24
"""The width of the beam: hypotheses that are carried on."""
_LATELY = 6
"""The number of last moves of which each turn must be explained."""
_MORE_OR_FEWER = (0, 1, 2, -1, -2)
"""The number of moves by which a turn out of sight may be longer or shorter than was thought."""

_replace = msgspec.structs.replace


class Span(msgspec.Struct, frozen=True):
    """A span to be reinterpreted: a line, what was touched meanwhile, and what is shown now."""

    line: Line
    log: TouchLog
    shown: str
    now: Instant
    back: int | Beam
    """At least so many of the last moves, or all that comes after the hypotheses of a beam."""

    def start(self) -> tuple[int, Turn] | None:
        """How many moves of the line are left as they are, and the turn that ended with the last of them."""
        turns = self.log.turns
        if not turns:
            return None
        if isinstance(self.back, Beam):
            base, turn = self.back.base, self.back.turn
        else:
            earlier = [turn for turn in turns if turn.done <= len(self.line.moves) - self.back]
            turn = earlier[-1] if earlier else turns[0]
            base = turn.done
        return (base, turn) if base <= len(self.line.moves) else None


def reinterpret(
    model: SensorModel, span: Span, effort: Effort, *, extra: int, unseen_landings: bool
) -> Reinterpretation | None:
    """What was played in the span, with up to `extra` moves that no press has ended; None if nothing explains it.

    Only with `unseen_landings` a piece may have been taken before it was seen to arrive: that is rare, and much to look
    through.
    """
    start = span.start()
    if start is None:
        return None
    search = _BeamSearch(model, span, *start, effort, unseen_landings=unseen_landings)
    for turn, reply in itertools.zip_longest(search.turns, search.turns[1:]):
        search.add_turn(turn, replied=reply.ended if reply else span.now)
        if not search.is_credible(turn):
            return None  # and none will be: what does not fit in a turn is never made good
    ends = list(search.ends(extra))
    return search.chosen(ends) if ends and effort.left > 0 else None


class _BeamSearch:
    """One search in the making. Lives only as long as the search."""

    def __init__(
        self, model: SensorModel, span: Span, base: int, begin: Turn, effort: Effort, *, unseen_landings: bool
    ) -> None:
        self._model = model
        self._span = span
        self._base = base
        self._effort = effort
        self._moves = TurnMoves(model, span.line, base, effort, unseen_landings=unseen_landings)
        turns = [turn for turn in span.log.turns if turn.done > begin.done]
        # The sensors may be a scan behind the hand: of a turn that has just ended it is too early to tell.
        self.turns = [turn for turn in turns if turn.ended + model.scan_ms <= span.now]
        self._touches: list[LoggedTouch] = [*(touch for turn in turns for touch in turn.touches), *span.log.touches]
        """What was touched after the turns that were taken in."""
        self._lately = frozenset(touch.cell for touch in self._touches if touch.at >= span.now - LATE_MS)
        self._last = begin
        """The last turn that was taken in."""
        self.hypotheses, self._beam = self._first_hypotheses(), span.back if isinstance(span.back, Beam) else None
        self._line_cost = min(hypothesis.cost for hypothesis in self.hypotheses if hypothesis.as_recorded)
        """What the line costs, as far as it goes."""

    def _first_hypotheses(self) -> list[Hypothesis]:
        line, base, back = self._span.line, self._base, self._span.back
        if isinstance(back, Beam):
            return [_replace(one, as_recorded=one.keeps(line, base)) for one in back.hypotheses]
        if not base or line.moves[base - 1].is_set_up:
            return [Hypothesis(line.positions[base])]
        # The traces of the last move before may have come late.
        before, after = (self._model.as_seen(line.positions[ply].board()) for ply in (base - 1, base))
        return [Hypothesis(line.positions[base], cells=cells_of(line.moves[base - 1], before, after))]

    # Turns ------------------------------------------------------------------------------------------------------------

    def add_turn(self, turn: Turn, replied: Instant) -> None:
        """Extend every hypothesis by a turn; `replied` is when the next one was over, or now."""
        self._touches = self._touches[len(turn.touches) :]
        count = turn.done - self._last.done
        if turn.out_of_sight:
            self.hypotheses = self._extended_out_of_sight(self._model.as_seen(turn.shown), count)
        else:
            traces = Traces(self._model, self._last.shown, turn, self._touches, self._span.now, replied)
            self.hypotheses = self._extended(traces, count)
        self._last = turn
        recorded = [hypothesis for hypothesis in self.hypotheses if hypothesis.as_recorded]
        if turn.done > len(self._span.line.moves) or not recorded:
            return
        self._line_cost = min(hypothesis.cost for hypothesis in recorded)
        if turn.ended + self._model.scan_ms + LATE_MS < self._span.now:
            # Nothing that is yet to be seen belongs to this turn.
            kept = [hypothesis for hypothesis in self.hypotheses if hypothesis.credible or hypothesis.as_recorded]
            self._beam = Beam.of(self._base, turn, kept)

    def is_credible(self, turn: Turn) -> bool:
        """Whether something explains all turns so far. A turn long past that nothing explains is taken as it was
        recorded: presses and touches were heard in no order, and what follows may have been taken for another move all
        the same."""
        if any(hypothesis.credible for hypothesis in self.hypotheses):
            return True
        if turn.done > len(self._span.line.moves) - _LATELY:
            return False
        recorded = [_replace(one, max_turn_cost=0) for one in self.hypotheses if one.as_recorded]
        self.hypotheses = recorded
        return bool(recorded)

    def _extended(self, traces: Traces, count: int) -> list[Hypothesis]:
        """The best hypotheses with the turn's moves, and the best one that says what the line says."""
        extended = list[Hypothesis]()
        limit = self._comparable_cost()
        for hypothesis in self.hypotheses:
            extended += self._moves.extend(hypothesis, traces, count, close=hypothesis.cost <= limit)
        if count > 1:
            extended = _of_each_position(extended)
        best = heapq.nsmallest(_WIDTH, extended, key=lambda one: one.cost)
        best = [one for one in best if one.cost <= best[0].cost + HOPELESS_BITS]
        recorded = min((one for one in extended if one.as_recorded), key=lambda one: one.cost, default=None)
        return best if recorded is None or recorded in best else [*best, recorded]

    def _extended_out_of_sight(self, seen: str, count: int) -> list[Hypothesis]:
        """The best hypotheses with moves that lead to what was seen when the board was in sight again."""
        model, line, extended = self._model, self._span.line, list[Hypothesis]()
        lengths = [length for length in (count + more for more in _MORE_OR_FEWER) if length > 0]
        for hypothesis in self.hypotheses:
            if self._effort.left <= 0:
                break
            ply = self._base + len(hypothesis.moves)
            recorded = [move.text for move in line.moves[ply : ply + count]]
            rows, looked_at = sequences_of(
                model, hypothesis.position, seen, lengths=lengths, nodes=self._effort.left // 2
            )
            self._effort.left -= looked_at
            for row in rows:
                position = hypothesis.position
                for move in row:
                    position = position.play(move)
                row_cost = sequence_cost(hypothesis.position, row)
                extended.append(
                    Hypothesis(
                        position,
                        (*hypothesis.moves, *row),
                        hypothesis.cost + row_cost + costs.MOVE_COUNT_OFF.bits * abs(len(row) - count),
                        max_turn_cost=hypothesis.max_turn_cost,
                        as_recorded=hypothesis.as_recorded and recorded == [move.text for move in row][: len(recorded)],
                    )
                )
        return heapq.nsmallest(_WIDTH, extended, key=lambda one: one.cost)

    def _comparable_cost(self) -> int:
        """Up to which cost a hypothesis is close to the best one."""
        return min(one.cost for one in self.hypotheses) + COMPARABLE_BITS

    # The present ------------------------------------------------------------------------------------------------------

    def ends(self, extra: int) -> Iterator[Hypothesis]:
        """Every hypothesis as the present leaves it: a move may be under way, or made and not yet pressed for."""
        span, began = self._span, self.turns[-1].ended if self.turns else self._span.log.began
        seen = self._model.as_seen(span.shown)
        unended = Turn(self._last.done, began, span.now, tuple(self._touches), span.shown)
        traces = Traces(self._model, self._last.shown, unended, (), span.now, span.now)
        limit = self._comparable_cost()
        for hypothesis in self.hypotheses:
            if hypothesis.unseen_landing is None:
                yield from self._as_it_stands(hypothesis)
            before = self._model.as_seen(hypothesis.position.board())
            filled = sum(seen[cell] != EMPTY for cell in differing(before, seen))
            for count in range((filled + 1) // 2 or 1, extra + 1):  # a move fills one cell; two, if it castles
                for longer in self._moves.extend(hypothesis, traces, count, close=hypothesis.cost <= limit):
                    if longer.unseen_landing is None and self._model.as_seen(longer.position.board()) == seen:
                        yield longer

    def _as_it_stands(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The hypothesis without another move, with the cost of what is shown besides its position, if that can be."""
        touched = self._lately | hypothesis.cells
        charged = unfinished(self._model, hypothesis.position, self._span.shown, touched, hypothesis.standing)
        if charged is not None:
            cost = total(charged)
            yield _replace(
                hypothesis,
                cost=hypothesis.cost + cost,
                turn_cost=max(hypothesis.turn_cost, cost),
                max_turn_cost=max(hypothesis.max_turn_cost, cost),
            )

    def chosen(self, ends: Sequence[Hypothesis]) -> Reinterpretation:
        """The best of the hypotheses, and how it compares with the others."""
        best = min(ends, key=lambda one: (one.cost, not one.as_recorded, one.max_turn_cost))
        recorded = min((one for one in ends if one.as_recorded), key=lambda one: one.cost, default=None)
        if recorded is not None and recorded.credible and recorded.cost - best.cost < costs.CORRECTION_MARGIN.bits:
            best = recorded  # what was observed is not taken back for so little
        texts = [move.text for move in best.moves]
        rows = [([move.text for move in one.moves], one.cost - best.cost) for one in ends]
        others = [(row, extra_cost) for row, extra_cost in rows if row != texts]
        margin = min((extra_cost for _, extra_cost in others), default=impossible_bits())
        instead = frozenset(
            row[-1]
            for row, extra_cost in others
            if row and row[:-1] == texts[:-1] and extra_cost < costs.DOUBTFUL_MARGIN.bits
        )
        return Reinterpretation(self._base, best, margin, best.cost - self._line_cost, self._beam, instead)


def _of_each_position(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The best hypothesis of each position, and what was recorded: moves of one turn may be in any order, and there
    are more orders than positions that they lead to."""
    best: dict[tuple[str, int | None, bool], Hypothesis] = {}
    for one in sorted(hypotheses, key=lambda each: each.cost):
        best.setdefault((one.position.board(), one.unseen_landing, one.as_recorded), one)
    return list(best.values())
