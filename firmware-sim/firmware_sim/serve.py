"""Keep a double running for somebody's software, and move its pieces by lines of text.

    52-36        lift what stands on cell 52 and put it on 36       lift 52       take it away
    put 36 P     put a white pawn there                             set up        the start position again
    left, right  press that side of the clock                       run           start or stop the clock
    unplug, plug pull the cable, put it back                        button 2      push a button of a Chessnut

Cells are numbered row by row from the top left, from 0.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable

from drivers.readings import Seat

from .doubles import Double
from .ports import Port
from .surface import EMPTY
from .timebase import WallTime

__all__ = ["Commands", "serve"]


class Commands:
    """The commands of a person to a double, by lines of text."""

    def __init__(self, double: Double, port: Port, now: Callable[[], int]) -> None:
        self._double = double
        self._port = port
        self._now = now

    async def obey(self, line: str) -> str:
        """Do it; the answer is empty, or what was wrong."""
        answer = self._touch(" ".join(line.split()))
        if answer is not None:
            return answer
        words = " ".join(line.lower().split())
        clock, now = self._double.clock, self._now()
        match words:
            case "":
                return ""
            case "left" | "right" if self._double.press is not None:
                self._double.press(Seat(words), now)
            case "run" if clock is not None:
                clock.run_stop(now)
            case "set up":
                self._set_up(now)
            case "plug":
                await self._port.plug()
            case "unplug":
                self._port.unplug()
            case _:
                return f"cannot {line.strip()!r}; try 52-36, lift 52, put 36 P, set up, left, right, run, unplug, plug"
        return ""

    def _touch(self, words: str) -> str | None:
        """Move a piece, take it away or put one; None if the line asks for something else."""
        surface, now = self._double.surface, self._now()
        if match := re.fullmatch(r"(?:move )?(\d+)[- ](\d+)", words, re.IGNORECASE):
            return self._on(lambda a, b: surface.put(b, surface.lift(a, now), now), *match.groups())
        if match := re.fullmatch(r"lift (\d+)", words, re.IGNORECASE):
            return self._on(lambda cell: surface.lift(cell, now), *match.groups())
        push = getattr(self._double.device, "push", None)
        if push is not None and (match := re.fullmatch(r"button ([12])", words, re.IGNORECASE)):
            push(int(match[1]))
            return ""
        if match := re.fullmatch(r"put (\d+) (\S)", words):
            piece = match[2]
            return self._on(lambda cell: surface.put(cell, piece, now), match[1])
        return None

    def _set_up(self, now: int) -> None:
        surface = self._double.surface
        for cell, piece in enumerate(self._double.start):
            if surface[cell] != piece:
                surface.put(cell, piece, now)

    def _on(self, act: Callable[..., object], *numbers: str) -> str:
        cells = [int(number) for number in numbers]
        if max(cells) >= len(self._double.surface):
            return f"there are cells 0 to {len(self._double.surface) - 1}"
        if len(cells) == 2 and self._double.surface[cells[0]] == EMPTY:
            return f"nothing stands on {cells[0]}"
        act(*cells)
        return ""


async def serve(double: Double, port: Port, time: WallTime) -> None:
    """Print where the device is found, then obey lines of standard input until interrupted."""
    loop = asyncio.get_running_loop()
    enough = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, enough.set)
    lines: asyncio.Queue[str] = asyncio.Queue()

    unfinished = b""

    def readable() -> None:
        nonlocal unfinished
        data = os.read(sys.stdin.fileno(), 4096)
        if not data:
            loop.remove_reader(sys.stdin)
        *whole, unfinished = (unfinished + data).split(b"\n")
        for line in whole:
            lines.put_nowait(line.decode("utf-8", "replace"))

    async def listen() -> None:
        commands = Commands(double, port, time.now)
        while True:
            answer = await commands.obey(await lines.get())
            if answer:
                sys.stderr.write(f"{answer}\n")

    async with port:
        sys.stdout.write(f"{port.url}\n")
        sys.stdout.flush()
        with contextlib.suppress(OSError, ValueError):  # a file, or nothing at all
            loop.add_reader(sys.stdin, readable)
        listening = asyncio.create_task(listen())
        await enough.wait()
        listening.cancel()
        await asyncio.wait([listening])
