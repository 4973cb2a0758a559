"""Memory and start-up of one table agent, as it runs beside a board: goals 60 MB and 1.5 s on a Raspberry Pi."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.system.hall import OPENING, Board, Hall, viewer

ROUNDS = 5


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
            "agent: processor while a blitz game runs",
            f"{busy * 100:.1f} % of a core",
            "one core of this machine",
            f"{busy:.3f}",
        ),
    ]


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
                    await seen.until(lambda name=name: seen.tables.get(name, {}).get("devices", {}).get("board"))
                    starts.append(time.perf_counter() - began)
                    await seen.until(lambda name=name: seen.status(name) == "ready")
                    began, used = time.perf_counter(), _cpu_s(hall.processes[name].pid)
                    await board.play(OPENING)
                    await seen.until(lambda name=name: seen.ply(name) == len(OPENING))
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
