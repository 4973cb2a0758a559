"""A hardware clock with a part of a second behind its display, read through a board that polls it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from drivers.readings import ClockTimes, FlagSign, Seat
from gateway.model.instants import Instant


@dataclass
class PolledClock:
    """Fischer, left side first; readings are sent when something has changed, late by a varying amount."""

    left_ms: int
    right_ms: int
    increment_ms: int
    running: bool = False
    up: Seat = Seat.LEFT
    rate: tuple[int, int] = (1, 1)
    """How fast it runs: a faulty clock is not (1, 1)."""

    def pass_time(self, ms: int) -> None:
        if not self.running:
            return
        ms = ms * self.rate[0] // self.rate[1]
        if self.up is Seat.LEFT:
            self.left_ms = max(0, self.left_ms - ms)
        else:
            self.right_ms = max(0, self.right_ms - ms)
        if 0 in (self.left_ms, self.right_ms):
            self.running = False  # it freezes

    def press(self) -> None:
        if not self.running:
            return
        if self.up is Seat.LEFT:
            self.left_ms += self.increment_ms
        else:
            self.right_ms += self.increment_ms
        self.up = self.up.other

    def display(self) -> ClockTimes:
        left, right = -(-self.left_ms // 1000) * 1000, -(-self.right_ms // 1000) * 1000
        return ClockTimes(
            left,
            right,
            self.running,
            self.up,
            FlagSign.BLOCKED if left == 0 else FlagSign.NONE,
            FlagSign.BLOCKED if right == 0 else FlagSign.NONE,
        )


def played(clock: PolledClock, moves: int, seed: int) -> Iterator[tuple[Instant, ClockTimes, int, int]]:
    """A game in short turns: (arrival, reading, true left, true right at arrival), polled thrice a second."""
    rng = Random(seed)
    at, next_poll, sent = 1_000_000, 1_000_000, None
    next_press = at + 1_500
    pressed = 0
    clock.running = False
    yield Instant(at), clock.display(), clock.left_ms, clock.right_ms
    clock.running = True
    while pressed <= moves and (clock.running or sent != clock.display()):
        step = min(next_poll, next_press) - at
        clock.pass_time(step)
        at += step
        if at == next_press:
            clock.press()
            pressed += 1
            next_press = at + rng.choice((700, 1_400, 2_900, 5_300, 9_100)) + rng.randrange(900)
        if at == next_poll:
            if clock.display() != sent:
                sent = clock.display()
                late = rng.randrange(20, 180)
                clock_then = (clock.left_ms, clock.right_ms)
                gone = late if clock.running else 0
                left = clock_then[0] - (gone if clock.up is Seat.LEFT else 0)
                right = clock_then[1] - (gone if clock.up is Seat.RIGHT else 0)
                yield Instant(at + late), sent, max(0, left), max(0, right)
            next_poll = at + rng.randrange(250, 400)
