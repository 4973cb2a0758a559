"""An iChessOne: letters in, `=p` and the whole position out, when asked or when it changes."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_sim.gatt import Profile, nordic_uart
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import Surface

from .board import SimulatedBoard

__all__ = ["IChessOneBoard"]

CODES = {letter: code for code, letter in enumerate(".PNBRQKpnbrqk")}
LAMPS_LENGTH = 16
"""EL, two bytes of colour, the row above, eight ranks, the row below, flashing and clearing, time."""


class IChessOneBoard(SimulatedBoard):
    """The board's own program."""

    def __init__(
        self,
        surface: Surface,
        *,
        name: str = "iChessOne",
        battery: tuple[int, bool] = (64, True),
        scan_ms: int = 100,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, flaws=flaws)
        self._name = name
        self.battery = battery
        self._reports = False
        self._input = bytearray()

    @property
    def profile(self) -> Profile:
        """A Nordic UART."""
        return nordic_uart(self._name)

    def power_on(self, at: int) -> None:
        """Reports are off."""
        super().power_on(at)
        self._reports = False
        self._input.clear()

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - it answers at once
        """Commands follow each other without any mark between them."""
        self._input += data
        while self._input:
            text = bytes(self._input)
            if text.startswith(b"EL"):
                if len(text) < LAMPS_LENGTH:
                    return
                self._light(text[5:13], clear=bool(text[14] & 1))
                del self._input[:LAMPS_LENGTH]
            elif command := next((word for word in (b"CPIRQ", b"CPOFF", b"RP", b"RB") if text.startswith(word)), b""):
                self._obey(command)
                del self._input[: len(command)]
            elif len(text) < 5:
                return
            else:
                del self._input[0]

    def _light(self, ranks: bytes, *, clear: bool) -> None:
        """One byte a rank from the eighth on, file a in bit 0; what was lit stays lit unless it is cleared."""
        new = frozenset(row * 8 + col for row in range(8) for col in range(8) if ranks[row] >> col & 1)
        self.lamps = new if clear else self.lamps | new

    def _obey(self, command: bytes) -> None:
        match command:
            case b"CPIRQ":
                self._reports = True
            case b"CPOFF":
                self._reports = False
            case b"RP":
                self._tell()
            case b"RB":
                percent, charging = self.battery
                self._out.append(bytes([0x3D, 0x62, charging, percent]))

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: ARG002 - the whole position is told
        if self._reports:
            self._tell()

    def _tell(self) -> None:
        codes = [CODES[piece] for piece in self._sensors.shown]
        squares = bytes(high << 4 | low for high, low in zip(codes[::2], codes[1::2], strict=True))
        self._out.append(b"\x3d\x70" + squares)
