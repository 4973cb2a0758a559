"""All tables of a hall come back at once: the broker is restarted, and each has a new line and a new state to tell.

Measured is the time from when the broker listens again until a relay has the new state of the last table, which by then
has subscribed. Tables are the real publishers over records in memory; the baseline is as many bare aiomqtt clients that
subscribe to the same, publish a line and a state of the same size, and try again at a steady pace; for them it is
enough that the broker has acknowledged the state.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import aiomqtt
import msgspec

from bench.roads import EVENT, Road, dropped, roads
from gateway.bus import topics
from gateway.bus.addresses import Brokers
from gateway.bus.client import Bus, Session
from gateway.bus.topics import Address
from gateway.clock.facts import ClockPressed
from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.table_state import TableState
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY, TABLE_STATE
from gateway.referee.inputs import Clocked
from gateway.runtime.publisher import ENTRIES, Publisher
from gateway.store import SteadyStore, StoredLine
from tests.relay.fakes import FakeTable, face

TABLES = 400
ROUNDS = 2
_NAMES = [f"t{n}" for n in range(TABLES)]
_STATE = FakeTable("mqtt://127.0.0.1:1", EVENT, _NAMES[0]).make_state()
_AGAIN_S = 0.2


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    # The library goes on with sockets that are closed, and asyncio says so for each; each table says it has no broker.
    for name in ("asyncio", "gateway.bus"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        for road in roads(Path(folder), _NAMES):
            ours, bare = asyncio.run(_measure(road))
            found.append(
                (
                    f"{TABLES} tables back at a restarted broker, {road.name}, the last",
                    f"{ours:.1f} s",
                    f"as many bare aiomqtt clients, {bare:.1f} s",
                    f"{ours / bare:.1f}",
                )
            )
    return found


class _Heard:
    """The numbers of the latest states that have arrived."""

    def __init__(self) -> None:
        self._latest: dict[Address, int] = {}
        self._news = asyncio.Event()

    def state(self, address: Address, n: int) -> None:
        self._latest[address] = max(n, self._latest.get(address, 0))  # a broker may tell what it kept after what is new
        self._news.set()

    async def all_at(self, n: int) -> None:
        while sum(latest >= n for latest in self._latest.values()) < TABLES:
            self._news.clear()
            await self._news.wait()


class _Hall(Protocol):
    """Clients of one kind."""

    async def write(self, n: int) -> None:
        """Let every table have one more line, and the state of this number."""

    def tasks(self, heard: _Heard) -> list[asyncio.Task[None]]:
        """All clients, connected for as long as these run."""


async def _measure(road: Road) -> tuple[float, float]:
    """Seconds of our clients and of bare ones, taken in turn: medians."""
    ours: list[float] = []
    bare: list[float] = []
    numbers = itertools.count(1)
    async with road.running():
        for _ in range(ROUNDS):
            ours.append(await _restart(road, _Ours(road), numbers))
            bare.append(await _restart(road, _Bare(road), numbers))
    return statistics.median(ours), statistics.median(bare)


async def _restart(road: Road, hall: _Hall, numbers: Iterator[int]) -> float:
    heard = _Heard()
    before, after = next(numbers), next(numbers)
    await hall.write(before)
    tasks = hall.tasks(heard)
    await _done(heard.all_at(before), tasks)
    await road.stop()
    await hall.write(after)
    await road.start()
    began = time.perf_counter()
    await _done(heard.all_at(after), tasks)
    took = time.perf_counter() - began
    await dropped(*tasks)
    return took


async def _done(work: Coroutine[None, None, None], tasks: list[asyncio.Task[None]]) -> None:
    """Wait for it; a client that ends meanwhile has failed."""
    waiting = asyncio.create_task(work)
    done, _ = await asyncio.wait({waiting, *tasks}, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


def _line(n: int) -> bytes:
    pressed = Clocked(ClockPressed(Side.WHITE), face(running=Side.BLACK))
    return ENTRY.encode(Entry(n, Instant(1_700_000_000_000), Visibility.PUBLIC, pressed))


def _state(name: str, n: int) -> TableState:
    return msgspec.structs.replace(_STATE, table=name, last=n)


class _Ours:
    """The publishers of table agents, and a relay's client."""

    def __init__(self, road: Road) -> None:
        self._relay = Bus(road.brokers("relay"), "relay")
        self._stores: dict[str, SteadyStore] = {}
        self._publishers: dict[str, Publisher] = {}
        for name in _NAMES:
            store = SteadyStore(road.folder / name, (ENTRIES,), {ENTRIES: []}, None, trouble="", damaged=False)
            self._stores[name] = store
            self._publishers[name] = Publisher(
                Address(EVENT, name), road.brokers(name), store, 0, lambda: _STATE.at, "bench"
            )

    async def write(self, n: int) -> None:
        for name, publisher in self._publishers.items():
            line = await self._stores[name].last(ENTRIES) + 1
            await self._stores[name].append_many([StoredLine(ENTRIES, line, _line(line))])
            publisher.lines_written()
            publisher.table_changed({}, partial(_state, name, n))

    def tasks(self, heard: _Heard) -> list[asyncio.Task[None]]:
        async def listen(session: Session) -> None:
            await session.subscribe(EVENT, topics.STATE, lambda got: heard.state(got.address, got.value.last))
            await session.subscribe(EVENT, topics.ENTRIES, lambda _: None)
            await session.listen()

        running = [publisher.run(lambda _: None, lambda _: None) for publisher in self._publishers.values()]
        return [asyncio.create_task(each) for each in (self._relay.run(listen), *running)]


