"""A Millennium ChessLink board: characters with odd parity, a position at every scan or on change, 81 lamps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

from firmware_sim.gatt import Access, Characteristic, Profile
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import Surface

from .board import SimulatedBoard

__all__ = ["ChessLinkBoard"]

_ARGUMENTS = {"V": 0, "S": 0, "X": 0, "T": 0, "R": 2, "W": 4, "L": 2 + 81 * 2}
"""Characters between the letter and the checksum."""


class ChessLinkBoard(SimulatedBoard):
    """The board's own program. `parity` false is an eONE, which leaves bit 7 alone."""

    def __init__(
        self,
        surface: Surface,
        *,
        name: str = "MILLENNIUM CHESS",
        version: tuple[int, int] = (1, 3),
        parity: bool = True,
        scan_ms: int = 41,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, flaws=flaws)
        self.registers = {0x00: 0, 0x01: 0x14, 0x02: 0, 0x03: 0, 0x04: 0x0E}
        self._name = name
        self._version = version
        self._parity = parity
        self._scan_ms = scan_ms
        self._input = ""
        self._news = False

    @property
    def profile(self) -> Profile:
        """A serial line over BLE, as the chip's maker defined it."""
        return Profile(
            self._name,
            {
                "49535343-fe7d-4ae5-8fa9-9fafd205e455": (
                    Characteristic("49535343-8841-43f4-a8d4-ecbe34729bb3", Access.WRITE | Access.WRITE_COMMAND),
                    Characteristic("49535343-1e4d-4bd9-ba61-23c647249616", Access.NOTIFY),
                )
            },
            says="49535343-1e4d-4bd9-ba61-23c647249616",
        )

    def power_on(self, at: int) -> None:
        """Registers are kept; lamps go out."""
        super().power_on(at)
        self._input = ""
        self._alarm = at + self._scan_ms

    def receive(self, data: bytes, at: int) -> None:
        """Commands, each a letter, its arguments and a checksum."""
        self._input += bytes(byte & 0x7F for byte in data).decode("ascii")
        while self._input:
            size = _ARGUMENTS.get(self._input[0])
            if size is None:
                self._input = self._input[1:]
                continue
            if len(self._input) < size + 3:
                return
            command, check = self._input[: size + 1], self._input[size + 1 : size + 3]
            if check.upper() != _checksum(command):
                self._input = self._input[1:]
                continue
            self._input = self._input[size + 3 :]
            self._obey(command, at)

    def wake(self, at: int) -> None:
        """Scan; tell the board as register 02 says."""
        super().wake(at)
        if self._news and self.registers[0x02] >= 3:
            self._send("s" + self._sensors.shown)
        self._news = False

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: ARG002 - the whole board is sent
        self._news = True

    def _ring(self, at: int) -> None:
        """One more scan."""
        mode, pause = self.registers[0x02], self.registers[0x03]
        if mode == 0 or (mode == 2 and pause):
            self._send("s" + self._sensors.shown)
            self._alarm = at + (round(pause * 4.096) if mode else self._scan_ms)

    def _obey(self, command: str, at: int) -> None:
        match command[0]:
            case "V":
                self._send(f"v{self._version[0]:02X}{self._version[1]:02X}")
            case "S":
                self._send("s" + self._sensors.shown)
            case "R":
                self._send(f"r{command[1:3]}{self.registers.get(int(command[1:3], 16), 0):02X}")
            case "W":
                self.registers[int(command[1:3], 16)] = int(command[3:5], 16)
                self._send("w" + command[1:])
                self._alarm = at + self._scan_ms
                self.stirred()
            case "L":
                on = {lamp for lamp in range(81) if command[3 + 2 * lamp : 5 + 2 * lamp] != "00"}
                self.lamps = frozenset(
                    row * 8 + col
                    for row in range(8)
                    for col in range(8)
                    if {col * 9 + row, col * 9 + row + 1, col * 9 + 9 + row, col * 9 + row + 10} <= on
                )
                self._send("l")
            case "X":
                self.lamps = frozenset()
                self._send("x")

    def _send(self, text: str) -> None:
        whole = (text + _checksum(text)).encode("ascii")
        self._out.append(bytes(map(_odd, whole)) if self._parity else whole)


def _checksum(text: str) -> str:
    return f"{reduce(xor, text.encode('ascii')):02X}"


def _odd(byte: int) -> int:
    return byte ^ (0x80 if byte.bit_count() % 2 == 0 else 0)
