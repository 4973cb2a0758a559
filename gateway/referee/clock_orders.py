"""Orders to a clock that keeps time itself: an alert for each that stays open, and for time that ran on meanwhile."""

from __future__ import annotations

from gateway.clock.face import Source
from gateway.clock.facts import ClockFact, ClockStarted, ClockStopped, OrderDone, OrderLapsed
from gateway.clock.orders import OpenOrder, Ordered
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message
from gateway.model.sides import BySide, Side

from . import game_messages
from .judgement import Judgement
from .rulings import CLOCK, AlertKind
from .state import Phase, State

__all__ = [
    "has_taken_too_much",
    "next_overdue",
    "note_orders",
    "play_goes_on",
    "raise_overdue",
    "runs_by_itself",
    "settle_run_on",
]

_OVERDUE_MS = {Ordered.STAND: Millis(30_000), Ordered.RUN: Millis(30_000), Ordered.SHOW: Millis(60_000)}
"""How long people may take for what is asked of the clock before somebody should look: stopping it is a touch, setting
it takes a handful of buttons."""
_NOTICED_MS = Millis(2_000)
"""Time that runs on between a pause and the clock's reading of it without being anybody's concern: a display of whole
seconds, read up to a second late."""
_RAN_ON = "ran_on"
_RUNS = "runs_while_paused"


def note_orders(judgement: Judgement, fact: ClockFact) -> None:
    """Raise and close the alerts that a fact about the clock leads to."""
    match fact:
        case OrderDone(order=order, ran_ms=ran_ms):
            _close(judgement, order)
            if order.what is Ordered.STAND:
                _tell_run_on(judgement, ran_ms)
        case OrderLapsed(order=order):
            _close(judgement, order)
        case ClockStarted() if judgement.phase is Phase.PAUSED and runs_by_itself(judgement.state):
            judgement.alert(AlertKind.CLOCK, message("alert.clock_runs_while_paused"), subject=_RUNS)
        case ClockStopped():
            judgement.clear(AlertKind.CLOCK, message("alert.clock_stands"), _RUNS)
        case _:
            pass


def settle_run_on(judgement: Judgement) -> None:
    """A time is changed, or play goes on: what ran on during the pause has been seen to."""
    judgement.clear(AlertKind.CLOCK, message("alert.run_on_settled"), _RAN_ON)


def play_goes_on(judgement: Judgement) -> None:
    """The pause is over, and the arbiter who ended it has seen to whoever called."""
    judgement.clear(AlertKind.CALLED, message("alert.call_answered", by=judgement.by))
    settle_run_on(judgement)
    judgement.clear(AlertKind.CLOCK, message("alert.run_on_settled"), _RUNS)


def raise_overdue(judgement: Judgement) -> None:
    """Alert the arbiter to what was asked of the clock long enough ago, and is not done."""
    for order in _overdue(judgement.state):
        if _due(order) <= judgement.at:
            text = message("alert.order_open", order=game_messages.order(order))
            judgement.alert(AlertKind.CLOCK_ORDER, text, subject=order.name)


def runs_by_itself(state: State) -> bool:
    """Whether the clock keeps the time: what it does in a pause, nobody has let it do."""
    return state.face is not None and state.face.source is Source.HARDWARE


def has_taken_too_much(state: State, side: Side) -> bool:
    """Whether a side's time has run out only on a clock that does not do yet what is asked of it: the side is to have
    more, or its time is not to run."""
    return state.face is not None and any(
        order.side is side and order.off_ms > 0 if order.what is Ordered.SHOW else order.side is not side
        for order in state.face.orders
    )


def next_overdue(state: State) -> Instant | None:
    """When the next of what is asked of the clock has been open for too long."""
    return min((_due(order) for order in _overdue(state)), default=None)


def _due(order: OpenOrder) -> Instant:
    return Instant(order.since + _OVERDUE_MS[order.what])


def _overdue(state: State) -> list[OpenOrder]:
    """What will be told, or is to be told now: nothing before the game, when people set clocks as they like; and
    nothing of a clock that has failed, which is told already and can show nothing done."""
    playing = state.phase in {Phase.PLAYING, Phase.PAUSED} and not state.raised(AlertKind.CLOCK, CLOCK)
    orders = state.face.orders if state.face is not None and playing else ()
    return [order for order in orders if not state.raised(AlertKind.CLOCK_ORDER, order.name)]


def _close(judgement: Judgement, order: OpenOrder) -> None:
    judgement.clear(AlertKind.CLOCK_ORDER, message("alert.order_closed", order=game_messages.order(order)), order.name)


def _tell_run_on(judgement: Judgement, ran_ms: BySide[Millis]) -> None:
    """The players have lost time that was not to run: the arbiter decides whether they get it back."""
    if judgement.phase is Phase.PAUSED and max(ran_ms.white, ran_ms.black) > _NOTICED_MS:
        text = message("alert.ran_on", white_ms=ran_ms.white, black_ms=ran_ms.black)
        judgement.alert(AlertKind.CLOCK, text, subject=_RAN_ON)
