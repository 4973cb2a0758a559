"""The talk with the clock behind the board: one command at a time, each answered, refused or given up.

The clock answers through the board within a second or two, may answer twice, and may not answer at all. So: a command
is sent again after `RETRY_MS`, at most `TRIES` times; an answer to a command that is not in flight is ignored; and the
same command waits `ECHO_MS` after its own answer, since for that long the board may repeat the old one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from drivers.readings import RequestAnswer

from .messages import Ack, ClockCommand

__all__ = ["ECHO_MS", "RETRY_MS", "TRIES", "ClockLine", "ClockOrder"]

_SET_ADVICE = ": it can be set only in option 25 of a DGT 3000 or 23 of a DGT XL"

RETRY_MS = 2000
TRIES = 3
ECHO_MS = 1000


@dataclass(frozen=True, slots=True)
class ClockOrder:
    """One command for the clock, and which request it serves ("" for our own)."""

    command: ClockCommand
    data: bytes
    serves: str = ""

    @property
    def slot(self) -> str:
        """Orders that make each other pointless."""
        if not self.serves:
            return "ours"
        return "time" if self.command is ClockCommand.SETNRUN else "text"


@dataclass(slots=True)
class _Flight:
    order: ClockOrder
    tries: int
    until: int
    trouble: str = "no answer from the clock"


class ClockLine:
    """Orders for the clock. One of each kind can wait at a time: a later text replaces an earlier one."""

    def __init__(self) -> None:
        self._waiting: deque[ClockOrder] = deque()
        self._flight: _Flight | None = None
        self._out: list[bytes] = []
        self._answered: dict[ClockCommand, int] = {}

    def order(self, order: ClockOrder, at: int) -> list[RequestAnswer]:
        """Take an order; the answers are those of orders that it makes pointless."""
        answers = []
        for old in tuple(self._waiting):
            if old.slot == order.slot:
                self._waiting.remove(old)
                answers += _answer(old, f"replaced by a later {order.slot}")
        self._waiting.append(order)
        self._advance(at)
        return answers

    def ack(self, ack: Ack, at: int) -> tuple[ClockOrder | None, list[RequestAnswer]]:
        """Take an answer; return the order that it ends, if it ends one, and what to tell of it."""
        flight = self._flight
        # An ack that names no command is an error of the one in flight (an XL says 20 00 00 00).
        if flight is None or (ack.command != flight.order.command and (ack.command or ack.status == Ack.OK)):
            return None, []
        if ack.status == Ack.OK:
            return flight.order, self._land(flight.order, None, at)
        flight.trouble = f"the clock refused (status {ack.status:02x})"
        if ack.status == Ack.REFUSED:
            if self.setting:
                flight.trouble += _SET_ADVICE
            return flight.order, self._land(flight.order, flight.trouble, at)
        return None, []

    def wake(self, at: int) -> tuple[ClockOrder | None, list[RequestAnswer]]:
        """Send again or give up what is overdue; return the order given up, if one is."""
        flight = self._flight
        if flight is None or at < flight.until:
            self._advance(at)
            return None, []
        if flight.tries < TRIES:
            flight.tries += 1
            flight.until = at + RETRY_MS
            self._out.append(flight.order.data)
            return None, []
        return flight.order, self._land(flight.order, flight.trouble, at)

    @property
    def setting(self) -> bool:
        """The clock is being set: until it answers, times that it tells may be the old ones."""
        return self._flight is not None and self._flight.order.command is ClockCommand.SETNRUN

    def clear(self, detail: str) -> list[RequestAnswer]:
        """Give everything up: there is no clock."""
        orders = [] if self._flight is None else [self._flight.order]
        orders += self._waiting
        self._flight = None
        self._waiting.clear()
        return [answer for order in orders for answer in _answer(order, detail)]

    def data_to_send(self) -> list[bytes]:
        """Take the queued writes."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When `wake` has something to do."""
        if self._flight is not None:
            return self._flight.until
        if self._waiting:
            return self._answered.get(self._waiting[0].command, 0)
        return None

    def _land(self, order: ClockOrder, trouble: str | None, at: int) -> list[RequestAnswer]:
        """The order in flight has ended."""
        self._flight = None
        self._answered[order.command] = at + ECHO_MS
        self._advance(at)
        return _answer(order, trouble)

    def _advance(self, at: int) -> None:
        """Send the next order if the line is free and no old answer can be taken for its own."""
        if self._flight is not None or not self._waiting:
            return
        if at < self._answered.get(self._waiting[0].command, at):
            return
        order = self._waiting.popleft()
        self._flight = _Flight(order, tries=1, until=at + RETRY_MS)
        self._out.append(order.data)


def _answer(order: ClockOrder, trouble: str | None) -> list[RequestAnswer]:
    if not order.serves:
        return []
    return [RequestAnswer(order.serves, ok=trouble is None, detail=trouble or "")]
