"""A closed hall beside an open one: what encryption costs a message, and how long 400 tables take to come back."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from gateway.authority.register import PartyKind
from gateway.bus.addresses import Brokers
from gateway.bus.broker import BrokerEngine
from gateway.bus.client import Bus, Session
from gateway.bus.topics import ENTRIES, Address
from gateway.record.lines import EntryLine
from tests.closed_hall import EVENT, ClosedHallForTests, now
from tests.relay.fakes import Broker

ROUNDS = 200
TABLES = 400
_LINE = EntryLine(1, b'{"n":1,"x":"%s"}' % (b"x" * 285))


def rows() -> list[tuple[str, str, str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[tuple[str, str, str, str]]:
    hall, broker = ClosedHallForTests(folder, BrokerEngine.NATS), Broker(folder / "open")
    names = [f"table{n}" for n in range(TABLES)]
    for name in names:
        hall.authority.make_party(name, PartyKind.TABLE, (), now())
    broker.start()
    await hall.start()
    try:
        plain = Brokers.at(broker.url)
        said, bare = await _publish(hall.brokers("relay"), hall.brokers("t1")), await _publish(plain, plain)

        async def restart_closed() -> None:
            await hall.stop(signal.SIGKILL)
            await hall.start()

        async def restart_open() -> None:
            broker.stop()
            await asyncio.to_thread(broker.start)

        back = await _reconnect([(hall.brokers(name), name) for name in names], restart_closed)
        open_back = await _reconnect([(plain, name) for name in names], restart_open)
    finally:
        await hall.stop()
        broker.stop()
    return [
        (
            "publish to subscriber with TLS and permissions, median",
            f"{said * 1000:.2f} ms",
            f"the same without, {bare * 1000:.2f} ms",
            f"{said / bare:.1f}",
        ),
        (
            f"{TABLES} tables reconnect to a restarted broker with TLS, the last",
            f"{back:.1f} s",
            f"the same without, {open_back:.1f} s",
            f"{back / open_back:.1f}",
        ),
    ]


@contextlib.asynccontextmanager
async def _session(brokers: Brokers, name: str) -> AsyncIterator[Session]:
    stands: asyncio.Queue[Session] = asyncio.Queue()

    async def work(session: Session) -> None:
        stands.put_nowait(session)
        await asyncio.Event().wait()

    task = asyncio.create_task(Bus(brokers, name).run(work))
    try:
        yield await stands.get()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _publish(relay: Brokers, table: Brokers) -> float:
    """Seconds from a table's publish to a subscriber, the median."""
    arrived: asyncio.Queue[float] = asyncio.Queue()
    times: list[float] = []
    async with _session(relay, "bench-relay") as listening, _session(table, "bench-table") as speaking:
        await listening.subscribe(EVENT, ENTRIES, lambda _: arrived.put_nowait(time.perf_counter()))
        hearing = asyncio.create_task(listening.listen())
        for _ in range(ROUNDS):
            began = time.perf_counter()
            publishing = asyncio.create_task(speaking.publish(Address(EVENT, "t1"), ENTRIES, _LINE))
            times.append(await arrived.get() - began)
            await publishing
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)
    return statistics.median(times)


async def _reconnect(clients: list[tuple[Brokers, str]], restart: Callable[[], Awaitable[None]]) -> float:
    """Seconds from when the broker listens again until the last client's session stands."""
    standing: set[str] = set()
    changed = asyncio.Event()

    async def work(session: Session, name: str) -> None:
        standing.add(name)
        changed.set()
        await session.listen()

    tasks = [
        asyncio.create_task(Bus(brokers, name).run(lambda session, name=name: work(session, name)))  # type: ignore[misc]
        for brokers, name in clients
    ]

    async def all_stand() -> None:
        while len(standing) < len(clients):
            changed.clear()
            await changed.wait()

    await all_stand()
    standing.clear()
    await restart()
    began = time.perf_counter()
    await all_stand()
    took = time.perf_counter() - began
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return took
