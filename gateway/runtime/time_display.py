"""The times on a board that displays what it is told: it counts nothing itself, so it is told every second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from drivers.requests import ShowTimes
from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.model.sides import Side

__all__ = ["TimeDisplay"]


class TimeDisplay:
    """The display of times, which follows the table's clock face while `run` runs."""

    def __init__(self, show: Callable[[ShowTimes], None], now: Callable[[], Instant]) -> None:
        self._show = show
        self._now = now
        self._face: ClockFace | None = None
        self._news = asyncio.Event()

    def follow(self, face: ClockFace | None) -> None:
        """Show this face from now on; None: there is nobody to show it to."""
        if face != self._face:
            self._face = face
            self._news.set()

    async def run(self) -> None:
        """Tell what both sides have left after each change, and whenever a shown second is over."""
        while True:
            self._news.clear()
            wait_s = self._tell() if self._face is not None else None
            try:
                async with asyncio.timeout(wait_s):
                    await self._news.wait()
            except TimeoutError:
                continue

    def _tell(self) -> float | None:
        """Show the times now; how long they stay true."""
        face, now = self._face, self._now()
        if face is None:
            return None
        white, black = (face.shown_ms(side, now) for side in Side)
        self._show(ShowTimes(white, black))
        moving = face.running is not None or face.common_runs
        if not moving:
            return None
        running = black if face.running is Side.BLACK else white
        # A little late, so that the second that is over is surely gone.
        return (running % 1000 + 10) / 1000 if running else None
