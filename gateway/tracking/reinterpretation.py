"""Hypothesis the last turns anew, when the game as it was understood no longer explains the board.

A board that sees only that something stands there cannot always tell what was captured, and one that is played on too
fast shows two moves at once, or half of one. So several hypotheses of the last turns are carried on side by side: each
turn is explained by every legal move of which the traces were seen in it, what does not fit costs, and a hypothesis
that needs something impossible is dropped. The cheapest one that reaches the present shown cells is what was played.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Line, Move
from gateway.model.instants import Instant

from . import costs
from .besides import touched_besides
from .cells import differing
from .gap_search import explain_by, sequence_cost
from .hypothesis import Beam, Hypothesis, Reinterpretation
from .present import unfinished
from .surprisal import total
from .touch_log import TouchLog, Turn
from .traces import LATE_MS, SensorModel, Traces, cells_of, is_crowned

__all__ = ["Effort", "reinterpret"]

_COMPARED = 30
"""Comparing moves that look alike counts for looking at so many positions."""
_WIDTH = 24
"""So many hypotheses are carried on."""
_FILLED = 12
"""If so many more cells were filled in a turn than its moves can have filled, somebody set up another game."""

_OTHERWISE = (0, 1, 2, -1, -2)
"""By so many more or fewer moves than was thought a turn out of sight may have been played."""


class Effort(msgspec.Struct):
    """How many positions may yet be looked at: nobody plays what takes more, and the event loop has others to serve."""

    left: int = 6000


def reinterpret(
    board: SensorModel,
    line: Line,
    touch_log: TouchLog,
    shown: str,
    now: Instant,
    effort: Effort,
    *,
    back: int | Beam,
    extra: int,
    unseen: bool,
) -> Reinterpretation | None:
    """Tell anew what comes after a beam, or at least the last `back` moves of the line, and up to `extra` moves that no
    press has ended.

    Only if `unseen`, a piece may have been taken before it was seen to arrive: that is rare, and much to look through.
    """
    if not touch_log.turns:
        return None
    if isinstance(back, Beam):
        base, begin = back.base, back.turn
    else:
        earlier = [turn for turn in touch_log.turns if turn.done <= len(line.moves) - back]
        begin = earlier[-1] if earlier else touch_log.turns[0]
        base = begin.done
    if base > len(line.moves):
        return None
    turns = [turn for turn in touch_log.turns if turn.done > begin.done]
    # The sensors may be a scan behind the hand: of a turn that has just ended it is too early to tell.
    over = [turn for turn in turns if turn.ended + board.scan_ms <= now]
    touches = [*(touch for turn in turns for touch in turn.touches), *touch_log.touches]
    lately = frozenset(touch.cell for touch in touches if touch.at >= now - LATE_MS)
    work = _Work(board, line, base, lately, effort, unseen=unseen)
    if isinstance(back, Beam):
        hypotheses = [msgspec.structs.replace(one, current=one.keeps(line, base)) for one in back.hypotheses]
        beam, line_cost = back, min(hypothesis.cost for hypothesis in hypotheses if hypothesis.current)
    else:
        hypotheses = [Hypothesis(line.positions[base], cells=work.last_touched())]
        beam, line_cost = None, 0
    done, before = begin.done, begin.shown
    for turn, reply in itertools.zip_longest(over, over[1:]):
        touches = touches[len(turn.touches) :]
        if turn.unseen:
            hypotheses = work.unseen_turn(hypotheses, board.view(turn.shown), turn.done - done)
        else:
            traces = Traces(board, before, turn, touches, now, reply.ended if reply else now)
            hypotheses = work.turn(hypotheses, traces, turn.done - done)
        done, before = turn.done, turn.shown
        if done <= len(line.moves):
            line_cost = min((hypothesis.cost for hypothesis in hypotheses if hypothesis.current), default=line_cost)
        if not any(hypothesis.clean for hypothesis in hypotheses):
            return None  # and none will be: what does not fit in a turn is never made good
        over_for_good = turn.ended + board.scan_ms + LATE_MS < now and done <= len(line.moves)
        if over_for_good and any(hypothesis.current for hypothesis in hypotheses):
            beam = Beam.of(
                base, turn, [hypothesis for hypothesis in hypotheses if hypothesis.clean or hypothesis.current]
            )
    began = over[-1].ended if over else touch_log.began
    traces = Traces(board, before, Turn(done, began, now, tuple(touches), shown), (), now, now)
    ends = list(work.ends(hypotheses, traces, shown, extra))
    return work.choose(base, ends, line_cost, beam) if ends and effort.left > 0 else None


class _Work:
    def __init__(
        self, board: SensorModel, line: Line, base: int, lately: frozenset[int], effort: Effort, *, unseen: bool
    ) -> None:
        self._board = board
        self._line = line
        self._base = base
        self._lately = lately
        self._unseen = unseen
        self._effort = effort

    def last_touched(self) -> frozenset[int]:
        """What the last move is about that is not told anew: its traces may have come late."""
        if not self._base:
            return frozenset()
        move, positions = self._line.moves[self._base - 1], self._line.positions
        before, after = (self._board.view(positions[ply].board()) for ply in (self._base - 1, self._base))
        return cells_of(move, before, after)

    def turn(self, hypotheses: Sequence[Hypothesis], traces: Traces, count: int) -> list[Hypothesis]:
        """Every hypothesis with the turn's moves."""
        told = []
        least = min((hypothesis.cost for hypothesis in hypotheses), default=0)
        for hypothesis in hypotheses:
            told += self._told(hypothesis, traces, count, close=hypothesis.cost <= least + costs.COMPARABLE_EXTRA.bits)
        best = heapq.nsmallest(_WIDTH, told, key=lambda hypothesis: hypothesis.cost)
        best = [hypothesis for hypothesis in best if hypothesis.cost <= best[0].cost + costs.HOPELESS_EXTRA.bits]
        current = min(
            (hypothesis for hypothesis in told if hypothesis.current),
            key=lambda hypothesis: hypothesis.cost,
            default=None,
        )
        return best if current is None or current in best else [*best, current]

    def unseen_turn(self, hypotheses: Iterable[Hypothesis], view: str, count: int) -> list[Hypothesis]:
        """Every hypothesis with the moves that lead to what stood on the board when it was seen again."""
        board, told = self._board, []
        for hypothesis in hypotheses:
            ply = self._base + len(hypothesis.moves)
            kept = [move.text for move in self._line.moves[ply : ply + count]]
            if self._effort.left <= 0:
                break
            lengths = [length for length in (count + more for more in _OTHERWISE) if length > 0]
            rows, looked_at = explain_by(
                board.game,
                board.vision,
                hypothesis.position,
                view,
                board.blind,
                lengths=lengths,
                nodes=self._effort.left // 2,
            )
            self._effort.left -= looked_at
            for row in rows:
                position = hypothesis.position
                for move in row:
                    position = position.play(move)
                current = hypothesis.current and kept == [move.text for move in row][: len(kept)]
                cost = (
                    hypothesis.cost
                    + sequence_cost(hypothesis.position, row)
                    + costs.MOVE_COUNT_OFF.bits * abs(len(row) - count)
                )
                told.append(
                    Hypothesis(
                        position,
                        (*hypothesis.moves, *row),
                        cost,
                        max_turn_cost=hypothesis.max_turn_cost,
                        current=current,
                    )
                )
        return heapq.nsmallest(_WIDTH, told, key=lambda hypothesis: hypothesis.cost)

    def ends(self, hypotheses: Sequence[Hypothesis], traces: Traces, shown: str, extra: int) -> Iterator[Hypothesis]:
        """Every hypothesis as the present picture leaves it: a move may be under way, or made and not yet pressed."""
        view = self._board.view(shown)
        least = min((hypothesis.cost for hypothesis in hypotheses), default=0)
        for hypothesis in hypotheses:
            if hypothesis.unseen is None:
                touched = self._lately | hypothesis.cells
                cost = total(unfinished(self._board, hypothesis.position, shown, touched, hypothesis.standing))
                turn_cost, max_turn_cost = max(hypothesis.turn_cost, cost), max(hypothesis.max_turn_cost, cost)
                yield msgspec.structs.replace(
                    hypothesis, cost=hypothesis.cost + cost, turn_cost=turn_cost, max_turn_cost=max_turn_cost
                )
            before = self._board.view(hypothesis.position.board())
            filled = sum(view[cell] != EMPTY for cell in differing(before, view))
            for count in range((filled + 1) // 2 or 1, extra + 1):  # a move fills one cell; two, if it castles
                for made in self._told(
                    hypothesis, traces, count, close=hypothesis.cost <= least + costs.COMPARABLE_EXTRA.bits
                ):
                    if made.unseen is None and self._board.view(made.position.board()) == view:
                        yield made

    def choose(
        self, base: int, hypotheses: Sequence[Hypothesis], line_cost: int, beam: Beam | None
    ) -> Reinterpretation:
        best = min(
            hypotheses, key=lambda hypothesis: (hypothesis.cost, not hypothesis.current, hypothesis.max_turn_cost)
        )
        current = min(
            (hypothesis for hypothesis in hypotheses if hypothesis.current), key=lambda one: one.cost, default=None
        )
        if current is not None and current.clean and current.cost - best.cost < costs.CORRECTION_MARGIN.bits:
            best = current  # what was told is not taken back for so little
        texts = [move.text for move in best.moves]
        others = [([move.text for move in hypothesis.moves], hypothesis.cost - best.cost) for hypothesis in hypotheses]
        others = [(row, extra_cost) for row, extra_cost in others if row != texts]
        margin = min((extra_cost for _, extra_cost in others), default=costs.TRACELESS.bits)
        instead = frozenset(
            row[-1]
            for row, extra_cost in others
            if row and row[:-1] == texts[:-1] and extra_cost < costs.DOUBTFUL_MARGIN.bits
        )
        return Reinterpretation(base, best, margin, best.cost - line_cost, beam, instead)

    # One turn -------------------------------------------------------------------------------------------------------

    def _told(self, hypothesis: Hypothesis, traces: Traces, count: int, *, close: bool) -> list[Hypothesis]:
        """The hypothesis with so many moves, all made in this turn; `close` to the best, it is compared well."""
        before = self._board.view(hypothesis.position.board())
        filled = sum(traces.at_end[cell] not in (EMPTY, before[cell]) for cell in traces.during)
        if filled > _FILLED + 2 * count:
            return []
        under_way = [msgspec.structs.replace(hypothesis, cells=frozenset(), turn_cost=0)]
        for _ in range(count - 1):
            under_way = [
                made
                for one in under_way
                for made in self._weighed(one, self._moves(one, traces, last=False), close=close)
            ]
        lately = frozenset(cell for cell in hypothesis.cells if traces.by_last_hand(cell, before[cell]))
        told: list[Hypothesis] = []
        for one in under_way:
            made = self._moves(one, traces, last=True)
            paid = (_paying(way, self._besides(way, lately, traces)) for way in made)
            told += self._weighed(one, paid, close=close)
        return told

    def _weighed(self, hypothesis: Hypothesis, made: Iterable[Hypothesis], *, close: bool) -> Iterator[Hypothesis]:
        """The hypothesis with one move each, with how rarely people play it.

        Of moves that look alike one was chosen. Where there is no choice, a move that loses something says less: rival
        hypotheses have the same one, and what hangs, hangs for long.
        """
        position, alike = hypothesis.position, dict[str, list[Hypothesis]]()
        for one in made:
            alike.setdefault(self._board.view(one.position.board()), []).append(one)
        for ways in alike.values():
            least = min(way.cost for way in ways)
            rivals = [way for way in ways if way.cost <= least + costs.COMPARABLE_EXTRA.bits]
            yield from (way for way in ways if way.cost > least + costs.COMPARABLE_EXTRA.bits)
            if close and len(rivals) > 1:
                self._effort.left -= _COMPARED
                odd = position.choice_costs([way.moves[-1] for way in rivals])
            else:
                odd = [position.move_cost(way.moves[-1]) // 2 for way in rivals]
            for way, more in zip(rivals, odd, strict=True):
                yield msgspec.structs.replace(way, cost=way.cost + more)

    def _moves(self, hypothesis: Hypothesis, traces: Traces, *, last: bool) -> Iterator[Hypothesis]:
        """The hypothesis with one move of which the traces were traces."""
        position = hypothesis.position
        before = self._board.view(position.board())
        kept = self._kept(hypothesis)
        for move in position.moves():
            if hypothesis.unseen is not None and hypothesis.unseen not in move.taken:
                continue
            if not self._possible(move, traces) and move is not kept:
                continue
            self._effort.left -= 1
            if self._effort.left <= 0:
                return
            then = position.play(move)
            after = self._board.view(then.board())
            crowned = is_crowned(move, position, then)
            missing = traces.missing(move, before, after, last=last, crowned=crowned)
            if missing is None and move is not kept:
                continue
            cost = costs.TRACELESS.bits if missing is None else total(missing)
            cells = {*hypothesis.cells, *cells_of(move, before, after)}
            left = {cell for cell in move.taken if after[cell] == EMPTY and cell not in traces.late}
            yield Hypothesis(
                then,
                (*hypothesis.moves, move),
                hypothesis.cost + cost,
                hypothesis.turn_cost + cost,
                hypothesis.max_turn_cost,
                frozenset(cells),
                hypothesis.standing | left,
                None if traces.shows(move, before, after) else move.path[-1],
                hypothesis.current and (kept is None or move is kept),
            )

    def _kept(self, hypothesis: Hypothesis) -> Move | None:
        """The move that the line has here, if the hypothesis is the line's so far."""
        ply = self._base + len(hypothesis.moves)
        if not hypothesis.current or ply >= len(self._line.moves):
            return None
        wanted = self._line.moves[ply]
        same = (move for move in hypothesis.position.moves() if move.text == wanted.text)
        # The line may have it by another route.
        return next(same, None) or next(
            (
                move
                for move in hypothesis.position.moves()
                if move.path
                and (move.path[0], move.path[-1], set(move.taken))
                == (wanted.path[0], wanted.path[-1], set(wanted.taken))
            ),
            None,
        )

    def _possible(self, move: Move, traces: Traces) -> bool:
        if not move.path:
            return False
        start, end, blind = move.path[0], move.path[-1], self._board.blind
        if len(move.path) > 1 and not (start in traces.emptied or traces.at_begin[start] == EMPTY or start in blind):
            return False
        if end in traces.crowned or end in blind:
            return True
        # Where a piece takes another one's place, a board without colours may have seen nothing.
        return end in move.taken or (len(move.path) > 1 and (start == end or self._unseen))

    def _besides(self, hypothesis: Hypothesis, lately: frozenset[int], traces: Traces) -> int:
        """Cost of what was touched besides; `lately` are cells of the turn before it."""
        after = self._board.view(hypothesis.position.board())
        return total(touched_besides(self._board, traces, after, hypothesis.moves[-1].path, hypothesis.cells, lately))


def _paying(hypothesis: Hypothesis, cost: int) -> Hypothesis:
    """The hypothesis at the end of a turn, with the last that there is to pay for it."""
    turn_cost = hypothesis.turn_cost + cost
    return msgspec.structs.replace(
        hypothesis,
        cost=hypothesis.cost + cost,
        turn_cost=turn_cost,
        max_turn_cost=max(hypothesis.max_turn_cost, turn_cost),
    )
