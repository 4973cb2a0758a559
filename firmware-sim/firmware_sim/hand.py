"""A person's hand: it lifts, travels, puts down, fumbles a little, and takes its time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from .gestures import plan
from .habits import Habits
from .stroke import Stroke
from .surface import EMPTY, Surface
from .timebase import Timebase

__all__ = ["Habits", "Hand", "Stroke"]


class Hand:
    """A hand that moves pieces on a surface. With `speed` 10 its movements take a tenth of the time."""

    def __init__(
        self,
        surface: Surface,
        time: Timebase,
        rng: random.Random,
        *,
        speed: float = 1.0,
        habits: Habits | None = None,
    ) -> None:
        self._surface = surface
        self._time = time
        self._rng = rng
        self._speed = speed
        self._habits = habits or Habits()
        self.free = asyncio.Event()
        """Whether the hand may move on; cleared, it stops before its next movement."""
        self.free.set()

    async def think(self, ms: int) -> None:
        """Sit still for that long, whatever the hand's speed."""
        await self._time.sleep(ms)
        await self.free.wait()

    async def take(self, span_ms: tuple[int, int]) -> None:
        """Let a movement take its time, between the two."""
        await self._last(self._rng.uniform(*span_ms))

    async def lift(self, cell: int) -> str:
        """Take up what stands there."""
        await self.take(self._habits.lift_ms)
        return self._surface.lift(cell, self._time.now())

    async def put(self, cell: int, piece: str) -> None:
        """Carry a piece there and let go."""
        await self.take(self._habits.travel_ms)
        self._surface.put(cell, piece, self._time.now())

    async def play(self, stroke: Stroke, lever: Callable[[int], None] | None = None) -> None:
        """Make the whole stroke, without thinking; `lever` takes the instant of the press, if there is to be one."""
        gesture = plan(stroke, self._surface.cells, self._surface.cols, self._habits, self._rng)
        now = 0
        for at_ms, touch in gesture.steps:
            if touch is None and lever is None:
                continue
            await self._last(at_ms - now)
            now = at_ms
            if touch is not None:
                self._surface.put(touch.cell, touch.piece, self._time.now())
            elif lever is not None:
                lever(self._time.now())

    async def press(self, lever: Callable[[int], None]) -> None:
        """Go to the clock and push; `lever` takes the instant."""
        await self.take(self._habits.press_ms)
        lever(self._time.now())

    async def arrange(self, cells: str) -> None:
        """Put every piece where it belongs, one cell after another."""
        wrong = [cell for cell, piece in enumerate(cells) if self._surface[cell] != piece]
        self._rng.shuffle(wrong)
        for cell in wrong:
            if self._surface[cell] != EMPTY:
                await self.lift(cell)
        for cell in wrong:
            if cells[cell] != EMPTY:
                await self.put(cell, cells[cell])

    async def _last(self, ms: float) -> None:
        await self._time.sleep(ms / self._speed)
        await self.free.wait()
