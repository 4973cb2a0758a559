"""The page of what is sent to others: how each gets on, and to have it tried again."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browsing import assert_accessible, open_visits
from tests.relay.conftest import ARBITER, Relay, eventually

pytestmark = pytest.mark.browser


async def test_an_operator_sees_what_is_parked_and_resumes_it(relay: Relay) -> None:
    fine, _ = relay.hall.push_reports.open("lichess", "https://lichess.org/…/aBcDeFgH")
    fine.games, fine.last_ok = 8, relay.hall.now()
    parked, again = relay.hall.push_reports.open("webhook", "hooks.example.org")
    parked.ok, parked.parked, parked.waiting, parked.trouble = False, True, 42, "hooks.example.org answered 404"
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}", width=390, height=844, mobile=True)
        await page.get_by_role("link", name="Broadcast").click()
        cards = page.locator(".push-card")
        await expect(cards).to_have_count(2)
        await expect(cards.first).to_contain_text("Everything has arrived.")
        await expect(cards.last).to_contain_text("42 waiting")
        await expect(cards.last).to_contain_text("hooks.example.org answered 404")
        await assert_accessible(page)
        await page.get_by_role("button", name="Resume").click()
        await eventually(again.is_set)
        parked.ok, parked.parked, parked.waiting, parked.trouble = True, False, 0, ""
        await expect(cards.last).to_contain_text("Everything has arrived.")
        await expect(page.get_by_role("button", name="Resume")).to_have_count(0)
        assert visits.errors(page) == []
