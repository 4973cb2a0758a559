"""Turning pictures into moves.

The legal moves predict views; the view that settles names the move. A view settles when

* the clock was pressed, early or late, and the view has stood for one scan;
* the opponent has begun to reply: a piece of the other side left the board, or anything else than the moved piece moved
  after the press;
* it has stood for several scans, more of them while a clock runs, since a press is then to be expected.

A move that settled without a press or a reply may still be changed by the hand that made it; it is then withdrawn. A
view that no legal move leads to may be a move under way (wait), several moves at once or the sign that an earlier one
was guessed wrong (`retelling`), moves that were made while nobody looked (`absence`), a legal move around a sensor
that is stuck (`sensors`), or something else (`irregular`). After something irregular the position by the rules stays
what it is, but if the opponent plays on from what stands on the board, tracking follows.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from drivers.readings import EMPTY, PastTime
from gateway.games.game import Line
from gateway.model.instants import Instant
from gateway.model.irregularities import Irregularity
from gateway.model.sides import Side

from . import costs, king_signals
from .cells import differing, masked
from .expectation import Expectation, MoveChoice, TouchEvidence, expect
from .gap_recovery import INFER_SCANS, STRANGE_MS, reopen, standing, take_up, was_out_of_sight
from .hypothesis import Beam, Reinterpretation
from .irregular import classify
from .observations import Anomaly, BoardMatches, Corrected, MovesSeen, Observation, SensorStuck, Withdrawn
from .reinterpretation import Effort, reinterpret
from .traces import SensorModel
from .tracker import SETTLE_SCANS, UNREAD_MS, Tracker
from .vision import Vision, see

__all__ = ["next_deadline", "recognise"]

_SETTLE_CLOCKED_SCANS = 12
"""While a clock runs a press is expected; only a player who forgets it is waited for so long."""
_UNSURE_SCANS = 3
_AROUND_SCANS = 12
"""A sensor is only called stuck when everybody has waited for it."""
_BEHIND_SCANS = 2
"""A piece that is let go after the press is seen by then."""
_UNREAD_SCANS = 6
"""So long a sensor may be behind the hand when two have pressed since."""
_HOME_SCANS = 8
"""When the board has shown the position for so long, what was touched before means nothing any more."""
_STRANGE_PRESSED_SCANS = 14
_IN_VAIN = 16
"""After so many fruitless looks at a board the next one waits for a picture that stands one scan longer."""
_MOST_PATIENT = 12
_BACK = ((6, False), (18, False), (48, False), (6, True), (96, False), (48, True))
"""How many of the last moves are told anew, and whether with pieces that were never seen to arrive, if less does not
explain the board."""

_replace = msgspec.structs.replace


def recognise(
    tracker: Tracker, line: Line, at: Instant, *, clocked: bool = False
) -> tuple[Tracker, Observation | None]:
    """What the picture says about the game, if it says anything yet. Ask again after each sight."""
    while tracker.missed:
        moment = tracker.missed[0][0]
        timed = any(isinstance(event, PastTime) for _, event in tracker.missed)
        tracker, sight = _look(tracker, line, moment, clocked=timed)
        if sight is not None:
            return tracker, _replace(sight, inferred=True) if isinstance(sight, MovesSeen) else sight
        tracker = tracker.catch_up()
    return _look(tracker, line, at, clocked=clocked)


def _look(tracker: Tracker, line: Line, at: Instant, *, clocked: bool) -> tuple[Tracker, Observation | None]:
    sensors = tracker.sensors.calmed(at)
    if sensors is not tracker.sensors:
        tracker = _replace(tracker, sensors=sensors)
    tracker = tracker.expecting(line, at)
    if tracker.certain is not None:
        seen = _seen(tracker.certain, by_press=tracker.presses > 0)
        if tracker.certain.doubtful:
            tracker = _replace(tracker, doubted=tracker.ply + 1)
        return tracker.moved(seen.moves, at, complete=True, clocked=clocked, replied=True), seen
    if tracker.expected is None or (view := tracker.view) is None:
        return tracker, None
    return _Look(_find_way(tracker, tracker.expected, view), tracker.expected, line, at, clocked=clocked).judge()


def next_deadline(tracker: Tracker, at: Instant) -> Instant | None:
    """When to look again though no reading came."""
    if tracker.cells is None:
        return None
    settle = (1, INFER_SCANS, _UNSURE_SCANS, SETTLE_SCANS, _AROUND_SCANS, _HOME_SCANS, _SETTLE_CLOCKED_SCANS)
    moments = [Instant(tracker.since + tracker.scans(count)) for count in (*settle, _STRANGE_PRESSED_SCANS)]
    moments += [Instant(tracker.pressed_at + tracker.scans(count)) for count in (1, _UNSURE_SCANS, _HOME_SCANS)]
    moments += [Instant(tracker.since + STRANGE_MS), Instant(tracker.since + UNREAD_MS)]
    if (calm := tracker.sensors.next_deadline()) is not None:
        moments.append(calm)
    return min((moment for moment in moments if moment > at), default=None)


def _find_way(tracker: Tracker, expected: Expectation, view: str) -> Tracker:
    """On a board that looks alike from both sides, the first move shows who sits where."""
    if tracker.way_known or tracker.cells is None or view == expected.home:
        return tracker
    if view in expected.moves:
        return _replace(tracker, way_known=True)
    other = _replace(tracker, layout=tracker.layout.other_way(), way_known=True, evidence=TouchEvidence())
    return other if other.view in expected.moves else tracker


class _Look:
    """One look at the board. Lives only as long as the look."""

    def __init__(self, tracker: Tracker, expected: Expectation, line: Line, at: Instant, *, clocked: bool) -> None:
        self._tracker = tracker
        self._expected = expected
        self._line = line
        self._at = at
        self._clocked = clocked
        self._picture = tracker.picture or ""
        self._view = tracker.view or ""
        self._still = at - tracker.since
        self._settle = tracker.scans(_SETTLE_CLOCKED_SCANS if clocked else SETTLE_SCANS)

    def judge(self) -> tuple[Tracker, Observation | None]:
        if self._view == self._expected.home:
            return self._at_home()
        tracker = self._tracker
        if tracker.gap and not self._line.moves and (cell := self._wrong_at_first()) is not None:
            # Somebody plays although one cell does not show its piece: it cannot be read.
            begun = tracker.presses > 0 or self._still >= tracker.scans(_HOME_SCANS)
            return self._stuck(cell) if begun and tracker.touch_log.touches_seen else (tracker, None)
        choice = self._expected.choose(self._view, tracker.evidence)
        if choice is not None:
            return self._chosen(choice)
        if tracker.signed is not None or king_signals.is_sign(self._picture):
            return king_signals.recognise(tracker, self._line, self._at)
        if tracker.gap:
            return take_up(tracker, self._expected, self._line, self._at, clocked=self._clocked)
        for expected in tracker.played_on:
            choice = expected.choose(self._view, tracker.evidence)
            if choice is not None:
                return self._played_on(choice, expected)
        if tracker.presses and self._view != tracker.glimpsed:
            waited = self._at - tracker.pressed_at
            due = tracker.presses > 1 or waited >= tracker.scans(_UNSURE_SCANS)
            if waited >= tracker.scan_ms and due and self._still >= tracker.scans(self._patience()):
                told = self._tell_anew(extra=0)
                tracker = self._tracker
                if told is None and tracker.presses > 1 and self._is_sure and (cell := self._unread_cell()) is not None:
                    return self._stuck(cell)
                if told is None:
                    tracker = _replace(tracker, fruitless=tracker.fruitless + 1)
                    if waited < tracker.scans(_UNSURE_SCANS):
                        return tracker, None
                again = reopen(tracker, self._line, self._at) if told is None and self._is_settled() else None
                return told or again or (_replace(tracker, glimpsed=self._view), None)
        if not tracker.complete and self._is_settled() and self._is_change_of_mind():
            return tracker.withdrawn(), Withdrawn()
        return self._unexplained()

    def _patience(self) -> int:
        """For so many scans a picture must stand before the last turns are told anew: that costs much, and the longer
        nothing has made sense, the less does each change of the picture promise."""
        return min(_MOST_PATIENT, self._tracker.fruitless // _IN_VAIN)

    @property
    def _is_sure(self) -> bool:
        """Whether the last moves were seen: before a sensor is blamed, what was worked out is called into question."""
        return not was_out_of_sight(self._tracker)

    def _is_settled(self) -> bool:
        """Whether the view has stood for long enough to mean something."""
        tracker = self._tracker
        return self._still >= (tracker.scans(INFER_SCANS) if tracker.presses else self._settle)

    # A move -----------------------------------------------------------------------------------------------------------

    def _chosen(self, choice: MoveChoice) -> tuple[Tracker, Observation | None]:
        """The view is a legal move: has it settled?"""
        tracker, still, wait = self._tracker, self._still, self._settle
        by_press = tracker.presses > 0
        if by_press:
            # The sensors may be a scan behind the hand that pressed.
            still = min(still, self._at - tracker.pressed_at)
            wait = tracker.scan_ms if choice.sure else tracker.scans(_UNSURE_SCANS)
        if still < wait or not (choice.sure or by_press):  # unsure: it may be a piece in the hand
            return tracker, None
        if by_press and (tracker.doubted >= 0 or choice.doubtful):
            back = max(0, tracker.ply - tracker.doubted) if tracker.doubted > 0 else 0
            told = self._retold(extra=0, reach=((back + _BACK[0][0], False),))
            named = self._named(choice, told) if told is not None else None
            if told is not None and named is None and (sight := self._say(told)) is not None:
                return sight
            tracker = self._tracker
            may_change = told is not None and not told.best.plain and still < tracker.scans(_UNSURE_SCANS)
            if named is not None and may_change:
                return tracker, None  # who presses first has not let go
            choice = named or choice
        seen = _seen(choice, by_press=by_press, inferred=tracker.gap)
        if choice.doubtful:
            tracker = _replace(tracker, doubted=tracker.ply + 1)
        return tracker.moved(seen.moves, self._at, complete=by_press, clocked=self._clocked), seen

    def _named(self, choice: MoveChoice, told: Reinterpretation) -> MoveChoice | None:
        """The choice with the one of the moves that look alike that was told, however little speaks for it, and with
        those that might be told as well; None if something else was told."""
        row = [move.text for move in told.best.moves[len(self._line.moves) - told.base :]]
        alike = self._expected.moves[self._view]
        for move in alike:
            if told.best.current and row == [move.text]:
                same = move.text == choice.move.text  # which may be by another route
                others = tuple(other for other in alike if other.text in told.open)
                return _replace(choice, move=choice.move if same else move, alternatives=others)
        return None

    def _played_on(self, choice: MoveChoice, expected: Expectation) -> tuple[Tracker, Observation | None]:
        """The view is a legal move from the irregular position that stood on the board."""
        tracker = self._tracker
        by_press = tracker.presses > 0
        if self._still < (tracker.scan_ms if by_press else self._settle):
            return tracker, None
        moved = tracker.moved((choice.move,), self._at, complete=by_press, clocked=self._clocked)
        return moved, _replace(_seen(choice), base=expected.position)

    def _is_change_of_mind(self) -> bool:
        """Whether the view is where the last move came from, or another legal move from there."""
        if len(self._line.positions) < 2:
            return False
        tracker = self._tracker
        before = expect(tracker.game, tracker.vision, self._line.positions[-2], tracker.sensors.blind)
        return self._view == before.home or self._view in before.moves

    # Several moves ----------------------------------------------------------------------------------------------------

    def _tell_anew(self, extra: int) -> tuple[Tracker, Observation] | None:
        """The moves that the presses tell of, and if it must be, others instead of the last ones."""
        told = self._retold(extra, _BACK)
        return None if told is None else self._say(told)

    def _say(self, told: Reinterpretation) -> tuple[Tracker, Observation] | None:
        """What was told, if it can be believed and need not wait for the next move."""
        behind = self._tracker.presses and self._at - self._tracker.pressed_at < self._tracker.scans(_BEHIND_SCANS)
        if behind and told.extra_cost > costs.LOOK_BACK_EXTRA.bits // 2:
            return None  # what is missing may yet be seen
        tracker, line, best = self._tracker, self._line, told.best
        instead_of = len(line.moves) - told.base
        if best.current:
            row = best.moves[instead_of:]
            if not row or (tracker.presses < 2 and not (best.plain and told.margin >= costs.EARLY_MARGIN.bits)):
                return None  # the next move will tell more
            complete, pressed = tracker.ply + len(row) <= tracker.done, tracker.presses > 0
            moved = tracker.moved(row, self._at, complete=complete, clocked=self._clocked, replied=True)
            if told.margin < costs.DOUBTFUL_MARGIN.bits:
                moved = _replace(moved, doubted=moved.ply)
            return moved, MovesSeen(row, by_press=pressed, inferred=not pressed, traced=pressed)
        moves, kept = best.moves, line.moves[told.base :]
        while moves and kept and moves[0].text == kept[0].text:
            moves, kept = moves[1:], kept[1:]
        retold = tracker.retold(len(kept), moves)
        return _replace(retold, doubted=retold.ply), Corrected(len(kept), moves)

    def _retold(self, extra: int, reach: Sequence[tuple[int, bool]]) -> Reinterpretation | None:
        tracker, line = self._tracker, self._line
        hasty = tracker.touch_log.is_hasty(tracker.scan_ms)
        board = SensorModel(tracker.game, tracker.vision, tracker.sensors.blind, tracker.scan_ms, hasty)
        extra = max(extra, tracker.ply - tracker.done)
        effort, best = Effort(), None
        starts: list[tuple[int | Beam, bool]] = [*reach]
        if tracker.beam is not None and tracker.beam.follows(line, tracker.touch_log):
            starts.insert(0, (tracker.beam, False))
        for back, unseen in starts:
            told = reinterpret(
                board, line, tracker.touch_log, self._picture, self._at, effort, back=back, extra=extra, unseen=unseen
            )
            if told is not None and told.best.clean and (best is None or told.extra_cost < best.extra_cost):
                best = told
            if best is not None and best.extra_cost <= costs.LOOK_BACK_EXTRA.bits:
                break
        if best is not None:
            self._tracker = _with_beam(tracker, best.beam)
        return best

    def _unread_cell(self) -> int | None:
        """The one untouched cell that, if it could not be read, would let all be legal that was pressed since."""
        tracker = self._tracker
        turn = next((turn for turn in tracker.touch_log.turns if turn.done > tracker.ply), None)
        behind = self._at - tracker.pressed_at < tracker.scans(_UNSURE_SCANS)
        if turn is None or behind or self._at - turn.ended < tracker.scans(_UNREAD_SCANS):
            return None
        touched = {touch.cell for touch in turn.touches}
        moves = [move for move in self._expected.legal if len(move.path) > 1]
        suspects = {move.path[-1] for move in moves if move.path[0] in touched}
        suspects |= {move.path[0] for move in moves if move.path[-1] in touched}
        before = [earlier for earlier in tracker.touch_log.turns if earlier.done == tracker.ply][-1:]
        for earlier in before:  # what was wrong before anybody moved
            shown = masked(see(tracker.game, tracker.vision, earlier.shown), tracker.sensors.blind)
            suspects |= set(differing(shown, self._expected.home))
        found, effort = [], Effort()
        for cell in sorted(suspects - touched - tracker.sensors.blind):
            board = SensorModel(tracker.game, tracker.vision, tracker.sensors.blind | {cell}, tracker.scan_ms)
            told = reinterpret(
                board, self._line, tracker.touch_log, self._picture, self._at, effort, back=0, extra=0, unseen=False
            )
            if told is not None and told.best.clean and told.best.current:
                found.append(cell)
        return found[0] if len(found) == 1 and effort.left > 0 else None

    # No move ----------------------------------------------------------------------------------------------------------

    def _at_home(self) -> tuple[Tracker, Observation | None]:
        """The board shows the position."""
        tracker = self._tracker
        if tracker.strange:
            return tracker.agreed(), BoardMatches()
        still = min(self._still, self._at - tracker.pressed_at)
        if still >= tracker.scans(_HOME_SCANS) and (tracker.evidence != TouchEvidence() or tracker.presses):
            touch_log = tracker.touch_log.back_to(tracker.ply) if tracker.presses else tracker.touch_log
            return tracker.agreed(done=min(tracker.done, tracker.ply), touch_log=touch_log), None
        return (_replace(tracker, gap=False) if tracker.gap else tracker), None

    def _unexplained(self) -> tuple[Tracker, Observation | None]:
        tracker = self._tracker
        if self._still < tracker.scans(INFER_SCANS):
            return tracker, None
        if self._view != tracker.searched and self._still >= self._settle:
            if self._expected.position.underway(self._picture):
                return _replace(tracker, searched=self._view), None
            if (told := self._tell_anew(extra=2) or reopen(tracker, self._line, self._at)) is not None:
                return told
            tracker = _replace(self._tracker, fruitless=tracker.fruitless + 1)
            # Whatever was played out of sight, it was something else, and the game goes on from what the board shows.
            lost = not self._is_sure and tracker.vision is Vision.PIECES
            if lost:
                return _replace(tracker, searched="", gap=True, anchor=-1), None
            return _replace(tracker, searched=self._view), None
        waited = min(self._still, self._at - tracker.pressed_at) >= tracker.scans(_AROUND_SCANS)
        # While something irregular is put right again, no sensor is to blame.
        blames = tracker.presses and waited and not tracker.strange and self._is_sure
        if blames and (cell := self._stuck_cell()) is not None:
            return self._stuck(cell)
        if self._view != tracker.strange and self._is_strange():
            return self._report()
        return tracker, None

    def _wrong_at_first(self) -> int | None:
        """The only cell that was wrong when the board was first seen, if it still is."""
        shown = self._tracker.touch_log.turns[0].shown
        view = masked(see(self._tracker.game, self._tracker.vision, shown), self._tracker.sensors.blind)
        wrong = differing(view, self._expected.home)
        # An empty board with one stone on it is no stuck sensor.
        stands = len(self._expected.home.replace(EMPTY, "")) > 1
        return wrong[0] if stands and len(wrong) == 1 and self._view[wrong[0]] == view[wrong[0]] else None

    def _stuck(self, cell: int) -> tuple[Tracker, Observation]:
        sensors = _replace(self._tracker.sensors, stuck=self._tracker.sensors.stuck | {cell})
        return _replace(self._tracker, sensors=sensors, searched="", glimpsed=""), SensorStuck(cell)

    def _stuck_cell(self) -> int | None:
        """The one cell that keeps the view from being a legal move, if it never stirred and is no captured piece's."""
        found = {
            (cells[0], move.text)
            for after, moves in self._expected.moves.items()
            if len(cells := differing(self._view, after)) == 1
            for move in moves
            if cells[0] in (move.path[0], move.path[-1]) and cells[0] not in self._tracker.sensors.changes
        }
        return found.pop()[0] if len(found) == 1 else None

    def _is_strange(self) -> bool:
        """Whether this has gone on for too long to be a move under way."""
        if self._tracker.presses or self._at_press() == self._picture:
            return self._still >= self._tracker.scans(_STRANGE_PRESSED_SCANS)
        in_hand = self._lacks_one() and any(len(move.path) > 1 for move in self._expected.legal)  # stones stay put
        return self._still >= STRANGE_MS and not in_hand and not self._expected.position.underway(self._picture)

    def _lacks_one(self) -> bool:
        """Whether nothing but one missing piece tells the view from the position."""
        changed = differing(self._view, self._expected.home)
        return len(changed) == 1 and self._view[changed[0]] == EMPTY

    def _at_press(self) -> str:
        """What stood on the board when the last move was pressed, if nobody has pressed since."""
        tracker = self._tracker
        turns = tracker.touch_log.turns
        return turns[-1].shown if turns and not tracker.presses and turns[-1].ended == tracker.pressed_at else ""

    def _report(self) -> tuple[Tracker, Observation | None]:
        tracker, line = self._tracker, self._line
        before = line.positions[-2] if len(line.positions) > 1 else None
        finding = classify(tracker.game, tracker.vision, line.last, before, self._picture, self._at_press())
        played_on: tuple[Expectation, ...] = ()
        if finding.kind.may_be_played_on:
            played_on = standing(tracker, line, self._letters(line.last.board()), (finding.side.other,))
        elif finding.kind is Irregularity.UNEXPLAINED and tracker.vision is Vision.PIECES:
            played_on = standing(tracker, line, self._picture, tuple(Side))
        reported = _replace(tracker, strange=self._view, played_on=played_on, evidence=TouchEvidence())
        return reported, Anomaly(finding, self._picture)

    def _letters(self, home: str) -> str:
        """The picture with what has not moved written as the position has it: kings may lack their crowns."""
        game, vision = self._tracker.game, self._tracker.vision
        same = zip(home, self._picture, see(game, vision, home), see(game, vision, self._picture), strict=True)
        return "".join(known if was == now else shown for known, shown, was, now in same)


def _with_beam(tracker: Tracker, beam: Beam | None) -> Tracker:
    """The tracker with what may be told of turns long past; where there is but one way, there is no doubt."""
    if beam is not None and len(beam.hypotheses) == 1:
        settled = tracker.doubted <= beam.turn.done
        return _replace(tracker, beam=None, doubted=-1 if settled else tracker.doubted)
    return _replace(tracker, beam=beam)


def _seen(choice: MoveChoice, *, by_press: bool = False, inferred: bool = False) -> MovesSeen:
    return MovesSeen((choice.move,), by_press=by_press, inferred=inferred, alternatives=choice.alternatives)
