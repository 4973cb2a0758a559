"""The passing of time on a game clock.

Whatever comes due happens at its own instant, however late somebody looks: a flag falls when the time is used up, not
when a timer fires.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .control import ByoYomi, Canadian, CountUp, Hourglass, Period, Shared
from .facts import (
    ClockFact,
    ClockStarted,
    ClockStopped,
    FlagFell,
    PeriodUsed,
    SharedTimeEnded,
    StageReached,
    TimeLow,
)
from .game_clock import NOTHING, RUNNING, ClockPhase, GameClock, SideTime, time_entering

__all__ = ["ClockStep", "entering_next", "ms_at", "settled", "wake"]

ClockStep = tuple[GameClock, tuple[ClockFact, ...]]
"""A clock after something happened, and what there is to tell."""


def wake(clock: GameClock, at: Instant) -> ClockStep:
    """The clock after everything that came due up to and including `at`."""
    facts: tuple[ClockFact, ...] = ()
    while (due := clock.next_deadline()) is not None and due <= at:
        clock, more = _come_due(clock, due)
        facts = (*facts, *more)
    return clock, facts


def ms_at(clock: GameClock, side: Side, at: Instant) -> Millis:
    """A side's time at an instant: what is left, or what is used if the clock counts up."""
    return settled(wake(clock, at)[0], at).sides[side].ms


def settled(clock: GameClock, at: Instant) -> GameClock:
    """The same clock with its times written down for `at`; everything due before must have happened."""
    side = clock.turn
    if clock.phase is not RUNNING or side is None:
        return replace(clock, since=at)
    gone = at - clock.since
    mine, theirs = _moved(clock, side, at)
    own = clock.sides[side]
    used = own.used_ms if clock.in_shared_time else Millis(own.used_ms + gone)
    sides = clock.sides.replace(side, replace(own, ms=Millis(max(0, own.ms + mine)), used_ms=used))
    if theirs:
        other = sides[side.other]
        sides = sides.replace(side.other, replace(other, ms=Millis(other.ms + theirs)))
    return replace(clock, sides=sides, since=at, turn_ms=Millis(clock.turn_ms + gone))


def entering_next(clock: GameClock, side: Side, carried: Millis = NOTHING) -> SideTime:
    """A side's time on entering its next stage."""
    own = clock.sides[side]
    number = own.stage + 1
    return time_entering(clock.control.stages(side)[number], clock.model, number, carried=carried, used=own.used_ms)


def _moved(clock: GameClock, side: Side, at: Instant) -> tuple[int, int]:
    """The way that the times of the side on move and of the other have gone on a running clock since `since`."""
    used = max(0, at - clock.since - clock.free_ms)  # a delay still passing moves nothing
    match clock.stage(side):
        case Period() | ByoYomi() | Canadian():
            return -used, 0
        case Hourglass():
            return -used, used
        case CountUp():
            return used, 0
        case Shared():
            return -used, -used
        case stage:
            assert_never(stage)


def _come_due(clock: GameClock, at: Instant) -> ClockStep:
    """The clock after the instant that `next_deadline` named, and what happened there."""
    side = clock.turn
    if side is None:
        return clock, ()
    if (mark := clock.next_threshold()) is not None:
        told = replace(clock.sides[side], told=clock.thresholds.index(mark) + 1)
        return replace(clock, sides=clock.sides.replace(side, told)), (TimeLow(side, mark, at),)
    return _used_up(settled(clock, at), side, at)


def _used_up(clock: GameClock, side: Side, at: Instant) -> ClockStep:
    """The running time has reached zero: the next period, the next stage, or the flag."""
    own = clock.sides[side]
    match clock.stage(side):
        case Shared() if clock.has_next_stage(side):  # GN 14.1.3
            sides = BySide(entering_next(clock, Side.WHITE), entering_next(clock, Side.BLACK))
            reached = (StageReached(Side.WHITE, 1, at), StageReached(Side.BLACK, 1, at))
            return replace(clock, sides=sides, turn_ms=NOTHING), (*reached, ClockStarted(side))
        case Shared():
            return replace(clock, phase=ClockPhase.PAUSED), (SharedTimeEnded(at), ClockStopped())
        case ByoYomi(period_ms=period_ms) if own.periods > 1:
            own = replace(own, ms=period_ms, periods=own.periods - 1)
            return _begun(clock, side, own), (PeriodUsed(side, own.periods, at),)
        case Period(moves=0) if clock.has_next_stage(side):
            own = entering_next(clock, side)
            return _begun(clock, side, own), (StageReached(side, own.stage, at),)
        case (Period() | ByoYomi() | Canadian() | Hourglass() | CountUp()) as stage:
            # Whoever *reaches* the limit loses: at zero, not a millisecond later. GN 14.1.1
            sides = clock.sides.replace(side, replace(own, fell_at=at))
            freezes = clock.model.freezes or isinstance(stage, Hourglass)  # no more sand to run
            phase = ClockPhase.OVER if freezes else clock.phase
            return replace(clock, sides=sides, phase=phase), (FlagFell(side, at),)
        case stage:
            assert_never(stage)


def _begun(clock: GameClock, side: Side, own: SideTime) -> GameClock:
    """The clock with a side's new stretch of time; its delay, if it has one, is counted afresh."""
    return replace(clock, sides=clock.sides.replace(side, own), turn_ms=NOTHING)
