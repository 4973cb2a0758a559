"""Foreign programs on the doubles, over roads that are not ours: what they believe is what stands on the board."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import serial
from bleak import BleakClient, BleakScanner

from drivers.readings import Seat
from firmware_sim.air import Air, BleDevice, BlePort
from firmware_sim.bleak_bumble import backends
from firmware_sim.devices.certabo import CertaboBoard
from firmware_sim.devices.chesslink import ChessLinkBoard
from firmware_sim.devices.chessnut import ChessnutBoard
from firmware_sim.devices.chessup import ChessUpBoard
from firmware_sim.devices.ichessone import IChessOneBoard
from firmware_sim.devices.pegasus import PegasusBoard
from firmware_sim.devices.squareoff import SquareOffNeo, SquareOffPro
from firmware_sim.devices.yihu import YihuGoban
from firmware_sim.doubles import make_double
from firmware_sim.hand import Habits, Hand, Stroke
from firmware_sim.ports import PtyPort
from firmware_sim.surface import CHESS_START, Surface
from firmware_sim.timebase import WallTime
from tests.ble.test_games import GAME, cell

from .programs import (
    FROM_A8,
    CertaboProgram,
    ChessLinkProgram,
    ChessnutProgram,
    ChessUpProgram,
    DgtProgram,
    IChessOneProgram,
    NeoProgram,
    PegasusProgram,
    Program,
    SquareOffProgram,
    YihuProgram,
)

PATIENCE_S = 20


async def until(so: Callable[[], object], what: object = None) -> None:
    """Wait for something that the other side does in its own time."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not so():  # noqa: ASYNC110 - neither a board nor a foreign program tells us
                await asyncio.sleep(0.005)
    except TimeoutError:
        pytest.fail(f"it never came to that: {what}")


