"""An arbiter changes times, always with who and why: set, add, take, a clock put on the table, a clock replaced."""

from __future__ import annotations

import enum
from typing import assert_never

import msgspec
from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .facts import ClockAdjusted, ClockReplaced, ClockStarted, SharedTimeHalved
from .game_clock import NOTHING, ClockPhase, GameClock
from .passing import ClockStep, settled, wake

__all__ = ["Adjustment", "Change", "adjust", "halve", "put_right"]


class Change(enum.StrEnum):
    """The kind of an adjustment: a time is set, added to, or reduced."""

    SET = "set"
    ADD = "add"
    TAKE = "take"

    def applied(self, before: Millis, ms: Millis) -> Millis:
        """The time afterwards; a time cannot go below zero."""
        match self:
            case Change.SET:
                after = int(ms)
            case Change.ADD:
                after = before + ms
            case Change.TAKE:
                after = before - ms
            case _:
                assert_never(self)
        return Millis(max(0, after))


class Adjustment(msgspec.Struct, frozen=True):
    """One change of one side's time."""

    side: Side
    change: Change
    ms: Millis
    by: str
    """Who ordered it."""
    why: str
    """The reason, with its article if there is one."""


def adjust(clock: GameClock, adjustment: Adjustment, at: Instant) -> ClockStep:
    """Change one side's time, running or not. In shared time there is one time, and it is that one which changes."""
    clock, facts = wake(clock, at)
    before = settled(clock, at).sides[adjustment.side].ms
    after = adjustment.change.applied(before, adjustment.ms)
    sides = (Side.WHITE, Side.BLACK) if clock.in_shared_time else (adjustment.side,)
    for side in sides:
        clock = _given(clock, side, after, at)
    return clock, (*facts, ClockAdjusted(adjustment.side, before, after, adjustment.by, adjustment.why))


def halve(clock: GameClock, at: Instant, *, by: str, why: str) -> ClockStep:
    """Put a clock on the table during shared time: each side has half of what is left (GN 14.1.3).

    The halves are sudden death; a control that the event has set to follow shared time follows them.
    """
    clock, facts = wake(clock, at)
    if not clock.in_shared_time:
        return clock, facts
    clock = settled(clock, at)
    left = clock.sides.white.ms
    half = Millis(left // 2)
    # An odd millisecond goes to the side on move, who begins to use it at once; none is lost.
    sides = BySide(replace(clock.sides.white, ms=half), replace(clock.sides.black, ms=half))
    favoured = clock.turn or Side.WHITE
    sides = sides.replace(favoured, replace(sides[favoured], ms=Millis(left - half)))
    clock = replace(clock, sides=sides, halved=True, turn_ms=NOTHING)
    started = (ClockStarted(clock.turn),) if clock.running is not None and clock.turn is not None else ()
    return clock, (*facts, SharedTimeHalved(left, by, why), *started)


def put_right(clock: GameClock, times: BySide[Millis], at: Instant, *, by: str, why: str) -> ClockStep:
    """Replace a faulty clock: it stops, and the arbiter sets used and lost time on the new one (GN 14.5)."""
    clock, facts = wake(clock, at)
    clock = settled(clock, at)
    if clock.phase is ClockPhase.RUNNING:
        clock = replace(clock, phase=ClockPhase.PAUSED)
    changes: list[ClockAdjusted] = []
    for side in Side:
        before, after = clock.sides[side].ms, Millis(max(0, times[side]))
        if before != after:
            changes.append(ClockAdjusted(side, before, after, by, why))
        clock = _given(clock, side, after, at)
    return clock, (*facts, ClockReplaced(by, why), *changes)


def _given(clock: GameClock, side: Side, ms: Millis, at: Instant) -> GameClock:
    """The clock with a side's time changed at `at`; a flag that fell is up again if there is time now."""
    clock = settled(clock, at)
    own = clock.sides[side]
    told = sum(1 for mark in clock.thresholds if mark >= ms)
    own = replace(own, ms=ms, told=told, fell_at=own.fell_at if ms == 0 else None)
    clock = replace(clock, sides=clock.sides.replace(side, own))
    flags = any(clock.sides[each].fell_at is not None for each in Side)
    return replace(clock, phase=ClockPhase.PAUSED) if clock.phase is ClockPhase.OVER and not flags else clock
