"""The clock: what a press costs in the pure core, and how late the flags of a hundred tables are told."""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import time
from collections.abc import Callable

from gateway.clock.control_notation import parse_control
from gateway.clock.facts import FlagFell
from gateway.clock.game_clock import GameClock, new_clock
from gateway.clock.keeper import Keeper
from gateway.clock.operation import press, start
from gateway.model.instants import Instant
from gateway.model.sides import Side

PRESSES = 1_000
ROUNDS = 60
TABLES = 100
GAMES = 8
"""Games on each table, so that there is a 99th percentile to speak of."""

CONTROLS = [parse_control(f"{base}ms+20ms") for base in range(400, 600, 7)]


def rows() -> list[tuple[str, str, str, str]]:
    pressed, nothing = _press_cost()
    flags, timers = asyncio.run(_flags())
    ours, bare = _p99(flags), _p99(timers)
    return [
        (
            "clock: one press in the pure core",
            f"{pressed * 1e6:.2f} µs",
            f"a call that does nothing, {nothing * 1e6:.2f} µs",
            f"{pressed / nothing:.0f}",
        ),
        (
            f"clock: {len(flags)} flags of {TABLES} tables, told late by (p99)",
            f"{ours:.2f} ms",
            f"bare event-loop timers among them, {bare:.2f} ms",
            f"{ours / bare:.2f}",
        ),
        (
            "clock: the same, median",
            f"{statistics.median(flags):.2f} ms",
            f"bare event-loop timers, {statistics.median(timers):.2f} ms",
            f"{statistics.median(flags) / statistics.median(timers):.2f}",
        ),
    ]


def _press_cost() -> tuple[float, float]:
    """Seconds for one press and for one call of nothing, the best of several rounds taken in turn."""
    first, _ = start(new_clock(parse_control("90m+30s"), Instant(0)), Side.WHITE, Instant(0))

    def nothing(clock: GameClock, _side: Side, _at: Instant) -> tuple[GameClock, tuple[()]]:
        return clock, ()

    rounds = [(_timed(press, first), _timed(nothing, first)) for _ in range(ROUNDS)]
    return min(ours for ours, _ in rounds), min(bare for _, bare in rounds)


def _timed(act: Callable[[GameClock, Side, Instant], tuple[GameClock, tuple[object, ...]]], clock: GameClock) -> float:
    sides = (Side.WHITE, Side.BLACK)
    gc.collect()
    began = time.perf_counter()
    for number in range(PRESSES):
        clock, _ = act(clock, sides[number & 1], Instant(number * 7))
    return (time.perf_counter() - began) / PRESSES


async def _flags() -> tuple[list[float], list[float]]:
    """The lateness of flags and of bare timers, in milliseconds, all in one loop at the same time."""
    flags: list[float] = []
    timers: list[float] = []
    tables = [_table(random.Random(number), flags) for number in range(TABLES)]
    bare = [_timer(random.Random(1000 + number), timers) for number in range(TABLES)]
    await asyncio.gather(*tables, *bare)
    return flags, timers


def _now() -> float:
    return asyncio.get_running_loop().time() * 1000


async def _until(instant: int) -> None:
    """Sleep on one timer, as the agent does."""
    loop = asyncio.get_running_loop()
    reached = loop.create_future()
    timer = loop.call_at(instant / 1000, reached.set_result, None)
    try:
        await reached
    finally:
        timer.cancel()


async def _table(rng: random.Random, late: list[float]) -> None:
    """Games of a few quick moves that end with a flag; after every press the one timer is set anew."""
    for _ in range(GAMES):
        keeper = Keeper.set_up(rng.choice(CONTROLS), Instant(int(_now())))
        keeper, _ = keeper.start(Side.WHITE, Instant(int(_now())))
        for number in range(6):
            await _until(int(_now()) + rng.randrange(20, 120))
            keeper, _ = keeper.press((Side.WHITE, Side.BLACK)[number & 1], Instant(int(_now())))
        while (due := keeper.next_deadline()) is not None:
            await _until(due)
            keeper, told = keeper.wake(Instant(int(_now())))
            late += [_now() - fact.fell_at for fact in told if isinstance(fact, FlagFell)]


async def _timer(rng: random.Random, late: list[float]) -> None:
    """The same sleeps with nothing to do after them."""
    for _ in range(GAMES):
        due = int(_now())
        for _ in range(7):
            due = int(_now()) + rng.randrange(20, 120)
            await _until(due)
        late.append(_now() - due)


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


if __name__ == "__main__":
    for row in rows():
        print("  ".join(row))
