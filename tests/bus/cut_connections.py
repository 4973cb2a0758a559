"""A client on the loop of a table agent, whose connections end at every stage: `python -m tests.bus.cut_connections`.

It says how many it had, and how many files were left open.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from pathlib import Path

import uvloop

from gateway.bus import client
from gateway.bus.client import Bus, Session
from gateway.bus.topics import ENTRIES, Address
from gateway.record.lines import EntryLine

CONNECTIONS = 120
_MORE_THAN_A_SOCKET_TAKES = EntryLine(1, b"x" * 500_000)


class _Broker:
    """A broker that ends each connection: at once, after the greeting, in the middle of a message, a little later."""

    def __init__(self) -> None:
        self._dice = random.Random(7)
        self._left = CONNECTIONS
        self.done = asyncio.Event()
        self.guests: set[asyncio.Task[None] | None] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.guests.add(asyncio.current_task())
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await self._treat(reader, writer, self._dice.randrange(5))
        writer.transport.abort()
        self._left -= 1
        if not self._left:
            self.done.set()

    async def _treat(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, stage: int) -> None:
        if stage == 0:
            return
        await reader.read(100)
        if stage == 1:
            return
        writer.write(b"\x20\x02\x00\x00")
        if stage == 2:
            await asyncio.sleep(0)
            return
        await (reader.readexactly(300_000) if stage == 3 else asyncio.sleep(self._dice.uniform(0, 0.01)))


async def _talk(bus: Session) -> None:
    for _ in range(20):
        bus.send(Address("open", "t1"), ENTRIES, _MORE_THAN_A_SOCKET_TAKES)
        await asyncio.sleep(0)
    await bus.listen()


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0


async def _main() -> None:
    broker = _Broker()
    server = await asyncio.start_server(broker.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    before = _open_files()
    speaking = asyncio.create_task(Bus(f"mqtt://127.0.0.1:{port}", "t1").run(_talk))
    await broker.done.wait()
    server.close()
    speaking.cancel()
    await asyncio.wait([speaking, *filter(None, broker.guests)])
    print(CONNECTIONS, max(0, _open_files() - before))


if __name__ == "__main__":
    client._PAUSES_S = (0.0,) * 5
    logging.basicConfig(level=logging.ERROR)
    uvloop.run(_main())
