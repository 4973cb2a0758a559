"""Memory, start-up and processor of one table agent, as it runs beside a board: goals 60 MB, 1.5 s and 2 % of a core.

Blitz is a move a second, which is a time scramble; the first figure is hands at the limit of what sensors follow.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from drivers import registry as drivers
from firmware_sim.hand import Hand, Stroke
from firmware_sim.pair import TableClock
from firmware_sim.ports import TcpPort
from firmware_sim.surface import Surface
from firmware_sim.timebase import Timebase
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.games.game import Position
from gateway.lab.demo.equipment import make_kit
from tests.system.hall import OPENING, QUICK, Board, Hall, Viewer, viewer

ROUNDS = 5
BOARDS = {
    "dgt": "draughts-international",
    "certabo": "chess",
    "tabutronic": "chess",
    "chesslink": "chess",
    "cpp": "draughts-international",
    "chessnut": "chess",
    "pegasus": "chess",
    "squareoff-pro": "chess",
    "squareoff-neo": "chess",
    "ichessone": "chess",
    "chessup": "chess",
}
"""A board of each kind, and what is played on it; all but the first have buttons beside them. What a Bluetooth board
says comes over TCP here: what a computer's Bluetooth costs depends on its chip."""
PLIES = 20
BUDGET = 0.02


def rows() -> list[tuple[str, str, str, str]]:
    ours, bare, memory, bare_memory, busy = asyncio.run(_measure())
    return [
        (
            "agent: start to board read and table on the page",
            f"{ours * 1000:.0f} ms",
            f"python -c pass, {bare * 1000:.0f} ms",
            f"{ours / bare:.1f}",
        ),
        (
            "agent: memory while a game runs (PSS of the process)",
            f"{memory / 1024:.1f} MB",
            f"idle python, {bare_memory / 1024:.1f} MB",
            f"{memory / bare_memory:.1f}",
        ),
        (
            "agent: processor while a move is made every 0.3 s",
            f"{busy * 100:.1f} % of a core",
            "one core of this machine",
            f"{busy:.3f}",
        ),
        *[row for driver, rules in BOARDS.items() for row in asyncio.run(_blitz(driver, rules))],
    ]


async def _blitz(driver: str, rules: str) -> list[tuple[str, str, str, str]]:
    """The processor that an agent takes while its board stands, and while a move is made each second."""
    game = registry.find(rules)
    book = "chess-blitz" if rules == "chess" else "draughts-blitz"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kit = make_kit(driver, game, parse_control("5m+3s"), folder / "board")
        cable, *beside = kit.ports
        by_air = drivers.find(driver).serial is None
        board = TcpPort(cable.device, 0, kit.time) if by_air else cable
        async with Hall(folder) as hall, AsyncExitStack() as plugged, viewer(hall) as seen:
            for port in (board, *beside):
                await plugged.enter_async_context(port)
            more = f'rules = "{rules}"\ncontrol = "5m+3s"'
            settings = kit.settings().replace(cable.url, board.url)
            await hall.start_kit("t1", settings, f'{more}\nrulebook = "{book}"')
            await seen.until(lambda: seen.status("t1") == "ready")
            pid = hall.processes["t1"].pid
            idle = await _share(pid, asyncio.sleep(PLIES / 2))
            playing = await _share(pid, _play(kit.surface, kit.clock, kit.time, game.start()))
    rows = ((f"its {driver} board stands", idle), (f"blitz is played on {driver}", playing))
    return [
        (
            f"agent: processor while {what}",
            f"{busy * 100:.1f} % of a core",
            "budget, 2 % of a core",
            f"{busy / BUDGET:.2f}",
        )
        for what, busy in rows
    ]


async def _share(pid: int, work: Awaitable[None]) -> float:
    began, used = time.perf_counter(), _cpu_s(pid)
    await work
    return (_cpu_s(pid) - used) / (time.perf_counter() - began)


async def _play(surface: Surface, clock: TableClock, time_of: Timebase, position: Position) -> None:
    hand, dice = Hand(surface, time_of, random.Random(0), habits=QUICK), random.Random(3)
    clock.run_stop(time_of.now())
    loop = asyncio.get_running_loop()
    due = loop.time()
    for _ in range(PLIES):
        due += 1
        await asyncio.sleep(max(0, due - loop.time()))
        move = dice.choice(position.moves())
        position = position.play(move)
        await hand.play(Stroke(move.path, move.taken))
        await hand.press(lambda at: clock.press(clock.up, at))


def _shows_board(seen: Viewer, name: str) -> bool:
    return bool(seen.tables.get(name, {}).get("devices", {}).get("board"))


def _is_ready(seen: Viewer, name: str) -> bool:
    return seen.status(name) == "ready"


def _has_opened(seen: Viewer, name: str) -> bool:
    return seen.ply(name) == len(OPENING)


async def _measure() -> tuple[float, float, float, float, float]:
    starts, memory, busy = [], 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        async with Hall(Path(folder)) as hall:
            for number in range(ROUNDS):
                name = f"t{number}"
                board = Board(Path(folder) / f"board-{name}")
                async with board.port, viewer(hall) as seen:
                    began = time.perf_counter()
                    await hall.start_table(name, board.port.url)
                    await seen.until(partial(_shows_board, seen, name))
                    starts.append(time.perf_counter() - began)
                    await seen.until(partial(_is_ready, seen, name))
                    began, used = time.perf_counter(), _cpu_s(hall.processes[name].pid)
                    await board.play(OPENING)
                    await seen.until(partial(_has_opened, seen, name))
                    busy = (_cpu_s(hall.processes[name].pid) - used) / (time.perf_counter() - began)
                    memory = max(memory, _pss(hall.processes[name].pid))
                    await hall.kill(name)
    return statistics.median(starts), _bare(), memory, await _bare_memory(), busy


def _bare() -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


async def _bare_memory() -> float:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import sys; print(flush=True); sys.stdin.read()",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdout.readline()
    pss = _pss(process.pid)
    process.stdin.close()
    await process.wait()
    return pss


def _cpu_s(pid: int) -> float:
    """Processor time used so far, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pss(pid: int) -> float:
    """Proportional set size in kB: shared pages count by their share."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith("Pss:")))