class _Bare:
    """Clients of the library as it comes."""

    def __init__(self, road: Road) -> None:
        self._road = road
        self._n = 0

    async def write(self, n: int) -> None:
        self._n = n

    def tasks(self, heard: _Heard) -> list[asyncio.Task[None]]:
        return [
            asyncio.create_task(self._again(self._road.brokers("relay"), "relay", self._hear)),
            *(
                asyncio.create_task(
                    self._again(self._road.brokers(name), name, lambda it, name=name: self._speak(it, name, heard))  # type: ignore[misc]
                )
                for name in _NAMES
            ),
        ]

    async def _hear(self, client: aiomqtt.Client) -> None:
        await client.subscribe(topics.STATE.of_all(EVENT), qos=1)
        await client.subscribe(topics.ENTRIES.of_all(EVENT), qos=1)
        async for _ in client.messages:
            pass

    async def _speak(self, client: aiomqtt.Client, name: str, heard: _Heard) -> None:
        address, n = Address(EVENT, name), self._n
        await client.subscribe(topics.COMMANDS.of(address), qos=1)
        await client.subscribe(topics.ASSIGNMENT.of(address), qos=1)
        await client.publish(topics.ENTRIES.of(address), _line(n), qos=1)
        await client.publish(topics.STATE.of(address), TABLE_STATE.encode(_state(name, n)), qos=1, retain=True)
        heard.state(address, n)
        async for _ in client.messages:
            pass

    async def _again(self, brokers: Brokers, name: str, work: Callable[[aiomqtt.Client], Awaitable[None]]) -> None:
        while True:
            try:
                async with _client(brokers, name) as client:
                    await work(client)
            except aiomqtt.MqttError:
                await asyncio.sleep(_AGAIN_S * random.uniform(0.7, 1.3))


@asynccontextmanager
async def _client(brokers: Brokers, name: str) -> AsyncIterator[aiomqtt.Client]:
    (address,) = brokers.addresses
    tls = brokers.credentials.context() if address.encrypted else None
    async with aiomqtt.Client(
        address.host,
        address.port,
        identifier=name,
        tls_context=tls,
        timeout=10,
        protocol=aiomqtt.ProtocolVersion.V311,
    ) as client:
        yield client
