"""The hall as arbiters work with it: keys, order, filters, and many tables."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from tests.browsing import Visits, assert_accessible, open_visits

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker
from .gallery import gallery

pytestmark = pytest.mark.browser

SIGN_IN = f"/sign-in/{ARBITER.key}"


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


async def test_all_keys_are_in_one_overlay_and_none_is_taken_from_a_field(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event):
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(relay.url + SIGN_IN)
        await expect(page.locator(".card")).to_have_count(12)
        await page.keyboard.press("?")
        overlay = page.locator("dialog.keys")
        await expect(overlay.locator("kbd", has_text=re.compile("^←$"))).to_be_visible()
        await assert_accessible(page)
        await page.keyboard.press("Escape")
        await expect(overlay).to_have_count(0)
        # With the mouse; and letters can be switched off, for those who speak to their computer.
        await page.locator(".tools .help").click()
        await overlay.locator("input[type=checkbox]").click()
        await overlay.locator("button").click()
        await page.evaluate("location.hash = 't1'")
        await expect(page.locator("#detail-title")).to_be_focused()
        await page.keyboard.press("h")
        await page.keyboard.press("?")
        await overlay.locator("input[type=checkbox]").click()
        await page.keyboard.press("Escape")
        await expect(page.locator("#detail-title")).to_be_visible()
        await page.keyboard.press("h")
        await expect(page.locator(".search")).to_be_visible()
        # In a field a letter is a letter.
        await page.locator(".search").click()
        await page.keyboard.type("h?")
        await expect(page.locator(".search")).to_have_value("h?")
        await expect(overlay).to_have_count(0)
        assert visits.errors(page) == []
