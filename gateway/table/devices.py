"""What a table knows of its hardware."""

from __future__ import annotations

import msgspec

from drivers.readings import Battery, ClockMissing, ClockTimes, Identity, LinkDown, LinkUp, Reading, Snapshot
from gateway.record.glance import Device

__all__ = ["Devices"]


class Devices(msgspec.Struct, frozen=True):
    """The board and the clock that hangs on it."""

    board: Device = Device("board", online=False, detail="not seen yet")
    clock: Device = Device("clock", online=False, detail="not seen yet")

    def take(self, reading: Reading) -> Devices:
        """Follow one reading."""
        board, clock = self.board, self.clock
        match reading:
            case LinkUp():
                board = msgspec.structs.replace(board, online=True, detail="")
            case LinkDown():
                board = msgspec.structs.replace(board, online=False, detail=reading.reason)
                clock = msgspec.structs.replace(clock, online=False, detail="the board is away")
            case Snapshot() if board.detail:
                board = msgspec.structs.replace(board, detail="")
            case ClockTimes():
                detail = "battery low" if reading.battery_low else ""
                if not clock.online or clock.detail != detail:
                    clock = msgspec.structs.replace(clock, online=True, detail=detail)
            case ClockMissing():
                clock = msgspec.structs.replace(clock, online=False, detail="not plugged into the board")
            case Identity():
                board = msgspec.structs.replace(
                    board, serial=reading.serial or board.serial, firmware=reading.firmware or board.firmware
                )
            case Battery():
                board = msgspec.structs.replace(board, battery=reading.percent)
            case _:
                return self
        return self if (board, clock) == (self.board, self.clock) else Devices(board, clock)

    def all(self) -> tuple[Device, ...]:
        """Every device, in the order people list them."""
        return self.board, self.clock
