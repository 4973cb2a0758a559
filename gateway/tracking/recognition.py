"""Recognition: what the sensors show, turned into moves and other observations.

The legal moves predict what will be seen; what is seen and settles names the move. It settles when

* the clock was pressed, early or late, and it has stood for one scan;
* the opponent has begun to reply: a piece of the other side left the board, or anything else than the moved piece moved
  after the press;
* it has stood for several scans, more of them while a clock runs, since a press is then to be expected.

A move that settled without a press or a reply may still be changed by the hand that made it; it is then withdrawn. What
no legal move leads to may be a move under way (wait), several moves at once or a sign that an earlier one was guessed
wrong (`several_moves`), moves that were made while nobody looked (`gap_recovery`), a legal move around a sensor that is
stuck (`sensor_faults`), or an anomaly (`anomalies`).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from drivers.readings import PastTime
from gateway.games.game import Line, Move
from gateway.model.instants import Instant

from . import anomalies, gap_recovery, king_signals, one_move, sensor_faults, several_moves, unpressed
from .expectation import Expectation
from .look import Answer, Look
from .observations import BoardMatches, MovesSeen
from .touch_evidence import TouchEvidence
from .touch_log import TouchLog
from .tracker import Tracker
from .waits import (
    ANOMALY_MS,
    ANOMALY_PRESSED_SCANS,
    BLAME_SCANS,
    INFER_SCANS,
    MATCH_SCANS,
    RELEASE_MS,
    SETTLE_CLOCKED_SCANS,
    SETTLE_SCANS,
    UNREAD_MS,
    UNSURE_SCANS,
)

__all__ = ["next_deadline", "recognise", "recognise_changed", "recognise_standing"]

_AFTER_CHANGE_SCANS = (
    1,
    INFER_SCANS,
    UNSURE_SCANS,
    SETTLE_SCANS,
    BLAME_SCANS,
    MATCH_SCANS,
    SETTLE_CLOCKED_SCANS,
    ANOMALY_PRESSED_SCANS,
)
_AFTER_PRESS_SCANS = (1, UNSURE_SCANS, MATCH_SCANS)


def recognise(tracker: Tracker, line: Line, at: Instant, *, clocked: bool = False, only: Move | None = None) -> Answer:
    """What the sensors say about the game, if they say anything yet. Ask again after each observation.

    Where the side to move has bound itself to one move, `only` that one is expected.
    """
    while tracker.gap.missed:
        moment = tracker.gap.missed[0][0]
        timed = any(isinstance(event, PastTime) for _, event in tracker.gap.missed)
        tracker, observation = _recognise_now(tracker, line, moment, clocked=timed, only=only)
        if isinstance(observation, MovesSeen):
            return tracker, msgspec.structs.replace(observation, inferred=True)
        if observation is not None:
            return tracker, observation
        tracker = tracker.catch_up()
    return _recognise_now(tracker, line, at, clocked=clocked, only=only)


def recognise_standing(
    tracker: Tracker, line: Line, at: Instant, *, since: Instant, clocked: bool, only: Move | None = None
) -> Answer:
    """The legal move that has stood on the board since an instant or longer, though it has not settled yet."""
    tracker = tracker.expecting(line, at, only)
    if tracker.expected is None or tracker.sensors.raw is None or tracker.sensors.since > since or tracker.withholds:
        return tracker, None
    look = Look.of(tracker, tracker.expected, line, at, clocked=clocked)
    return one_move.standing(look) or (tracker, None)


def recognise_changed(tracker: Tracker, line: Line, at: Instant, *, clocked: bool) -> Answer:
    """The anomaly that another move in place of the last one is, where the rules let nobody change it."""
    ply = len(line.moves)
    tracker = tracker.with_progress(ply=ply, pressed_ply=ply, complete=True).with_touches(log=TouchLog())
    tracker = tracker.expecting(line, at)
    if tracker.expected is None:
        return tracker, None
    return anomalies.reported_at_once(Look.of(tracker, tracker.expected, line, at, clocked=clocked))


def next_deadline(tracker: Tracker, at: Instant) -> Instant | None:
    """When to look again though no reading came."""
    sensors = tracker.sensors
    if sensors.raw is None:
        return None
    since = tracker.still_since
    moments = [Instant(since + sensors.scans(count)) for count in _AFTER_CHANGE_SCANS]
    moments += [Instant(tracker.progress.pressed_at + sensors.scans(count)) for count in _AFTER_PRESS_SCANS]
    moments.append(Instant(tracker.progress.pressed_at + RELEASE_MS))
    moments += [Instant(since + ANOMALY_MS), Instant(since + UNREAD_MS)]
    if (calm := sensors.health.next_deadline()) is not None:
        moments.append(calm)
    return min((moment for moment in moments if moment > at), default=None)


def _recognise_now(tracker: Tracker, line: Line, at: Instant, *, clocked: bool, only: Move | None) -> Answer:
    """What the sensors say at one moment: the first step that has an answer gives it."""
    sensors = tracker.sensors.calmed(at)
    if sensors is not tracker.sensors:
        tracker = msgspec.structs.replace(tracker, sensors=sensors)
    tracker = tracker.expecting(line, at, only)
    if tracker.gap.lacking:
        return gap_recovery.lacking(tracker)
    if tracker.progress.confirmed is not None:
        return one_move.confirmed_by_reply(tracker, tracker.progress.confirmed, at, clocked=clocked)
    expected = tracker.expected
    if expected is None or tracker.sensors.raw is None or tracker.withholds:
        return tracker, None
    if tracker.memo.withheld and tracker.seen == expected.home:
        tracker = tracker.with_memo(withheld="")
    look = Look.of(_oriented(tracker, expected), expected, line, at, clocked=clocked)
    for step in _STEPS:
        if (answer := step(look)) is not None:
            return answer
    return look.tracker, None


def _oriented(tracker: Tracker, expected: Expectation) -> Tracker:
    """The tracker turned round if need be: where colours are not told apart, the first move shows who sits where."""
    if tracker.sensors.orientation_known or (seen := tracker.seen) == expected.home:
        return tracker
    if seen in expected.moves:
        return tracker.with_sensors(orientation_known=True)
    other = tracker.with_sensors(layout=tracker.layout.other_way(), orientation_known=True)
    return other.with_touches(evidence=TouchEvidence()) if other.seen in expected.moves else tracker


def _board_matches(look: Look) -> Answer | None:
    """The board shows the position."""
    if look.seen != look.expected.home:
        return None
    tracker = look.tracker
    if tracker.gap.open or tracker.gap.unheard:
        tracker, unseen = gap_recovery.matches_again(tracker)
        if unseen or tracker.memo.reported:
            return tracker.matching(), BoardMatches(unseen)
        look = msgspec.structs.replace(look, tracker=tracker)
    if tracker.memo.reported:
        return tracker.matching(), BoardMatches()
    stood = min(look.still_ms, look.since_press_ms) >= max(look.scans(MATCH_SCANS), RELEASE_MS)
    progress, touches = tracker.progress, tracker.touches
    if stood and not progress.presses:
        tracker = tracker.with_gap(unmatched=False) if tracker.gap.unmatched else tracker
    if stood and (touches.evidence != TouchEvidence() or progress.presses):
        log = touches.log.back_to(progress.ply) if progress.presses else touches.log
        pressed_ply = min(progress.pressed_ply, progress.ply)
        matching = tracker.matching().with_progress(pressed_ply=pressed_ply).with_touches(log=log)
        matching = matching.with_gap(half_told=False)
        if progress.presses == 1:  # without a move; the opponent may go on from there
            position = look.line.last
            played_on = gap_recovery.expected_from(tracker, position, position.board(), (position.turn.other,))
            matching = msgspec.structs.replace(matching, played_on=played_on)
        return matching, None
    return tracker, None


def _too_early(look: Look) -> Answer | None:
    """Nothing yet: what is no single move must stand for a while."""
    return (look.tracker, None) if look.still_ms < look.scans(INFER_SCANS) else None


_STEPS: tuple[Callable[[Look], Answer | None], ...] = (
    anomalies.left_behind,
    _board_matches,
    sensor_faults.wrong_from_the_start,
    one_move.legal_move,
    unpressed.answered,
    unpressed.shown_at_once,
    king_signals.recognise,
    gap_recovery.lost_track,
    gap_recovery.take_up,
    one_move.played_on,
    several_moves.plainly_irregular,
    several_moves.pressed_for,
    several_moves.pressed_besides,
    one_move.change_of_mind,
    _too_early,
    several_moves.not_pressed_for,
    sensor_faults.stuck,
    unpressed.not_followed,
    anomalies.reported,
)
"""The steps of recognition, tried one after another; a step that has nothing to say of what is seen answers None."""
