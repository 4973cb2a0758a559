"""The hall as arbiters work with it: keys, order, filters, and many tables."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from gateway.model.instants import Instant
from gateway.model.messages import message, name_of
from gateway.model.sides import Side
from gateway.record.table_state import ArbitersState, OpenAlert
from gateway.referee.rulings import AlertKind
from tests.browsing import Visits, assert_accessible, open_visits

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker, wall
from .gallery import GalleryTable, crowd, gallery

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
        await expect(overlay.locator("kbd", has_text=re.compile("^←$")).first).to_be_visible()
        assert (await overlay.locator("h3").all_text_contents())[:2] == ["Everywhere", "Hall"]  # what counts here first
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
        assert "Table" in (await overlay.locator("h3").all_text_contents())[:3]
        await overlay.locator("input[type=checkbox]").click()
        await page.keyboard.press("Escape")
        await expect(page.locator("#detail-title")).to_be_visible()
        await page.keyboard.press("h")
        await expect(page.locator("#hall .search")).to_be_visible()
        # In a field a letter is a letter.
        await page.locator("#hall .search").click()
        await page.keyboard.type("h?")
        await expect(page.locator("#hall .search")).to_have_value("h?")
        await expect(overlay).to_have_count(0)
        assert visits.errors(page) == []


async def names(page: Page) -> list[str]:
    """The tables on the screen, in the order in which they are read out."""
    return await page.locator(".card .table-name").all_text_contents()


async def test_who_needs_an_arbiter_comes_first_and_filters_say_how_many(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(relay.url + SIGN_IN)
        # What is urgent, the oldest first; then who is out of contact, stopped, in time trouble; then the others.
        await expect(page.locator(".card .table-name").first).to_have_text("T7")
        assert (await names(page))[:5] == ["T7", "T2", "T11", "T5", "T3"]
        await expect(page.locator('[data-table="t7"] .alert .age')).to_have_text(re.compile(r"\d:\d\d"))
        away = page.locator('[data-table="t11"]')
        await expect(away.locator(".trouble")).to_contain_text("No contact for")
        shown = await away.locator(".trouble").text_content() or ""
        await expect(away.locator(".trouble")).not_to_have_text(shown)  # it says for how long, and goes on
        # What its clock is asked is said first; then for how long play is stopped, by whom and why.
        tables[4].shown = None
        await tables[4].tell()
        stopped = page.locator('[data-table="t5"] .trouble')
        await expect(stopped).to_have_text(re.compile(r"^Paused for \d:\d\d; Ines stopped play \(Player unwell\)\.$"))
        await page.keyboard.press("t")
        await expect(page.locator(".card .table-name").first).to_have_text("T1")
        await page.keyboard.press("n")
        await expect(page.locator(".card .table-name").first).to_have_text("T7")

        # Filters, by mouse and key, with how many there are; together with the search.
        claims = page.locator("[data-filter=claims]")
        await expect(claims.locator(".count")).to_have_text("1")
        await claims.click()
        await expect(page.locator(".card")).to_have_count(1)
        await page.keyboard.press("3")
        await expect(page.locator("[data-filter=devices]")).to_have_attribute("aria-pressed", "true")
        await expect(page.locator(".card")).to_have_count(4)  # those of both: T2, T7, T8, T11
        await page.locator("#hall .search").fill("samb")
        await expect(page.locator(".card")).to_have_count(1)
        await page.locator("#hall .search").fill("")
        await claims.click()
        await page.locator("[data-filter=devices]").click()
        await page.locator("[data-filter=trouble]").click()
        await page.locator("select.limit").select_option("1")
        await expect(page.locator(".card .table-name")).to_have_text(["T2"])
        await assert_accessible(page)
        await page.locator("[data-filter=trouble]").click()
        await expect(page.locator(".card")).to_have_count(12)

        # The keyboard stays on its table when another one comes first.
        await page.keyboard.press("l")
        await page.locator('a.card-link[href="#t9"]').focus()
        now = Instant(wall() - 3_600_000)
        text = message("alert.called", side=name_of(Side.WHITE), why="")
        tables[8].arbiters = ArbitersState(alerts=(OpenAlert(AlertKind.CALLED, now, text, subject="white"),))
        await tables[8].tell()
        await expect(page.locator(".card .table-name").first).to_have_text("T9")
        await expect(page.locator('a.card-link[href="#t9"]')).to_be_focused()
        await expect(page.locator("#news")).to_contain_text("Table T9: White calls the arbiter.")
        # What comes when a game is over is read out as well.
        text = message("alert.called", side=name_of(Side.BLACK), why="the points")
        tables[3].arbiters = ArbitersState(alerts=(OpenAlert(AlertKind.CALLED, now, text, subject="black"),))
        await tables[3].tell()
        await expect(page.locator("#news")).to_contain_text("Table T4: Black calls the arbiter: “the points”")
        await page.keyboard.press("ArrowDown")
        await expect(page.locator('a.card-link[href="#t7"]')).to_be_focused()
        await assert_accessible(page)
        assert visits.errors(page) == []


_CLOCKS = """async ([count, width, height]) =>
  (await import("/pages/hall/layout.js")).layoutOf("clocks", count, { width, height })"""


async def test_four_hundred_tables_are_a_list_of_which_only_the_screen_is_drawn(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=30).running() as table:
        await crowd(table, 399)
        await eventually(lambda: len(relay.hall.tables) == 400, 60)
        page = await visits.open(relay.url + SIGN_IN)
        await expect(page.locator('.card[aria-setsize="400"]').first).to_be_visible()
        # Clocks of fewer: as wide as they may be with all of them there, and larger only where names have room.
        assert (await page.evaluate(_CLOCKS, [60, 1408, 742]))["columns"] == 6
        many = await page.evaluate(_CLOCKS, [61, 1888, 922])
        assert many["larger"] > 1.1
        assert many["width"] >= 216 * many["larger"]
        assert await page.locator(".card").count() < 60
        await assert_accessible(page)
        # From the first to the last and back, by the keyboard alone; the place in the list is told.
        await page.locator(".card-link").first.focus()
        await page.keyboard.press("End")
        await expect(page.locator('a.card-link[href="#t499"]')).to_be_focused()
        await expect(page.locator('[data-table="t499"]')).to_have_attribute("aria-posinset", "400")
        await expect(page.locator('[data-table="t498"]')).to_be_visible()
        await page.keyboard.press("Shift+Tab")
        await expect(page.locator('a.card-link[href="#t498"]')).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#detail-title")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator('a.card-link[href="#t498"]')).to_be_focused()
        await page.keyboard.press("/")
        await page.keyboard.type("t321")
        await expect(page.locator(".card .table-name")).to_have_text(["T321"])
        assert visits.errors(page) == []
