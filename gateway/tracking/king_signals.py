"""The sign of a result: both kings in the centre, wherever the other pieces stand.

Two kings on the four centre squares stand side by side, which no legal play leads to. But one of them may have got
there by what looks like a legal move, and be told as one before the other king has followed.
"""

from __future__ import annotations

import msgspec

from gateway.games.game import Line
from gateway.model.instants import Instant, Millis
from gateway.model.results import Result

from .observations import Observation, ResultSignalled, Withdrawn
from .tracker import SETTLE_SCANS, Tracker

__all__ = ["is_sign", "read", "recognise"]

_D5, _E5, _D4, _E4 = 27, 28, 35, 36
_LIGHT, _DARK = (_D5, _E4), (_D4, _E5)
_TOGETHER_MS = Millis(10_000)
"""Without a clock a king's move so long before the sign was a move."""


def is_sign(picture: str) -> bool:
    """Whether both kings stand in the centre. Asked at every look, so it must cost nothing."""
    return len(picture) == 64 and {"K", "k"} <= {picture[_D5], picture[_E5], picture[_D4], picture[_E4]}


def read(picture: str) -> Result | None:
    """Both kings on light squares: White has won; on dark ones: Black has; one on each: a draw."""
    if not is_sign(picture):
        return None
    light = sum(picture[cell] in "Kk" for cell in _LIGHT)
    dark = sum(picture[cell] in "Kk" for cell in _DARK)
    if light + dark != 2:  # more kings than there are in a game
        return None
    return Result.WHITE if light == 2 else Result.BLACK if dark == 2 else Result.DRAW


def recognise(tracker: Tracker, line: Line, at: Instant) -> tuple[Tracker, Observation | None]:
    """Tell a sign once it has stood. What is done with the pieces after it is nothing, until they show a move again."""
    picture = tracker.picture or ""
    result = read(picture)
    if result is None or result is tracker.signed or at - tracker.since < tracker.scans(SETTLE_SCANS):
        return tracker, None
    if _was_part_of_it(tracker, line, picture, at):
        return tracker.withdrawn(), Withdrawn()
    return msgspec.structs.replace(tracker, signed=result, strange=tracker.view or ""), ResultSignalled(result)


def _was_part_of_it(tracker: Tracker, line: Line, picture: str, at: Instant) -> bool:
    """Whether the last move was no move: a king was put in the centre, and nobody pressed for it."""
    if not line.moves or not line.moves[-1].path:
        return False
    cell = line.moves[-1].path[-1]
    if cell not in (*_LIGHT, *_DARK) or picture[cell] not in "Kk" or line.last.board()[cell] != picture[cell]:
        return False
    if tracker.ply > tracker.done:
        return True
    turns = tracker.touch_log.turns
    known = turns[-1].ended if turns and turns[-1].done == tracker.ply else tracker.pressed_at
    return known != tracker.pressed_at and at - known <= _TOGETHER_MS
