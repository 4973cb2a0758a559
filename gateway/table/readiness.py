"""Readiness for the start of a round: what a table lacks of it, as its devices and its record tell."""

from __future__ import annotations

from gateway.clock.control_notation import parse_control
from gateway.clock.start_times import wrong_times
from gateway.model.errors import GatewayError
from gateway.model.instants import Instant
from gateway.model.messages import message, name_of
from gateway.model.sides import Side
from gateway.record.table_state import Device, Lack, LackKind
from gateway.referee.rulings import NewClock, TimeChanged
from gateway.referee.state import Phase, Play, State
from gateway.tracking.cells import differing
from gateway.tracking.vision import see, see_in_play

from .known_devices import BATTERY_LOW
from .state import Table

__all__ = ["lacks", "waits_for_start"]

LOW_BATTERY = 20
"""Percent: below it a battery may not last a long round."""
_SQUARES = 6
"""Squares that are named; more than that and somebody has to look at the board anyway."""


def waits_for_start(referee: State) -> bool:
    """Whether a round is still to start at a table: nothing is set up, nobody has begun, or another game is next."""
    play = referee.play
    match referee.phase:
        case Phase.WAITING:
            return True
        case Phase.READY:
            return play is None or play.attendance is None or play.attendance.start_at is None
        case Phase.OVER:
            assigned = referee.assignment
            return play is not None and assigned is not None and play.setup.assignment != assigned.n
        case _:
            return False


def lacks(table: Table, at: Instant) -> tuple[Lack, ...]:
    """What a table lacks for the start of the round, gravest first; empty where all is ready, or play is under way."""
    referee = table.referee
    if table.setup.bridge:
        return tuple(_devices(table))
    if not waits_for_start(referee):
        return ()
    if table.setup.next(referee) is None:
        return (Lack(LackKind.ASSIGNMENT, message("lack.assignment")), *_devices(table))
    found = [*_devices(table), *_board(table)]
    if referee.play is not None and referee.phase is Phase.READY:
        found += [*_clock(table, referee.play, at), *_players(referee.play)]
    return tuple(sorted(found, key=lambda lack: (not lack.blocks, _ORDER.index(lack.kind))))


_ORDER = tuple(LackKind)


def _devices(table: Table) -> list[Lack]:
    return [lack for device in table.devices.all() for lack in _device(device)]


def _device(device: Device) -> list[Lack]:
    name = message(f"device.{device.name}")
    if not device.online:
        return [Lack(LackKind.DEVICE, message("lack.device", device=name, detail=device.detail or ""))]
    if device.battery is not None and device.battery < LOW_BATTERY:
        low = message("lack.battery", device=name, percent=device.battery)
        return [Lack(LackKind.BATTERY, low, blocks=False)]
    if device.detail == BATTERY_LOW:
        return [Lack(LackKind.BATTERY, message("lack.battery_sign", device=name), blocks=False)]
    return []


def _board(table: Table) -> list[Lack]:
    """The squares on which the board is not set up; nothing while it is not there at all, which is said already."""
    tracker, game = table.tracker, table.tracker.game
    if not table.devices.board.online:
        return []
    if tracker.shown is None:
        return [Lack(LackKind.BOARD, message("lack.board_unseen"))]
    set_up = table.referee.phase is Phase.READY
    blind = tracker.sensors.health.stuck if set_up else frozenset()  # it was set up without them
    start = see(game, tracker.vision, game.start().board())
    # Before the game is set up a board may also stand the other way round: the table sees to that by itself.
    ways = (tracker.shown,) if set_up else (tracker.shown, tracker.shown[::-1])
    seen = (differing(see_in_play(game, tracker.vision, way), start) for way in ways)
    cells = min(([cell for cell in cells if cell not in blind] for cells in seen), key=len)
    if cells:
        squares = tuple(game.square(cell) for cell in cells[:_SQUARES])
        text = message("lack.board", n=len(cells), squares=squares, more=len(cells) - len(squares))
        return [Lack(LackKind.BOARD, text)]
    if table.referee.phase is Phase.OVER and not table.left_start:
        return [Lack(LackKind.BOARD, message("lack.board_untouched"))]
    return []


def _clock(table: Table, play: Play, at: Instant) -> list[Lack]:
    """A clock that does not show the control's times, or not yet what was ordered."""
    face = table.clock.face(at)
    clock = table.devices.clock
    if face.orders:
        return [Lack(LackKind.CLOCK, message("lack.clock_order"))]
    changed = any(isinstance(each.ruling, TimeChanged | NewClock) and not each.struck for each in play.made)
    if clock is None or not clock.online or changed:  # after a change by an arbiter his word is the control
        return []
    try:
        wrong = wrong_times(face, parse_control(play.control))
    except GatewayError:
        return []  # the referee has refused it with an alert
    return [
        Lack(
            LackKind.CLOCK,
            message("lack.clock", side=name_of(each.side), shown_ms=each.shown_ms, expected_ms=each.expected_ms),
        )
        for each in wrong
    ]


def _players(play: Play) -> list[Lack]:
    """Who has not come, where attendance is kept; elsewhere nobody knows, and nobody is missed."""
    if play.attendance is None:
        return []
    return [
        Lack(LackKind.PLAYER, message("lack.player", side=name_of(side)), side=side)
        for side in Side
        if side in play.attendance.absent
    ]
