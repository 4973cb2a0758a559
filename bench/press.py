"""From the lever to a subscriber: the clock's bytes leave the simulated board, the entry arrives over MQTT.

In between the bytes go through a pseudo-terminal, the agent reads them, referees, and has the entry on disk. The
baseline is a bare publish of as many bytes on the same road and with the same quality of service, to the same
subscriber, taken in turn with it: by the MQTT library as it is, and by the agent's own client, which goes past the
library and so takes less. It counts from the call that publishes: neither a terminal nor a wake-up is in it.
A bare publisher is a process of its own, as the agent is. One in the subscriber's process would wake one process
instead of two, and find the client's code at hand; no table does. No relay runs: it is no part of this way.
What the promise costs that a line is on disk before anybody is told is a row of its own: a commit of as many bytes to a
journal of the same kind on the same disk, taken in turn with the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from bench.bare_publisher import LENGTH, Speaker, bare_publisher, began
from bench.roads import EVENT, Road, dropped, roads, standing
from firmware_sim.ports import PtyPort
from gateway.bus.topics import ENTRIES, Address
from gateway.store import SqliteStore, StoredLine
from tests.system.hall import Board

ROUNDS = 100
_RAW_LENGTH = 100
"""Bytes of the reading that a press is made of."""
_TABLE = Address(EVENT, "t1")
_BARE = {Speaker.LIBRARY: Address(EVENT, "t2"), Speaker.OURS: Address(EVENT, "t3")}
_NAMES = {
    Speaker.LIBRARY: "bare publish to subscriber by the MQTT library",
    Speaker.OURS: "the same by the agent's client",
}


def rows() -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        for road in roads(Path(folder), (_TABLE.table, *(bare.table for bare in _BARE.values()))):
            press, bare, commits = asyncio.run(_measure(road))
            for name, value in (("median", statistics.median), ("99th percentile", _high)):
                for speaker, theirs in bare.items():
                    yield (
                        f"lever press to subscriber, {road.name}, {name}",
                        f"{value(press) * 1000:.2f} ms",
                        f"{_NAMES[speaker]}, {value(theirs) * 1000:.2f} ms",
                        f"{value(press) / value(theirs):.1f}",
                    )
                yield (
                    f"a commit of one press beside it, {name}",
                    f"{value(commits) * 1000:.2f} ms",
                    f"all of the way, {value(press) * 1000:.2f} ms",
                    f"{value(commits) / value(press):.1f}",
                )


def _high(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[-1]


class _Arrival(NamedTuple):
    address: Address
    at: float
    line: bytes


class _Port(PtyPort):
    """A port that knows when bytes last left it."""

    left_at = 0.0

    def _carry(self, data: bytes) -> None:
        self.left_at = time.perf_counter()
        super()._carry(data)


async def _measure(road: Road) -> tuple[list[float], dict[Speaker, list[float]], list[float]]:
    """Seconds from the lever, of each bare publish, and of bare commits."""
    arrived: asyncio.Queue[_Arrival] = asyncio.Queue()
    press: list[float] = []
    bare: dict[Speaker, list[float]] = {speaker: [] for speaker in _BARE}
    commits: list[float] = []

    async def arrival(address: Address) -> _Arrival:
        while True:
            come = await arrived.get()
            if come.address == address:
                return come

    async with (
        road.running(),
        standing(road.brokers("relay"), "relay") as hearing,
        contextlib.AsyncExitStack() as publishers,
    ):
        triggers = {
            speaker: await publishers.enter_async_context(
                bare_publisher(road.brokers(address.table), road.url, address, speaker)
            )
            for speaker, address in _BARE.items()
        }
        await hearing.subscribe(
            EVENT,
            ENTRIES,
            lambda received: arrived.put_nowait(_Arrival(received.address, time.perf_counter(), received.payload)),
        )
        listening = asyncio.create_task(hearing.listen())
        board = Board(road.folder / "board")
        port = _Port(board.kit.board, road.folder / "board", board.time)
        clock = board.kit.clock
        store = publishers.enter_context(SqliteStore(road.folder / "bare.journal"))
        async with port, _agent(road, port.url):
            await arrival(_TABLE)
            await _quiet(arrived)
            clock.run_stop(board.time.now())
            await _quiet(arrived)
            for n in range(1, ROUNDS + 1):
                clock.press(clock.up, board.time.now())
                press.append((await arrival(_TABLE)).at - port.left_at)
                await _quiet(arrived)
                for speaker, trigger in triggers.items():
                    trigger.pull()
                    come = await arrival(_BARE[speaker])
                    bare[speaker].append(come.at - began(come.line))
                    await _quiet(arrived)
                lines = [StoredLine("raw", n, b"x" * _RAW_LENGTH), StoredLine("entries", n, b"x" * LENGTH)]
                before = time.perf_counter()
                await store.append_many(lines)
                commits.append(time.perf_counter() - before)
                await _quiet(arrived)
        await dropped(listening)
    return press, bare, commits


@contextlib.asynccontextmanager
async def _agent(road: Road, board: str) -> AsyncIterator[None]:
    settings = road.folder / "t1.toml"
    settings.write_text(
        f'event = "{EVENT}"\ntable = "{_TABLE.table}"\njournal = "{road.folder}/t1.journal"\n{road.section("t1")}\n'
        f'[game]\ncontrol = "5m+3s"\nrulebook = "draughts-blitz"\nwhite = "Ada"\nblack = "Bob"\n'
        f'[device]\ndriver = "dgt"\nurl = "{board}"\n',
        encoding="utf-8",
    )
    with (road.folder / "t1.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gateway", "table", "--config", str(settings), stdout=log, stderr=log
        )
    try:
        yield
    finally:
        process.terminate()
        await process.wait()


async def _quiet(arrived: asyncio.Queue[_Arrival]) -> None:
    """Return when nothing has come for a moment."""
    while True:
        try:
            async with asyncio.timeout(0.15):
                await arrived.get()
        except TimeoutError:
            return
