"""The clock's display: what the players are told on it, and what is set on it."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.readings import Seat
from drivers.requests import ClearText, Request, SetClock, ShowSquares, ShowText
from gateway.clock.adjustments import Change
from gateway.clock.face import ClockFace
from gateway.clock.mirror import Mirror
from gateway.clock.timekeeper import Timekeeper
from gateway.model.instants import Instant, Millis
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.referee.rulings import Ended, Paused, Resumed, Ruling, TimeChanged

__all__ = ["Told", "at_set_up", "in_letters", "shown_until", "told"]

_RESULT_ON_CLOCK = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "DRAW", Result.BOTH_LOSE: "0-0"}

_LETTERS = 6
"""The letters that a DGT XL shows."""
_TEXT_MS = Millis(5000)
"""How long a text stands in place of the times: long enough to be read, and no player waits longer for his time."""

Told = tuple[Request, ShowText | None]
"""A request to the clock, and the text it shows if it refuses."""


def told(ruling: Ruling, clock: Timekeeper, at: Instant, *, sets_clock: bool) -> Told | None:
    """What a ruling means for the clock's display, and for a clock that is set by us."""
    match ruling:
        case Paused():
            return ShowText("PAUSE", beep=True), None
        case Resumed():
            return ClearText(), None
        case Ended():
            return ShowText(_RESULT_ON_CLOCK[ruling.result]), None
        case TimeChanged() if isinstance(clock, Mirror):
            by_hand = _order(ruling)
            if not sets_clock:
                return by_hand, None
            face = clock.face(at)
            return _setting(_changed(face, ruling, at), clock, face.running), by_hand
        case _:
            return None


def shown_until(effects: Sequence[Request], before: Instant | None, at: Instant) -> Instant | None:
    """When the text gives way to the times that is on the clock after these requests; None if none is."""
    until = before
    for request in effects:
        match request:
            case ShowText() | ShowSquares():  # squares are shown in letters where there are no lamps
                until = Instant(at + _TEXT_MS)
            case ClearText():
                until = None
            case _:
                pass
    return until


def in_letters(squares: Sequence[str]) -> str:
    """Where the board differs, as far as the smallest display can say it: the first two squares, or one."""
    return next((text for count in (2, 1) if len(text := " ".join(squares[:count]).upper()) <= _LETTERS), "")


def at_set_up(clock: Timekeeper) -> Told | None:
    """The control is set on a clock that takes it."""
    if not isinstance(clock, Mirror):
        return None
    times = clock.place.times(clock.model)
    minutes, seconds = divmod(times.white // 1000, 60)
    return _setting(times, clock, None), ShowText(f"SET{minutes}.{seconds:02}" if seconds else f"SET {minutes}")


def _setting(times: BySide[Millis], clock: Mirror, running: Side | None) -> SetClock:
    left, right = (Side.WHITE, Side.BLACK) if clock.white is Seat.LEFT else (Side.BLACK, Side.WHITE)
    return SetClock(times[left], times[right], left_runs=running is left, right_runs=running is right)


def _changed(face: ClockFace, ruling: TimeChanged, at: Instant) -> BySide[Millis]:
    times = BySide(*(face.shown_ms(side, at) for side in Side))
    now = times[ruling.side]
    then = {Change.SET: ruling.ms, Change.ADD: now + ruling.ms, Change.TAKE: now - ruling.ms}[ruling.change]
    return times.replace(ruling.side, Millis(max(0, then)))


def _order(ruling: TimeChanged) -> ShowText:
    """Somebody has to set the clock by hand: what to do, as far as eight letters can say it."""
    sign = {Change.SET: "=", Change.ADD: "+", Change.TAKE: "-"}[ruling.change]
    minutes, seconds = divmod(ruling.ms // 1000, 60)
    return ShowText(f"{ruling.side.value[0].upper()}{sign}{minutes}.{seconds:02}", beep=True)
