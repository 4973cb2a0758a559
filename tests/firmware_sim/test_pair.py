"""Two people at a table, in time that the test moves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import ClockMode, FischerMode, SuddenDeathMode
from firmware_sim.hand import Stroke
from firmware_sim.pair import Pair, StopReason
from firmware_sim.sets import DgtSet
from firmware_sim.timebase import VirtualTime

OPENING = [Stroke((63, 54), think_ms=1000), Stroke((36, 45), think_ms=1000), Stroke((65, 56), think_ms=1000)]
AFTER = ".m.m.m.m.mm.m.m.m.m..m.m.m.m.mm.m.m...m......m........M.M....M.....M.MM.M.M.M.M..M.M.M.M.MM.M.M.M.M."


async def supply(strokes: Sequence[Stroke]) -> AsyncIterator[Stroke]:
    for stroke in strokes:
        yield stroke


class Scene:
    """A set, a pair, and time; the clock wakes as its board would wake it."""

    def __init__(self, control: ClockMode) -> None:
        self.time = VirtualTime()
        self.kit = DgtSet.draughts(control)
        self.clock = self.kit.clock
        self.pair = Pair(self.kit.surface, self.clock, self.time, start=self.kit.start, rng=random.Random(3))

    def start(self, strokes: Sequence[Stroke]) -> asyncio.Task[StopReason]:
        return asyncio.create_task(self.pair.play(supply(strokes)))

    async def run(self, ms: int) -> None:
        """Time passes in tenths of a second, and the clock looks at itself."""
        for _ in range(ms // 100):
            await self.time.advance(100)
            self.clock.wake(self.time.now())
            await self.time.settle()

    def running(self) -> bool:
        return self.clock.running

    def text(self, text: str) -> None:
        self.clock.command(0x0C, text.ljust(8).encode() + b"\x00", self.time.now())

    def no_text(self) -> None:
        self.clock.command(0x03, b"", self.time.now())


async def test_they_play_press_and_stop_the_clock() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    game = scene.start(OPENING)
    await scene.run(20_000)
    assert await game is StopReason.OVER
    assert scene.kit.surface.cells == AFTER
    assert scene.clock.up is Seat.RIGHT
    assert not scene.running()
    assert scene.clock.seconds(Seat.LEFT, scene.time.now()) < 60


async def test_they_stop_at_pause_and_go_on_when_it_is_cleared() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    game = scene.start(OPENING)
    await scene.run(1000)
    assert scene.running()
    scene.text("PAUSE")
    await scene.run(1500)
    assert not scene.running()
    before = scene.kit.surface.cells
    await scene.run(30_000)
    assert scene.kit.surface.cells == before
    assert not game.done()
    scene.no_text()
    await scene.run(1000)
    assert scene.running()
    await scene.run(20_000)
    assert await game is StopReason.OVER
    assert scene.kit.surface.cells == AFTER


async def test_any_other_text_lets_them_go_on() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    game = scene.start(OPENING)
    scene.text("PAUSE")
    await scene.run(3000)
    scene.text("RESUME")
    await scene.run(25_000)
    assert await game is StopReason.OVER


async def test_a_flag_ends_the_game() -> None:
    scene = Scene(SuddenDeathMode(5_000))
    game = scene.start([Stroke((63, 54), think_ms=60_000)])
    await scene.run(8_000)
    assert await game is StopReason.FLAG
    assert not scene.running()
    assert scene.clock.flag is Seat.LEFT


async def test_a_frozen_clock_ends_the_game() -> None:
    scene = Scene(FischerMode(3_000, 2_000))
    game = scene.start([Stroke((63, 54), think_ms=60_000)])
    await scene.run(8_000)
    assert await game is StopReason.FLAG
    assert scene.clock.frozen


async def test_a_game_can_be_called_off() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    game = scene.start([Stroke((63, 54), think_ms=60_000)])
    await scene.run(2_000)
    scene.pair.call_off()
    await scene.run(2_000)
    assert await game is StopReason.CALLED_OFF
    assert not scene.running()


async def test_reset_puts_everything_back_and_they_play_again() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    for _ in range(2):
        game = scene.start(OPENING)
        await scene.run(20_000)
        assert await game is StopReason.OVER
        touched: set[int] = set()
        scene.kit.surface.watch(lambda cell, _, touched=touched: touched.add(cell))  # type: ignore[misc]
        back = asyncio.create_task(scene.pair.reset())
        await scene.run(20_000)
        await back
        assert scene.kit.surface.cells == scene.kit.start
        assert touched == {36, 45, 54, 56, 63, 65}
        assert scene.clock.bwtime(scene.time.now()).hex() == "00010000010008"


async def test_they_set_up_an_empty_board() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    for cell in range(100):
        scene.kit.surface.lift(cell, 0)
    task = asyncio.create_task(scene.pair.set_up())
    await scene.run(60_000)
    await task
    assert scene.kit.surface.cells == scene.kit.start


async def test_a_stroke_may_say_whose_hand_presses() -> None:
    scene = Scene(SuddenDeathMode(60_000))
    pressed: list[Seat] = []
    press = scene.clock.press

    def watched(seat: Seat, at: int) -> None:
        pressed.append(seat)
        press(seat, at)

    scene.clock.press = watched  # type: ignore[method-assign]
    game = scene.start([OPENING[0], Stroke((), by=Seat.LEFT), OPENING[1]])
    await scene.run(20_000)
    assert await game is StopReason.OVER
    assert pressed == [Seat.LEFT, Seat.LEFT, Seat.RIGHT]
