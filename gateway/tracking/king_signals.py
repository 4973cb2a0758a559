"""King signals: both kings in the centre show a result, wherever the other pieces stand.

Two kings on the four centre squares stand side by side, which no legal play leads to. But one of them may have got
there by what looks like a legal move, and be observed as one before the other king has followed.
"""

from __future__ import annotations

import msgspec

from gateway.model.instants import Millis
from gateway.model.results import Result

from .look import Answer, Look
from .observations import ResultSignalled, Withdrawn
from .waits import SETTLE_SCANS

__all__ = ["is_signal", "read", "recognise"]

_D5, _E5, _D4, _E4 = 27, 28, 35, 36
_LIGHT, _DARK = (_D5, _E4), (_D4, _E5)
_TOGETHER_MS = Millis(10_000)
"""The time before the signal within which a king's move was no move, where there is no clock."""


def is_signal(shown: str) -> bool:
    """Whether both kings stand in the centre. Asked at every look, so it must cost nothing."""
    return len(shown) == 64 and {"K", "k"} <= {shown[_D5], shown[_E5], shown[_D4], shown[_E4]}


def read(shown: str) -> Result | None:
    """Both kings on light squares: White has won; on dark ones: Black has; one on each: a draw."""
    if not is_signal(shown):
        return None
    light = sum(shown[cell] in "Kk" for cell in _LIGHT)
    dark = sum(shown[cell] in "Kk" for cell in _DARK)
    if light + dark != 2:  # more kings than there are in a game
        return None
    return Result.WHITE if light == 2 else Result.BLACK if dark == 2 else Result.DRAW


def recognise(look: Look) -> Answer | None:
    """The signal, once it has stood. What is done with the pieces after it is nothing, until they show a move again."""
    tracker = look.tracker
    if tracker.signalled is None and not is_signal(look.shown):
        return None
    result = read(look.shown)
    if result is None or result is tracker.signalled or look.still_ms < look.scans(SETTLE_SCANS):
        return tracker, None
    if _was_part_of_it(look):
        return tracker.withdrawn(), Withdrawn()
    signalled = msgspec.structs.replace(tracker, signalled=result).with_memo(reported=look.seen)
    return signalled, ResultSignalled(result)


def _was_part_of_it(look: Look) -> bool:
    """Whether the last move was no move: a king was put in the centre, and nobody pressed for it."""
    line, progress = look.line, look.tracker.progress
    if not line.moves or not line.moves[-1].path:
        return False
    cell = line.moves[-1].path[-1]
    if cell not in (*_LIGHT, *_DARK) or look.shown[cell] not in "Kk" or line.last.board()[cell] != look.shown[cell]:
        return False
    if progress.ply > progress.pressed_ply:
        return True
    turns = look.tracker.touches.log.turns
    known = turns[-1].ended if turns and turns[-1].done == progress.ply else progress.pressed_at
    return known != progress.pressed_at and look.at - known <= _TOGETHER_MS
