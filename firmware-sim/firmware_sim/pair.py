"""Two people at a table: they play what they are given, press the clock, and do what its display tells them."""

from __future__ import annotations

import asyncio
import enum
import functools
import random
from collections.abc import AsyncIterable, Callable
from typing import Protocol

from drivers.readings import Seat

from .devices.buttons import Buttons
from .devices.dgt_clock import ClockMode
from .hand import Habits, Hand, Stroke
from .surface import Surface
from .timebase import Timebase

__all__ = ["ButtonClock", "Pair", "StopReason", "TableClock"]

PAUSE = "PAUSE"
"""The text on the display with which they stop the clock and keep their hands off; any other text, or none, lets them
go on."""

REACTION_MS = (400, 900)
"""How long it takes them to notice what the display says."""


class StopReason(enum.StrEnum):
    """The reason why two people stopped playing."""

    OVER = "over"
    """There were no more strokes to play."""
    FLAG = "flag"
    """A flag fell."""
    CALLED_OFF = "called off"
    """Somebody told them to stop."""


class TableClock(Protocol):
    """A clock as far as two people need it; a `DgtClock` is one."""

    @property
    def running(self) -> bool:
        """Somebody's time runs."""

    @property
    def up(self) -> Seat:
        """Who is on move."""

    @property
    def flag(self) -> Seat | None:
        """Whose flag they see, if they see one."""

    @property
    def text(self) -> str | None:
        """What it says instead of times."""

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher()` when there is something to see."""

    def press(self, seat: Seat, at: int) -> None:
        """Push down this side."""

    def run_stop(self, at: int) -> None:
        """Start or stop it."""

    def reset(self, control: ClockMode | None = None) -> None:
        """Make it ready for a new game."""


class ButtonClock:
    """Two buttons as the people at them see them. They show nothing: whose turn it is people know, and whether the
    game is stopped or over somebody tells them (`tell`)."""

    def __init__(self, buttons: Buttons, first: Seat = Seat.LEFT) -> None:
        self._buttons = buttons
        self._first = first
        self._started = False
        self._watchers: list[Callable[[], None]] = []
        self.up = first
        self.running = False
        self.flag: Seat | None = None
        self.text: str | None = None

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher()` when they are told something."""
        self._watchers.append(watcher)

    def tell(self, text: str | None) -> None:
        """What the arbiter, or a screen in the hall, says to them."""
        if text != self.text:
            self.text = text
            for watcher in self._watchers:
                watcher()

    def press(self, seat: Seat, at: int) -> None:
        """Push this side's button."""
        self._buttons.press(seat, at)
        self.up = seat.other

    def join(self, up: Seat) -> None:
        """The time runs already, and this side is on move: somebody else has set it going, or put it right."""
        self.up, self.running, self._started = up, True, True

    def run_stop(self, at: int) -> None:
        """The first time, whoever moves second presses; later the arbiter stops the time and lets it go on."""
        if not self._started:
            self.press(self._first.other, at)
            self._started = True
        self.running = not self.running

    def reset(self, control: ClockMode | None = None) -> None:  # noqa: ARG002 - whoever keeps the time knows it
        """Nobody has pressed yet."""
        self.up, self.running, self._started = self._first, False, False


class Pair:
    """Two people, one board, one clock. They know no rules: whoever's side of the lever is up makes the next stroke,
    unless the stroke says whose hand it is."""

    def __init__(
        self,
        surface: Surface,
        clock: TableClock,
        time: Timebase,
        *,
        start: str,
        rng: random.Random | None = None,
        speed: float = 1.0,
        habits: Habits | None = None,
    ) -> None:
        self._clock = clock
        self._time = time
        self._start = start
        self._rng = rng or random.Random(0)
        self._hand = Hand(surface, time, self._rng, speed=speed, habits=habits)
        self._seen = asyncio.Event()
        self._stopped = asyncio.Event()
        self._told: bool | None = None
        clock.watch(self._seen.set)

    async def set_up(self) -> None:
        """Put the pieces in the start position, by hand; nothing happens if they stand there."""
        await self._hand.arrange(self._start)

    async def play(self, strokes: AsyncIterable[Stroke]) -> StopReason:
        """Start the clock and play until the strokes end, a flag falls or `call_off`; then stop the clock."""
        self._stopped.clear()
        self._hand.free.set()
        game = asyncio.create_task(self._play(strokes))
        watch = asyncio.create_task(self._watch_display())
        stopped = asyncio.create_task(self._stopped.wait())
        tasks = {game, watch, stopped}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in (game, watch):
            if task in done:
                task.result()  # raises what went wrong there
        ending = StopReason.FLAG if watch in done else StopReason.CALLED_OFF if stopped in done else StopReason.OVER
        self._hand.free.set()
        if self._clock.running:
            await self._react()
            self._stop_clock()
        return ending

    def call_off(self) -> None:
        """Tell them that the game is over, whatever they are doing."""
        self._stopped.set()

    def tell(self, *, pause: bool) -> None:
        """Have somebody tell them to stop or to go on; from then on they go by that, and not by the display."""
        self._told = pause
        self._seen.set()

    async def reset(self, control: ClockMode | None = None) -> None:
        """Put the pieces back one by one and the clock to its starting time, or to another one."""
        self._stop_clock()
        await self._hand.arrange(self._start)
        await self._react()
        self._clock.reset(control)

    # -- inside ------------------------------------------------------------------------------------------------------

    async def _play(self, strokes: AsyncIterable[Stroke]) -> None:
        if not self._clock.running:
            await self._hand.press(self._clock.run_stop)
        async for stroke in strokes:
            await self._hand.think(stroke.think_ms)
            await self._hand.play(stroke, functools.partial(self._clock.press, stroke.by or self._clock.up))

    async def _watch_display(self) -> None:
        """Return when a flag falls; until then stop and start with the texts."""
        while self._clock.flag is None:
            self._seen.clear()
            pause = self._clock.text == PAUSE if self._told is None else self._told
            if pause and self._hand.free.is_set():
                self._hand.free.clear()
                await self._react()
                self._stop_clock()
            elif not pause and not self._hand.free.is_set():
                await self._react()
                if not self._clock.running:
                    self._clock.run_stop(self._time.now())
                self._hand.free.set()
            else:
                await self._seen.wait()

    def _stop_clock(self) -> None:
        if self._clock.running:
            self._clock.run_stop(self._time.now())

    async def _react(self) -> None:
        await self._time.sleep(self._rng.uniform(*REACTION_MS))
