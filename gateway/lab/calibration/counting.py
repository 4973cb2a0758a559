"""Counts of what the moves that were really played are charged with, and of the occasions for it.

Every turn is looked at twice: when all is over, and a scan after its press, when a captured piece may still stand.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator

from drivers.readings import EMPTY
from gateway.games.game import Move
from gateway.lab.rehearsal.stage import SCAN_MS
from gateway.model.instants import Instant, Millis
from gateway.tracking import costs
from gateway.tracking.besides import touched_besides
from gateway.tracking.cells import differing, lies_between
from gateway.tracking.present import unfinished
from gateway.tracking.sensor_model import SensorModel
from gateway.tracking.surprisal import Cost, Per
from gateway.tracking.touch_log import LoggedTouch, TouchLog, Turn
from gateway.tracking.traces import Traces, cells_of, is_crowned
from gateway.tracking.waits import LATE_MS

from .witness import Witnessed

__all__ = ["Counts"]

_TURNS = 40
"""More than anybody makes while captured pieces may be taken off."""
_AT_ONCE = frozenset({Per.MOVE_AT_ONCE, Per.REMOVAL_AT_ONCE})
_EACH = frozenset({Per.TOUCHED, Per.REMOVAL_AT_ONCE})
"""A move may give several of these occasions."""


class Counts:
    """Counts for each cost: how often it was charged, and how often it might have been."""

    def __init__(self) -> None:
        self.charged: Counter[Cost] = Counter()
        self.occasions: Counter[Per] = Counter()
        self.games = 0
        self.moves = 0
        self.impossible = 0
        """How often tracking takes a move for impossible that was played, at once or when all is over."""

    def add(self, seen: Witnessed) -> None:
        """Count one game."""
        self.games += 1
        lately = frozenset[int]()
        for number in range(len(seen.turns)):
            self.moves += 1
            played = _Played(seen, number)
            self._count(played, lately, at_once=False)
            self._count(played, lately, at_once=True)
            lately = played.cells

    def _count(self, played: _Played, lately: frozenset[int], *, at_once: bool) -> None:
        traces = played.traces(at_once=at_once)
        missing, besides = played.missing(traces), played.besides(traces, lately)
        present = played.unfinished() if at_once else []
        if missing is None or besides is None or present is None:
            self.impossible += 1
            return
        charged = [
            cost
            for cost in (*missing, *besides, *present)
            if cost.per is not None and (cost.per in _AT_ONCE) is at_once
        ]
        self.charged.update(cost for cost in charged if cost.per in _EACH)
        self.charged.update({cost for cost in charged if cost.per not in _EACH})
        self.occasions.update(played.occasions_at_once() if at_once else (*played.occasions(), *_touched(besides)))


class _Played:
    """A move that was played, and what the sensors showed of it."""

    def __init__(self, seen: Witnessed, number: int) -> None:
        self._seen = seen
        self._number = number
        position, then = seen.positions[number], seen.positions[number + 1]
        hasty = TouchLog(seen.turns[: number + 1]).is_hasty(Millis(SCAN_MS))
        self._board = SensorModel(seen.game, seen.vision, frozenset(), Millis(SCAN_MS), hasty)
        self._move: Move = seen.moves[number]
        self._before, self._after = self._board.as_seen(position.board()), self._board.as_seen(then.board())
        self._crowned = is_crowned(self._move, position, then)
        self.cells = cells_of(self._move, self._before, self._after)

    def traces(self, *, at_once: bool) -> Traces:
        """What was seen of it a scan after the press, or when all was over."""
        seen, turn = self._seen, self._seen.turns[self._number]
        shown = seen.turns[self._number - 1].shown if self._number else seen.start
        now = Instant(turn.ended + (SCAN_MS if at_once else 2 * LATE_MS))
        reply = next(iter(seen.turns[self._number + 1 :]), None)
        replied = min(now, reply.ended) if reply is not None else now
        return Traces(self._board, shown, turn, list(_until(now, self._later())), now, replied)

    def _later(self) -> Iterator[LoggedTouch]:
        following: Iterable[Turn] = self._seen.turns[self._number + 1 : self._number + _TURNS]
        return itertools.chain(itertools.chain.from_iterable(turn.touches for turn in following), self._seen.afterwards)

    def missing(self, traces: Traces) -> list[Cost] | None:
        """What it is charged with for traces that it should have left."""
        return traces.missing(self._move, self._before, self._after, last=True, crowned=self._crowned)

    def besides(self, traces: Traces, lately: frozenset[int]) -> list[Cost] | None:
        """What it is charged with for what was touched besides; `lately` is what the move before it was about."""
        late = frozenset(cell for cell in lately if traces.by_last_hand(cell, self._before[cell]))
        return touched_besides(self._board, traces, self._after, self._move.path, self.cells, late)

    def unfinished(self) -> list[Cost] | None:
        """What it is charged with for what is left to be done a scan after the press."""
        seen, turn = self._seen, self._seen.turns[self._number]
        now, shown = Instant(turn.ended + SCAN_MS), list(turn.shown)
        soon = list(_until(now, self._later()))
        for touch in soon:
            shown[touch.cell] = touch.piece
        touched, standing, emptied = set(self.cells), set[int](), set[int]()
        for number in range(self._number, max(-1, self._number - _TURNS), -1):
            touches = (*seen.turns[number].touches, *(soon if number == self._number else ()))
            touched |= {touch.cell for touch in touches if touch.at >= now - LATE_MS}
            emptied |= {touch.cell for touch in touches if touch.piece == EMPTY}
            move = seen.moves[number]
            standing |= {*move.taken} - {move.path[-1]} - emptied
        return unfinished(self._board, seen.positions[self._number + 1], "".join(shown), touched, standing)

    def occasions(self) -> Iterator[Per]:
        """The occasions that the move gave, when all was over."""
        path, before, after = self._move.path, self._before, self._after
        yield Per.MOVE
        if len(path) == 1:
            return
        yield Per.PIECE_MOVE
        arrives, replaces = before[path[-1]] == EMPTY, path[-1] in self._move.taken
        given = {
            Per.ARRIVAL: arrives,
            Per.STEP: arrives and len(path) == 2 and not self._crowned,
            Per.CROWNING: self._crowned,
            Per.REPLACEMENT: replaces,
            Per.LOOKALIKE: replaces and before[path[-1]] == after[path[-1]],
            Per.PASSAGE: self._passes(),
        }
        yield from (per for per, is_given in given.items() if is_given)

    def _passes(self) -> bool:
        """Whether the move leads over cells that it is not about."""
        free = set(range(len(self._before))) - self.cells
        steps = itertools.pairwise(self._move.path)
        return any(lies_between(cell, one, other, self._board.game.cols) for one, other in steps for cell in free)

    def occasions_at_once(self) -> Iterator[Per]:
        """The occasions that the move gave a scan after the press."""
        yield Per.MOVE_AT_ONCE
        ends = {self._move.path[0], self._move.path[-1]}
        yield from (Per.REMOVAL_AT_ONCE for cell in differing(self._before, self._after) if cell not in ends)


def _until(now: Instant, touches: Iterable[LoggedTouch]) -> Iterator[LoggedTouch]:
    return itertools.takewhile(lambda touch: touch.at <= now, touches)


def _touched(besides: Iterable[Cost]) -> Iterator[Per]:
    """The occasions that something touched besides the move gave."""
    lifted = (costs.LIFTED_BESIDE, costs.LIFTED_ELSEWHERE)
    free = (costs.PASSED_OVER, costs.TOUCHED_BESIDE, costs.TOUCHED_ELSEWHERE, costs.PUT_RIGHT_AFTER_PRESS)
    for cost in besides:
        if cost in lifted:
            yield Per.LIFTED
        if cost in (*lifted, *free, costs.TOUCHED_ONE_MORE):
            yield Per.TOUCHED
