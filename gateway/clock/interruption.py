"""A game interrupted and resumed, with the times in the envelope (GN 20).

20.1.1  the arbiter writes down the position while the clocks are paused, so it is charged to nobody
20.1.3  the side to move thinks about the move it seals, on its own time
20.1.4  both clocks are stopped: `seal`; of a clock that keeps time itself `read_times`
20.2.3  both confirm the times: the `TimesSealed` of the record, or adjusted
20.2.4  the sealed move is played, then the clock is pressed: `open_sealed`
"""

from __future__ import annotations

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .face import ClockFace
from .facts import TimesSealed
from .game_clock import ClockPhase, GameClock
from .operation import pause, press, resume
from .passing import ClockStep

__all__ = ["open_sealed", "read_times", "seal"]


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


def read_times(face: ClockFace, sealer: Side, at: Instant, *, by: str) -> TimesSealed:
    """The times that a clock shows which only people can stop."""
    on_move = Millis(max(0, at - face.since))
    used = face.used_ms
    if face.running is not None:
        used = used.replace(face.running, Millis(used[face.running] + on_move))
    return TimesSealed(sealer, BySide(face.shown_ms(Side.WHITE, at), face.shown_ms(Side.BLACK, at)), used, by)


def open_sealed(clock: GameClock, at: Instant) -> ClockStep:
    """The sealed move is on the board and pressed: it earns what any move earns, and the opponent's time runs."""
    clock, started = resume(clock, at)
    if clock.turn is None:
        return clock, started
    clock, pressed = press(clock, clock.turn, at)
    return clock, (*started, *pressed)
