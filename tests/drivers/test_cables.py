"""Real cables of every board with a serial line: slow ones, cut ones, pulled out in mid-move and put back."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Self

import pytest

from drivers import registry
from drivers.link import Backoff, Link
from drivers.readings import LinkDown, Reading, Snapshot, SquareChanged, Stamped
from drivers.spec import Capability
from firmware_sim.doubles import DOUBLES, Double, make_double
from firmware_sim.faults import Cut
from firmware_sim.habits import Habits
from firmware_sim.hand import Hand
from firmware_sim.ports import PtyPort
from firmware_sim.timebase import WallTime
from tests.drivers.test_conformance import game_of

WIRED = [name for name, kind in DOUBLES.items() if kind.boards and registry.find(name).serial is not None]


def now() -> int:
    return time.monotonic_ns() // 1_000_000


class Eye:
    """Keeps the picture that the readings tell; what was known does not hold across a lost connection."""

    def __init__(self) -> None:
        self.cells = ""
        self.readings: list[Reading] = []
        self._changed = asyncio.Event()

    def __call__(self, stamped: Stamped) -> None:
        reading = stamped.reading
        self.readings.append(reading)
        match reading:
            case Snapshot(cells=cells):
                self.cells = cells
            case SquareChanged(cell=cell, piece=piece):
                self.cells = self.cells[:cell] + piece + self.cells[cell + 1 :]
            case LinkDown():
                self.cells = ""
        self._changed.set()

    async def sees(self, picture: str) -> None:
        async with asyncio.timeout(30):
            while self.cells != picture:
                self._changed.clear()
                await self._changed.wait()

    async def loses(self) -> None:
        async with asyncio.timeout(30):
            while not any(isinstance(reading, LinkDown) for reading in self.readings):
                self._changed.clear()
                await self._changed.wait()


class Setup:
    """A double on a cable, a hand, a link and an eye."""

    def __init__(self, name: str, path: Path, *, baud: int | None = None) -> None:
        self.spec = registry.find(name)
        self.double: Double = make_double(name)
        self.wall = WallTime()
        self.port = PtyPort(self.double.device, path, self.wall, baud=baud)
        self.hand = Hand(self.double.surface, self.wall, random.Random(name), speed=20, habits=Habits(slides=0))
        self.eye = Eye()

    @property
    def picture(self) -> str:
        """What the driver should see."""
        picture = self.double.surface.cells
        if Capability.PIECES in self.spec.capabilities:
            return picture
        return "".join("." if piece == "." else "?" for piece in picture)

    async def __aenter__(self) -> Self:
        await self.port.__aenter__()
        self._link = asyncio.create_task(
            Link(self.spec, self.port.url, now, backoff=Backoff(first_s=0.02, longest_s=0.1)).run(self.eye)
        )
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._link.cancel()
        await asyncio.wait([self._link])
        await self.port.__aexit__(*exc)


@pytest.mark.parametrize("name", WIRED)
async def test_at_the_speed_of_its_line(name: str, tmp_path: Path) -> None:
    async with Setup(name, tmp_path / "board", baud=DOUBLES[name].baud or 9600) as table:
        await table.eye.sees(table.picture)
        for stroke in game_of(name):
            await table.hand.play(stroke)
        await table.eye.sees(table.picture)


@pytest.mark.parametrize("name", WIRED)
async def test_pulled_out_in_mid_move_and_put_back(name: str, tmp_path: Path) -> None:
    async with Setup(name, tmp_path / "board") as table:
        await table.eye.sees(table.picture)
        first, second, *rest = game_of(name)
        await table.hand.play(first)
        await table.eye.sees(table.picture)
        piece = await table.hand.lift(second.path[0])
        table.port.unplug()
        await table.eye.loses()
        await table.hand.put(second.path[-1], piece)
        await table.port.plug()
        for stroke in rest:
            await table.hand.play(stroke)
        await table.eye.sees(table.picture)


@pytest.mark.parametrize("name", WIRED)
async def test_cut_in_the_middle_of_a_message(name: str, tmp_path: Path) -> None:
    async with Setup(name, tmp_path / "board") as table:
        await table.eye.sees(table.picture)
        again = asyncio.Event()

        def cut() -> None:
            table.port.unplug()
            again.set()

        table.port.faults = (Cut(5, cut),)
        first, *rest = game_of(name)
        await table.hand.play(first)
        async with asyncio.timeout(30):
            await again.wait()
        table.port.faults = ()
        await table.eye.loses()
        await table.port.plug()
        for stroke in rest:
            await table.hand.play(stroke)
        await table.eye.sees(table.picture)
