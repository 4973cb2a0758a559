"""Operations on a game clock: start, press, pause, resume. Each returns the clock after it, and its facts."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side

from .control import Bronstein, ByoYomi, Canadian, CountUp, Fischer, Hourglass, Period, Shared
from .facts import ClockFact, ClockPressed, ClockStarted, ClockStopped, StageReached
from .game_clock import NOTHING, RUNNING, ClockPhase, GameClock, SideTime
from .passing import ClockStep, entering_next, settled, wake

__all__ = ["pause", "press", "resume", "start"]


def start(clock: GameClock, side: Side, at: Instant) -> ClockStep:
    """Let a side's time run: the first start, or after a pause."""
    clock, facts = wake(clock, at)
    if clock.phase not in (ClockPhase.READY, ClockPhase.PAUSED):
        return clock, facts
    # The same side goes on with its move, delay and all; another side begins one.
    turn_ms = clock.turn_ms if side is clock.turn else NOTHING
    return replace(clock, phase=ClockPhase.RUNNING, turn=side, since=at, turn_ms=turn_ms), (*facts, ClockStarted(side))


def press(clock: GameClock, side: Side, at: Instant) -> ClockStep:
    """A side ends its turn. Only the side whose time runs can."""
    clock, facts = wake(clock, at)
    if clock.phase is not RUNNING or side is not clock.turn:
        return clock, facts
    if clock.in_shared_time:  # no clock runs yet; only who is on move changes
        return replace(clock, turn=side.other), (*facts, ClockPressed(side))
    clock = settled(clock, at)
    own, reached = _after_move(clock, side, at)
    clock = replace(clock, sides=clock.sides.replace(side, own), turn=side.other, turn_ms=NOTHING)
    return clock, (*facts, ClockPressed(side), *reached)


def pause(clock: GameClock, at: Instant) -> ClockStep:
    """Stop both times; the side on move stays on move."""
    clock, facts = wake(clock, at)
    if clock.phase is not RUNNING:
        return clock, facts
    return replace(settled(clock, at), phase=ClockPhase.PAUSED), (*facts, ClockStopped())


def resume(clock: GameClock, at: Instant) -> ClockStep:
    """Go on after a pause with the side that was on move."""
    clock, facts = wake(clock, at)
    if clock.phase is not ClockPhase.PAUSED or clock.turn is None:
        return clock, facts
    clock, started = start(clock, clock.turn, at)
    return clock, (*facts, *started)


def _after_move(clock: GameClock, side: Side, at: Instant) -> tuple[SideTime, tuple[ClockFact, ...]]:
    """A side's time once its move is complete; the clock is settled at the press."""
    own = clock.sides[side]
    if own.fell_at is not None:  # a clock that does not freeze: nothing is won after the flag
        return own, ()
    match clock.stage(side):
        case Period() as stage:
            return _after_main_time_move(clock, side, stage, at)
        case ByoYomi(period_ms=period_ms):
            return replace(own, ms=period_ms, moves=own.moves + 1), ()
        case Canadian(moves=required, time_ms=time_ms):
            made = own.moves + 1
            return (replace(own, ms=time_ms, moves=0) if made == required else replace(own, moves=made)), ()
        case Hourglass() | CountUp() | Shared():
            return replace(own, moves=own.moves + 1), ()
        case stage:
            assert_never(stage)


def _after_main_time_move(
    clock: GameClock, side: Side, stage: Period, at: Instant
) -> tuple[SideTime, tuple[ClockFact, ...]]:
    """One more move in a main time: what it earns, and the next stage if it was the last one required."""
    own = clock.sides[side]
    made, ms = own.moves + 1, own.ms
    if isinstance(stage.bonus, Bronstein):
        ms = Millis(ms + min(stage.bonus.ms, clock.turn_ms))
    ahead = clock.model.first_increment
    if isinstance(stage.bonus, Fischer) and not ahead:
        ms = Millis(ms + stage.bonus.ms)
    if made == stage.moves and clock.has_next_stage(side):
        # What is left is carried over. Paid ahead, the increment for the next move is that of the next stage.
        own = entering_next(clock, side, carried=ms)
        return own, (StageReached(side, own.stage, at),)
    if isinstance(stage.bonus, Fischer) and ahead:
        ms = Millis(ms + stage.bonus.ms)
    if made == stage.moves:  # the last stage starts again. FMJD 10.1
        return replace(own, ms=Millis(ms + stage.time_ms), moves=0), ()
    return replace(own, ms=ms, moves=made), ()
