"""The delay as people meet it: the chief sets it on the page, the public sees how far behind it is, and clocks tick as
they did then."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from gateway.model.sides import Side
from tests.browsing import assert_accessible, open_visits

from .conftest import ARBITER, eventually, run_relay
from .fakes import Broker, FakeTable, face, wall

pytestmark = pytest.mark.browser

MINUTE_MS = 60_000


class Ahead:
    """The wall clock, moved on when we say so."""

    def __init__(self) -> None:
        self.by = 0

    def __call__(self) -> int:
        return wall() + self.by


async def shows(page: Page, left_ms: Callable[[], int]) -> None:
    """Wait until White's clock shows what is left, give or take some seconds: it runs while we look."""
    face = page.locator(".card .player.white .clock")
    async with asyncio.timeout(20):
        while True:
            told = re.search(r"(\d+):(\d\d)", await face.text_content() or "")
            if told and abs(int(told[1]) * 60 + int(told[2]) - left_ms() // 1000) <= 15:
                return
            await asyncio.sleep(0.05)


async def test_the_chief_sets_a_delay_and_the_public_sees_the_hall_as_it_was(
    broker: Broker, event: str, tmp_path: Path
) -> None:
    clock = Ahead()
    async with (
        run_relay(broker.url, event, tmp_path / "relay", clock) as relay,
        FakeTable(broker.url, event, "t1", now=clock).running() as table,
        open_visits() as visits,
    ):
        began = clock()
        await table.state(clock=face(600_000, running=Side.WHITE, since=began))
        await eventually(lambda: relay.hall.tables and relay.hall.tables[0].state is not None)
        public = await visits.open(f"{relay.url}/desk", width=390, height=844, mobile=True)
        await shows(public, lambda: 600_000 - (clock() - began))
        await expect(public.locator(".banner.behind")).to_have_count(0)

        chief = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await chief.get_by_role("link", name="People").click()
        await chief.get_by_role("button", name="Delay for the public").click()
        await chief.get_by_label("Minutes, 0 for none").fill("15")
        await assert_accessible(chief)
        await chief.get_by_role("button", name="Change the delay").last.click()
        await expect(chief.get_by_text("Changed: the public, 15 minutes.")).to_be_visible()
        row = chief.locator(".delays li").first
        await expect(row).to_contain_text("15 minutes behind")
        await expect(row).to_contain_text("stands still until")

        banner = public.locator(".banner.behind")
        await expect(banner).to_contain_text("does not change")
        await assert_accessible(public)
        clock.by += 16 * MINUTE_MS
        await table.state(players=table.players, clock=face(1000, running=Side.BLACK, since=clock()))
        await relay.halls.advance()
        relay.public.show_time()
        await expect(banner).to_have_text("Shown 15 minutes behind the hall")
        # A minute after it stood still, and not sixteen.
        await shows(public, lambda: 600_000 - (clock() - 15 * MINUTE_MS - began))
        await assert_accessible(public)

        window = await visits.open(relay.url, width=390, height=844, mobile=True)
        await expect(window.locator(".banner.behind")).to_have_text("Shown 15 minutes behind the hall")

        hall_wall = await chief.context.new_page()
        await hall_wall.goto(f"{relay.url}/wall")
        await expect(hall_wall.locator(".wall-behind")).to_have_text("")
        await hall_wall.goto(f"{relay.url}/wall?sees=public&language=both")
        await expect(hall_wall.locator(".wall-behind")).to_contain_text("15 minutes behind the hall")

        await chief.get_by_role("link", name="Audit").click()
        await expect(chief.get_by_text("put the public 15:00 behind the hall")).to_be_visible()
