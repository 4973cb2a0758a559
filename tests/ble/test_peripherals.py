"""What is special about some devices: draughts over the open protocol, a clock on its own, boards that want a key."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drivers import registry
from drivers.link import Link
from drivers.readings import ClockTimes, Identity, LinkDown, LinkUp, RequestAnswer, Seat, Snapshot
from drivers.requests import ClearText, SetClock, ShowSquares, ShowText, ShowTimes
from firmware_sim.air import Air, BlePort
from firmware_sim.devices.cpp import ALL_FEATURES, CppBoard
from firmware_sim.devices.dgt3000_gateway import Dgt3000Gateway
from firmware_sim.devices.pegasus import PegasusBoard
from firmware_sim.hand import Habits, Hand, Stroke
from firmware_sim.ports import Port, PtyPort, TcpPort
from firmware_sim.surface import CHESS_START, DRAUGHTS_START, Surface
from firmware_sim.timebase import WallTime
from tests.drivers.listening import Eye, watching

# 32-28 19-23 28x19 14x23, and a man that takes two: 33-29 and so on would be chess to the board; it only sees squares.
GAME = [
    Stroke((63, 54)),
    Stroke((36, 45)),
    Stroke((54, 36), taken=(45,)),
    Stroke((27, 45), taken=(36,)),
]


@asynccontextmanager
async def road(kind: str, board: CppBoard | PegasusBoard, air: Air, folder: Path) -> AsyncIterator[Port]:
    port: Port
    match kind:
        case "ble":
            port = BlePort(board, air)
        case "small packets":
            port = BlePort(board, air, mtu=23)
        case "pty":
            port = PtyPort(board, folder / "board")
        case _:
            port = TcpPort(board)
    async with port:
        yield port


@pytest.mark.parametrize("features", [ALL_FEATURES, ("get_state",), ()], ids=["stream", "polled", "moves only"])
@pytest.mark.parametrize("kind", ["ble", "small packets", "pty", "tcp"])
async def test_draughts_over_the_open_protocol(air: Air, tmp_path: Path, kind: str, features: Collection[str]) -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    board = CppBoard(surface, features=features, scan_ms=20)
    # A board that works out moves sees a capture as one: the victims go within its patience.
    hand = Hand(surface, WallTime(), random.Random(1), speed=40, habits=Habits(slides=0.0))
    spec = registry.find("cpp").configured({"variant": "draughts_standard"})
    async with road(kind, board, air, tmp_path) as port, watching(spec, port.url) as (eye, _):
        await eye.sees(DRAUGHTS_START)
        for number, stroke in enumerate(GAME, start=1):
            await hand.play(stroke)
            if not features:
                await moves(board, number)
        await eye.sees(surface.cells)


async def moves(board: CppBoard, number: int) -> None:
    async with asyncio.timeout(30):
        while board.accepted < number:  # noqa: ASYNC110 - the board tells nobody
            await asyncio.sleep(0.005)


async def test_what_a_makers_board_can_show(air: Air) -> None:
    board = CppBoard(Surface(10, 10, DRAUGHTS_START))
    async with BlePort(board, air) as port, watching(registry.find("cpp"), port.url) as (eye, link):
        await eye.next(Snapshot)
        for request in (ShowText("two moves"), ShowTimes(61_000, 59_500), ShowSquares((0, 99))):
            link.request(request)
            assert (await eye.next(RequestAnswer)).ok
        async with asyncio.timeout(30):
            while not board.lamps:  # noqa: ASYNC110 - the board tells nobody
                await asyncio.sleep(0.005)
        assert board.text == "two moves"
        assert board.times == (61_000, 59_500)
        assert board.lamps == {0, 99}


@pytest.mark.parametrize("kind", ["ble", "tcp"])
async def test_a_pegasus_without_its_key_is_given_up(air: Air, tmp_path: Path, kind: str) -> None:
    board = PegasusBoard(Surface(8, 8, CHESS_START), key=b"sesame")
    spec = registry.find("pegasus")
    async with road(kind, board, air, tmp_path) as port:
        async with watching(spec, port.url) as (eye, _):
            assert (await eye.next(Identity)).product == "DGT Pegasus"
            assert not [reading for reading in eye.readings if isinstance(reading, Snapshot)]
        async with watching(spec.configured({"key": b"sesame".hex()}), port.url) as (eye, _):
            await eye.next(Snapshot)


async def set_clock(eye: Eye, link: Link, request: SetClock) -> None:
    link.request(request)
    answer = await eye.next(RequestAnswer)
    assert answer == RequestAnswer("set_clock", ok=True)


async def test_a_clock_behind_its_gateway(air: Air) -> None:
    clock = Dgt3000Gateway()
    wall = WallTime(speed=20)
    async with BlePort(clock, air, wall) as port, watching(registry.find("dgt3000-ble"), port.url) as (eye, link):
        assert (await eye.next(Identity)).firmware == "1.1"
        await eye.next(ClockTimes, lambda times: times.left_ms == times.right_ms == 300_000)
        await set_clock(eye, link, SetClock(60_000, 120_000, left_runs=True))
        await eye.next(ClockTimes, lambda times: times.left_ms < 60_000 and times.running and times.up is Seat.LEFT)
        clock.press(Seat.LEFT, wall.now())
        await eye.next(ClockTimes, lambda times: times.right_ms < 120_000 and times.up is Seat.RIGHT)
        link.request(ShowText("HELLO WORLD"))
        assert (await eye.next(RequestAnswer)).ok
        assert clock.text == "HELLO WORLD"
        link.request(ClearText())
        assert (await eye.next(RequestAnswer)).ok
        clock.run_stop(wall.now())
        stopped = await eye.next(ClockTimes, lambda times: not times.running)
        port.unplug()
        await eye.next(LinkDown)
        await port.plug()
        await eye.next(LinkUp)
        again = await eye.next(ClockTimes)
        assert again.left_ms <= 60_000
        assert abs(again.right_ms - stopped.right_ms) <= 2_000
