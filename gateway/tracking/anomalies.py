"""Anomalies: what has stood on the board for too long to be a move under way, and is no move.

The position by the rules stays what it is; but if the opponent plays on from what stands there, tracking follows.
"""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY
from gateway.model.irregularities import Irregularity
from gateway.model.sides import Side

from .cells import differing
from .expectation import Expectation
from .gap_recovery import expected_from
from .irregular import classify
from .look import Answer, Look
from .observations import Anomaly
from .touch_evidence import TouchEvidence
from .vision import Vision, see
from .waits import ANOMALY_MS, ANOMALY_PRESSED_SCANS

__all__ = ["reported"]


def reported(look: Look) -> Answer | None:
    """The anomaly, once it has stood for long enough, and once only."""
    if look.seen == look.tracker.memo.reported or not _is_overdue(look):
        return None
    tracker, line = look.tracker, look.line
    finding = classify(tracker.game, tracker.vision, line.last, line.before, look.shown, _shown_at_press(look))
    played_on: tuple[Expectation, ...] = ()
    if finding.kind.may_be_played_on:
        played_on = expected_from(tracker, line, _with_known_letters(look), (finding.side.other,))
    elif finding.kind is Irregularity.UNEXPLAINED and tracker.vision is Vision.PIECES:
        played_on = expected_from(tracker, line, look.shown, tuple(Side))
    tracker = msgspec.structs.replace(tracker, played_on=played_on).with_memo(reported=look.seen)
    return tracker.with_touches(evidence=TouchEvidence()), Anomaly(finding, look.shown)


def _is_overdue(look: Look) -> bool:
    """Whether this has gone on for too long to be a move under way."""
    if look.tracker.progress.presses or _shown_at_press(look) == look.shown:
        return look.still_ms >= look.scans(ANOMALY_PRESSED_SCANS)
    in_hand = _lacks_one(look) and any(len(move.path) > 1 for move in look.expected.legal)  # stones stay put
    return look.still_ms >= ANOMALY_MS and not in_hand and not look.expected.position.underway(look.shown)


def _lacks_one(look: Look) -> bool:
    """Whether nothing but one missing piece tells what is seen from the position."""
    changed = differing(look.seen, look.expected.home)
    return len(changed) == 1 and look.seen[changed[0]] == EMPTY


def _shown_at_press(look: Look) -> str:
    """What was shown when the last move was pressed for, if nobody has pressed since."""
    progress, turns = look.tracker.progress, look.tracker.touches.log.turns
    return turns[-1].shown if turns and not progress.presses and turns[-1].ended == progress.pressed_at else ""


def _with_known_letters(look: Look) -> str:
    """What is shown, with what has not moved written as the position has it: kings may lack their crowns."""
    game, vision, board = look.tracker.game, look.tracker.vision, look.line.last.board()
    cells = zip(board, look.shown, see(game, vision, board), see(game, vision, look.shown), strict=True)
    return "".join(known if was == now else shown for known, shown, was, now in cells)
