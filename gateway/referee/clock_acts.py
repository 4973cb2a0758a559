"""Acts about the clock on the table: one is put there, one is replaced, a side's time is let run."""

from __future__ import annotations

from gateway.clock.adjustments import Change
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message, name_of
from gateway.model.sides import BySide, Side

from . import clock_times, game_messages
from .acts import Act, AdjustTime, OpenEnvelope, Penalise, PutClock, ReplaceClock, RunClock
from .judgement import Judgement
from .penalties import Penalty
from .rulings import CLOCK, AlertKind, ClockPut, ClockRun, NewClock, Refusal
from .state import Phase

__all__ = ["put", "replace_by", "run", "times_at_failure", "why_not"]


def why_not(judgement: Judgement, act: Act) -> Refusal | None:
    """Why an act does not fit the clock; None if it does."""
    match act:
        case AdjustTime():
            return clock_times.why_not_change(judgement, act.side, act.change, act.ms)
        case Penalise(penalty=Penalty.TIME_GIVEN):
            return clock_times.why_not_change(judgement, act.side.other, Change.ADD, act.ms)
        case Penalise(penalty=Penalty.TIME_TAKEN):
            return clock_times.why_not_change(judgement, act.side, Change.TAKE, act.ms)
        case PutClock() if judgement.phase is Phase.READY and not _common_time_runs(judgement):
            return Refusal(message("refusal.not_begun"))
        case PutClock() if not clock_times.is_shared(judgement):
            return Refusal(message("refusal.no_shared_time"), judgement.play.book.clock.shared)
        case ReplaceClock() | OpenEnvelope() if act.times is not None:
            return clock_times.why_not_times(judgement, act.times)
        case RunClock() if judgement.phase is Phase.PAUSED:
            return Refusal(message("refusal.paused"))
        case RunClock() if clock_times.is_shared(judgement):
            return Refusal(message("refusal.shared_time"), judgement.play.book.clock.shared)
        case _:
            return None


def _common_time_runs(judgement: Judgement) -> bool:
    return judgement.state.face is not None and judgement.state.face.common_runs


def put(judgement: Judgement, why: str) -> None:
    """A clock is put on the table: each side has half of the common time that is left (GN 14.1.3)."""
    text = message("ruling.clock_put", by=judgement.by, why=why)
    judgement.write_down(None)
    judgement.rule(ClockPut(by=judgement.by, article=judgement.play.book.clock.shared, text=text))


def run(judgement: Judgement, side: Side, why: str) -> None:
    """A side's time runs from now on, whoever's ran before."""
    text = message("ruling.clock_run", by=judgement.by, side=name_of(side), why=why)
    judgement.rule(ClockRun(side=side, by=judgement.by, text=text))


def replace_by(judgement: Judgement, times: BySide[Millis], why: str) -> None:
    """A faulty clock is replaced: play is stopped, and the new one is set to these times (GN 14.5, FIDE 6.10.1)."""
    article = judgement.play.book.clock.replace
    text = message("ruling.new_clock", by=judgement.by, white_ms=times.white, black_ms=times.black, why=why)
    judgement.write_down(times)
    judgement.rule(NewClock(left_ms=times, article=article, text=text))
    judgement.pause(judgement.by, article, game_messages.paused(judgement.by, why))


def times_at_failure(judgement: Judgement) -> BySide[Millis]:
    """What both sides had left when the clock failed, or have now if it has not; in whole seconds, as displays do."""
    face, at = judgement.state.face, judgement.at
    failed = [raised.since for raised in judgement.state.alerts if raised.is_about(AlertKind.CLOCK, CLOCK)]
    at = Instant(min([at, *failed]))
    shown = (clock_times.left(judgement, side) if face is None else face.shown_ms(side, at) for side in Side)
    white, black = (Millis(-(-ms // 1000) * 1000) for ms in shown)
    return BySide(white, black)
