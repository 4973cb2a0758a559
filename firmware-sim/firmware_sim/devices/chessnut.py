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

COMMANDS = {0x0A, 0x0B, 0x21, 0x26, 0x27, 0x29, 0x2B, 0x31, 0x33, 0x34, 0x39, 0x41, 0x42, 0x43}
"""The first bytes of commands; the second one says how many follow."""
LONGEST = 40
"""More than any command has: such a length is none."""
FILES = "1b7e8283-2877-41c3-b46e-cf057c562023"
TAKEN = b"\x23\x01\x00"
"""A command was taken that has no answer of its own."""


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
        stored: int = 0,
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, flaws=flaws)
        self._name = name
        self._motors = motors
        self._stored = stored
        """Games in its memory, played with nobody listening."""
        self.battery = battery
        self._report_ms = report_ms
        self._input = bytearray()
        self._since = 0

    @property
    def profile(self) -> Profile:
        """Three services: for positions, for commands and answers, for stored games."""
        return Profile(
            self._name,
            {
                "1b7e8261-2877-41c3-b46e-cf057c562023": (Characteristic(POSITIONS, Access.NOTIFY),),
                "1b7e8271-2877-41c3-b46e-cf057c562023": (
                    Characteristic("1b7e8272-2877-41c3-b46e-cf057c562023", Access.WRITE | Access.WRITE_COMMAND),
                    Characteristic(ANSWERS, Access.NOTIFY),
                ),
                "1b7e8281-2877-41c3-b46e-cf057c562023": (Characteristic(FILES, Access.NOTIFY),),
            },
            says=POSITIONS,
        )

    def power_on(self, at: int) -> None:
        """Reports are off, the uptime counts anew."""
        super().power_on(at)
        self._input.clear()
        self._since = at

    def receive(self, data: bytes, at: int) -> None:
        """Commands: a code, the length of what belongs to it, and that."""
        self._input += data
        while len(self._input) >= 2:
            length = 2 + self._input[1]
            if self._input[0] not in COMMANDS or length > LONGEST:
                del self._input[0]
            elif len(self._input) < length:
                return
            else:
                command = bytes(self._input[:length])
                del self._input[:length]
                self._obey(command, at)

    def push(self, button: int) -> None:
        """Push a button of the board: 1 is the power button, 2 the one for a new game."""
        self._out.append(Value(bytes([0x0F, 0x01, button]), ANSWERS))
        self._stir()

    def _obey(self, command: bytes, at: int) -> None:
        match command[0]:
            case 0x21:
                self._answer(TAKEN)
                self._alarm = None if command[2:] == b"\x01" else at  # 01: games go to its memory, not to the host
            case 0x29:
                percent, charging = (0, False) if self._motors else self.battery
                self._answer(bytes([0x2A, 0x02, percent | (0x80 if charging else 0), 0]))
            case 0x0A if not self._motors and len(command) == 10:
                self.lamps = rank_lamps(command[2:])
                self._answer(TAKEN)
            case 0x0B:
                self._answer(TAKEN)
            case 0x2B:
                self._answer(b"\x2c\x0d" + self._name.strip().encode()[:13].ljust(13))
            case 0x31:
                self._answer(bytes([0x32, 0x01, self._stored]))
            case 0x41 if self._motors and command[2:] == b"\x0c":
                percent, charging = self.battery
                self._answer(bytes([0x41, 0x03, 0x0C, charging, percent]))
            case 0x41 if self._motors and command[2:] == b"\x15":
                self._answer(b"\x41\x05\x15" + self._stored.to_bytes(4, "little"))
            case 0x43 if self._motors and len(command) == 34:
                colours = [colour for byte in command[2:] for colour in (byte & 0x0F, byte >> 4)]
                self.lamps = frozenset(cell for cell, colour in zip(ORDER, colours, strict=True) if colour)

    def _answer(self, message: bytes) -> None:
        self._out.append(Value(message, ANSWERS))

    def _ring(self, at: int) -> None:
        seen = self._sensors.shown
        codes = [CODES[seen[cell]] for cell in ORDER]
        squares = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
        uptime = ((at - self._since) // 1000 & 0xFFFF).to_bytes(2, "little")
        self._out.append(Value(b"\x01\x24" + squares + uptime + b"\x00\x00", POSITIONS))
        self._alarm = at + self._report_ms
