"""An eye that keeps what a board shows, and a link that runs meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from drivers.link import Backoff, Link, monotonic_ms
from drivers.readings import Reading, Stamped
from drivers.spec import DriverSpec

from .shown import ShownBoard

R = TypeVar("R", bound=Reading)

PATIENCE_S = 30
"""How long something may take that takes a moment; only a failing test waits for all of it."""


def quick() -> Backoff:
    return Backoff(first_s=0.01, longest_s=0.05, permanent_s=0.05)


class Eye:
    """Keeps what the board shows, and all readings that told it."""

    def __init__(self) -> None:
        self._shown = ShownBoard()
        self.readings: list[Reading] = []
        self._changed = asyncio.Event()
        self._place = 0

    def __call__(self, stamped: Stamped) -> None:
        self.readings.append(stamped.reading)
        self._shown.take([stamped.reading])
        self._changed.set()

    @property
    def cells(self) -> str:
        """What the board shows; empty while that is not known."""
        return self._shown.cells

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not so():
                self._changed.clear()
                await self._changed.wait()

    async def sees(self, cells: str) -> None:
        try:
            await self.until(lambda: self.cells == cells)
        except TimeoutError:
            assert self.cells == cells, "the board never showed it"

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
    link = Link(spec, url, monotonic_ms, backoff=quick())
    task = asyncio.create_task(link.run(eye))
    try:
        yield eye, link
    finally:
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
