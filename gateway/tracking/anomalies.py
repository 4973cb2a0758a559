"""Anomalies: what stood on the board when the clock was pressed, or has stood there for too long to be a move under
way, and is no move.

The position by the rules stays what it is; but if the opponent plays on from what stands there, tracking follows.
"""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Position
from gateway.model.irregularities import Irregularity
from gateway.model.sides import Side

from .cells import differing
from .expectation import Expectation, owner
from .gap_recovery import both_have_moved, expected_from, is_unsure, lost_again
from .irregular import Finding, Hands, classify, guessed
from .look import Answer, Look
from .observations import Anomaly
from .touch_evidence import TouchEvidence
from .touch_log import LoggedTouch
from .tracker import Tracker
from .vision import Vision, see
from .waits import ANOMALY_MS, ANOMALY_PRESSED_SCANS, BEHIND_SCANS, RELEASE_MS

__all__ = [
    "answered",
    "left_behind",
    "moved_on",
    "plain_at_press",
    "reported",
    "reported_at_once",
    "shown_at_press",
    "stood_at_press",
]

_PLAIN = frozenset({Irregularity.ILLEGAL_MOVE, Irregularity.NO_CAPTURE, Irregularity.WRONG_CAPTURE})
"""Turns of one piece, with nothing else on the board out of its place but what it may have taken."""


def reported(look: Look) -> Answer | None:
    """The anomaly, once it has stood for long enough, and once only."""
    if look.seen == look.tracker.memo.reported or not _is_overdue(look):
        return None
    return (
        lost_again(look)
        if is_unsure(look.tracker) or both_have_moved(look)
        else _report(look, look.tracker, look.shown)
    )


def reported_at_once(look: Look) -> Answer:
    """The anomaly that is shown, whatever else it may have been."""
    return _report(look, look.tracker, look.shown)


def plain_at_press(look: Look) -> bool:
    """Whether one piece of the side to move stands where it may not go, pressed for, and all hands have let go.

    There is nothing left to wait for. What a hand may still hold, what may lack a captured piece and what a sensor may
    have made up is not plain.
    """
    tracker, progress = look.tracker, look.tracker.progress
    if progress.presses != 1 or tracker.played_on:
        return False
    if look.still_ms < look.scans(1) or look.since_press_ms < RELEASE_MS or not stood_at_press(look):
        return False
    finding = classify(tracker.game, tracker.vision, look.line.last, look.line.before, look.shown)
    return finding.kind in _PLAIN and finding.side is look.expected.position.turn


def left_behind(look: Look) -> Answer | None:
    """The anomaly that stood at a press, now that a hand changes it: put right or answered, it was pressed for."""
    shown = look.tracker.memo.refuted
    if not shown or look.tracker.sensors.as_seen(shown) == look.seen:
        return None
    return _report(look, look.tracker, shown)


def answered(look: Look, tracker: Tracker) -> Answer | None:
    """The anomaly that stood at a press which the opponent has answered before anybody could be sure of it."""
    shown = tracker.touches.log.shown_after(tracker.progress.ply + 1)
    seen = tracker.sensors.as_seen(shown)
    if not shown or seen in {look.expected.home, *look.expected.moves} or _is_under_way(look, shown):
        return None
    found = _report(look, tracker, shown)
    return found if any(moved_on(look, expected) for expected in found[0].played_on) else None


def moved_on(look: Look, expected: Expectation) -> str:
    """What was seen that the opponent's answer leads to: now, or when it was pressed for; empty if nothing was."""
    tracker = look.tracker
    at_press = tracker.sensors.as_seen(tracker.touches.log.shown_after(tracker.progress.ply + 2))
    return next((seen for seen in (look.seen, at_press) if seen in expected.moves), "")


def stood_at_press(look: Look) -> bool:
    """Whether what is seen stood on the board at the last press, and is neither the position nor a move under way."""
    tracker, expected = look.tracker, look.expected
    if tracker.sensors.since > tracker.progress.pressed_at + look.scans(BEHIND_SCANS) or is_unsure(tracker):
        return False
    if any(touch.piece == EMPTY and not _is_read_late(look, touch) for touch in tracker.touches.log.touches):
        return False  # the reply has begun, or what was taken comes off the board
    if tracker.progress.presses > len(tracker.played_on) + 1:
        return False  # which turn went wrong is not known
    return look.seen not in {expected.home, *expected.moves} and not _is_under_way(look, look.shown)


def _is_read_late(look: Look, touch: LoggedTouch) -> bool:
    """Whether a cell was left by the side that has pressed, and read only after it: boards scan one after the other."""
    position = look.expected.position
    in_scan = touch.at <= look.tracker.progress.pressed_at + look.scans(1)
    return in_scan and owner(position.board()[touch.cell]) is position.turn


