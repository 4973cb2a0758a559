"""The bare publisher: a process of its own, as the agent is, that publishes a line for each byte it is given.

It runs on the agent's own loop and does nothing else: no device, no referee, no disk. It publishes with the MQTT
library as it is, or with the agent's own client, which goes past the library. Each line has as many bytes as a press
makes, and begins with the instant at which its publishing began.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from enum import StrEnum
from pathlib import Path

import aiomqtt
import uvloop

from bench.roads import standing
from gateway.bus.addresses import Brokers, Credentials, parse_address
from gateway.bus.topics import ENTRIES, Address
from gateway.record.lines import EntryLine

__all__ = ["LENGTH", "Speaker", "Trigger", "bare_publisher", "began"]

LENGTH = 300
_PREFIX = b'{"n":1,"began":"'


class Speaker(StrEnum):
    """What publishes."""

    LIBRARY = "library"
    OURS = "ours"


def _line() -> EntryLine:
    head = _PREFIX + b"%d" % time.perf_counter_ns()
    return EntryLine(1, head + b'","x":"%s"}' % (b"x" * (LENGTH - len(head) - 9)))


def began(line: bytes) -> float:
    """The instant at which the publishing of a line began, on this computer's monotonic clock."""
    return int(line.removeprefix(_PREFIX).partition(b'"')[0]) / 1e9


class Trigger:
    """Whoever has it publish."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def pull(self) -> None:
        """Have a line published."""
        os.write(self._pipe, b".")


@contextlib.asynccontextmanager
async def bare_publisher(brokers: Brokers, url: str, address: Address, speaker: Speaker) -> AsyncIterator[Trigger]:
    """The process, connected."""
    hearing, speaking = os.pipe()
    files = [str(file) if file else "" for file in brokers.credentials]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, speaker, url, address.event, address.table, *files),
        stdin=hearing,
        stdout=asyncio.subprocess.PIPE,
    )
    os.close(hearing)
    try:
        if process.stdout is not None:
            await process.stdout.readline()
        yield Trigger(speaking)
    finally:
        os.close(speaking)
        await process.wait()


async def _publish_all(speaker: Speaker, url: str, address: Address, credentials: Credentials) -> None:
    loop = asyncio.get_running_loop()
    pulled: asyncio.Queue[bytes] = asyncio.Queue()
    loop.add_reader(sys.stdin.fileno(), lambda: pulled.put_nowait(os.read(sys.stdin.fileno(), 1)))
    async with (
        _by_library(url, address, credentials)
        if speaker is Speaker.LIBRARY
        else _by_ours(url, address, credentials) as publish
    ):
        gc.collect()
        gc.freeze()
        print("ready", flush=True)
        while await pulled.get():
            await publish()


@contextlib.asynccontextmanager
async def _by_ours(
    url: str, address: Address, credentials: Credentials
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    async with standing(Brokers.at(url, credentials=credentials), address.table) as bus:
        yield lambda: bus.publish(address, ENTRIES, _line())


@contextlib.asynccontextmanager
async def _by_library(
    url: str, address: Address, credentials: Credentials
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    at = parse_address(url)
    client = aiomqtt.Client(
        at.host,
        at.port,
        identifier=credentials.client_name(address.table),
        tls_context=credentials.context() if at.encrypted else None,
        protocol=aiomqtt.ProtocolVersion.V311,
    )
    async with client:
        yield lambda: client.publish(ENTRIES.of(address), _line().data, qos=1)


if __name__ == "__main__":
    _, by, where, event, table, *names = sys.argv
    files = Credentials(*(Path(name) if name else None for name in names))
    uvloop.run(_publish_all(Speaker(by), where, Address(event, table), files))
