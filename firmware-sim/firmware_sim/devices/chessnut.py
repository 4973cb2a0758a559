"""A Chessnut Air: once enabled it reports its whole position four times a second, whether it changed or not."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_sim.gatt import Access, Characteristic, Profile, Value
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import Surface

from .board import SimulatedBoard, rank_lamps

__all__ = ["ChessnutBoard"]

POSITIONS = "1b7e8262-2877-41c3-b46e-cf057c562023"
ANSWERS = "1b7e8273-2877-41c3-b46e-cf057c562023"

CODES = {letter: code for code, letter in enumerate(".qkbpnRPrBNQK")}

ORDER = [row * 8 + col for row in range(8) for col in range(7, -1, -1)]
"""Cells in the order of positions and of a Move's lamps: h8 to a8, h7 and so on."""

COMMANDS = {0x21: 3, 0x29: 3, 0x27: 3, 0x0B: 6, 0x0A: 10, 0x41: 3, 0x43: 34}
"""Commands by their first byte, and how long they are."""


class ChessnutBoard(SimulatedBoard):
    """The board's own program; with `motors` it is a Move, which has other commands for battery and lamps."""

    def __init__(
        self,
        surface: Surface,
        *,
        name: str = "Chessnut Air",
        battery: tuple[int, bool] = (87, False),
        report_ms: int = 250,
        scan_ms: int = 100,
        flaws: Sequence[Flaw] = (),
        motors: bool = False,
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, flaws=flaws)
        self._name = name
        self._motors = motors
        self.battery = battery
        self._report_ms = report_ms
        self._input = bytearray()
        self._since = 0

    @property
    def profile(self) -> Profile:
        """Two services: one for positions, one for commands and answers."""
        return Profile(
            self._name,
            {
                "1b7e8261-2877-41c3-b46e-cf057c562023": (Characteristic(POSITIONS, Access.NOTIFY),),
                "1b7e8271-2877-41c3-b46e-cf057c562023": (
                    Characteristic("1b7e8272-2877-41c3-b46e-cf057c562023", Access.WRITE | Access.WRITE_COMMAND),
                    Characteristic(ANSWERS, Access.NOTIFY),
                ),
            },
            says=POSITIONS,
        )

    def power_on(self, at: int) -> None:
        """Reports are off, the uptime counts anew."""
        super().power_on(at)
        self._input.clear()
        self._since = at

    def receive(self, data: bytes, at: int) -> None:
        """Commands: a code and what belongs to it."""
        self._input += data
        while self._input:
            length = COMMANDS.get(self._input[0])
            if length is None:
                del self._input[0]
            elif len(self._input) < length:
                return
            else:
                command = bytes(self._input[:length])
                del self._input[:length]
                self._obey(command, at)

    def _obey(self, command: bytes, at: int) -> None:
        match command[0]:
            case 0x21:
                self._out.append(Value(b"\x23\x01\x00", ANSWERS))
                self._alarm = at
            case 0x29 if not self._motors:
                percent, charging = self.battery
                self._out.append(Value(bytes([0x2A, 0x02, percent | (0x80 if charging else 0), 0]), ANSWERS))
            case 0x0A if not self._motors:
                self.lamps = rank_lamps(command[2:])
            case 0x41 if self._motors and command[2] == 0x0C:
                percent, charging = self.battery
                self._out.append(Value(bytes([0x41, 0x03, 0x0C, charging, percent]), ANSWERS))
            case 0x43 if self._motors:
                colours = [colour for byte in command[2:] for colour in (byte & 0x0F, byte >> 4)]
                self.lamps = frozenset(cell for cell, colour in zip(ORDER, colours, strict=True) if colour)

    def _ring(self, at: int) -> None:
        seen = self._sensors.shown
        codes = [CODES[seen[cell]] for cell in ORDER]
        squares = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
        uptime = ((at - self._since) // 1000 & 0xFFFF).to_bytes(2, "little")
        self._out.append(Value(b"\x01\x24" + squares + uptime + b"\x00\x00", POSITIONS))
        self._alarm = at + self._report_ms
