"""From the lever to a subscriber: the clock's bytes leave the simulated board, the entry arrives over MQTT.

In between the agent reads, referees, and has the entry on disk. The baseline is a bare publish of as many bytes on the
same road with the same client and quality of service, taken in turn with it. No relay runs: it is no part of this way.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bench.roads import EVENT, Road, dropped, roads, standing
from firmware_sim.ports import PtyPort
from gateway.bus.topics import ENTRIES, Address
from gateway.record.lines import EntryLine
from tests.system.hall import Board

ROUNDS = 100
_TABLE, _BARE = Address(EVENT, "t1"), Address(EVENT, "t2")
_LINE = EntryLine(1, b'{"n":1,"x":"%s"}' % (b"x" * 285))


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for road in roads(Path(folder), (_TABLE.table, _BARE.table)):
            press, bare = asyncio.run(_measure(road))
            found += [
                (
                    f"lever press to subscriber, {road.name}, {name}",
                    f"{ours * 1000:.2f} ms",
                    f"bare MQTT publish to subscriber, {theirs * 1000:.2f} ms",
                    f"{ours / theirs:.1f}",
                )
                for name, ours, theirs in (
                    ("median", statistics.median(press), statistics.median(bare)),
                    ("99th percentile", _high(press), _high(bare)),
                )
            ]
    return found


def _high(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[-1]


class _Port(PtyPort):
    """A port that knows when bytes last left it."""

    left_at = 0.0

    def _carry(self, data: bytes) -> None:
        self.left_at = time.perf_counter()
        super()._carry(data)


async def _measure(road: Road) -> tuple[list[float], list[float]]:
    arrived: asyncio.Queue[tuple[Address, float]] = asyncio.Queue()
    press: list[float] = []
    bare: list[float] = []

    async def arrival(address: Address) -> float:
        while True:
            where, at = await arrived.get()
            if where == address:
                return at

    async with (
        road.running(),
        standing(road.brokers("relay"), "relay") as hearing,
        standing(road.brokers(_BARE.table), _BARE.table) as speaking,
    ):
        await hearing.subscribe(
            EVENT, ENTRIES, lambda received: arrived.put_nowait((received.address, time.perf_counter()))
        )
        listening = asyncio.create_task(hearing.listen())
        board = Board(road.folder / "board")
        port = _Port(board.kit.board, road.folder / "board", board.time)
        clock = board.kit.clock
        async with port, _agent(road, port.url):
            await arrival(_TABLE)
            await _quiet(arrived)
            clock.run_stop(board.time.now())
            await _quiet(arrived)
            for _ in range(ROUNDS):
                clock.press(clock.up, board.time.now())
                at = await arrival(_TABLE)
                press.append(at - port.left_at)
                await _quiet(arrived)
                began = time.perf_counter()
                publishing = asyncio.create_task(speaking.publish(_BARE, ENTRIES, _LINE))
                bare.append(await arrival(_BARE) - began)
                await publishing
        await dropped(listening)
    return press, bare


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


async def _quiet(arrived: asyncio.Queue[tuple[Address, float]]) -> None:
    """Return when nothing has come for a moment."""
    while True:
        try:
            async with asyncio.timeout(0.15):
                await arrived.get()
        except TimeoutError:
            return
