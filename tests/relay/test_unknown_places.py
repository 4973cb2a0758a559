"""Addresses that lead nowhere: a page for people, JSON for programs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from playwright.async_api import expect

from tests.browsing import Visits, assert_accessible, open_visits

from .conftest import Relay, eventually
from .fakes import Broker
from .gallery import GalleryTable

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


@pytest.mark.parametrize("path", ["/no/such/page", "/pages/none.js", "/print/tables/t99/games/1", "/api/tables/t99"])
async def test_a_program_gets_json_and_a_browser_a_page(relay: Relay, path: str) -> None:
    async with httpx.AsyncClient(base_url=relay.url) as client:
        for accept in ("*/*", "application/json"):
            answer = await client.get(path, headers={"Accept": accept})
            assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
            assert answer.json()["ok"] is False
        for language, title in (("en", "There is no such page"), ("zh-CN,zh;q=0.9", "没有此页面")):
            answer = await client.get(path, headers={"Accept": BROWSER, "Accept-Language": language})
            assert answer.status_code == 404
            assert answer.headers["content-type"].startswith("text/html")
            assert f"<h1>{title}</h1>" in answer.text


async def test_what_an_address_holds_is_no_markup_of_the_page(relay: Relay) -> None:
    async with httpx.AsyncClient(base_url=relay.url) as client:
        answer = await client.get("/print/tables/<b>/games/1", headers={"Accept": BROWSER})
        assert "<b>" not in answer.text


@pytest.mark.browser
async def test_an_unknown_address_leads_back_to_the_hall(visits: Visits, relay: Relay) -> None:
    page = await visits.open(f"{relay.url}/no/such/page", width=390, height=844, mobile=True, dark=True)
    await expect(page.locator("h1")).to_have_text("There is no such page")
    await assert_accessible(page)
    await page.locator("a.button").click()
    await page.wait_for_url(f"{relay.url}/")


@pytest.mark.browser
@pytest.mark.parametrize("name", ["t99", "%E0%A4"])
async def test_an_unknown_table_is_said_to_be_unknown(
    visits: Visits, broker: Broker, event: str, relay: Relay, name: str
) -> None:
    page = await visits.open(f"{relay.url}/desk#{name}")
    title = page.locator("#detail-title")
    await expect(title).to_contain_text("There is no table")
    await page.keyboard.press("ArrowLeft")
    await assert_accessible(page)
    await page.locator(".tools select").select_option("zh")
    await expect(title).to_contain_text("本次赛事没有")
    await page.locator("#detail a.button").click()
    await expect(page.locator("#detail")).to_be_hidden()
    await page.go_back()
    await expect(title).to_contain_text("本次赛事没有")
    # It is heard from after all.
    if name == "t99":
        async with GalleryTable(broker.url, event, 99, plies=4).running() as table:
            await table.tell()
            await eventually(lambda: len(relay.hall.tables) == 1)
            await expect(page.locator(".ply")).to_have_count(4)
    assert visits.errors(page) == []
