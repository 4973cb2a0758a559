"""A DGT Pegasus: the frames of the DGT boards, occupancy only, over a Nordic UART or any other stream."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_sim.gatt import Profile, nordic_uart
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import EMPTY, Surface

from .board import SimulatedBoard

__all__ = ["PegasusBoard"]

WITH_DATA = (0x60, 0x63)


class PegasusBoard(SimulatedBoard):
    """The board's own program. With a `key` it keeps the position to itself until it is shown that key."""

    def __init__(
        self,
        surface: Surface,
        *,
        serial: str = "0000054321",
        key: bytes = b"",
        battery: tuple[int, bool] = (58, False),
        empty: int = 0x00,
        scan_ms: int = 200,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, tells_pieces=False, flaws=flaws)
        self._serial = serial
        self._key = key
        self.battery = battery
        self._empty = empty
        self._open = False
        self._updates = False
        self._input = bytearray()

    @property
    def profile(self) -> Profile:
        """A Nordic UART under the serial number."""
        return nordic_uart(f"DGT_PEGASUS_{self._serial[-5:]}")

    def power_on(self, at: int) -> None:
        """Idle and locked."""
        super().power_on(at)
        self._input.clear()
        self._updates = False
        self._open = not self._key

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - it answers at once
        """Commands of one byte, and two with a length and data."""
        self._input += data
        while self._input:
            if self._input[0] not in WITH_DATA:
                self._command(self._input.pop(0))
                continue
            if len(self._input) < 2 or len(self._input) < 2 + self._input[1]:
                return
            command, size = self._input[0], self._input[1]
            body = bytes(self._input[2 : 2 + size])
            del self._input[: 2 + size]
            if body[-1:] == b"\x00":
                self._with_data(command, body[:-1])

    def _with_data(self, command: int, payload: bytes) -> None:
        if command == 0x63:
            self._open = self._open or payload == self._key
        elif payload == b"\x00":
            self.lamps = frozenset()
        elif payload[:1] == b"\x05":
            self.lamps = frozenset(payload[4:])

    def _command(self, code: int) -> None:
        match code:
            case 0x40:
                self._updates = False
            case 0x42 if self._open:
                self._send(0x86, bytes(map(self._code, self._sensors.shown)))
            case 0x44:
                self._updates = True
            case 0x45:
                self._send(0x91, self._serial[-5:].encode())
            case 0x48:
                self._send(0x96, b"\x01\x00")
            case 0x4C:
                percent, charging = self.battery
                self._send(0xA0, bytes([percent, 0x7F, 0x7F, 0, 0, 0, 0, 0, 1 if charging else 2]))
            case 0x4D:
                self._send(0x93, b"\x01\x00")
            case 0x55:
                self._send(0xA2, self._serial.encode())
            case 0x5A:
                self._send(0xA5, bytes([self._open]))

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: ARG002 - messages have no time
        if self._updates and self._open:
            self._send(0x8E, bytes([cell, self._code(piece)]))

    def _code(self, piece: str) -> int:
        return self._empty if piece == EMPTY else 1

    def _send(self, code: int, payload: bytes) -> None:
        length = len(payload) + 3
        self._out.append(bytes([code, length >> 7, length & 0x7F]) + payload)
