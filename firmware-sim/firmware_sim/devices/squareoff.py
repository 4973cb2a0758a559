"""Square Off Pro and Neo: they feel that something stands on a square, not what."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from firmware_sim.gatt import BATTERY_LEVEL, BATTERY_SERVICE, Access, Characteristic, Profile, Value, nordic_uart
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import EMPTY, Surface

from .board import SimulatedBoard

__all__ = ["SquareOffNeo", "SquareOffPro"]

EVENTS = "4496994f-2600-4e7e-81d5-e0f7b67ebd48"
BITMAP = "777ac5a4-6fa8-474b-841d-091bd57d28c4"
ROUTE = "f9664d70-93ff-4cfe-9bfe-b5866aa5bef2"
GAME = "c7d64c44-42f0-11ec-81d3-0242ac130003"
UART = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"


class _SquareOff(SimulatedBoard):
    """The common part of both: records `code#data*` over a Nordic UART."""

    def __init__(self, surface: Surface, name: str, scan_ms: int, flaws: Sequence[Flaw]) -> None:
        super().__init__(surface, scan_ms=scan_ms, tells_pieces=False, flaws=flaws)
        self._name = name
        self._input = b""
        self._game = False

    def power_on(self, at: int) -> None:
        """No game runs, so nothing is reported."""
        super().power_on(at)
        self._input = b""
        self._game = False

    def receive(self, data: bytes, at: int) -> None:
        """Records may come in pieces."""
        self._input = (self._input + data)[-200:]
        while b"*" in self._input:
            record, _, self._input = self._input.partition(b"*")
            code, mark, body = record.decode("latin-1").partition("#")
            if mark and code.isdigit():
                self._record(int(code), body, at)

    @abstractmethod
    def _record(self, code: int, body: str, at: int) -> None:
        """Obey one record of the host."""

    def _bits(self) -> bytes:
        """a1 to a8, then b1 to b8, and so on."""
        seen = self._sensors.shown
        squares = ((7 - rank) * 8 + file for file in range(8) for rank in range(8))
        return "".join("0" if seen[square] == EMPTY else "1" for square in squares).encode()


def _square(cell: int) -> str:
    return "abcdefgh"[cell % 8] + str(8 - cell // 8)


class SquareOffPro(_SquareOff):
    """The board with lamps."""

    def __init__(
        self,
        surface: Surface,
        *,
        name: str = "Squareoff Pro",
        volts: float = 3.79,
        scan_ms: int = 100,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        super().__init__(surface, name, scan_ms, flaws)
        self.volts = volts

    @property
    def profile(self) -> Profile:
        """A Nordic UART."""
        return nordic_uart(self._name)

    def _record(self, code: int, body: str, at: int) -> None:  # noqa: ARG002 - it answers at once
        match code:
            case 14 if body == "1":
                self._game = True
                self._out.append(b"14#GO*")
            case 30 if body == "R":
                self._out.append(b"30#" + self._bits() + b"*")
            case 25:
                squares = [body[place : place + 2] for place in range(0, len(body), 2)]
                self.lamps = frozenset((8 - int(square[1])) * 8 + "abcdefgh".index(square[0]) for square in squares)
            case 4:
                self._out.append(f"22#{self.volts:.2f}*".encode())

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: ARG002 - reports have no time
        if self._game:
            self._out.append(f"0#{_square(cell)}{'u' if piece == EMPTY else 'd'}*".encode())


class SquareOffNeo(_SquareOff):
    """The board with a motor: a bitmap every so often, lifts and puts while a game runs."""

    def __init__(
        self,
        surface: Surface,
        *,
        name: str = "Squareoff Neo",
        level: int = 73,
        bitmap_ms: int = 2000,
        scan_ms: int = 180,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        super().__init__(surface, name, scan_ms, flaws)
        self.level = level
        self._bitmap_ms = bitmap_ms

    @property
    def profile(self) -> Profile:
        """A Nordic UART, the standard battery, and a characteristic for each kind of news."""
        return Profile(
            self._name,
            {
                **nordic_uart(self._name).services,
                "4496994e-2600-4e7e-81d5-e0f7b67ebd48": (
                    Characteristic(EVENTS, Access.NOTIFY),
                    Characteristic(BITMAP, Access.NOTIFY),
                    Characteristic(ROUTE, Access.WRITE),
                    Characteristic(GAME, Access.WRITE),
                ),
                BATTERY_SERVICE: (Characteristic(BATTERY_LEVEL, Access.READ | Access.NOTIFY, bytes([self.level])),),
            },
            says=UART,
        )

    def power_on(self, at: int) -> None:
        """The bitmaps begin of their own accord."""
        super().power_on(at)
        self._alarm = at

    def receive(self, data: bytes, at: int) -> None:
        """What a write means depends on where it is written."""
        if isinstance(data, Value) and data.uuid == GAME:
            self._game = self._game or data == b"R:ISG"
        elif not isinstance(data, Value) or data.uuid != ROUTE:
            super().receive(data, at)

    def listened(self, uuid: str, at: int) -> None:  # noqa: ARG002 - at once
        """Tell the charge to whoever wants to know it."""
        if uuid == BATTERY_LEVEL:
            self._out.append(Value(bytes([self.level]), BATTERY_LEVEL))

    def _record(self, code: int, body: str, at: int) -> None:
        match code:
            case 1:
                self._out.append(Value(b"1#00:11:22:33:44:55*", UART))
            case 30 if body.isdigit():
                self._alarm = at
            case 4:
                self._out.append(Value(b"4#3752.50*", UART))

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: ARG002 - reports have no time
        if self._game:
            self._out.append(Value(f"{_square(cell)}{'u' if piece == EMPTY else 'd'}".encode(), EVENTS))

    def _ring(self, at: int) -> None:
        self._out.append(Value(self._bits(), BITMAP))
        self._alarm = at + self._bitmap_ms
