"""From the lever to a subscriber: the clock's bytes leave the simulated board, the entry arrives over MQTT.

The baseline is a bare publish on the same broker with the same client and quality of service, taken in turn with it.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from gateway.bus.client import Bus, Session
from gateway.bus.topics import ENTRIES, Address
from gateway.record.lines import EntryLine
from tests.system.hall import HOST, Board, Hall

ROUNDS = 60
_BARE = Address("test", "bare")
_LINE = EntryLine(1, b'{"n":1,"x":"%s"}' % (b"x" * 285))


def rows() -> list[tuple[str, str, str, str]]:
    press, bare = asyncio.run(_measure())
    return [
        (
            f"lever press to subscriber, {name}",
            f"{ours * 1000:.2f} ms",
            f"bare MQTT publish to subscriber, {theirs * 1000:.2f} ms",
            f"{ours / theirs:.1f}",
        )
        for name, ours, theirs in (
            ("median", statistics.median(press), statistics.median(bare)),
            ("90th percentile", _high(press), _high(bare)),
        )
    ]


def _high(times: list[float]) -> float:
    return statistics.quantiles(times, n=10)[-1]


async def _measure() -> tuple[list[float], list[float]]:
    arrived: asyncio.Queue[tuple[Address, float]] = asyncio.Queue()
    ready = asyncio.Event()
    press: list[float] = []
    bare: list[float] = []

    async def listen(session: Session) -> None:
        await session.subscribe(
            "test", ENTRIES, lambda received: arrived.put_nowait((received.address, time.perf_counter()))
        )
        ready.set()
        await session.listen()

    speaker: asyncio.Queue[Session] = asyncio.Queue()

    async def speak(session: Session) -> None:
        speaker.put_nowait(session)
        await asyncio.Event().wait()

    with tempfile.TemporaryDirectory() as folder:
        async with Hall(Path(folder)) as hall:
            board = Board(Path(folder) / "board")
            url = f"mqtt://{HOST}:{hall.broker_port}"
            tasks = [asyncio.create_task(Bus(url, name).run(work)) for name, work in (("hear", listen), ("say", speak))]
            await ready.wait()
            session = await speaker.get()
            async with board.port:
                await hall.start_table("t1", board.port.url)
                await _quiet(arrived)
                clock = board.kit.clock
                clock.run_stop(board.time.now())
                await _quiet(arrived)
                for _ in range(ROUNDS):
                    began = time.perf_counter()
                    clock.press(clock.up, board.time.now())
                    press.append((await arrived.get())[1] - began)
                    await _quiet(arrived)
                    began = time.perf_counter()
                    publishing = asyncio.create_task(session.publish(_BARE, ENTRIES, _LINE))
                    bare.append((await arrived.get())[1] - began)
                    await publishing
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return press, bare


async def _quiet(arrived: asyncio.Queue[tuple[Address, float]]) -> None:
    """Return when nothing has come for a moment."""
    while True:
        try:
            async with asyncio.timeout(0.15):
                await arrived.get()
        except TimeoutError:
            return
