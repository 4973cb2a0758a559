"""Whole short games by a simulated hand, over the air through bleak: in the end the driver saw what stands there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pytest
import uvloop

from drivers import registry
from drivers.readings import Battery, LinkDown, LinkUp, RequestAnswer, Snapshot, SquareChanged
from drivers.requests import ClearSquares, ReadBoard, ShowSquares
from drivers.spec import DriverSpec
from drivers.transport.ble import Radio, using
from firmware_sim.air import Air, BleDevice, BlePort
from firmware_sim.bleak_bumble import backends
from firmware_sim.devices.chessnut import ChessnutBoard
from firmware_sim.devices.chessup import ChessUpBoard
from firmware_sim.devices.cpp import CppBoard
from firmware_sim.devices.ichessone import IChessOneBoard
from firmware_sim.devices.pegasus import PegasusBoard
from firmware_sim.devices.squareoff import SquareOffNeo, SquareOffPro
from firmware_sim.devices.yihu import YihuGoban
from firmware_sim.faults import Fault, one_byte_at_a_time
from firmware_sim.hand import Hand, Stroke
from firmware_sim.surface import CHESS_START, Surface
from firmware_sim.timebase import WallTime
from tests.drivers.listening import watching
from tests.drivers.shown import occupancy


def cell(square: str) -> int:
    return (8 - int(square[1])) * 8 + "abcdefgh".index(square[0])


def move(text: str, taken: str = "") -> Stroke:
    path = tuple(cell(text[i : i + 2]) for i in range(0, len(text), 2))
    return Stroke(path, taken=(cell(taken),) if taken else ())


# 1 e4 d5 2 exd5 Nf6 3 Bb5+ c6 4 dxc6 Qxd2+?? and so on: captures, and a castling in the end
GAME = (
    move("e2e4"),
    move("d7d5"),
    move("e4d5", taken="d5"),
    move("g8f6"),
    move("g1f3"),
    move("f6d5", taken="d5"),
    move("f1e2"),
    Stroke((cell("e1"), cell("g1")), second=(cell("h1"), cell("f1"))),
)


KEY = bytes.fromhex("beef01020304")


class LampBoard(BleDevice, Protocol):
    """A board on the air whose lamps can be looked at."""

    lamps: frozenset[int]


@dataclass(frozen=True)
class Kind:
    driver: str
    make: Callable[[Surface], LampBoard]
    tells_pieces: bool = True

    @property
    def spec(self) -> DriverSpec:
        return registry.find(self.driver).configured({"key": KEY.hex()} if self.driver == "pegasus" else {})


KINDS = [
    Kind("chessnut", lambda surface: ChessnutBoard(surface, scan_ms=20, report_ms=50)),
    Kind("ichessone", lambda surface: IChessOneBoard(surface, scan_ms=20)),
    Kind("squareoff-pro", lambda surface: SquareOffPro(surface, scan_ms=20), tells_pieces=False),
    Kind("squareoff-neo", lambda surface: SquareOffNeo(surface, scan_ms=20, bitmap_ms=200), tells_pieces=False),
    Kind("pegasus", lambda surface: PegasusBoard(surface, scan_ms=20, key=KEY), tells_pieces=False),
    Kind("chessup", lambda surface: ChessUpBoard(surface, scan_ms=20)),
    Kind("cpp", lambda surface: CppBoard(surface, scan_ms=20)),
]


def as_shown(cells: str, kind: Kind) -> str:
    return cells if kind.tells_pieces else occupancy(cells)


LINES: dict[str, tuple[int, Sequence[Fault]]] = {
    "large packets": (247, ()),
    "smallest packets": (23, ()),
    "single bytes": (247, (one_byte_at_a_time,)),
}


PLAYED = [
    pytest.param(kind, line, id=f"{kind.driver}-{line}")
    for kind in KINDS
    for line in LINES
    if (kind.driver, line) != ("cpp", "single bytes")  # there a packet is a line, or the rest of a position
]


@pytest.mark.parametrize(("kind", "line"), PLAYED)
async def test_what_is_read_is_what_stands_there(air: Air, kind: Kind, line: str) -> None:
    surface = Surface(8, 8, CHESS_START)
    mtu, faults = LINES[line]
    hand = Hand(surface, WallTime(), random.Random(1), speed=40)
    async with (
        BlePort(kind.make(surface), air, mtu=mtu, faults=tuple(faults)) as port,
        watching(kind.spec, port.url) as (eye, _),
    ):
        await eye.sees(as_shown(CHESS_START, kind))
        for stroke in GAME:
            await hand.play(stroke)
        assert surface.cells != CHESS_START
        await eye.sees(as_shown(surface.cells, kind))
        assert not [reading for reading in eye.readings if isinstance(reading, LinkDown)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.driver)
async def test_the_game_goes_on_after_the_board_was_off(air: Air, kind: Kind) -> None:
    surface = Surface(8, 8, CHESS_START)
    async with (
        BlePort(kind.make(surface), air) as port,
        watching(kind.spec, port.url) as (eye, _),
    ):
        await eye.sees(as_shown(CHESS_START, kind))
        pawn = surface.lift(cell("e2"), 0)
        port.unplug()  # in mid-move
        assert "out of reach" in (await eye.next(LinkDown)).reason
        surface.put(cell("e4"), pawn, 0)
        await port.plug()
        await eye.next(LinkUp)
        await eye.sees(as_shown(surface.cells, kind))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.driver)
async def test_asked_it_tells_again_and_shows_lamps(air: Air, kind: Kind) -> None:
    surface = Surface(8, 8, CHESS_START)
    board = kind.make(surface)
    spec = kind.spec
    async with BlePort(board, air) as port, watching(spec, port.url) as (eye, link):
        await eye.next(Snapshot)
        link.request(ReadBoard())
        assert (await eye.next(Snapshot)).cells == as_shown(CHESS_START, kind)
        if "battery" in spec.capabilities:
            await eye.until(lambda: any(isinstance(reading, Battery) for reading in eye.readings))
        link.request(ShowSquares((cell("a8"), cell("e2"), cell("h1"))))
        answer = await eye.next(RequestAnswer)
        assert answer.ok is ("lamps" in spec.capabilities)
        if answer.ok:
            await lamps(board, {cell("a8"), cell("e2"), cell("h1")})
            link.request(ClearSquares())
            await lamps(board, set())


async def lamps(board: LampBoard, cells: set[int]) -> None:
    async with asyncio.timeout(30):
        while board.lamps != cells:  # noqa: ASYNC110 - a lamp tells nobody that it was lit
            await asyncio.sleep(0.005)


async def test_stones_on_the_goban(air: Air) -> None:
    surface = Surface(19, 19)
    board = YihuGoban(surface, scan_ms=20)
    async with BlePort(board, air) as port, watching(registry.find("yihu"), port.url) as (eye, link):
        await eye.next(LinkUp)
        rng = random.Random(3)
        for stone, point in enumerate(rng.sample(range(361), 20)):
            surface.put(point, "Ss"[stone % 2], 0)
            assert await eye.next(SquareChanged) == SquareChanged(point, "?")
        link.request(ShowSquares((0, 360)))
        await lamps(board, {0, 360})
        link.request(ShowSquares((0, 180)))
        await lamps(board, {0, 180})
        link.request(ClearSquares())
        await lamps(board, set())


def test_on_uvloop_as_an_agent_runs_it() -> None:
    async def play() -> None:
        async with Air() as air:
            with using(Radio(*backends(air))):
                await test_what_is_read_is_what_stands_there(air, KINDS[0], "large packets")

    uvloop.run(play())
