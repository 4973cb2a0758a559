"""A relay that a thousand tables speak to: what it costs to take an entry with its state, and whether all are there.

The relay is the process that an organiser runs, on a real broker; its cost is the time of its process. The baseline is
a bare client of the MQTT library that is sent the same messages and only counts them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiomqtt
import uvloop

from bench.hall_play import game
from bench.roads import EVENT, Road
from gateway.bus.broker import BrokerEngine
from gateway.bus.topics import ENTRIES, STATE, Address
from tests.ports import free_port

TABLES = 1000
MOVES = 6
_A_SECOND = 400
"""Moves in the whole hall: a thousand tables of rapid chess."""
_CLIENTS = 8
_TICK = os.sysconf("SC_CLK_TCK")


def rows() -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = uvloop.run(_measure(Path(folder)))
    yield (
        f"{TABLES} tables into one relay: an entry with its state",
        f"{ours:.0f} us",
        f"bare MQTT client that counts them: {bare:.0f} us",
        f"{ours / bare:.2f}",
    )


async def _measure(folder: Path) -> tuple[float, float]:
    road = Road(folder, BrokerEngine.NATS, None)
    async with road.running():
        async with _relay(road) as (process, port):
            ours = await _cost(road, process, 0)
            await _all_there(port)
        async with _bare(road) as process:
            bare = await _cost(road, process, MOVES)
    return ours, bare


async def _cost(road: Road, process: asyncio.subprocess.Process, played: int) -> float:
    """Microseconds of the process for an entry with its state."""
    feeder = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.ingest",
        "feed",
        road.url,
        str(played),
        stdout=asyncio.subprocess.PIPE,
        stdin=asyncio.subprocess.PIPE,
    )
    assert feeder.stdout is not None
    assert feeder.stdin is not None
    await feeder.stdout.readline()  # every table has been introduced
    await asyncio.sleep(2)
    began = _spent(process.pid)
    feeder.stdin.write(b"\n")
    await feeder.stdin.drain()
    await feeder.wait()
    await asyncio.sleep(1.5)
    return (_spent(process.pid) - began) / (TABLES * (MOVES - 1)) * 1e6


def _spent(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


@contextlib.asynccontextmanager
async def _relay(road: Road) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    port = free_port()
    settings = road.folder / "relay.toml"
    settings.write_text(
        f'event = "{EVENT}"\nstore = "{road.folder}/relay.journal"\n'
        f'[listen]\nport = {port}\n[broker]\nurl = "{road.url}"\n',
        encoding="utf-8",
    )
    async with _process(road, "-m", "gateway", "relay", "--config", str(settings)) as process:
        while not await asyncio.to_thread(_health, port):  # noqa: ASYNC110 - it offers no event to wait for
            await asyncio.sleep(0.1)
        yield process, port


@contextlib.asynccontextmanager
async def _bare(road: Road) -> AsyncIterator[asyncio.subprocess.Process]:
    async with _process(road, "-m", "bench.ingest", "count", road.url) as process:
        await asyncio.sleep(1.5)
        yield process


@contextlib.asynccontextmanager
async def _process(road: Road, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    with (road.folder / "process.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


def _health(port: int) -> dict[str, object] | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5) as answer:
            found: dict[str, object] = json.load(answer)
            return found
    except OSError:
        return None


async def _all_there(port: int) -> None:
    health: dict[str, object] | None = None
    for _ in range(50):
        health = await asyncio.to_thread(_health, port)
        if health is not None and health["lines"] == TABLES * MOVES and not health["gaps"]:
            return
        await asyncio.sleep(0.1)
    raise SystemExit(f"Lines are missing: {health}")


async def _feed(url: str, played: int) -> None:
    """Be all tables: each says its first move, and upon a line of input the others, at a steady pace."""
    names = [f"t{n}" for n in range(TABLES)]
    said = {name: list(game(EVENT, name, MOVES, n=played, marked=False)) for name in names}
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(_client(url, f"feed{n}")) for n in range(_CLIENTS)]

        async def say(which: int, rounds: range, pace: float) -> None:
            await asyncio.sleep(which / _A_SECOND)  # no two tables move at once
            began, made = time.monotonic(), 0
            for number in rounds:
                for name in names[which::_CLIENTS]:
                    address, news = Address(EVENT, name), said[name][number]
                    await clients[which].publish(ENTRIES.of(address), news.entry, qos=1)
                    await clients[which].publish(STATE.of(address), news.state, qos=1, retain=True)
                    made += 1
                    await asyncio.sleep(max(0.0, began + made / pace - time.monotonic()))

        async def all_say(rounds: range) -> None:
            await asyncio.gather(*(say(which, rounds, _A_SECOND / _CLIENTS) for which in range(_CLIENTS)))

        await all_say(range(1))
        print("introduced", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await all_say(range(1, MOVES))


async def _count(url: str) -> None:
    async with _client(url, "count") as client:
        for topic in (ENTRIES, STATE):
            await client.subscribe(topic.of_all(EVENT), qos=1)
        async for _ in client.messages:
            pass


def _client(url: str, name: str) -> aiomqtt.Client:
    host, _, port = url.removeprefix("mqtt://").partition(":")
    return aiomqtt.Client(host, int(port), identifier=name, protocol=aiomqtt.ProtocolVersion.V311)


if __name__ == "__main__":
    uvloop.run(_feed(sys.argv[2], int(sys.argv[3])) if sys.argv[1] == "feed" else _count(sys.argv[2]))
