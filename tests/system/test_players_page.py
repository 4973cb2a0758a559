"""A player's page while relay and table die: it says so, comes back, and no request is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from pathlib import Path

import pytest
from playwright.async_api import Error, Page, Route, expect

from tests.browsing import open_visits

from .hall import OPENING, PATIENCE_S, Board, Hall, request, sign_in, viewer

pytestmark = [pytest.mark.system, pytest.mark.browser]


async def call(page: Page, why: str) -> None:
    await page.get_by_role("button", name="Call the arbiter").tap()
    await page.get_by_label("What it is about").fill(why)
    await page.locator("dialog").get_by_role("button", name="Call the arbiter").tap()


async def requests_in_record(hall: Hall) -> list[tuple[str, str]]:
    """Of every request its command's id and what it is about, each as often as the record has it."""
    _, _, body = await request(hall, "GET", "/api/tables/t1/entries", cookie=await sign_in(hall))
    acted = [entry["what"] for entry in json.loads(body)["entries"] if entry["what"]["type"] == "acted"]
    requests = [(what["command"], what["act"]["request"]) for what in acted if what["act"]["type"] == "enter_request"]
    return [(command, asked.get("why", asked["type"])) for command, asked in requests]


async def lose_the_answer(page: Page, why: str) -> None:
    """Call the arbiter; it arrives, and the answer is lost on its way back."""
    lost = asyncio.Event()

    async def drop(route: Route) -> None:
        await route.fetch()
        await route.abort()
        lost.set()

    await page.route("**/api/play/**", drop)
    await call(page, why)
    await asyncio.wait_for(lost.wait(), PATIENCE_S)  # the table's list may have been quicker
    await page.unroute("**/api/play/**")


async def test_requests_outlive_lost_answers_and_dead_processes(hall: Hall, tmp_path: Path) -> None:
    board = Board(tmp_path / "board")
    async with board.port, open_visits() as visits:
        async with viewer(hall) as seen:
            await hall.start_table("t1", board.port.url)
            await seen.until(lambda: seen.status("t1") == "ready")
            await board.play(OPENING[:2])
            await seen.until(lambda: seen.ply("t1") == 2)
        _, _, sheet = await request(hall, "GET", "/print/players?table=t1", cookie=await sign_in(hall))
        link = next(part for part in sheet.decode().split("/play/")[1:] if ".w." in part[:20]).partition("<")[0]
        page = await visits.open(f"{hall.address}/play/{link}", width=390, height=844, mobile=True)
        pending, asked = page.locator(".pending"), page.locator(".asked li")
        again = page.get_by_role("button", name="Send again")
        sent: list[str] = []
        page.on("request", lambda made: sent.append(json.loads(made.post_data or "{}").get("id", "")))
        # The answer is lost: the table's own list tells it.
        await lose_the_answer(page, "noise")
        await expect(asked).to_have_count(1)
        await expect(pending).to_be_hidden()
        await expect(page.locator(".reply.good")).to_be_visible()
        # The relay is killed: nothing was entered, and the page keeps what was asked for until it is back.
        await hall.kill("relay")
        await expect(page.locator("#banners")).to_contain_text("No connection")
        for n, why in enumerate(("light", "heat"), 1):
            await call(page, why)
            await expect(again).to_have_count(n)
        await hall.start_relay()
        await expect(page.locator("#banners")).to_be_empty(timeout=PATIENCE_S * 1000)
        for left in (1, 0):
            await again.first.tap()
            await expect(again).to_have_count(left)
        await expect(asked).to_have_count(3)
        # The table hangs over a request and is killed; whether it had it or not, the player resigns once.
        hall.processes["t1"].send_signal(signal.SIGSTOP)
        await page.get_by_role("button", name="Resign").tap()
        await page.get_by_role("button", name="Yes, I resign").tap()
        await expect(again).to_be_visible()
        await expect(pending).to_contain_text("not known")
        await hall.kill("t1")
        await expect(page.locator("#banners")).to_contain_text("cannot be reached")
        await hall.start_table("t1", board.port.url)
        await expect(page.locator("#banners")).to_be_empty(timeout=PATIENCE_S * 1000)
        async with asyncio.timeout(120):
            while await asked.count() < 4:
                with contextlib.suppress(Error):  # it may have been told in this moment, and is gone then
                    await again.tap(timeout=1000)
        await expect(pending).to_be_hidden()
        await expect(page.locator(".situation")).to_contain_text("Black wins")
        commands, entered = zip(*await requests_in_record(hall), strict=True)
        assert entered == ("noise", "light", "heat", "resign")
        assert list(commands) == list(dict.fromkeys(filter(None, sent)))  # each under the one id that it was sent with
        told = visits.errors(page, expected="ERR_")  # of connections that were refused; 503 and 504 of the silent table
        assert [each for each in told if "503" not in each and "504" not in each] == []
