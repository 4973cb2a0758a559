"""The game clock as a value: two times, one of them running, and the exact instant of whatever comes next.

`passing` moves it through time, `acts` is what people do to it.
"""

from __future__ import annotations

import enum
from typing import assert_never

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .control import (
    PER_MOVE,
    ByoYomi,
    Canadian,
    ClockModel,
    CountUp,
    Delay,
    Fischer,
    Hourglass,
    Period,
    Shared,
    Stage,
    TimeControl,
)

__all__ = ["NOTHING", "ONE_MINUTE", "RUNNING", "ClockPhase", "GameClock", "SideTime", "new_clock", "time_entering"]

NOTHING = Millis(0)
ONE_MINUTE = Millis(60_000)
"""The threshold that draughts time trouble rests on (DH rapid 9)."""


class ClockPhase(enum.StrEnum):
    """The phase of a clock's life."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    """A flag has ended the game."""


RUNNING = ClockPhase.RUNNING
"""Asked for at every turn; looking up a member of an enum is slow before Python 3.12."""


class SideTime(msgspec.Struct, frozen=True):
    """One side's time as it stood when its clock last started or stopped."""

    ms: Millis
    """Left in this stage; used so far if the clock counts up."""
    stage: int = 0
    moves: int = 0
    """Made in this stage."""
    periods: int = 0
    """Byo-yomi periods left, this one included."""
    fell_at: Instant | None = None
    told: int = 0
    """How many thresholds of this stage have been told."""
    used_ms: Millis = NOTHING
    """Time on move in the whole game, delays included; shared time is nobody's."""


class GameClock(msgspec.Struct, frozen=True):
    """Both sides' times under one control."""

    control: TimeControl
    sides: BySide[SideTime]
    since: Instant
    """When the times last stood at `sides`."""
    model: ClockModel = PER_MOVE
    thresholds: tuple[Millis, ...] = (ONE_MINUTE,)
    """Largest first."""
    phase: ClockPhase = ClockPhase.READY
    turn: Side | None = None
    """Who is on move; unknown before the start."""
    turn_ms: Millis = NOTHING
    """Used on this move, in this stage, before `since`."""
    halved: bool = False
    """Shared time was cut short: each side has its half, as sudden death (GN 14.1.3)."""

    def stage(self, side: Side) -> Stage:
        """The stage a side is in."""
        stage = self.control.stages(side)[self.sides[side].stage]
        return Period(stage.time_ms) if self.halved and isinstance(stage, Shared) else stage

    def has_next_stage(self, side: Side) -> bool:
        """Another stage follows the one a side is in."""
        stages, number = self.control.stages(side), self.sides[side].stage + 1
        if self.halved and number == 1 and isinstance(stages[-1], Hourglass | CountUp):
            return False  # one glass for both cannot follow two halves that end at different times
        return number < len(stages)

    @property
    def in_shared_time(self) -> bool:
        """One common time runs, or would."""
        return not self.halved and self.sides.white.stage == 0 and isinstance(self.control.white[0], Shared)

    @property
    def running(self) -> Side | None:
        """Whose own time runs now."""
        return self.turn if self.phase is RUNNING and not self.in_shared_time else None

    @property
    def free_ms(self) -> Millis:
        """The part of the delay for this move that was still to pass at `since`."""
        return NOTHING if self.turn is None else _free_ms(self.stage(self.turn), self.turn_ms)

    def next_threshold(self) -> Millis | None:
        """The next threshold that the running time will come down to and that was not told."""
        side = self.running
        return None if side is None else _next_mark(self.stage(side), self.sides[side], self.thresholds)

    def next_deadline(self) -> Instant | None:
        """The instant of the next thing that happens if nobody touches the clock: a threshold, a stage or a flag."""
        side = self.turn
        if side is None or self.phase is not RUNNING:
            return None
        own, stage = self.sides[side], self.stage(side)
        if own.fell_at is not None or isinstance(stage, CountUp):
            return None
        mark = _next_mark(stage, own, self.thresholds)
        return Instant(self.since + _free_ms(stage, self.turn_ms) + own.ms - (mark or 0))


def _free_ms(stage: Stage, turn_ms: Millis) -> Millis:
    """The rest of a stage's delay after a part of a turn."""
    if isinstance(stage, Period) and isinstance(stage.bonus, Delay):
        return Millis(max(0, stage.bonus.ms - turn_ms))
    return NOTHING


def _next_mark(stage: Stage, own: SideTime, thresholds: tuple[Millis, ...]) -> Millis | None:
    """The largest threshold below a time that was not told; common time and time counted up have none."""
    if own.told < len(thresholds) and not isinstance(stage, Shared | CountUp):
        for mark in thresholds[own.told :]:
            if mark < own.ms:
                return mark
    return None


def time_entering(stage: Stage, model: ClockModel, number: int, *, carried: int = 0, used: int = 0) -> SideTime:
    """A side's time at the beginning of a stage, with what it carries over and has used before."""
    periods = 0
    match stage:
        case Period(time_ms=time_ms, bonus=bonus):
            ahead = bonus.ms if isinstance(bonus, Fischer) and model.first_increment else 0
            ms = carried + time_ms + ahead
        case Canadian(time_ms=time_ms) | Hourglass(time_ms=time_ms) | Shared(time_ms=time_ms):
            ms = time_ms
        case ByoYomi(periods=periods, period_ms=period_ms):
            ms = period_ms
        case CountUp():
            ms = 0
        case _:
            assert_never(stage)
    return SideTime(Millis(ms), stage=number, periods=periods, used_ms=Millis(used))


def new_clock(
    control: TimeControl,
    at: Instant,
    *,
    model: ClockModel = PER_MOVE,
    thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
) -> GameClock:
    """A clock set to a control and not yet started."""
    sides = BySide(time_entering(control.white[0], model, 0), time_entering(control.black[0], model, 0))
    return GameClock(control, sides, at, model, tuple(sorted(thresholds, reverse=True)))
