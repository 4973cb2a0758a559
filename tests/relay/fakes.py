"""A table as the relay sees it, made by hand: lines in a list, messages on a real broker."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from gateway.bus import topics
from gateway.bus.broker import broker_command, write_config
from gateway.bus.client import Bus, Session, Will
from gateway.bus.topics import Address, Topic
from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message
from gateway.model.persons import Person, named
from gateway.model.sides import BySide, Side
from gateway.record.availability import Availability
from gateway.record.commands import Command, Reply, SendLines
from gateway.record.entries import Entry
from gateway.record.lines import LINE
from gateway.record.table_state import ArbitersState, ClockMessage, Device, LastMove, Status, TableState
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.assignment import Assignment
from gateway.referee.inputs import Clocked, Input, Moved, SetUp
from gateway.referee.rulings import Ruling
from tests.ports import free_port

BOARD = "".join(
    "." if (row + col) % 2 == 0 else "m" if row < 4 else "M" if row > 5 else "."
    for row in range(10)
    for col in range(10)
)
FEN = "W:W31-50:B1-20"

T = TypeVar("T")


class Broker:
    """A real broker that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._config = write_config(folder, "127.0.0.1", self.port)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._process = subprocess.Popen(broker_command(self._config), stderr=subprocess.DEVNULL)
        import socket

        deadline = time.monotonic() + 15
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError("The broker does not listen.")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def wall() -> int:
    return time.time_ns() // 1_000_000


def face(white_ms: int = 300_000, black_ms: int = 300_000, running: Side | None = None, since: int = 0) -> ClockFace:
    return ClockFace(Millis(white_ms), Millis(black_ms), running, Instant(since))


class FakeTable:
    """A table's agent without a table: what it is told to say, it says."""

    def __init__(self, url: str, event: str, name: str, *, now: Callable[[], int] = wall) -> None:
        self.address = Address(event, name)
        self.now = now
        self.lines: list[bytes] = []
        self.commands: list[Command] = []
        self.assignments: list[Assignment] = []
        self.refuse = ""
        self.answers = True
        will = Will(self.address, topics.AVAILABILITY, Availability(False))
        self._bus = Bus(url, f"fake-{event}-{name}-{next(_COUNT)}", will)
        self._session: Session | None = None
        self._up = asyncio.Event()
        self._moves: list[str] = []
        self.players = named("Ann Able", "Bo Bright")

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        task = asyncio.create_task(self._bus.run(self._serve, lambda _: self._up.clear()))
        try:
            await asyncio.wait_for(self._up.wait(), 10)
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._up.clear()

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def up(self) -> None:
        await asyncio.wait_for(self._up.wait(), 20)

    async def _serve(self, session: Session) -> None:
        self._session = session
        heard: asyncio.Queue[Command] = asyncio.Queue()
        await session.subscribe(self.address, topics.COMMANDS, lambda received: heard.put_nowait(received.value))
        await session.subscribe(
            self.address, topics.ASSIGNMENT, lambda received: self.assignments.append(received.value)
        )
        await self.say(topics.AVAILABILITY, Availability(True, {"board": True}, "0.1"))
        self._up.set()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(session.listen())
            tasks.create_task(self._obey_all(heard))

    async def _obey_all(self, heard: asyncio.Queue[Command]) -> None:
        while True:
            command = await heard.get()
            if self.answers:
                await self.obey(command)

    async def obey(self, command: Command) -> None:
        self.commands.append(command)
        match command.do:
            case SendLines(after, upto):
                for line in self.lines[after:upto]:
                    await self.say(topics.ENTRIES, LINE.decode(line))
                reply = Reply(command.id, True)
            case _:
                reply = (
                    Reply(command.id, False, message("plain", text=self.refuse), "X 1")
                    if self.refuse
                    else Reply(command.id, True, entry=7)
                )
        await self.say(topics.REPLIES, reply)

    # What it says ---------------------------------------------------------------------------------------------------

    async def say(self, topic: Topic[T], value: T) -> None:
        assert self._session is not None
        await self._session.publish(self.address, topic, value)

    async def say_bytes(self, topic: Topic[Any], payload: bytes) -> None:
        """What no program of ours would send."""
        assert self._session is not None
        await self._session._client.publish(topic.of(self.address), payload, qos=topic.qos, retain=topic.retained)

    def write(self, what: Input | Ruling, see: Visibility = Visibility.PUBLIC) -> bytes:
        """Write a line into the journal, and tell nobody."""
        line = ENTRY.encode(Entry(len(self.lines) + 1, Instant(self.now()), see, what))
        self.lines.append(line)
        return line

    def write_game(self, moves: int = 4) -> None:
        self.write(set_up(self.players))
        for index in range(moves):
            side = Side.WHITE if index % 2 == 0 else Side.BLACK
            self.write(moved(side, f"{31 + index}-{26 + index}"))
            self.write(Clocked(ClockPressed(side), face(running=side.other, since=self.now())))

    async def send(self, *numbers: int) -> None:
        for n in numbers:
            await self.say(topics.ENTRIES, LINE.decode(self.lines[n - 1]))

    async def state(self, arbiters: ArbitersState | None = None, **changes: object) -> TableState:
        state = msgspec.structs.replace(self.make_state(), arbiters=arbiters, **changes)
        await self.say(topics.STATE, state)
        return state

    def make_state(self) -> TableState:
        return TableState(
            event=self.address.event,
            table=self.address.table,
            at=Instant(self.now()),
            last=len(self.lines),
            first=1 if self.lines else 0,
            game=1,
            rules="draughts-international",
            rulebook="draughts-rapid",
            control="5m+3s",
            players=self.players,
            status=Status.PLAYING,
            turn=Side.WHITE,
            rows=10,
            cols=10,
            board=BOARD,
            fen=FEN,
            ply=0,
            moves=(),
            clock=face(running=Side.WHITE, since=self.now()),
            devices=(Device("board", True, serial="S1", battery=80),),
            last_move=LastMove("32-28", (61, 52), ()),
        )

    async def clock(self, shown: ClockFace) -> None:
        await self.say(topics.CLOCK, ClockMessage(Instant(self.now()), shown))


_COUNT = itertools.count(1)


def set_up(players: BySide[Person]) -> SetUp:
    return SetUp(1, "draughts-international", "draughts-rapid", "5m+3s", players, FEN, BOARD, 10, 10)


def moved(side: Side, text: str, path: Sequence[int] = (61, 52)) -> Moved:
    return Moved(side, text, text, tuple(path), (), BOARD, FEN)