def _is_under_way(look: Look, shown: str) -> bool:
    """Whether a legal move may have been under way at a press; a pawn that was let go is none until it is replaced."""
    position = look.expected.position
    return bool(position.underway(shown)) and position.left_unpromoted(shown) is None


def _report(look: Look, tracker: Tracker, shown: str) -> Answer:
    """The tracker ready to go on from what was shown, and the anomaly."""
    line, base = look.line, None
    new, progress = _without_earlier_strays(tracker, shown), tracker.progress
    hands = Hands(progress.presses > 0, look.clocked and progress.ply > progress.pressed_ply)
    finding = classify(tracker.game, tracker.vision, line.last, line.before, new, shown_at_press(look), hands)
    if (from_there := _done_from_there(tracker, finding, shown)) is not None:
        base, finding = from_there
    position = base or line.last
    played_on: tuple[Expectation, ...] = ()
    if finding.kind.may_be_played_on:
        letters = _with_known_letters(tracker, position, shown)
        played_on = expected_from(tracker, position, letters, (finding.side.other,))
    elif finding.kind is Irregularity.UNEXPLAINED and tracker.vision is Vision.PIECES:
        played_on = expected_from(tracker, position, shown, tuple(Side))
    tracker = msgspec.structs.replace(tracker, played_on=played_on).with_touches(evidence=TouchEvidence())
    tracker = tracker.with_memo(reported=tracker.sensors.as_seen(shown), refuted="")
    if base is not None:
        tracker = tracker.standing_on(base)
    return tracker, Anomaly(finding, shown, base)


def _done_from_there(tracker: Tracker, finding: Finding, shown: str) -> tuple[Position, Finding] | None:
    """The irregular position that was pressed for and what the other side has done from there, if that is one turn of
    its own; not if its opponent has taken the irregular turn back, or changed it."""
    if len(tracker.played_on) != 1 or not tracker.progress.presses:
        return None
    if finding.kind in {Irregularity.TAKEN_BACK, Irregularity.CHANGED}:
        return None
    stood = tracker.played_on[0].position
    done = classify(tracker.game, tracker.vision, stood, None, shown)
    return (stood, done) if done.side is stood.turn and done.kind.is_a_turn else None


def _is_overdue(look: Look) -> bool:
    """Whether this has gone on for too long to be a move under way."""
    if look.tracker.progress.presses or shown_at_press(look) == look.shown:
        if look.since_press_ms < RELEASE_MS + look.scans(BEHIND_SCANS):
            return False  # who has pressed with the piece in the hand is about to put it down
        return look.still_ms >= look.scans(ANOMALY_PRESSED_SCANS)
    in_hand = _lacks_one(look) and any(len(move.path) > 1 for move in look.expected.legal)  # stones stay put
    return look.still_ms >= ANOMALY_MS and not in_hand and not look.expected.position.underway(look.shown)


def _lacks_one(look: Look) -> bool:
    """Whether nothing but one missing piece tells what is seen from the position, and it is not put aside."""
    changed = differing(look.seen, look.expected.home)
    lacks = len(changed) == 1 and look.seen[changed[0]] == EMPTY
    return lacks and not look.tracker.game.out_of_play(_without_earlier_strays(look.tracker, look.shown))


def _without_earlier_strays(tracker: Tracker, shown: str) -> str:
    """What is shown, without what stood out of play before this turn: that was accepted."""
    for cell in tracker.game.out_of_play(tracker.touches.log.shown_after(tracker.progress.ply)):
        shown = f"{shown[:cell]}{EMPTY}{shown[cell + 1 :]}"
    return shown


def shown_at_press(look: Look) -> str:
    """What was shown when the last move was pressed for, if nobody has pressed since."""
    progress, turns = look.tracker.progress, look.tracker.touches.log.turns
    return turns[-1].shown if turns and not progress.presses and turns[-1].ended == progress.pressed_at else ""


def _with_known_letters(tracker: Tracker, position: Position, shown: str) -> str:
    """What is shown, with what has not moved written as the position has it: kings may lack their crowns.

    Where pieces are not told apart, the one that has gone is the one that has come, if there is but one.
    """
    game, vision, board = tracker.game, tracker.vision, position.board()
    seen, home = see(game, vision, shown), see(game, vision, board)
    gone = sum(seen[cell] == EMPTY for cell in differing(seen, home))
    if vision is Vision.OCCUPANCY and gone <= 1:
        shown = guessed(game, position, shown, board)
    return "".join(
        known if was == now else there for known, there, was, now in zip(board, shown, home, seen, strict=True)
    )
