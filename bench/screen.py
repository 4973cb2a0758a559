"""From the lever to an arbiter's screen: an illegal move is pressed for, and its case stands on the table's page.

In between tracking waits until the hand must have let go (`RELEASE_MS`), the agent referees and has the entry on disk,
the relay stores it, and Chromium draws. The baseline is the wait alone: what the rest adds is the ratio's.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path

from playwright.async_api import Page

from gateway.tracking.waits import RELEASE_MS
from tests.browsing import open_visits
from tests.system.hall import KEY, Board, Hall, viewer

TABLES = 8
_ILLEGAL = (61, 43)
"""31 to 22: further than a man may go, after 32-28 19-23."""
_WATCH = """() => {
  window.caseAt = new Promise((resolve) => {
    const look = () => document.querySelector(".case") && requestAnimationFrame(() => resolve(Date.now()));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}"""


def rows() -> list[tuple[str, str, str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        times = asyncio.run(_measure(Path(folder)))
    found = []
    for name, ours in (("median", statistics.median(times)), ("slowest", max(times))):
        wait = f"waiting for the hand, {RELEASE_MS} ms"
        row = (
            f"press of an illegal move to its case on the screen, {name}",
            f"{ours:.0f} ms",
            wait,
            f"{ours / RELEASE_MS:.2f}",
        )
        found.append(row)
    return found


async def _measure(folder: Path) -> list[float]:
    async with Hall(folder) as hall, open_visits() as visits:
        page = await visits.open(f"{hall.address}/sign-in/{KEY}")
        return [await _one(hall, page, folder, f"t{number}") for number in range(1, TABLES + 1)]


async def _one(hall: Hall, page: Page, folder: Path, name: str) -> float:
    """The time for one table, in milliseconds."""
    board = Board(folder / f"board-{name}")
    async with board.port, viewer(hall, arbiter=True) as seen:
        await hall.start_table(name, board.port.url)
        await seen.until(lambda: seen.status(name) == "ready")
        await board.play(("32-28", "19-23"))
        await seen.until(lambda: seen.ply(name) == 2)
        await page.goto(f"{hall.address}/#{name}")
        await page.locator(".ply").nth(1).wait_for()
        await page.evaluate(_WATCH)
        pressed = await board.misplay(*_ILLEGAL)
        shown: float = await page.evaluate("window.caseAt")
        return shown - pressed * 1000
