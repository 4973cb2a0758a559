"""The devices of a table, as far as it knows them."""

from __future__ import annotations

import msgspec

from drivers.readings import Battery, ClockMissing, ClockTimes, Identity, LinkDown, LinkUp, Reading, Snapshot
from gateway.clock.face import Source
from gateway.model.messages import message
from gateway.record.table_state import BOARD_AWAY, Device

from .setup import TableSetup

__all__ = ["BATTERY_LOW", "NOT_SEEN", "Devices"]

NOT_SEEN = message("device_detail.not_seen")
NOT_SHOWN = message("device_detail.not_shown")
BATTERY_LOW = message("device_detail.battery_low")

_replace = msgspec.structs.replace


class Devices(msgspec.Struct, frozen=True):
    """The board and the clock, which hangs on it or stands beside it."""

    board: Device = Device("board", online=False, detail=NOT_SEEN)
    clock: Device | None = Device("clock", online=False, detail=NOT_SEEN)
    apart: bool = False
    """The clock is a device of its own: what happens to the board does not happen to it."""
    boardless: bool = False
    """There is no board, and none is missed."""

    @classmethod
    def of(cls, setup: TableSetup) -> Devices:
        """The devices of a table, none of which has been heard yet."""
        if setup.clock is Source.AGENT and not setup.apart:
            return cls(clock=None)
        return cls(apart=setup.apart, boardless=setup.bridge)

    def take(self, reading: Reading) -> Devices:
        """The board said something, or its link did."""
        board = _followed(self.board, reading)
        if isinstance(reading, Snapshot) and board.detail:
            board = _replace(board, online=board.online or board.detail == NOT_SHOWN, detail=None)
        clock = self.clock
        if clock is not None and not self.apart:
            away = isinstance(reading, LinkDown)
            clock = _replace(clock, online=False, detail=BOARD_AWAY) if away else _clock(clock, reading)
        return self._with(board, clock)

    def without_position(self) -> Devices:
        """The board is connected, but a game cannot begin on it: nobody knows what stands there."""
        return self._with(_replace(self.board, online=False, detail=NOT_SHOWN), self.clock)

    def take_clock(self, reading: Reading) -> Devices:
        """A clock of its own said something, or its link did."""
        if self.clock is None:
            return self
        clock = _clock(_followed(self.clock, reading), reading)
        if isinstance(reading, ClockMissing):
            clock = _replace(clock, detail=message("device_detail.not_plugged_in"))
        return self._with(self.board, clock)

    def all(self) -> tuple[Device, ...]:
        """Every device, in the order people list them."""
        found = (None if self.boardless else self.board, self.clock)
        return tuple(device for device in found if device is not None)

    def _with(self, board: Device, clock: Device | None) -> Devices:
        same = (board, clock) == (self.board, self.clock)
        return self if same else Devices(board, clock, self.apart, self.boardless)


def _followed(device: Device, reading: Reading) -> Device:
    """A device after something that any device may say."""
    match reading:
        case LinkUp():
            return _replace(device, online=True, detail=None)
        case LinkDown():
            return _replace(device, online=False, detail=message("device_detail.no_link", reason=reading.reason))
        case Identity():
            return _replace(
                device, serial=reading.serial or device.serial, firmware=reading.firmware or device.firmware
            )
        case Battery():
            return _replace(device, battery=reading.percent)
        case _:
            return device


def _clock(clock: Device, reading: Reading) -> Device:
    """The clock after what it shows."""
    match reading:
        case ClockTimes():
            detail = BATTERY_LOW if reading.battery_low else None
            return clock if clock.online and clock.detail == detail else _replace(clock, online=True, detail=detail)
        case ClockMissing():
            return _replace(clock, online=False, detail=message("device_detail.no_clock"))
        case _:
            return clock
