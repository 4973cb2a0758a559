"""Messages of rulings and alerts about the game, the board and the clock."""

from __future__ import annotations

from gateway.clock.facts import ClockAnomaly, ClockAnomalyKind, TimeUnobserved
from gateway.clock.orders import OpenOrder
from gateway.model.errors import GatewayError
from gateway.model.irregularities import Irregularity
from gateway.model.messages import Message, message, name_of
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from .assignment import Unfit

__all__ = [
    "assignment_deferred",
    "assignment_refused",
    "assignment_taken",
    "board_agrees",
    "board_differs",
    "case_lapsed",
    "clock_anomaly",
    "clock_lost",
    "clock_mended",
    "clock_set",
    "confirmed",
    "device_back",
    "device_lost",
    "draw_claimable",
    "ended",
    "illegal_move",
    "inferred",
    "irregular",
    "led_back",
    "moved_while_still",
    "moves_missing",
    "next_game",
    "order",
    "paused",
    "refused",
    "result_shown",
    "resumed",
    "started",
    "time_unobserved",
    "what_irregular",
    "withdrawn",
]


def assignment_refused(n: int, why_not: Unfit | GatewayError) -> Message:
    """What the event assigned cannot be played here."""
    why = name_of(why_not) if isinstance(why_not, Unfit) else why_not.message
    return message("alert.assignment_refused", n=n, why=why)


def assignment_taken(n: int) -> Message:
    """After one that was refused, a good assignment has come."""
    return message("alert.assignment_taken", n=n)


def assignment_deferred(n: int) -> Message:
    """A game is under way."""
    return message("alert.assignment_deferred", n=n)


def started(first: Side) -> Message:
    """The beginning of play."""
    return message("ruling.started", first=name_of(first))


def paused(by: str, why: str) -> Message:
    """Play is stopped."""
    return message("ruling.paused", by=by, why=why)


def resumed(by: str) -> Message:
    """The resumption of play."""
    return message("ruling.resumed", by=by)


def ended(result: Result, reason: Reason, why: str = "", lost: Side | None = None) -> Message:
    """The game is over, or a drawn one is lost for one side afterwards."""
    if lost is not None:
        return message("ruling.ruled_lost", side=name_of(lost), reason=name_of(reason), why=why)
    return message("ruling.ended", result=name_of(result), reason=name_of(reason), why=why)


def next_game() -> Message:
    """What an alert said was about the game before."""
    return message("alert.next_game")


def case_lapsed(case: int, game: int) -> Message:
    """A case of the game before is closed without a decision."""
    return message("ruling.case_lapsed", case=case, game=game)


def refused(why: Message) -> Message:
    """An act could not be carried out."""
    return message("ruling.refused", why=why)


def illegal_move(side: Side, text: str, why: Message) -> Message:
    """A move was seen that the rules do not allow."""
    return message("alert.illegal_move", side=name_of(side), move=text, why=why)


def irregular(side: Side, kind: Irregularity, text: str) -> Message:
    """Something was done that is not a move."""
    at_fault = "" if kind is Irregularity.UNEXPLAINED else name_of(side)
    return message("alert.irregular", side=at_fault, what=what_irregular(kind, text))


def what_irregular(kind: Irregularity, text: str) -> Message:
    """What was done, as a part of a sentence."""
    return message("alert.what_irregular", kind=name_of(kind), move=text)


def not_the_bound_move(bound: str) -> Message:
    """What is wrong with a move other than the one that was written for a claim."""
    return message("offence.not_the_bound_move", move=bound)


def result_shown(what: Message) -> Message:
    """What looked irregular was a sign."""
    return message("alert.result_shown", result=what)


def moved_while_still(side: Side, text: str) -> Message:
    """A move was seen while there was no play."""
    return message("alert.moved_while_still", side=name_of(side), move=text)


def inferred(text: str) -> Message:
    """A move was worked out, not seen."""
    return message("alert.inferred", move=text)


def confirmed(count: int) -> Message:
    """What was inferred agrees with what was seen since."""
    return message("alert.confirmed", count=count)


def board_differs(count: int) -> Message:
    """The board was out of sight, and what it shows cannot be explained."""
    return message("alert.board_differs", count=count)


def moves_missing(text: str) -> Message:
    """The game is followed from what the board showed."""
    return message("alert.moves_missing", move=text)


def led_back() -> Message:
    """Presses tell of moves that nobody saw, and the board shows what it showed before them."""
    return message("alert.led_back")


def board_agrees() -> Message:
    """The board shows the position again."""
    return message("alert.board_agrees")


def time_unobserved(fact: TimeUnobserved) -> Message:
    """How long nobody looked at a clock that ran, and what was made of it."""
    known = fact.most_ms is not None
    return message(
        "alert.time_unobserved",
        side=name_of(fact.side),
        before_ms=fact.before_ms,
        away_ms=fact.least_ms,
        known="yes" if known else "no",
        charged="yes" if fact.charged else "no",
    )


def device_lost(device: str, square: str, detail: Message | None) -> Message:
    """A device cannot be reached."""
    return message("alert.device_lost", device=_device(device, square), detail=detail or "")


def device_back(device: str, square: str = "") -> Message:
    """A device is back."""
    return message("alert.device_back", device=_device(device, square))


def _device(device: str, square: str) -> Message:
    return Message(f"device.{device}", {"square": square} if square else {})


def clock_lost(reason: Message) -> Message:
    """The clock's times are not known."""
    return message("alert.clock_lost", reason=reason)


def clock_anomaly(fact: ClockAnomaly) -> Message:
    """The clock does what the arbiter should see."""
    side, kind = name_of(fact.side) if fact.side else "", name_of(fact.kind)
    if fact.expected_ms is None or fact.shown_ms is None:
        return message("alert.clock_anomaly", side=side, kind=kind)
    return message(
        "alert.clock_anomaly_times", side=side, kind=kind, expected_ms=fact.expected_ms, shown_ms=fact.shown_ms
    )


def clock_mended(kind: ClockAnomalyKind) -> Message:
    """A fault of the clock is no more."""
    return message("alert.clock_mended", kind=name_of(kind))


def clock_set(side: Side) -> Message:
    """Somebody has set a side's time."""
    return message("alert.clock_set", side=name_of(side))


def order(asked: OpenOrder) -> Message:
    """What is asked of the clock."""
    side = name_of(asked.side) if asked.side else ""
    return Message(f"clock_order.{asked.what.value}", {"side": side, "to_ms": asked.to_ms or 0})


def withdrawn(text: str) -> Message:
    """A move that an alert was about is no longer there."""
    return message("alert.withdrawn", move=text)


def draw_claimable(reason: Reason) -> Message:
    """A draw may be claimed."""
    return message("alert.draw_claimable", reason=name_of(reason))
