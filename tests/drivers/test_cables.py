"""Real cables of every board with a serial line: slow ones, cut ones, pulled out in mid-move and put back."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Self

import pytest

from drivers import registry
from drivers.link import Backoff, Link, monotonic_ms
from drivers.readings import LinkDown
from firmware_sim.doubles import DOUBLES, Double, make_double
from firmware_sim.faults import Cut
from firmware_sim.habits import Habits
from firmware_sim.hand import Hand
from firmware_sim.ports import PtyPort
from firmware_sim.timebase import WallTime
from tests.drivers.listening import Eye
from tests.drivers.shown import shown_by
from tests.drivers.test_conformance import game_of

WIRED = [name for name, kind in DOUBLES.items() if kind.boards and registry.find(name).serial is not None]


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
    def cells(self) -> str:
        """What the board should show."""
        return shown_by(self.spec, self.double.surface.cells)

    async def __aenter__(self) -> Self:
        await self.port.__aenter__()
        self._link = asyncio.create_task(
            Link(self.spec, self.port.url, monotonic_ms, backoff=Backoff(first_s=0.02, longest_s=0.1)).run(self.eye)
        )
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._link.cancel()
        await asyncio.wait([self._link])
        await self.port.__aexit__(*exc)


@pytest.mark.parametrize("name", WIRED)
async def test_at_the_speed_of_its_line(name: str, tmp_path: Path) -> None:
    async with Setup(name, tmp_path / "board", baud=DOUBLES[name].baud or 9600) as table:
        await table.eye.sees(table.cells)
        for stroke in game_of(name):
            await table.hand.play(stroke)
        await table.eye.sees(table.cells)


@pytest.mark.parametrize("name", WIRED)
async def test_pulled_out_in_mid_move_and_put_back(name: str, tmp_path: Path) -> None:
    async with Setup(name, tmp_path / "board") as table:
        await table.eye.sees(table.cells)
        first, second, *rest = game_of(name)
        await table.hand.play(first)
        await table.eye.sees(table.cells)
        piece = await table.hand.lift(second.path[0])
        table.port.unplug()
        await table.eye.next(LinkDown)
        await table.hand.put(second.path[-1], piece)
        await table.port.plug()
        for stroke in rest:
            await table.hand.play(stroke)
        await table.eye.sees(table.cells)


@pytest.mark.parametrize("name", WIRED)
async def test_cut_in_the_middle_of_a_message(name: str, tmp_path: Path) -> None:
    async with Setup(name, tmp_path / "board") as table:
        await table.eye.sees(table.cells)
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
        await table.eye.next(LinkDown)
        await table.port.plug()
        for stroke in rest:
            await table.hand.play(stroke)
        await table.eye.sees(table.cells)
