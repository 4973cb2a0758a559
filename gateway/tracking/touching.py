"""Touching a piece: what somebody lifts on his move, before it is known where it goes."""

from __future__ import annotations

from drivers.readings import EMPTY
from gateway.games.game import Line
from gateway.model.instants import Instant
from gateway.model.sides import Side

from .cells import differing
from .expectation import owner
from .tracker import Tracker
from .waits import INFER_SCANS

__all__ = ["lifted_by"]


def lifted_by(tracker: Tracker, line: Line, side: Side, since: Instant, at: Instant) -> int | None:
    """The cell from which a side on its move has lifted a piece after an instant, once that is no flicker.

    Until its opponent has pressed, what belongs to the opponent may be in the opponent's hand.
    """
    position, seen, progress = line.last, tracker.seen, tracker.progress
    if position.turn is not side or seen is None or at - tracker.sensors.since < tracker.sensors.scans(INFER_SCANS):
        return None
    board, pressed = position.board(), progress.pressed_ply >= progress.ply
    lately = {touch.cell for touch in tracker.touches.log.touches if touch.at > since}
    for cell in differing(seen, tracker.sensors.as_seen(board)):
        if cell in lately and seen[cell] == EMPTY and (pressed or owner(board[cell]) is side):
            return cell
    return None
