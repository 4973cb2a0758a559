"""The equipment of the demo's tables: a DGT board with its clock, or another maker's board and buttons beside it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from drivers import registry
from drivers.readings import Seat
from firmware_sim.devices import SimulatedDevice
from firmware_sim.devices.buttons import Buttons
from firmware_sim.devices.dgt_clock import ClockMode, FischerMode, SuddenDeathMode
from firmware_sim.doubles import make_double
from firmware_sim.pair import ButtonClock, TableClock
from firmware_sim.ports import Port, PtyPort, TcpPort
from firmware_sim.sensor_flaws import Failing
from firmware_sim.sets import DgtSet
from firmware_sim.surface import Surface
from firmware_sim.timebase import Timebase, WallTime
from gateway.clock.control import Fischer as Increment
from gateway.clock.control import Period, TimeControl
from gateway.games.game import Game, PieceSet
from gateway.model.sides import Side
from gateway.runtime.free_ports import any_port

__all__ = ["Kit", "board_for", "hardware_control", "make_kit"]


@dataclass(frozen=True, slots=True)
class Kit:
    """A board and a clock, each on the cable it has."""

    surface: Surface
    clock: TableClock
    time: Timebase
    driver: str
    ports: Sequence[Port]
    """The board's, and that of a clock beside it."""
    sensors: Failing
    """What fails among the board's sensors."""

    @contextlib.asynccontextmanager
    async def plugged_in(self) -> AsyncIterator[None]:
        """The devices run while the block lasts."""
        async with contextlib.AsyncExitStack() as stack:
            for port in self.ports:
                await stack.enter_async_context(port)
            yield

    def fail(self, cell: int) -> None:
        """Let a sensor of the board see nothing from now on."""
        self.sensors.fail(cell, self.time.now())
        self.ports[0].device.stirred()

    def mend(self) -> None:
        """Let every sensor see again."""
        self.sensors.mend(self.time.now())
        self.ports[0].device.stirred()

    def settings(self) -> str:
        """The sections of a table's settings that say where the devices are."""
        board, *clock = (port.url for port in self.ports)
        beside = f'[clock]\ndriver = "buttons"\nurl = "{clock[0]}"\n' if clock else ""
        return f'[device]\ndriver = "{self.driver}"\nurl = "{board}"\n{beside}'


def make_kit(driver: str, game: Game, control: TimeControl, path: Path, time: Timebase | None = None) -> Kit:
    """The double of a device for this game, at a path; a clock of its own is beside it."""
    time, sensors = time or WallTime(), Failing()
    if driver == "dgt":
        dgt = (DgtSet.draughts if game.rows == 10 else DgtSet.chess)(hardware_control(control), flaws=[sensors])
        return Kit(dgt.surface, dgt.clock, time, driver, [PtyPort(dgt.board, path, time)], sensors)
    board = make_double(driver, board_for(game), flaws=[sensors])
    buttons = Buttons()
    clock = ButtonClock(buttons, Seat.LEFT if game.first is Side.WHITE else Seat.RIGHT)
    beside = PtyPort(buttons, path.with_name(f"{path.name}-buttons"), time)
    ports = [_cable(driver, board.device, path, time), beside]
    return Kit(board.surface, clock, time, driver, ports, sensors)


def _cable(driver: str, board: SimulatedDevice, path: Path, time: Timebase) -> Port:
    """What leads to a board; where it has only a radio, a port of the network stands for it."""
    if registry.find(driver).serial is None:
        return TcpPort(board, any_port(), time)
    return PtyPort(board, path, time)


def board_for(game: Game) -> str:
    """What a double calls the board of this game."""
    match game.pieces:
        case PieceSet.DRAUGHTS:
            return "draughts" if game.rows == 10 else "draughts-64"
        case PieceSet.CHESS:
            return "chess"
        case PieceSet.STONES:
            return "renju"


def hardware_control(control: TimeControl) -> ClockMode:
    """The control as it is set on a DGT 3000."""
    (stage, *more) = control.white
    if more or not isinstance(stage, Period):
        raise ValueError(f"{control} cannot be set on the simulated clock")
    match stage.bonus:
        case None:
            return SuddenDeathMode(stage.time_ms)
        case Increment():
            return FischerMode(stage.time_ms, stage.bonus.ms)
        case _:
            raise ValueError(f"{control} cannot be set on the simulated clock")
