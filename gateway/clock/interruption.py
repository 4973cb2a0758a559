"""A game interrupted and resumed, with the times in the envelope (GN 20).

20.1.1  the arbiter writes down the position: `acts.pause`, then `acts.resume`, so it is charged to nobody
20.1.3  the side to move thinks about the move it seals, on its own time
20.1.4  both clocks are stopped: `seal`
20.2.3  both confirm the times: the `TimesSealed` of the record, or `adjustments.put_right` on another clock
20.2.4  the sealed move is played, then the clock is pressed: `open_sealed`
"""

from __future__ import annotations

from gateway.model.instants import Instant
from gateway.model.sides import BySide

from .facts import TimesSealed
from .game_clock import ClockPhase, GameClock
from .operation import pause, press, resume
from .passing import ClockStep

__all__ = ["open_sealed", "seal"]


def seal(clock: GameClock, at: Instant, *, by: str) -> ClockStep:
    """Stop both times and write them down; without effect if a flag came first or nobody was on move."""
    clock, facts = pause(clock, at)
    if clock.phase is not ClockPhase.PAUSED or clock.turn is None:
        return clock, facts
    sides = clock.sides
    times = TimesSealed(
        clock.turn, BySide(sides.white.ms, sides.black.ms), BySide(sides.white.used_ms, sides.black.used_ms), by
    )
    return clock, (*facts, times)


def open_sealed(clock: GameClock, at: Instant) -> ClockStep:
    """The sealed move is on the board and pressed: it earns what any move earns, and the opponent's time runs."""
    clock, started = resume(clock, at)
    if clock.turn is None:
        return clock, started
    clock, pressed = press(clock, clock.turn, at)
    return clock, (*started, *pressed)
