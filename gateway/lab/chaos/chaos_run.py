"""A run of chaos: open a hall, let faults happen while people play, heal everything, and judge what is left."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import logging
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gateway.bus.broker import BrokerEngine

from .chaos_hall import EVENT, ChaosHall
from .fault_plan import FaultKind, PlannedFault, plan_faults
from .process_faults import FakeClock
from .verdict import ChaosVerdict, count_lines, judge_table

__all__ = ["run_chaos"]

_PLAYING_S = 90.0
"""Seconds until every table has begun to play."""
_QUIET_S = 120.0
"""Seconds until the relay holds what the tables have written, once all faults are over."""
_STILL_S = 12.0
"""Seconds without a line after which none will come: a board that came into sight last is told of within ten."""
_LATE_S = 0.5
"""Seconds by which hands may be late; beyond it a piece may lie in the air for longer than anybody holds one."""
_LOOK_S = 0.1


def run_chaos(
    *,
    seed: int,
    faults: int,
    seconds: float,
    tables: int,
    pace: float,
    engine: BrokerEngine,
    nodes: int,
    data: Path | None,
) -> int:
    """Run; the exit code is 1 if a promise was not kept, and the files stay for whoever wants to know why."""
    folder = (data or Path(tempfile.mkdtemp(prefix="flagfall-chaos-"))).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(filename=folder / "chaos.log", level=logging.INFO, force=True)
    hall = ChaosHall(folder, tables, seed, pace, engine, nodes)
    left_out = frozenset[FaultKind]() if FakeClock.available else frozenset({FaultKind.CLOCK_STEP})
    brokers = [f"broker-{number + 1}" for number in range(nodes)]
    plan = plan_faults(seed, faults, seconds, hall.names, brokers, left_out)
    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"Seed {seed}: {len(plan)} faults in {seconds:.0f} s at {tables} tables, {nodes} x {engine}. Files: {folder}"
    )
    if left_out:
        console.print("Wall clocks are left alone: to have them stepped too, apt install faketime.")
    verdict = asyncio.run(_run(hall, plan, seconds))
    _show(console, plan, verdict)
    return 1 if verdict.broken else 0


async def _run(hall: ChaosHall, plan: list[PlannedFault], seconds: float) -> ChaosVerdict:
    verdict = ChaosVerdict()
    async with hall.open():
        await _until(lambda: all(table.players.played for table in hall.tables.values()), _PLAYING_S)
        hands = asyncio.create_task(_watch_hands(verdict))
        idle = [name for name, table in hall.tables.items() if not table.players.played]
        verdict.broken += [f"{name}: nobody could begin to play" for name in idle]
        async with asyncio.TaskGroup() as tasks:
            for fault in plan:
                tasks.create_task(_happen(hall, fault))
            await asyncio.sleep(seconds)
        hands.cancel()
        hall.call_off()
        if not await _until_still(hall):
            verdict.broken.append("the relay does not come to hold what the tables have written")
    for name, table in hall.tables.items():
        verdict.add(judge_table(name, EVENT, table.journal, hall.store, table.players.played))
    return verdict


async def _happen(hall: ChaosHall, fault: PlannedFault) -> None:
    await asyncio.sleep(fault.at_s)
    logging.getLogger(__name__).info("%s", fault)
    await hall.suffer(fault)


async def _watch_hands(verdict: ChaosVerdict) -> None:
    """Note how late the people are, who all sit in this process."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LOOK_S
        await asyncio.sleep(_LOOK_S)
        verdict.late_s = max(verdict.late_s, loop.time() - due)


async def _until(true: collections.abc.Callable[[], bool], seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not true():  # noqa: ASYNC110 - people have no bell
                await asyncio.sleep(0.1)


async def _until_still(hall: ChaosHall) -> bool:
    """Wait until nothing is written any more and the relay has it all: other processes' files have no bell."""
    loop = asyncio.get_running_loop()
    until, since, last = loop.time() + _QUIET_S, loop.time(), None
    while loop.time() < until:
        counted = [
            (count_lines(each.journal), count_lines(hall.store, f"{EVENT}/{name}"))
            for name, each in hall.tables.items()
        ]
        if counted != last:
            since, last = loop.time(), counted
        elif loop.time() - since > _STILL_S and all(mine == theirs for mine, theirs in counted):
            return True
        await asyncio.sleep(0.3)
    return False


def _show(console: Console, plan: list[PlannedFault], verdict: ChaosVerdict) -> None:
    shown = Table("fault", "times", show_header=True, box=None)
    for kind, times in sorted(collections.Counter(fault.kind for fault in plan).items()):
        shown.add_row(kind.value, str(times))
    console.print(shown)
    console.print(
        f"{verdict.lines} lines, {verdict.right} moves right, {verdict.inferred} inferred, {verdict.missing} missing."
    )
    if verdict.late_s > _LATE_S:
        console.print(
            f"The hands were up to {verdict.late_s:.1f} s late: the computer is too busy for so many tables. "
            "A charge for a press before the move may be theirs."
        )
    for what in verdict.broken:
        console.print(f"[red]{what}[/red]")
    console.print(f"{len(verdict.broken)} promises broken." if verdict.broken else "Every promise was kept.")
