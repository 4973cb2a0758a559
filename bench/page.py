"""The hall's page in Chromium with 8, 60 and 400 tables that play blitz, each of the three ways to show them: frames,
long tasks and DOM nodes, beside an empty page and 8 tables."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from playwright.async_api import Page, async_playwright

from gateway.clock.face import ClockFace
from gateway.games import registry
from gateway.games.game import Line
from gateway.model.instants import Instant, Millis
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.availability import Availability
from gateway.record.table_state import ArbitersState, ClockMessage, Device, LastMove, OpenAlert, Status, TableState
from gateway.record.wire import CLOCK, TABLE_STATE
from gateway.referee.game_messages import device_lost
from gateway.referee.rulings import AlertKind
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiter, Arbiters
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.application import create_app
from gateway.relay.web.server import make_server
from gateway.store import SqliteStore

SECONDS = 10.0
MOVE_S = 4.0
"""Seconds between two moves at a table: blitz."""
COUNTS = (8, 60, 400)
LOOKS = ("list", "boards", "clocks")
KEY = "key-of-the-bench-0123456789"
_FRAMES = """seconds => new Promise(done => {
  const frames = [], tasks = [];
  const watch = new PerformanceObserver(list => tasks.push(...list.getEntries().map(each => each.duration)));
  watch.observe({ type: "longtask" });
  let last = performance.now(); const end = last + seconds * 1000;
  const step = now => {
    frames.push(now - last); last = now;
    if (now < end) requestAnimationFrame(step);
    else { watch.disconnect(); done({ frames: frames.slice(1), tasks, nodes: document.querySelectorAll("*").length }); }
  };
  requestAnimationFrame(step);
})"""


class Measured(NamedTuple):
    """What one page did while its tables played."""

    p99_ms: float
    worst_ms: float
    long_tasks: int
    longest_ms: float
    nodes: int
    frames: int


def rows() -> Iterable[tuple[str, str, str, str]]:
    """The rows of the table."""
    measured = asyncio.run(_measure())
    base = measured["an empty page"]
    for name, found in measured.items():
        yield (
            f"page, {name}: frame p99 (worst)",
            f"{found.p99_ms:.1f} ms ({found.worst_ms:.0f})",
            f"an empty page animating: {base.p99_ms:.1f} ms ({base.worst_ms:.0f})",
            f"{found.p99_ms / base.p99_ms:.2f}",
        )
        if found is not base:
            few = measured[f"{COUNTS[0]} tables as boards"]
            yield (
                f"page, {name}: long tasks over 50 ms (longest)",
                f"{found.long_tasks} in {SECONDS:.0f} s ({found.longest_ms:.0f} ms)",
                f"{COUNTS[0]} tables as boards: {few.long_tasks}",
                "",
            )
            yield (
                f"page, {name}: DOM nodes",
                str(found.nodes),
                f"{COUNTS[0]} tables as boards: {few.nodes}",
                f"{found.nodes / few.nodes:.2f}",
            )


async def _measure() -> dict[str, Measured]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        raise SystemExit("No Chromium was found: install it (on Debian: apt install chromium) to measure pages.")
    found: dict[str, Measured] = {}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = await browser.new_page(viewport={"width": 1440, "height": 900})
        await page.set_content("<div></div>")
        found["an empty page"] = await _watch(page)
        await page.close()
        for count, look in itertools.product(COUNTS, LOOKS):
            async with _playing(count) as address:
                page = await browser.new_page(viewport={"width": 1440, "height": 900})
                await page.goto(f"{address}/sign-in/{KEY}")
                await page.evaluate(f"localStorage.setItem('flagfall.view', '{look}')")
                await page.reload()
                await page.locator(f'.card[aria-setsize="{count}"]').first.wait_for()
                found[f"{count} tables as {look}"] = await _watch(page)
                await page.close()
        await browser.close()
    return found


async def _watch(page: Page) -> Measured:
    seen = await page.evaluate(_FRAMES, SECONDS)
    frames = sorted(seen["frames"])
    longest = max(seen["tasks"], default=0.0)
    return Measured(
        frames[int(len(frames) * 0.99)], frames[-1], len(seen["tasks"]), longest, seen["nodes"], len(frames)
    )


@contextlib.asynccontextmanager
async def _playing(count: int) -> AsyncIterator[str]:
    """A relay whose tables all play; what the bus would bring is put into the hall."""
    with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "store", skip_repeats=True) as store:
        hall = await PresentHall.open("bench", store, _now)
        tables = [_Table(hall, number) for number in range(1, count + 1)]
        access = RelayAccess(Arbiters([Arbiter("Bench", "chief", KEY)]), _now)
        server = make_server(create_app(await Halls.open(hall), access), "127.0.0.1", 0)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serving = asyncio.create_task(server.serve())
        playing = asyncio.create_task(_play(tables))
        try:
            while not server.started:  # noqa: ASYNC110 - it offers no event to wait for
                await asyncio.sleep(0.01)
            hall.show_broker(online=True)
            yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        finally:
            playing.cancel()
            server.should_exit = True
            await asyncio.gather(serving, playing, return_exceptions=True)


async def _play(tables: list[_Table]) -> None:
    """One table after the other moves, so that each does every `MOVE_S`."""
    begun, moves = time.monotonic(), 0
    while True:
        due = int((time.monotonic() - begun) / MOVE_S * len(tables))
        for n in range(moves, due):
            tables[n % len(tables)].move()
        moves = max(moves, due)
        await asyncio.sleep(0.01)


class _Table:
    def __init__(self, hall: PresentHall, number: int) -> None:
        table = hall.find_or_add(f"t{number}")
        if table is None:
            raise ValueError("the hall is full")
        self.hall, self.table, self.number = hall, table, number
        self.random = random.Random(number)
        self.game = registry.find(("draughts-international", "chess", "gomoku")[number % 3])
        self.line, self.texts = Line((self.game.start(),)), [""][:0]
        self.last: LastMove | None = None
        hall.show_availability(table, Availability(True, {"board": True}))
        self.tell()

    def move(self) -> None:
        moves = self.line.last.moves()
        if not moves or len(self.texts) > 80:
            self.line, self.texts = Line((self.game.start(),)), []
            moves = self.line.last.moves()
        move = self.random.choice(moves)
        self.texts.append(self.line.last.write(move))
        self.last = LastMove(self.texts[-1], move.path, move.taken)
        self.line = self.line.play(move)
        self.tell()

    def tell(self) -> None:
        now, position = Instant(_now()), self.line.last
        face = ClockFace(Millis(self.random.randrange(20_000, 180_000)), Millis(90_000), position.turn, now)
        lost = OpenAlert(AlertKind.DEVICE_LOST, now, device_lost("board", "", None), subject="board")
        waits = self.random.random() < 0.02
        state = TableState(
            event="bench",
            table=self.table.name,
            at=now,
            last=0,
            first=0,
            game=1,
            rules=self.game.name,
            rulebook="draughts-blitz",
            control="3m+2s",
            players=named(f"White {self.number}", f"Black {self.number}"),
            status=Status.PLAYING,
            turn=position.turn,
            rows=self.game.rows,
            cols=self.game.cols,
            board=position.board(),
            fen=position.fen(),
            ply=len(self.texts),
            moves=tuple(self.texts),
            clock=face,
            devices=(Device("board", True, battery=80),),
            last_move=self.last,
            arbiters=ArbitersState(alerts=(lost,) if waits else ()),
        )
        self.hall.show_state(self.table, state, TABLE_STATE.encode(state))
        pressed = ClockMessage(now, replace(face, running=Side.WHITE))
        self.hall.show_clock(self.table, pressed, CLOCK.encode(pressed))


def _now() -> int:
    return time.time_ns() // 1_000_000
