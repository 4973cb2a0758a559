"""The double of every driver, by the driver's name: a device, its board with the pieces in place, and its lever."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from drivers.readings import Seat

from .devices import SimulatedDevice
from .devices.dgt_clock import ClockMode, DgtClock, SuddenDeathMode
from .sensor_flaws import Flaw
from .surface import CHESS_START, DRAUGHTS_START, EMPTY, Surface

__all__ = ["BOARDS", "CLOCKS", "DOUBLES", "Double", "DoubleKind", "make_double"]

DRAUGHTS_64_START = ".m.m.m.mm.m.m.m..m.m.m.m" + EMPTY * 16 + "M.M.M.M..M.M.M.MM.M.M.M."

BOARDS: Mapping[str, tuple[int, str]] = {
    "chess": (8, CHESS_START),
    "draughts": (10, DRAUGHTS_START),
    "draughts-64": (8, DRAUGHTS_64_START),
    "renju": (15, EMPTY * 225),
    "go": (19, EMPTY * 361),
}
"""What may stand on the table: rows (and columns), and the start position."""


CLOCKS: Mapping[str, tuple[int, int]] = {"3000": (2, 0), "xl": (1, 14)}
"""DGT's clocks that may be plugged into a DGT board, and the version that each tells."""


@dataclass(frozen=True, slots=True)
class DoubleKind:
    """One kind of device: the class of its double, the boards that it comes with, and the speed of its line."""

    device: str
    """`module:class` below `firmware_sim.devices`."""
    boards: tuple[str, ...] = ("chess",)
    baud: int | None = None


DOUBLES: Mapping[str, DoubleKind] = {
    "dgt": DoubleKind("dgt:DgtBoard", ("draughts", "chess"), baud=9600),
    "chesslink": DoubleKind("chesslink:ChessLinkBoard", baud=38400),
    "certabo": DoubleKind("certabo:CertaboBoard", baud=38400),
    "tabutronic": DoubleKind("certabo:TabutronicBoard", ("chess", "draughts-64"), baud=38400),
    "buttons": DoubleKind("buttons:Buttons", ()),
    "chessnut": DoubleKind("chessnut:ChessnutBoard"),
    "squareoff-pro": DoubleKind("squareoff:SquareOffPro"),
    "squareoff-neo": DoubleKind("squareoff:SquareOffNeo"),
    "ichessone": DoubleKind("ichessone:IChessOneBoard"),
    "yihu": DoubleKind("yihu:YihuGoban", ("go",)),
    "pegasus": DoubleKind("pegasus:PegasusBoard"),
    "chessup": DoubleKind("chessup:ChessUpBoard"),
    "cpp": DoubleKind("cpp:CppBoard", ("draughts", "chess", "draughts-64", "renju")),
    "dgt3000-ble": DoubleKind("dgt3000_gateway:Dgt3000Gateway", ()),
}
"""The doubles of all drivers: a literal table, as the drivers' registry is; a device's module is imported when asked
for."""


@dataclass(frozen=True, slots=True)
class Double:
    """A device ready to be touched."""

    device: SimulatedDevice
    surface: Surface
    """Empty and without meaning for a device that is no board."""
    start: str
    clock: DgtClock | None
    press: Callable[[Seat, int], None] | None
    """Its lever or buttons, if it has some."""
    baud: int | None


def make_double(
    name: str,
    board: str = "",
    *,
    control: ClockMode | None = None,
    clock: str = "3000",
    remote: bool = False,
    flaws: Sequence[Flaw] = (),
) -> Double:
    """A fresh device; raises `KeyError` for an unknown name, `ValueError` for a board that it is not made for or a
    clock that there is not.

    With `remote` its clock is in the option in which a computer may set it.
    """
    kind = DOUBLES[name]
    if board and board not in kind.boards:
        raise ValueError(f"{name} is not made for {board}; it is for {' or '.join(kind.boards) or 'no board'}")
    module, _, attribute = kind.device.partition(":")
    make = getattr(importlib.import_module(f"firmware_sim.devices.{module}"), attribute)
    if not kind.boards:
        device = make()
        return Double(device, Surface(1, 1), EMPTY, None, device.press, kind.baud)
    side, start = BOARDS[board or kind.boards[0]]
    surface = Surface(side, side, start)
    if name != "dgt":
        return Double(make(surface, flaws=flaws), surface, start, None, None, kind.baud)
    if clock == "none":
        return Double(make(surface, flaws=flaws), surface, start, None, None, kind.baud)
    if clock not in CLOCKS:
        raise ValueError(f"there is no clock {clock!r}; there are {', '.join(CLOCKS)} and none")
    plugged = DgtClock(control or SuddenDeathMode(5 * 60_000), remote=remote, version=CLOCKS[clock])
    return Double(make(surface, plugged, flaws=flaws), surface, start, plugged, plugged.press, kind.baud)
