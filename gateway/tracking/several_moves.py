"""Several moves: what is seen is where no single legal move leads, so the last turns are reinterpreted.

Either more was played than was seen move by move, or an earlier move was taken for another one.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.readings import EMPTY

from . import anomalies, costs, sensor_faults
from .cells import differing
from .effort import Effort
from .gap_recovery import is_unsure, reopen, was_out_of_sight
from .hypothesis import Beam, Reinterpretation
from .look import Answer, Look
from .observations import Corrected, MovesSeen
from .reinterpretation import Span, reinterpret
from .tracker import Tracker
from .vision import Vision
from .waits import BEHIND_SCANS, UNSURE_SCANS

__all__ = [
    "FIRST_REACH",
    "conclude",
    "not_pressed_for",
    "plainly_irregular",
    "pressed_besides",
    "pressed_for",
    "reinterpret_turns",
]

FIRST_REACH = 6
"""The number of last moves that are reinterpreted first."""
_REACH = ((FIRST_REACH, False), (18, False), (48, False), (6, True), (96, False), (48, True))
"""Numbers of last moves that are reinterpreted, and whether with pieces that were never seen to arrive, if less does
not explain the board."""
_NOT_PRESSED_FOR = 2
"""The most moves without a press that may explain what is seen."""
_FRUITLESS_PER_SCAN = 16
"""The number of fruitless searches after which the next one waits one scan longer."""
_LONGEST_WAIT_SCANS = 12


def pressed_for(look: Look) -> Answer | None:
    """As many moves as there were presses for, or others in place of the last ones."""
    tracker = look.tracker
    presses = tracker.progress.presses
    if not presses or look.seen == tracker.memo.glimpsed:
        return None
    overdue = look.since_press_ms >= look.scans(UNSURE_SCANS)
    due = look.since_press_ms >= look.scans(1) and (presses > 1 or overdue)
    if not due or look.still_ms < look.scans(_patience(tracker)):
        return None
    tracker, found = reinterpret_turns(look, 0, _REACH)
    answer = None if found is None else conclude(look, tracker, found)
    if overdue and presses > 1 and not is_unsure(tracker) and _is_refuted(look, found):
        answer = anomalies.answered(look, tracker) or answer
    if answer is not None:
        return answer
    if presses > 1 and (cell := sensor_faults.unread_cell(look)) is not None:
        return sensor_faults.found_stuck(tracker, cell)
    tracker = tracker.with_memo(fruitless=tracker.memo.fruitless + 1)
    if not overdue:
        return tracker, None
    again = reopen(tracker, look.line, look.at) if look.settled else None
    return again or (_searched_at_press(look, tracker, found), None)


def plainly_irregular(look: Look) -> Answer | None:
    """The anomaly that stands plainly on the board after its press, unless some row of moves explains it after all."""
    if look.seen in {look.tracker.memo.reported, look.tracker.memo.glimpsed} or not anomalies.plain_at_press(look):
        return None
    _, found = reinterpret_turns(look, 0, _REACH)
    return anomalies.reported_at_once(look) if found is None else None


def pressed_besides(look: Look) -> Answer | None:
    """Nothing yet: what its hand did besides a move that was seen before its press is kept in mind."""
    tracker = look.tracker
    if look.seen == tracker.memo.glimpsed or anomalies.shown_at_press(look) != look.shown:
        return None
    if look.since_press_ms < look.scans(UNSURE_SCANS) or not anomalies.stood_at_press(look):
        return None
    tracker, found = reinterpret_turns(look, 0, _REACH)
    return _searched_at_press(look, tracker, found), None


def not_pressed_for(look: Look) -> Answer | None:
    """Moves that nobody has pressed for, or others in place of the last ones."""
    tracker = look.tracker
    if look.seen == tracker.memo.searched or look.still_ms < look.settle_ms:
        return None
    if look.expected.position.underway(look.shown):
        return tracker.with_memo(searched=look.seen), None
    searched, found = reinterpret_turns(look, _NOT_PRESSED_FOR, _REACH)
    answer = None if found is None else conclude(look, searched, found)
    answer = answer or reopen(tracker, look.line, look.at)
    if answer is not None:
        return answer
    searched = searched.with_memo(fruitless=tracker.memo.fruitless + 1)
    if was_out_of_sight(tracker) and tracker.vision is Vision.PIECES:
        # Whatever was played out of sight, it was something else, and the game goes on from what the board shows.
        return searched.with_memo(searched="").with_gap(open=True, anchor=-1, unsure_from=tracker.progress.ply), None
    return searched.with_memo(searched=look.seen), None


def _searched_at_press(look: Look, tracker: Tracker, found: Reinterpretation | None) -> Tracker:
    """The tracker that has searched what is seen; if that stood at the last press and is no move, it keeps it."""
    tracker = tracker.with_memo(glimpsed=look.seen)
    if look.seen == tracker.memo.reported or not anomalies.stood_at_press(look):
        return tracker
    return tracker.with_memo(refuted=look.shown) if _is_refuted(look, found) else tracker


def _is_refuted(look: Look, found: Reinterpretation | None) -> bool:
    """Whether no row of moves explains what is seen, or only one that leaves a piece where it does not stand.

    What was knocked over is put right by whoever did it; what stands elsewhere at a press was put there.
    """
    if found is None:
        return True
    log, home = look.tracker.touches.log, look.tracker.sensors.as_seen(found.best.position.board())
    put = {touch.cell for turn in log.turns[-1:] for touch in turn.touches if touch.piece != EMPTY}
    return any(look.seen[cell] != EMPTY and home[cell] == EMPTY for cell in differing(home, look.seen) if cell in put)


def reinterpret_turns(
    look: Look, extra: int, reach: Sequence[tuple[int, bool]]
) -> tuple[Tracker, Reinterpretation | None]:
    """The last turns reinterpreted as far back as need be, with the hypotheses to begin with the next time.

    Up to `extra` moves may be played that nobody has pressed for. Beginning with the beam, if there is one, each
    `reach` is tried until what the board shows costs little enough.
    """
    tracker, line, log = look.tracker, look.line, look.tracker.touches.log
    model = tracker.sensors.model(hasty=log.is_hasty(tracker.sensors.scan_ms))
    extra = max(extra, tracker.progress.ply - tracker.progress.pressed_ply)
    starts: list[tuple[int | Beam, bool]] = [*reach]
    if tracker.doubt.beam is not None and tracker.doubt.beam.follows(line, log):
        starts.insert(0, (tracker.doubt.beam, False))
    effort, best = Effort(), None
    for back, unseen_landings in starts:
        span = Span(line, log, look.shown, look.at, back)
        found = reinterpret(model, span, effort, extra=extra, unseen_landings=unseen_landings)
        if found is not None and found.best.credible and (best is None or found.extra_cost < best.extra_cost):
            best = found
        if best is not None and best.extra_cost <= costs.LOOK_BACK_EXTRA.bits:
            break
    return (tracker if best is None else _with_beam(tracker, best.beam)), best


def conclude(look: Look, tracker: Tracker, found: Reinterpretation) -> Answer | None:
    """What was found, if it can be believed and need not wait for the next move."""
    just_pressed = tracker.progress.presses and look.since_press_ms < look.scans(BEHIND_SCANS)
    if just_pressed and found.extra_cost > costs.LOOK_BACK_EXTRA.bits // 2:
        return None  # what is missing may yet be seen
    return _added(look, tracker, found) if found.best.as_recorded else _corrected(look, tracker, found)


def _patience(tracker: Tracker) -> int:
    """For how many scans something must stand before it is searched: that costs much, and the longer nothing has made
    sense, the less does each change promise."""
    return min(_LONGEST_WAIT_SCANS, tracker.memo.fruitless // _FRUITLESS_PER_SCAN)


def _added(look: Look, tracker: Tracker, found: Reinterpretation) -> Answer | None:
    """Moves that come after the line."""
    best, progress = found.best, tracker.progress
    row = best.moves[len(look.line.moves) - found.base :]
    plain = best.plain and found.margin >= costs.EARLY_MARGIN.bits
    if not row or (progress.presses < 2 and not plain):
        return None  # the next move will tell more
    if look.expected.only is not None and len(row) == 1 and row[0] != look.expected.only:
        return None  # a move that the rules no longer allow, unless it has been answered
    complete, pressed = progress.ply + len(row) <= progress.pressed_ply, progress.presses > 0
    moved = tracker.moved(row, look.at, complete=complete, clocked=look.clocked, replied=1)
    if found.margin < costs.DOUBTFUL_MARGIN.bits:
        moved = moved.with_doubt(ply=moved.progress.ply)
    # Of presses and touches that were heard in no order, the order of the moves is worked out.
    inferred = not pressed or progress.ply < tracker.gap.blurred
    return moved, MovesSeen(row, by_press=pressed, inferred=inferred, traced=not inferred)


def _corrected(look: Look, tracker: Tracker, found: Reinterpretation) -> Answer:
    """Other moves than the last ones of the line."""
    moves, kept = found.best.moves, look.line.moves[found.base :]
    while moves and kept and moves[0].text == kept[0].text:
        moves, kept = moves[1:], kept[1:]
    corrected = tracker.reinterpreted(len(kept), moves)
    return corrected.with_doubt(ply=corrected.progress.ply), Corrected(len(kept), moves)


def _with_beam(tracker: Tracker, beam: Beam | None) -> Tracker:
    """The tracker with the hypotheses about turns long past; where there is but one, there is no doubt."""
    if beam is not None and len(beam.hypotheses) == 1:
        over = tracker.doubt.ply <= beam.turn.done
        return tracker.with_doubt(beam=None, ply=-1 if over else tracker.doubt.ply)
    return tracker.with_doubt(beam=beam)
