"""A person's hand: it lifts, travels, puts down, fumbles a little, and takes its time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from .surface import EMPTY, Surface
from .timebase import Timebase

__all__ = ["Habits", "Hand", "Stroke"]

CROWNED = {"M": "D", "m": "d", "P": "Q", "p": "q"}
"""What is put on the board when a piece is promoted."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One move as the hand makes it; the hand knows no rules."""

    path: tuple[int, ...]
    """From where, over which landing cells, to where."""
    taken: tuple[int, ...] = ()
    """Cells from which pieces are taken off, in that order, after the move."""
    crown: bool = False
    """Replace the piece by its crowned one at the end."""
    second: tuple[int, ...] = ()
    """A second piece's way, made after the first's: castling."""
    think_ms: int = 0
    """How long the player thinks before touching anything."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody handles pieces; chances from 0 to 1."""

    slides: float = 0.1
    """Pushes the piece over the board instead of lifting it: it shows on every cell on the way."""
    takes_on_the_way: float = 0.15
    """Takes captured pieces off before the move has ended."""
    lift_ms: tuple[int, int] = (120, 300)
    travel_ms: tuple[int, int] = (250, 700)
    take_ms: tuple[int, int] = (300, 650)
    press_ms: tuple[int, int] = (200, 500)


class Hand:
    """Moves pieces on a surface. `speed` 10 makes the same movements in a tenth of the time."""

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
        """Cleared: the hand stops before its next movement."""
        self.free.set()

    async def think(self, ms: int) -> None:
        """Sit still for so long, whatever the hand's speed."""
        await self._time.sleep(ms)
        await self.free.wait()

    async def take(self, span_ms: tuple[int, int]) -> None:
        """Let a movement take its time, between the two."""
        await self._time.sleep(self._rng.uniform(*span_ms) / self._speed)
        await self.free.wait()

    async def lift(self, cell: int) -> str:
        """Take up what stands there."""
        await self.take(self._habits.lift_ms)
        return self._surface.lift(cell, self._time.now())

    async def put(self, cell: int, piece: str) -> None:
        """Carry a piece there and let go."""
        await self.take(self._habits.travel_ms)
        self._surface.put(cell, piece, self._time.now())

    async def play(self, stroke: Stroke) -> None:
        """Make the whole move, without thinking and without the clock."""
        start, *stops = stroke.path
        if self._surface[start] == EMPTY:
            msg = f"nothing stands on cell {start} to play {stroke}"
            raise ValueError(msg)
        early = len(stroke.taken) > 1 and self._rng.random() < self._habits.takes_on_the_way
        slides = self._rng.random() < self._habits.slides
        taken = list(stroke.taken)
        if stroke.path[-1] in taken and self._rng.random() < 0.5:
            # A capture by replacement: half of the people take the victim off first, the others push it away.
            taken.remove(stroke.path[-1])
            await self._take_off(stroke.path[-1])
        piece = await self.lift(start)
        here = start
        for stop in stops:
            if here != start:
                piece = await self.lift(here)
                if early and taken:
                    await self._take_off(taken.pop(0))
            if slides:
                await self._slide(here, stop, piece)
            await self.put(stop, piece)
            here = stop
        for cell in taken:
            if cell != here:
                await self._take_off(cell)
        if stroke.second:
            await self.put(stroke.second[-1], await self.lift(stroke.second[0]))
        if stroke.crown:
            await self.take(self._habits.take_ms)
            self._surface.lift(here, self._time.now())
            await self.put(here, CROWNED.get(piece, piece))

    async def press(self, lever: Callable[[int], None]) -> None:
        """Go to the clock and push; `lever` takes the instant."""
        await self.take(self._habits.press_ms)
        lever(self._time.now())

    async def arrange(self, picture: str) -> None:
        """Make the board look like the picture, one cell after another."""
        wrong = [cell for cell, piece in enumerate(picture) if self._surface[cell] != piece]
        self._rng.shuffle(wrong)
        for cell in wrong:
            if self._surface[cell] != EMPTY:
                await self.lift(cell)
        for cell in wrong:
            if picture[cell] != EMPTY:
                await self.put(cell, picture[cell])

    async def _take_off(self, cell: int) -> None:
        await self.take(self._habits.take_ms)
        self._surface.lift(cell, self._time.now())

    async def _slide(self, start: int, end: int, piece: str) -> None:
        for cell in self._surface.between(start, end):
            if self._surface[cell] == EMPTY:
                self._surface.put(cell, piece, self._time.now())
                await self.take((30, 120))
                self._surface.lift(cell, self._time.now())
