"""The simulator's source of time: the wall, faster than the wall, or a test that moves it by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from typing import Protocol

__all__ = ["Timebase", "VirtualTime", "WallTime"]


class Timebase(Protocol):
    """A clock of integer milliseconds, and ways to let them pass."""

    def now(self) -> int:
        """The instant."""

    async def sleep(self, ms: float) -> None:
        """Let that much time pass."""

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come."""


class WallTime:
    """Monotonic time; with `speed` 10, ten simulated seconds pass in one."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._zero_ns = time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds since this object was made."""
        return int((time.monotonic_ns() - self._zero_ns) * self._speed) // 1_000_000

    async def sleep(self, ms: float) -> None:
        """Let that much time pass."""
        await asyncio.sleep(max(0.0, ms) / 1000 / self._speed)

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come."""
        if until is None:
            await event.wait()
            return
        try:
            async with asyncio.timeout(max(0, until - self.now()) / 1000 / self._speed):
                await event.wait()
        except TimeoutError:
            return


SETTLE_ROUNDS = 30
"""Turns of the event loop after which everything that can run without time passing has run."""


class VirtualTime:
    """Time that stands still until `advance`; sleepers wake in the order of their instants."""

    def __init__(self) -> None:
        self._now = 0
        self._order = itertools.count()
        self._sleepers: list[tuple[int, int, asyncio.Event]] = []

    def now(self) -> int:
        """The instant."""
        return self._now

    async def sleep(self, ms: float) -> None:
        """Let that much time pass, by the hand of whoever advances."""
        await self._alarm(self._now + max(0, round(ms))).wait()

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come."""
        if until is None:
            await event.wait()
            return
        waits = [asyncio.create_task(event.wait()), asyncio.create_task(self._alarm(until).wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def advance(self, ms: int) -> None:
        """Let time pass, waking each sleeper at its instant."""
        end = self._now + ms
        await self.settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            at, _, alarm = heapq.heappop(self._sleepers)
            self._now = max(self._now, at)
            alarm.set()
            await self.settle()
        self._now = end

    async def settle(self) -> None:
        """Let everything run that can run now."""
        for _ in range(SETTLE_ROUNDS):
            await asyncio.sleep(0)

    def _alarm(self, at: int) -> asyncio.Event:
        alarm = asyncio.Event()
        if at <= self._now:
            alarm.set()
        else:
            heapq.heappush(self._sleepers, (at, next(self._order), alarm))
        return alarm
