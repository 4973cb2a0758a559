"""Sensor faults: a cell that does not show what must stand on it, by what all the rest of the board shows."""

from __future__ import annotations

from drivers.readings import EMPTY

from .cells import differing
from .effort import Effort
from .gap_recovery import is_unsure
from .look import Answer, Look
from .observations import SensorStuck
from .reinterpretation import Span, reinterpret
from .touch_log import Turn
from .tracker import Tracker
from .waits import BLAME_SCANS, MATCH_SCANS, TWO_PRESSES_SCANS, UNSURE_SCANS

__all__ = ["found_stuck", "stuck", "unread_cell", "wrong_from_the_start"]


def found_stuck(tracker: Tracker, cell: int) -> Answer:
    """The tracker that no longer believes the sensor of this cell."""
    sensors = tracker.sensors.with_stuck(frozenset({cell}))
    return tracker.with_sensors(health=sensors.health).with_memo(searched="", glimpsed=""), SensorStuck(cell)


def wrong_from_the_start(look: Look) -> Answer | None:
    """A cell that was wrong when the board was first seen, although somebody plays: it cannot be read."""
    tracker = look.tracker
    if not tracker.gap.open or look.line.moves:
        return None
    at_first = tracker.sensors.as_seen(tracker.touches.log.turns[0].shown)
    wrong = differing(at_first, look.expected.home)
    # An empty board with one stone on it is no stuck sensor.
    stands = len(look.expected.home.replace(EMPTY, "")) > 1
    if not stands or len(wrong) != 1 or look.seen[wrong[0]] != at_first[wrong[0]]:
        return None
    begun = tracker.progress.presses > 0 or look.still_ms >= look.scans(MATCH_SCANS)
    return found_stuck(tracker, wrong[0]) if begun and tracker.touches.log.touches_seen else (tracker, None)


def stuck(look: Look) -> Answer | None:
    """The one cell that keeps what is seen from being a legal move, if it never stirred and is no captured piece's."""
    tracker = look.tracker
    waited = min(look.still_ms, look.since_press_ms) >= look.scans(BLAME_SCANS)
    # While something irregular is put right again, no sensor is to blame.
    if not tracker.progress.presses or not waited or tracker.memo.reported or is_unsure(tracker):
        return None
    found = {
        (cells[0], move.text)
        for after, moves in look.expected.moves.items()
        if len(cells := differing(look.seen, after)) == 1
        for move in moves
        if cells[0] in (move.path[0], move.path[-1])
        and look.seen[cells[0]] == look.expected.home[cells[0]]  # a stone of the wrong colour was laid by a hand
        and cells[0] not in tracker.sensors.health.changes
    }
    return found_stuck(tracker, found.pop()[0]) if len(found) == 1 else None


def unread_cell(look: Look) -> int | None:
    """The one untouched cell that, if it could not be read, would let all be legal that was pressed for since."""
    tracker = look.tracker
    turn = next((turn for turn in tracker.touches.log.turns if turn.done > tracker.progress.ply), None)
    if turn is None or is_unsure(tracker) or look.since_press_ms < look.scans(UNSURE_SCANS):
        return None
    if look.at - turn.ended < look.scans(TWO_PRESSES_SCANS):
        return None
    found, effort = [], Effort()
    span = Span(look.line, tracker.touches.log, look.shown, look.at, 0)
    for cell in sorted(_suspects(look, turn) - tracker.sensors.health.blind):
        model = tracker.sensors.model(also_blind=cell)
        explained = reinterpret(model, span, effort, extra=0, unseen_landings=False)
        if explained is not None and explained.best.credible and explained.best.as_recorded:
            found.append(cell)
    return found[0] if len(found) == 1 and effort.left > 0 else None


def _suspects(look: Look, turn: Turn) -> set[int]:
    """Untouched cells at the other end of moves of which one end was touched, or wrong before anybody moved."""
    tracker = look.tracker
    touched = {touch.cell for touch in turn.touches}
    moves = [move for move in look.expected.legal if len(move.path) > 1]
    suspects = {move.path[-1] for move in moves if move.path[0] in touched}
    suspects |= {move.path[0] for move in moves if move.path[-1] in touched}
    for earlier in [earlier for earlier in tracker.touches.log.turns if earlier.done == tracker.progress.ply][-1:]:
        suspects |= set(differing(tracker.sensors.as_seen(earlier.shown), look.expected.home))
    return suspects - touched