async def becomes(what: Callable[[], object], wanted: object) -> None:
    """Wait until it is so, and say what it was instead."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while what() != wanted:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.005)
    except TimeoutError:
        assert what() == wanted


@asynccontextmanager
async def over_pyserial(program: type[Program], path: Path, baud: int) -> AsyncIterator[Program]:
    """The program on a serial line, by pyserial, which reads on a thread as its own users do."""
    port = serial.Serial(str(path), baud, timeout=0.05)
    using = program(port.write)
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        while not stopped.is_set():
            if data := port.read(port.in_waiting or 1):
                loop.call_soon_threadsafe(using.hear, data)

    reading = asyncio.create_task(asyncio.to_thread(read))
    using.begin()
    try:
        yield using
    finally:
        stopped.set()
        await reading
        port.close()


@asynccontextmanager
async def over_bleak(program: type[Program], board: BleDevice, write: str) -> AsyncIterator[tuple[Program, BlePort]]:
    """The program over the air, by bleak: it finds the board by name and listens to all that it notifies."""
    async with Air() as air, BlePort(board, air) as port:
        scanner, client = backends(air)
        name = board.profile.name
        device = await BleakScanner.find_device_by_name(name, timeout=5, backend=scanner)
        assert device is not None
        async with BleakClient(device, backend=client) as board_client:
            writing: asyncio.Queue[bytes] = asyncio.Queue()
            using = program(writing.put_nowait)
            for service in board_client.services:
                for one in service.characteristics:
                    if "notify" in one.properties:
                        await board_client.start_notify(one, lambda of, data: using.hear(bytes(data), of.uuid))

            async def send() -> None:
                while True:
                    await board_client.write_gatt_char(write, await writing.get())

            sending = asyncio.create_task(send())
            using.begin()
            try:
                yield using, port
            finally:
                sending.cancel()


async def play_and_compare(program: Program, surface: Surface, *, sees_pieces: bool, turned: bool = False) -> None:
    """A short game by a quick hand; in the end the program believes in what stands there."""

    def stands() -> str:
        cells = surface.cells[::-1] if turned else surface.cells
        return cells if sees_pieces else "".join("." if piece == "." else "?" for piece in cells)

    await until(lambda: program.cells == stands(), "the start position")
    hand = Hand(surface, WallTime(), random.Random(4), speed=20, habits=Habits(slides=0.0))
    for stroke in GAME:
        path, second = ((tuple(63 - at for at in way) if turned else way) for way in (stroke.path, stroke.second))
        await hand.play(Stroke(path, taken=tuple(63 - at if turned else at for at in stroke.taken), second=second))
    program.settle()
    await until(lambda: program.cells == stands(), (stands(), program.cells))


def lit(squares: list[str]) -> frozenset[int]:
    return frozenset(cell(square) for square in squares)


# -- serial lines ------------------------------------------------------------------------------------------------------


async def test_dgt(tmp_path: Path) -> None:
    double = make_double("dgt", "chess", remote=True)
    async with PtyPort(double.device, tmp_path / "board") as port, over_pyserial(DgtProgram, port.path, 9600) as it:
        assert isinstance(it, DgtProgram)
        assert double.clock is not None
        await play_and_compare(it, double.surface, sees_pieces=True)
        await until(lambda: it.facts.get("clock version") == "2.0")
        assert (it.facts["serial"], it.facts["version"]) == ("01025", "1.8")
        it.say("MOVE")
        await until(lambda: double.clock and double.clock.text == "MOVE")
        it.set_clock((0, 3, 2), (1, 0, 9), 0x02 | 0x08)
        await until(lambda: it.facts["clock"]["right"] == 3608)  # type: ignore[index]
        clock = it.facts["clock"]
        assert clock == {"left": 182, "right": 3608, "running": True, "right high": False, "connected": True}
        it.set_clock((0, 3, 2), (1, 0, 9), 0x00)
        await until(lambda: it.facts["clock"]["running"] is False)  # type: ignore[index]
        assert (double.clock.up, double.clock.counts) == (Seat.LEFT, None)


async def test_dgt_xl(tmp_path: Path) -> None:
    double = make_double("dgt", "chess", clock="xl")
    async with PtyPort(double.device, tmp_path / "board") as port, over_pyserial(DgtProgram, port.path, 9600) as it:
        assert isinstance(it, DgtProgram)
        await until(lambda: it.facts.get("clock version") == "1.14")
        for text in ("PicoCh", "ready?", "mate", "a=b_c", "v 1/2"):
            it.say_xl(text)
            shown = text.upper().translate(str.maketrans("0125", "OIZS"))
            await becomes(lambda: double.clock and double.clock.text, shown)
        it.set_clock((0, 3, 2), (1, 0, 9), 0x01)
        await until(lambda: (0x40, 0x0A, 0, 0) in it.facts["acks"])  # type: ignore[operator]  # it is not in option 23


async def test_dgt_without_a_clock(tmp_path: Path) -> None:
    double = make_double("dgt", "chess", clock="none")
    async with PtyPort(double.device, tmp_path / "board") as port, over_pyserial(DgtProgram, port.path, 9600) as it:
        await until(lambda: it.facts.get("clock"))
        assert it.facts["clock"]["connected"] is False  # type: ignore[index]


async def test_chesslink(tmp_path: Path) -> None:
    surface = Surface(8, 8, CHESS_START[::-1])  # it counts from h1 on, so that the board lies turned round to us
    board = ChessLinkBoard(surface)
    async with PtyPort(board, tmp_path / "board") as port, over_pyserial(ChessLinkProgram, port.path, 38400) as it:
        await play_and_compare(it, surface, sees_pieces=True, turned=True)
        assert it.facts["version"] == "1.3"
        it.light(["e2"])
        await becomes(lambda: board.lamps, {63 - cell("e2")})
        await until(lambda: "l" in it.facts)


async def test_certabo(tmp_path: Path) -> None:
    surface = Surface(8, 8, CHESS_START)
    board = CertaboBoard(surface, line_ms=20)
    async with PtyPort(board, tmp_path / "board") as port, over_pyserial(CertaboProgram, port.path, 38400) as it:
        await until(lambda: it.facts.get("calibrated") == 32)
        await play_and_compare(it, surface, sees_pieces=True)
        it.light(["a1", "e4", "h8"])
        await until(lambda: it.facts.get("lamps") == "L")
        assert board.lamps == lit(["a1", "e4", "h8"])


# -- over the air ------------------------------------------------------------------------------------------------------

UART = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"


async def test_chessnut() -> None:
    surface = Surface(8, 8, CHESS_START)
    board = ChessnutBoard(surface, scan_ms=20, report_ms=40, battery=(61, True), stored=3)
    async with over_bleak(ChessnutProgram, board, "1b7e8272-2877-41c3-b46e-cf057c562023") as (it, _):
        await play_and_compare(it, surface, sees_pieces=True)
        assert (it.facts["battery"], it.facts["name"], it.facts["stored"]) == ((61, True), "Chessnut Air", 3)
        taken = it.facts["acks"]
        it.light(["a1", "e4", "h8"])
        await until(lambda: it.facts["acks"] != taken)
        assert board.lamps == lit(["a1", "e4", "h8"])
        board.push(2)
        await until(lambda: it.facts.get("button") == 2)


async def test_ichessone() -> None:
    surface = Surface(8, 8, CHESS_START)
    board = IChessOneBoard(surface, scan_ms=20)
    async with over_bleak(IChessOneProgram, board, UART) as (it, _):
        await play_and_compare(it, surface, sees_pieces=True)
        assert it.facts["battery"] == (64, True)
        for squares in (["a1", "e4", "h8"], ["b7"], []):
            it.light(squares)
            await becomes(lambda: board.lamps, lit(squares))


async def test_square_off_pro() -> None:
    surface = Surface(8, 8, CHESS_START)
    board = SquareOffPro(surface, scan_ms=20)
    async with over_bleak(SquareOffProgram, board, UART) as (it, _):
        await play_and_compare(it, surface, sees_pieces=False)
        assert (it.facts["game"], it.facts["volts"]) == ("GO", 3.79)
        it.light(["e2", "e4"])
        await becomes(lambda: board.lamps, lit(["e2", "e4"]))


async def test_square_off_neo() -> None:
    surface = Surface(8, 8, CHESS_START)
    async with over_bleak(NeoProgram, SquareOffNeo(surface, bitmap_ms=50, scan_ms=20), UART) as (it, _):
        await play_and_compare(it, surface, sees_pieces=False)


async def test_pegasus() -> None:
    surface = Surface(8, 8, CHESS_START)
    board = PegasusBoard(surface, scan_ms=20, key=PegasusProgram.KEY)
    async with over_bleak(PegasusProgram, board, UART) as (it, _):
        await play_and_compare(it, surface, sees_pieces=False)
        assert (it.facts["serial"], it.facts["battery"]) == ("0000054321", 58)
        it.light(["e2", "e4"])
        await becomes(lambda: board.lamps, lit(["e2", "e4"]))
        it.light([])
        await until(lambda: not board.lamps)


async def test_chessup() -> None:
    surface = Surface(8, 8, CHESS_START)
    async with over_bleak(ChessUpProgram, ChessUpBoard(surface, scan_ms=20), UART) as (it, _):
        await until(lambda: it.cells == CHESS_START)
        hand = Hand(surface, WallTime(), random.Random(4), speed=20, habits=Habits(slides=0.0))
        moves = []
        for stroke in GAME:
            moves.append(FROM_A8[stroke.path[0]] + FROM_A8[stroke.path[-1]])
            await hand.play(stroke)
            await becomes(lambda: it.facts.get("moves"), moves)
        it.settle()
        await until(lambda: it.cells == surface.cells)


async def test_yihu() -> None:
    surface = Surface(19, 19)
    board = YihuGoban(surface, scan_ms=20)
    async with over_bleak(YihuProgram, board, "0000fff3-0000-1000-8000-00805f9b34fb") as (it, _):
        assert isinstance(it, YihuProgram)
        points = [(0, 0), (18, 18), (3, 15), (9, 9), (18, 0), (0, 18)]
        for number, (x, y) in enumerate(points, start=1):
            surface.put(y * 19 + x, "S", 0)
            await becomes(lambda: it.stones, points[:number])
        it.lamp(3, 15, 1)
        await becomes(lambda: board.lamps, {15 * 19 + 3})
