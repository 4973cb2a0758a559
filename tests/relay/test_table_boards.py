"""The boards of a table's page: turned, told in words, and set beside what the sensors show."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import FloatRect, Locator, expect

from gateway.record.table_state import ArbitersState
from tests.browsing import Visits, assert_accessible, assert_in_reach, open_visits

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker
from .gallery import GalleryTable

pytestmark = pytest.mark.browser


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


async def box(of: Locator) -> FloatRect:
    found = await of.bounding_box()
    assert found is not None
    return found


async def test_a_board_is_turned_told_in_words_and_numbered(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with (
        GalleryTable(broker.url, event, 1, plies=12).running() as table,
        GalleryTable(broker.url, event, 2, plies=9, rules="renju").running() as stones,
    ):
        await table.tell()
        await stones.tell()
        await eventually(lambda: len(relay.hall.tables) == 2)
        page = await visits.open(f"{relay.url}/desk#t1")
        turn = page.get_by_role("button", name="Turn the board")
        names, edge = page.locator(".stage .name"), page.locator(".stage .labels .edge").first
        await expect(names).to_have_text([table.players.black.name, table.players.white.name])
        await expect(edge).to_have_text("1")
        await turn.click()
        await expect(names).to_have_text([table.players.white.name, table.players.black.name])
        await expect(edge).to_have_text("50")
        await expect(turn).to_have_attribute("aria-pressed", "true")
        await page.reload()
        await expect(edge).to_have_text("50")
        await page.keyboard.press("f")
        await expect(edge).to_have_text("1")
        # What stands where, and what was played, as somebody hears it.
        await page.keyboard.press("w")
        told = page.locator(".board-table")
        men = [cell for cell, letter in enumerate(table.line.last.board()) if letter == "M"]
        await expect(told.locator("dd").first).to_contain_text(f"white man {men[0] // 2 + 1}, ")
        await expect(told.locator("td")).to_have_count(50)
        await expect(told.locator("td").nth(men[-1] // 2)).to_have_text(f"{men[-1] // 2 + 1} white man")
        first = page.locator(".ply").first
        start, end = table.texts[0].split("-")
        await expect(first).to_have_attribute("aria-label", f"{table.texts[0]}, white man from {start} to {end}")
        await assert_accessible(page)
        await page.get_by_role("button", name="Board in words").click()
        await expect(told).to_be_hidden()
        # Stones may bear the numbers of their moves, and those of an earlier position as well.
        await page.goto(f"{relay.url}/desk#t2")
        numbers = page.locator(".stone text")
        await expect(page.locator(".stage .stone")).to_have_count(9)
        await expect(numbers).to_have_count(0)
        await page.get_by_role("button", name="Move numbers").click()
        await expect(numbers).to_have_count(9)
        await page.keyboard.press("ArrowLeft")
        await expect(numbers).to_have_count(8)
        await assert_accessible(page)
        await assert_in_reach(page)
        assert visits.errors(page) == []


async def test_what_the_sensors_show_stands_beside_what_the_rules_say(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=0, rules="chess").running() as table:
        board = table.line.last.board()
        g1, f3, a1 = 62, 45, 56
        shown = "".join({g1: ".", f3: "N", a1: "?"}.get(cell, letter) for cell, letter in enumerate(board))
        table.arbiters = ArbitersState(differing=(g1, f3, a1), shown=shown)
        await table.tell()
        await eventually(lambda: len(relay.hall.tables) == 1)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.locator(".card-link").click()
        boards = page.locator(".stage .board")
        await expect(boards).to_have_count(2)
        await expect(page.locator(".differences li")).to_have_text(
            [
                "g1: white knight by the rules, empty on the board",
                "f3: empty by the rules, white knight on the board",
                "a1: white rook by the rules, a piece on the board",
            ]
        )
        await expect(page.locator(".sensors .differs")).to_have_count(3)
        left, right = await box(boards.first), await box(boards.last)
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] <= right["x"]
        await assert_accessible(page)
        # On a telephone they stand one below the other; a spectator is shown the position alone.
        await page.set_viewport_size({"width": 390, "height": 844})
        assert (await box(boards.first))["x"] == (await box(boards.last))["x"]
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        anybody = await visits.open(f"{relay.url}/desk#t1")
        await expect(anybody.locator(".stage .figure")).to_have_count(32)
        await expect(anybody.locator(".stage .board")).to_have_count(1)
        await expect(anybody.locator(".differences")).to_be_hidden()
        # What is put right is one board again.
        table.arbiters = ArbitersState()
        await table.tell()
        await expect(boards).to_have_count(1)
        assert visits.errors(page) == visits.errors(anybody) == []
