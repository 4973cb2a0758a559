"""A server for crowds of viewers, as a process of its own: our hall, or a bare broadcast of the same bytes.

Orders come as lines of JSON on its input, answers go out so. Its cost is the time of its process, not of the clock.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, broadcast, serve

from bench.hall_play import Said, game, stamped
from gateway.record.availability import Availability
from gateway.record.visibility import Audience
from gateway.record.wire import CLOCK, TABLE_STATE
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiters
from gateway.relay.hall import viewers
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.application import create_app
from gateway.relay.web.server import make_server
from gateway.store import SqliteStore


class Hall:
    """Our hall, into which is put what the bus would bring."""

    def __init__(self, folder: Path) -> None:
        self._store = SqliteStore(folder / "store", skip_repeats=True)
        self._hall = PresentHall("bench", self._store, lambda: time.time_ns() // 1_000_000)
        self._play: dict[str, list[Said]] = {}

    async def start(self) -> int:
        """Serve; returns the port."""
        viewers.VIEWERS_MAX = 100_000
        self._halls = await Halls.open(self._hall)
        app = create_app(self._halls, RelayAccess(Arbiters([]), self._hall.now))
        server = make_server(app, "127.0.0.1", 0)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self._serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - it offers no event to wait for
            await asyncio.sleep(0.01)
        return int(server.servers[0].sockets[0].getsockname()[1])

    @property
    def crowd(self) -> int:
        return len(self._halls.of(Audience.PUBLIC).viewers)

    def prepare(self, tables: int, moves: int) -> int:
        """Make tables, which have played a while, and what they will say; returns the bytes of a move's news."""
        for number in range(1, tables + 1):
            table = self._hall.find_or_add(f"t{number}")
            if table is None:
                raise ValueError("the hall is full")
            self._play[table.name] = list(game("bench", table.name, moves + 1, n=table.held))
            self._hall.show_availability(table, Availability(True, {"board": True}))
            self._say(table.name, 0)
        return 0

    def move(self, n: int) -> None:
        """Have every table make its move of this number."""
        for name in self._play:
            self._say(name, n + 1)

    def _say(self, name: str, n: int) -> None:
        table, said = self._hall.find_or_add(name), self._play[name][n]
        if table is None:
            raise ValueError("there is no such table")
        state = stamped(said.state)
        self._hall.show_state(table, TABLE_STATE.decode(state), state)
        self._hall.show_lines(table, [(table.held + 1, said.entry)])
        self._hall.show_clock(table, CLOCK.decode(said.clock), said.clock)


class Bare:
    """What the library does by itself: one message to everybody."""

    def __init__(self) -> None:
        self._crowd: set[ServerConnection] = set()
        self._payload = b""

    async def start(self) -> int:
        """Serve; returns the port."""
        server = await serve(self._meet, "127.0.0.1", 0, compression=None, max_size=65_536, backlog=1024)
        return int(next(iter(server.sockets)).getsockname()[1])

    async def _meet(self, connection: ServerConnection) -> None:
        self._crowd.add(connection)
        try:
            await connection.wait_closed()
        finally:
            self._crowd.discard(connection)

    @property
    def crowd(self) -> int:
        return len(self._crowd)

    def prepare(self, size: int, _: int) -> int:
        """Take a message of this size."""
        self._payload = stamped(b"@@" + b"0" * 19 + b"x" * (size - 21))
        return size

    def move(self, _: int) -> None:
        """Tell it to everybody."""
        broadcast(self._crowd, stamped(self._payload).decode())


async def _obey(server: Hall | Bare) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    _answer(port=await server.start())
    while line := await reader.readline():
        order: dict[str, Any] = json.loads(line)
        match order["do"]:
            case "prepare":
                server.prepare(order["tables"], order["moves"])
                _answer(crowd=server.crowd)
            case "crowd":
                while server.crowd != order["of"]:  # noqa: ASYNC110 - a crowd makes no event of it
                    await asyncio.sleep(0.02)
                _answer(crowd=server.crowd)
            case "play":
                await asyncio.sleep(0.5)
                began = time.process_time()
                for n in range(order["first"], order["first"] + order["moves"]):
                    due = time.monotonic() + order["every_s"]
                    server.move(n)
                    await asyncio.sleep(max(0.0, due - time.monotonic()))
                await asyncio.sleep(0.5)
                _answer(cpu_s=time.process_time() - began)


def _answer(**said: float) -> None:
    print(json.dumps(said), flush=True)


def main() -> None:
    gc.set_threshold(50_000, 50, 1000)  # as a relay's process does
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_obey(Hall(Path(folder)) if sys.argv[1] == "hall" else Bare()))


if __name__ == "__main__":
    main()
