"""The clock's display: what the players are told on it, and what is set on it."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.readings import Seat
from drivers.requests import ClearText, Request, SetClock, ShowSquares, ShowText
from gateway.clock import mirror_orders
from gateway.clock.mirror import Mirror
from gateway.clock.orders import OpenOrder, Ordered
from gateway.clock.timekeeper import Timekeeper
from gateway.model.instants import Instant, Millis
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.referee.rulings import Ended, Paused, Resumed, Ruling

__all__ = ["asked", "in_letters", "shown_until", "told"]

_RESULT_ON_CLOCK = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "DRAW", Result.BOTH_LOSE: "0-0"}

_LETTERS = 6
"""The letters that a DGT XL shows."""
_TEXT_MS = Millis(5000)
"""How long a text stands in place of the times: long enough to be read, and no player waits longer for his time."""


def told(ruling: Ruling) -> ShowText | ClearText | None:
    """What a ruling means for the clock's display."""
    match ruling:
        case Paused():
            return ShowText("PAUSE", beep=True)
        case Resumed():
            return ClearText()
        case Ended():
            return ShowText(_RESULT_ON_CLOCK[ruling.result])
        case _:
            return None


def asked(clock: Timekeeper, news: Sequence[OpenOrder], at: Instant) -> Request | None:
    """The request for what is asked of a clock that keeps time itself, of which there is `news`: that it sets itself;
    where it does not, the text that tells people what to set."""
    if not isinstance(clock, Mirror):
        return None
    if any(not order.by_hand for order in clock.orders.open):
        return _setting(clock, at)
    times = [order for order in clock.orders.open if order.what is Ordered.SHOW]
    return _by_hand(times) if any(order.what is Ordered.SHOW for order in news) else None


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


def _setting(clock: Mirror, at: Instant) -> SetClock:
    times, running = mirror_orders.wanted(clock, at)
    left, right = (Side.WHITE, Side.BLACK) if clock.white is Seat.LEFT else (Side.BLACK, Side.WHITE)
    # A display of whole seconds shows a part of one as a whole one.
    left_ms, right_ms = (-(-times[side] // 1000) * 1000 for side in (left, right))
    return SetClock(left_ms, right_ms, left_runs=running is left, right_runs=running is right)


def _by_hand(orders: Sequence[OpenOrder]) -> ShowText:
    """What to set, as far as the smallest display can say it: both sides' time, or that which was ordered last."""
    last = orders[-1]
    minutes, seconds = divmod(-(-(last.to_ms or 0) // 1000), 60)
    if len({order.to_ms for order in orders}) == 1 < len(orders):
        return ShowText(f"SET{minutes}.{seconds:02}" if seconds else f"SET {minutes}")
    side = Side.WHITE if last.side is None else last.side
    letter, time = side.value[0].upper(), f"{minutes}.{seconds:02}"
    return ShowText(f"{letter}={time}" if len(time) < _LETTERS - 1 else f"{letter}{time}", beep=True)
