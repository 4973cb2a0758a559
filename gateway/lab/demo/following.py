"""Players who do as the arbiter says: pieces and clock are put as the hall's screen shows them, and they play on."""

from __future__ import annotations

import time

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import DgtClock
from firmware_sim.hand import Hand
from firmware_sim.pair import ButtonClock
from gateway.clock.orders import OpenOrder, Ordered
from gateway.games.game import Line
from gateway.record.table_state import Status, TableState

from .incidents import AtTable

__all__ = ["Follower"]

_DIFFERS_S = 8.0
"""Seconds for which the screen must have shown another board than the one on the table before anybody believes it."""
_SET_S = 6.0
"""Seconds until somebody has seen on the display, or been told, what is to be set on the clock."""
_UNDER_WAY = {Status.PLAYING, Status.PAUSED}


class Follower:
    """The two people who follow a decision: they look up, and put right what stands otherwise."""

    def __init__(self, table: AtTable, hand: Hand) -> None:
        self._table = table
        self._kit = table.kit
        self._hand = hand
        self._screen = table.screen
        self._number = 0
        self._ply = 0
        self._taken_back = False
        self._differs_since: float | None = None
        self._differs = False
        self._ordered_since: float | None = None

    @property
    def is_called(self) -> bool:
        """Whether they have to stop and look: a case waits, moves were taken back, or another position was set."""
        state = self._screen.state
        if state is None or state.status not in _UNDER_WAY:
            return False
        ordered = self._ordered_since is not None and time.monotonic() - self._ordered_since > _SET_S
        return self._taken_back or self._differs or ordered or bool(state.arbiters and state.arbiters.cases)

    def see(self, state: TableState) -> None:
        """Note what changed."""
        if state.game != self._number:
            self._number, self._ply, self._taken_back = state.game, 0, False
        self._taken_back |= state.ply < self._ply
        self._ply = state.ply
        if not _to_set(state):
            self._ordered_since = None
        elif self._ordered_since is None:
            self._ordered_since = time.monotonic()
        blind = any(not device.online for device in state.devices) or bool(self._kit.sensors.cells)
        if blind or state.status is not Status.PLAYING or state.board == self._kit.surface.cells:
            self._differs_since, self._differs = None, False
        elif self._differs_since is None:
            self._differs_since = time.monotonic()
        else:
            self._differs |= time.monotonic() - self._differs_since > _DIFFERS_S

    async def follow(self) -> Line:
        """Wait until everything is decided and play goes on; returns the line from what stands then."""
        while True:
            state = await self._screen.until(lambda state: not (state.arbiters and state.arbiters.cases))
            if state.status not in _UNDER_WAY:  # it is over, or does not count: they are told to stop
                state = await self._screen.until(lambda state: state.status in _UNDER_WAY)
            await self._hand.arrange(state.board)
            self._set_times(state)
            self._put_lever(state)
            now = self._screen.state or state
            if now.status is Status.PLAYING and now.fen == state.fen and not (now.arbiters and now.arbiters.cases):
                self._taken_back = self._differs = False
                self._differs_since = None
                return Line((self._table.game.position(now.fen),))
            last = now.last
            await self._screen.until(lambda state, last=last: state.last > last)  # type: ignore[misc]

    def _set_times(self, state: TableState) -> None:
        """What is asked of the clock is set by hand, while it stands."""
        clock, now, orders = self._kit.clock, self._kit.time.now(), _to_set(state)
        if not isinstance(clock, DgtClock) or not orders:
            return
        running = clock.running
        if running:
            clock.run_stop(now)
        more = {self._table.seat_of(order.side): order.off_ms for order in orders if order.side is not None}
        left, right = (
            max(1000, clock.seconds(seat, now) * 1000 + more.get(seat, 0)) for seat in (Seat.LEFT, Seat.RIGHT)
        )
        clock.adjust(left, right, now)
        if running:
            clock.run_stop(now)
        self._ordered_since = None

    def _put_lever(self, state: TableState) -> None:
        """The side to move is to be on move by the clock as well."""
        clock, seat = self._kit.clock, self._table.seat_of(state.turn)
        by_clock = state.clock.turn if state.clock is not None else None
        if isinstance(clock, ButtonClock):
            if by_clock is state.turn.other:
                clock.press(seat.other, self._kit.time.now())
            clock.up = seat
        elif clock.up is not seat:
            clock.press(clock.up, self._kit.time.now())


def _to_set(state: TableState) -> list[OpenOrder]:
    """The times that people are asked to set on the clock."""
    orders = state.clock.orders if state.clock is not None else ()
    return [order for order in orders if order.what is Ordered.SHOW and order.by_hand]
