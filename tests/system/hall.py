"""A real hall: broker, relay and agents are processes, boards hang on pseudo-terminals, viewers on a socket."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

from drivers.readings import Seat
from firmware_sim.devices.cpp import CppBoard
from firmware_sim.devices.dgt_clock import ClockMode, FischerMode
from firmware_sim.doubles import make_double
from firmware_sim.hand import Habits, Hand, Stroke
from firmware_sim.pair import Pair
from firmware_sim.ports import PtyPort
from firmware_sim.sets import DgtSet
from firmware_sim.timebase import WallTime
from gateway.bus.broker import broker_command, wait_until_up, write_config
from gateway.games import registry
from gateway.model.sides import Side
from tests.ports import free_port

HOST = "127.0.0.1"
KEY = "a-key-for-tests-only"
PATIENCE_S = 60.0
GAME = registry.find("draughts-international")
OPENING = ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "41-37", "14-19", "46-41", "5-10", "34-30", "20-25"]

QUICK = Habits(slides=0, lift_ms=(60, 90), travel_ms=(80, 120), take_ms=(80, 120), press_ms=(60, 100))
"""As fast as a sensor board can follow: a scan takes 200 ms, and a piece must be seen gone before it is seen back."""


class Hall:
    """The parts by name; each can be started, killed and started again."""

    def __init__(self, folder: Path, relay_more: str = "", store: str = "") -> None:
        """`relay_more` are sections of the relay's settings; `store` is the address of a database instead of a file."""
        self.folder = folder
        self.relay_more = relay_more
        self.store = store
        self.broker_port = free_port()
        self.port = free_port()
        self.processes: dict[str, asyncio.subprocess.Process] = {}

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    async def __aenter__(self) -> Self:
        await self.start_broker()
        await self.start_relay()
        return self

    async def __aexit__(self, *exc: object) -> None:
        for process in self.processes.values():
            if process.returncode is None:
                process.terminate()
        await asyncio.gather(*(process.wait() for process in self.processes.values()))

    async def start_broker(self) -> None:
        config = write_config(self.folder / "broker", HOST, self.broker_port)
        process = await self._start("broker", broker_command(config))
        await wait_until_up(HOST, self.broker_port, process)

    async def start_relay(self) -> None:
        await self._start("relay", self._flagfall("relay", "relay", f"""
            event = "test"
            store = "{self.store or self.folder / 'relay.journal'}"
            [broker]
            url = "mqtt://{HOST}:{self.broker_port}"
            [listen]
            port = {self.port}
            [[arbiters]]
            name = "Anna"
            role = "chief"
            key = "{KEY}"
            {self.relay_more}
            """))  # fmt: skip
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection(HOST, self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.02)

    async def start_table(
        self, name: str, device: str, driver: str = "dgt", buttons: str = "", game: str = 'control = "5m+3s"'
    ) -> None:
        """`game` empty: a table that waits for what is assigned to it."""
        alone = f'[game]\n{game}\nrulebook = "draughts-blitz"\nwhite = "Ada"\nblack = "Bob"' if game else ""
        clock = f'[clock]\ndriver = "buttons"\nurl = "{buttons}"' if buttons else ""
        await self._start(name, self._flagfall("table", name, f"""
            event = "test"
            table = "{name}"
            journal = "{self.folder}/{name}.journal"
            [broker]
            url = "mqtt://{HOST}:{self.broker_port}"
            {alone}
            [device]
            driver = "{driver}"
            url = "{device}"
            {clock}
            """))  # fmt: skip

    async def start_kit(self, name: str, devices: str, game: str) -> None:
        """A table whose devices and game are whole sections of its settings."""
        await self._start(name, self._flagfall("table", name, f"""
            event = "test"
            table = "{name}"
            journal = "{self.folder}/{name}.journal"
            [broker]
            url = "mqtt://{HOST}:{self.broker_port}"
            [game]
            {game}
            {devices}
            """))  # fmt: skip

    async def assign(self, *words: str) -> str:
        """Run `flagfall assign` as an organiser does; what it prints."""
        command = [sys.executable, "-m", "gateway", "assign", *words, "--relay", f"{self.address}/sign-in/{KEY}"]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
        assert process.returncode == 0, said.decode()
        return said.decode()

    async def kill(self, name: str) -> None:
        """Pull the plug."""
        process = self.processes[name]
        process.send_signal(signal.SIGKILL)
        await process.wait()

    async def _start(self, name: str, command: list[str]) -> asyncio.subprocess.Process:
        with (self.folder / f"{name}.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(*command, stdout=log, stderr=log)
        self.processes[name] = process
        return process

    def _flagfall(self, role: str, name: str, settings: str) -> list[str]:
        config = self.folder / f"{name}.toml"
        config.write_text("\n".join(line.strip() for line in settings.splitlines()), encoding="utf-8")
        return [sys.executable, "-m", "gateway", role, "--config", str(config)]


class Board:
    """A simulated board with two quick people at it."""

    def __init__(self, path: Path, control: ClockMode | None = None) -> None:
        self.time = WallTime()
        self.kit = DgtSet.draughts(control or FischerMode(300_000, 3000))
        self.port = PtyPort(self.kit.board, path, self.time)
        self.pair = Pair(self.kit.surface, self.kit.clock, self.time, start=GAME.start().board(), habits=QUICK)
        self._position = GAME.start()

    async def play(self, moves: Iterable[str]) -> None:
        """Play on from where the last moves ended; the clock runs on afterwards."""
        clock = self.kit.clock
        if not clock.running:
            clock.run_stop(self.time.now())
        for text in moves:
            move = self._position.read(text)
            self._position = self._position.play(move)
            await self.pair._hand.play(Stroke(move.path, move.taken))
            await self.pair._hand.press(lambda at: clock.press(clock.up, at))

    async def misplay(self, start: int, end: int) -> float:
        """Carry a piece from cell to cell, whatever the rules say, and press; the wall clock's time of the press."""
        clock, pressed = self.kit.clock, [0.0]

        def press(at: int) -> None:
            pressed[0] = time.time()
            clock.press(clock.up, at)

        await self.pair._hand.play(Stroke((start, end), ()))
        await self.pair._hand.press(press)
        return pressed[0]


class BoardAndButtons:
    """A board that shows texts and times and has no clock, and two buttons on a cable of their own."""

    def __init__(self, folder: Path) -> None:
        self.time = WallTime()
        kit, lever = make_double("cpp", "draughts"), make_double("buttons")
        assert isinstance(kit.device, CppBoard)
        assert lever.press is not None
        self.board = kit.device
        self.press = lever.press
        self.port = PtyPort(kit.device, folder / "board", self.time)
        self.buttons = PtyPort(lever.device, folder / "buttons", self.time)
        self._hand = Hand(kit.surface, self.time, random.Random(0), habits=QUICK)
        self._position = GAME.start()

    async def set_up(self) -> None:
        """Put the pieces back for a new game."""
        self._position = GAME.start()
        await self._hand.arrange(self._position.board())

    def start_clock(self) -> None:
        """Black presses, and White's time runs."""
        self.press(Seat.RIGHT, self.time.now())

    async def play(self, moves: Iterable[str], *, press: bool = True) -> None:
        """Play on from where the last moves ended."""
        for text in moves:
            move = self._position.read(text)
            seat = Seat.LEFT if self._position.turn is Side.WHITE else Seat.RIGHT
            self._position = self._position.play(move)
            await self._hand.play(Stroke(move.path, move.taken))
            if press:
                await self._hand.press(functools.partial(self.press, seat))


class Viewer:
    """What somebody with a browser knows."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.tables: dict[str, dict[str, Any]] = {}
        self.entries: dict[str, dict[int, dict[str, Any]]] = {}
        self.broker = True

    async def until(self, condition: Callable[[], object]) -> None:
        """Listen until something is so."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                self._hear(json.loads(await self._socket.recv()))

    def ply(self, table: str) -> int:
        return int((self.tables.get(table, {}).get("state") or {}).get("ply", -1))

    def status(self, table: str) -> str:
        return str((self.tables.get(table, {}).get("state") or {}).get("status"))

    def face(self, table: str) -> dict[str, Any]:
        """The clock as the page has it: the latest message, or what came with the table."""
        message = self.tables[table].get("clock") or {}
        found: dict[str, Any] = message.get("face") or self.tables[table]["state"]["clock"]
        return found

    def numbers(self, table: str) -> list[int]:
        return sorted(self.entries.get(table, {}))

    def _hear(self, message: dict[str, Any]) -> None:
        name = message.get("table", "")
        match message["type"]:
            case "table":
                self.tables[name] = message
                for entry in message["entries"]:
                    self.entries.setdefault(name, {})[entry["n"]] = entry
            case "state" | "clock" | "availability":
                self.tables.setdefault(name, {}).update(message)
            case "entry":
                self.entries.setdefault(name, {})[message["entry"]["n"]] = message["entry"]
            case "broker":
                self.broker = message["online"]


@contextlib.asynccontextmanager
async def viewer(hall: Hall, *, arbiter: bool = False, key: str = KEY) -> AsyncIterator[Viewer]:
    """Watch the hall, as the public or as the arbiter."""
    headers = {"Cookie": await sign_in(hall, key)} if arbiter else {}
    async with connect(f"ws://{HOST}:{hall.port}/ws", additional_headers=headers) as socket:
        yield Viewer(socket)


async def sign_in(hall: Hall, key: str = KEY) -> str:
    """Follow the sign-in link; the cookie it gives."""
    _, headers, _ = await request(hall, "GET", f"/sign-in/{key}")
    return headers["set-cookie"].partition(";")[0]


async def request(
    hall: Hall, method: str, path: str, body: object = None, cookie: str = ""
) -> tuple[int, dict[str, str], bytes]:
    """One HTTP request by hand: the suite needs no client library for three of them."""
    payload = b"" if body is None else json.dumps(body).encode()
    reader, writer = await asyncio.open_connection(HOST, hall.port)
    writer.write(
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{hall.port}\r\nConnection: close\r\nCookie: {cookie}\r\n"
        f"Origin: {hall.address}\r\nContent-Type: application/json\r\nContent-Length: {len(payload)}\r\n\r\n".encode()
        + payload
    )
    answer = await reader.read()
    writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in lines)}
    return int(status.split()[1]), headers, rest
