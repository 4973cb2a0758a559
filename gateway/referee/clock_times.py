"""Times that a clock can show: what a side has left, and how far it may be changed."""

from __future__ import annotations

from gateway.clock.adjustments import Change
from gateway.clock.control import PER_MOVE, Shared, Stage
from gateway.clock.control_notation import parse_control
from gateway.clock.face import Source, Way
from gateway.clock.game_clock import time_entering
from gateway.model.errors import GatewayError
from gateway.model.instants import Millis
from gateway.model.messages import message
from gateway.model.sides import BySide, Side

from .judgement import Judgement
from .rulings import Refusal
from .state import Phase

__all__ = ["bounded", "is_shared", "left", "why_not_change", "why_not_times"]

_DISPLAY_MS = Millis((10 * 3600 - 1) * 1000)
"""The longest time on a clock that keeps time itself: 9:59:59."""
_DAY_MS = Millis(24 * 3600 * 1000)
"""The longest time on the agent's own."""
_LEAST_MS = Millis(1000)
"""What is left to a side at least: with less its flag falls, and a result is not given by the clock's buttons."""


def is_shared(judgement: Judgement) -> bool:
    """Whether both sides have one time, and no clock of their own yet (GN 14.1.3)."""
    face = judgement.state.face
    begun = judgement.phase is not Phase.READY and face is not None
    shared = isinstance(_first_stage(judgement, Side.WHITE), Shared)
    return shared and (face is None or not begun or face.way is Way.SHARED)


def left(judgement: Judgement, side: Side) -> Millis:
    """What a side has left, once all is done that is asked of the clock; before the game, what the control gives."""
    face = judgement.state.face
    if face is None or judgement.phase is Phase.READY:
        stage = _first_stage(judgement, side)
        return time_entering(stage, PER_MOVE, 0).ms if stage is not None else Millis(0)
    pending = sum(order.off_ms for order in face.orders if order.to_ms is not None and order.side is side)
    return Millis(max(0, face.shown_ms(side, judgement.at) + pending))


def why_not_change(judgement: Judgement, side: Side, change: Change, ms: Millis) -> Refusal | None:
    """Why a side's time cannot be changed so: nothing would be left of it, or more than a clock shows."""
    before = left(judgement, side)
    if change is Change.TAKE and before - ms < _LEAST_MS and not _counts_up(judgement):
        return Refusal(message("refusal.time_below", left_ms=before))
    return _why_not(judgement, change.applied(before, ms))


def why_not_times(judgement: Judgement, times: BySide[Millis]) -> Refusal | None:
    """Why a clock cannot be set to these times."""
    if times.white != times.black and is_shared(judgement):
        return Refusal(message("refusal.shared_time"), judgement.play.book.clock.shared)
    return _why_not(judgement, times.white) or _why_not(judgement, times.black)


def bounded(judgement: Judgement, side: Side, change: Change, ms: Millis) -> Millis:
    """As much of a change as leaves the side some time, and no more than a clock shows."""
    before = left(judgement, side)
    most = before - _LEAST_MS if change is Change.TAKE else _longest(judgement) - before
    return ms if change is Change.SET else Millis(max(0, min(ms, most)))


def _first_stage(judgement: Judgement, side: Side) -> Stage | None:
    """The stage that a side begins with; None for a control that nobody can read, which a game is not refused for."""
    try:
        return parse_control(judgement.play.control).stages(side)[0]
    except GatewayError:
        return None


def _why_not(judgement: Judgement, ms: Millis) -> Refusal | None:
    if ms < _LEAST_MS and not _counts_up(judgement):
        return Refusal(message("refusal.time_zero"))
    longest = _longest(judgement)
    return Refusal(message("refusal.time_beyond", most_ms=longest)) if ms > longest else None


def _longest(judgement: Judgement) -> Millis:
    face = judgement.state.face
    return _DAY_MS if face is not None and face.source is Source.AGENT else _DISPLAY_MS


def _counts_up(judgement: Judgement) -> bool:
    face = judgement.state.face
    return face is not None and face.way is Way.UP
