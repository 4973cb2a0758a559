"""Two buttons at some bridge tables of the demo: simulated firmware on a pseudo-terminal, for a real agent to read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from drivers.readings import Seat
from firmware_sim.doubles import Double, make_double
from firmware_sim.ports import PtyPort
from firmware_sim.timebase import WallTime
from gateway.model.bridge_signals import BridgeSignal

__all__ = ["DemoButtons"]

_SEATS = {BridgeSignal.BOARD_OVER: Seat.LEFT, BridgeSignal.DIRECTOR: Seat.RIGHT}


class DemoButtons:
    """The buttons of the tables that have any."""

    def __init__(self, folder: Path, tables: Iterable[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._time = WallTime()
        self._doubles: dict[str, Double] = {table: make_double("buttons") for table in tables}
        self._ports = {
            table: PtyPort(double.device, folder / table, self._time) for table, double in self._doubles.items()
        }

    async def plug_in(self, stack: contextlib.AsyncExitStack) -> None:
        """Have them there until the stack is closed."""
        for port in self._ports.values():
            await stack.enter_async_context(port)

    def settings(self, table: str, event: str, broker: str, journal: Path) -> str:
        """The settings of a table's agent."""
        return (
            f'# {table}\nevent = "{event}"\ntable = "{table}"\njournal = "{journal}"\nbridge = true\n'
            f'[broker]\nurl = "{broker}"\n[clock]\ndriver = "buttons"\nurl = "{self._ports[table].url}"\n'
        )

    def press(self, table: str, signal: BridgeSignal) -> bool:
        """Press a button; False where the table has none."""
        double = self._doubles.get(table)
        if double is None or double.press is None:
            return False
        double.press(_SEATS[signal], self._time.now())
        return True
