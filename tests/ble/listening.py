"""What tests over the air need: an eye that keeps the picture, and a link that runs meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from drivers.link import Backoff, Link
from drivers.readings import Reading, Snapshot, SquareChanged, Stamped
from drivers.spec import DriverSpec

R = TypeVar("R", bound=Reading)

PATIENCE_S = 20
"""How long something may take that takes a moment; only a failing test waits so long."""


def now() -> int:
    return time.monotonic_ns() // 1_000_000


def quick() -> Backoff:
    return Backoff(first_s=0.01, longest_s=0.05, permanent_s=0.05)


class Eye:
    """Keeps the picture that the readings tell."""

    def __init__(self) -> None:
        self.cells = ""
        self.readings: list[Reading] = []
        self._changed = asyncio.Event()
        self._place = 0

    def __call__(self, stamped: Stamped) -> None:
        reading = stamped.reading
        self.readings.append(reading)
        match reading:
            case Snapshot(cells=cells):
                self.cells = cells
            case SquareChanged(cell=cell, piece=piece) if self.cells:
                self.cells = self.cells[:cell] + piece + self.cells[cell + 1 :]
        self._changed.set()

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not so():
                self._changed.clear()
                await self._changed.wait()

    async def sees(self, picture: str) -> None:
        try:
            await self.until(lambda: self.cells == picture)
        except TimeoutError:
            assert self.cells == picture, "the board never showed it"

    async def next(self, kind: type[R], like: Callable[[R], bool] = lambda _: True) -> R:
        """The next reading of that kind, after the last one returned."""
        found: list[R] = []

        def look() -> bool:
            while self._place < len(self.readings):
                reading = self.readings[self._place]
                self._place += 1
                if isinstance(reading, kind) and like(reading):
                    found.append(reading)
                    return True
            return False

        await self.until(look)
        return found[0]


@asynccontextmanager
async def watching(spec: DriverSpec, url: str) -> AsyncIterator[tuple[Eye, Link]]:
    eye = Eye()
    link = Link(spec, url, now, backoff=quick())
    task = asyncio.create_task(link.run(eye))
    try:
        yield eye, link
    finally:
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
