"""Whole games by simulated hands, read over good and bad lines: in the end the driver has seen what stands there."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from drivers.boards.dgt.spec import SPEC
from drivers.readings import ClockTimes, FlagSign, Reading, Seat, Snapshot, SquareChanged, Unknown
from firmware_sim.devices.dgt import DRAUGHTS_CODES, OLD_DRAUGHTS_CODES, DgtBoard
from firmware_sim.devices.dgt_clock import ClockMode, DgtClock, FischerMode, SuddenDeathMode
from firmware_sim.faults import Fault, LineNoise, Loss, one_byte_at_a_time
from firmware_sim.habits import CALM
from firmware_sim.hand import Stroke
from firmware_sim.pair import Pair, StopReason
from firmware_sim.ports import PtyPort
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.sets import DgtSet
from firmware_sim.surface import DRAUGHTS_START, Surface
from firmware_sim.timebase import WallTime
from tests.drivers.listening import watching

# A few moves of a real opening with an exchange, as cells: 32-28 19-23 28x19 14x23.
GAME = [
    Stroke((63, 54)),
    Stroke((36, 45)),
    Stroke((54, 36), taken=(45,)),
    Stroke((27, 45), taken=(36,)),
]


LINES: dict[str, Callable[[], tuple[Fault, ...]]] = {
    "good": lambda: (),
    "single bytes": lambda: (one_byte_at_a_time,),
    "noisy": lambda: (LineNoise(random.Random(2), rate=0.3),),
    "lossy": lambda: (Loss(random.Random(3), rate=0.3),),
}


KINDS = [
    *((line, DRAUGHTS_CODES, False) for line in LINES),
    ("good", DRAUGHTS_CODES, True),
    ("good", OLD_DRAUGHTS_CODES, False),
    ("lossy", OLD_DRAUGHTS_CODES, True),
]


@pytest.mark.parametrize(("line", "codes", "only_dark"), KINDS)
async def test_what_is_read_is_what_stands_there(
    tmp_path: Path, line: str, codes: dict[str, int], only_dark: bool
) -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    clock = DgtClock(SuddenDeathMode(300_000))
    board = DgtBoard(surface, clock, codes=codes, only_dark=only_dark, scan_ms=20)
    wall = WallTime()
    pair = Pair(surface, clock, wall, start=DRAUGHTS_START, rng=random.Random(1), speed=20)

    async def game() -> AsyncIterator[Stroke]:
        for stroke in GAME:
            yield stroke

    async with (
        PtyPort(board, tmp_path / "board", wall, faults=LINES[line]()) as port,
        watching(SPEC, port.url) as (eye, _),
    ):
        await eye.sees(DRAUGHTS_START)
        assert await pair.play(game()) is StopReason.OVER
        await eye.sees(surface.cells)
    if line in ("good", "single bytes"):
        assert not any(isinstance(reading, Unknown) for reading in eye.readings)
        levers = [reading.up for reading in eye.readings if isinstance(reading, ClockTimes)]
        turns = [seat for place, seat in enumerate(levers) if place == 0 or levers[place - 1] is not seat]
        assert turns == [Seat.LEFT, Seat.RIGHT] * 2 + [Seat.LEFT]


@pytest.mark.parametrize("variant", [{"old": True}, {"only_halves": True}, {"only_halves": True, "only_dark": True}])
def test_boards_that_know_less(variant: dict[str, bool]) -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    board = DgtBoard(surface, **variant)  # type: ignore[arg-type]
    scene: DeviceScene[Reading] = DeviceScene(surface, board, SPEC.codec(), CALM, random.Random(1))
    cells = ""
    readings = [heard.reading for heard in scene.talk([], rest_ms=6000) if isinstance(heard, SceneReading)]
    # the second half of the game: by then the driver has found out what the board is like
    for strokes in (GAME[:2], GAME[2:]):
        readings = [heard.reading for heard in scene.talk(strokes, rest_ms=12_000) if isinstance(heard, SceneReading)]
    for reading in readings:
        if isinstance(reading, Snapshot):
            cells = reading.cells
    assert cells == surface.cells
    assert SquareChanged(45, "m") in readings


@pytest.mark.parametrize(
    ("control", "sign"), [(SuddenDeathMode(1_000), FlagSign.SHOWN), (FischerMode(500, 500), FlagSign.BLOCKED)]
)
async def test_a_flag_is_seen_and_the_clock_stopped(tmp_path: Path, control: ClockMode, sign: FlagSign) -> None:
    wall = WallTime()
    kit = DgtSet.draughts(control)
    pair = Pair(kit.surface, kit.clock, wall, start=kit.start, speed=20)

    async def game() -> AsyncIterator[Stroke]:
        yield Stroke((63, 54), think_ms=60_000)

    async with PtyPort(kit.board, tmp_path / "board", wall) as port, watching(SPEC, port.url) as (eye, _):
        await eye.sees(DRAUGHTS_START)
        assert await pair.play(game()) is StopReason.FLAG
        end = ClockTimes(0, 1_000, running=False, up=Seat.LEFT, left_flag=sign)
        await eye.until(lambda: end in eye.readings)
