"""Clicks that an arbiter needs: a case and a pause are a choice and a confirmation, a clock at most four."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from gateway.model.sides import Side
from gateway.referee.acts import AdjustTime, Decide, Pause
from tests.browsing import open_visits
from tests.table.scenario import Step

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker
from .test_acts_page import acts, at_table, chess_table

pytestmark = pytest.mark.browser

COUNT = "addEventListener('pointerdown', () => { window.clicks = (window.clicks ?? 0) + 1; }, true)"


async def clicked(page: Page) -> int:
    """How many clicks there were since this was asked last."""
    count: int = await page.evaluate("() => { const n = window.clicks ?? 0; window.clicks = 0; return n; }")
    return count


async def test_what_is_done_most_takes_few_clicks(broker: Broker, event: str, relay: Relay) -> None:
    illegal = Step(hand="f1-f3", press=Side.WHITE, wait=5)
    async with open_visits() as visits, chess_table(broker, event, relay, Step(moves="e4 e5"), illegal) as table:
        page = await at_table(visits, relay, ARBITER.key)
        await page.evaluate(COUNT)
        # A case, at the table; then what follows it. Each is done by pressing what is in sight, and nothing else.
        await page.click(".case [data-choice=dismiss]")
        await page.click("dialog .primary")
        await eventually(lambda: acts(table, Decide))
        assert await clicked(page) == 2
        await expect(page.locator("dialog")).to_have_count(0)
        await page.click("[data-act=pause]")
        await page.click("dialog .primary")
        await eventually(lambda: acts(table, Pause))
        assert await clicked(page) == 2
        await expect(page.locator("dialog")).to_have_count(0)
        await page.click("[data-act=adjust_time]")
        await page.click("dialog .tile:has([value='white add 60000'])")
        await page.click("dialog .primary")
        await eventually(lambda: acts(table, AdjustTime))
        assert await clicked(page) == 3
        assert visits.errors(page) == []
