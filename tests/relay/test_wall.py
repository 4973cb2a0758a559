"""The wall: pages that turn, results as they come, and a screen that nobody has to look after."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import WebSocket, expect

from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide
from gateway.record.table_state import ArbitersState, OpenAlert
from gateway.record.visibility import Visibility
from gateway.referee import game_messages
from gateway.referee.rulings import AlertKind, Ended
from gateway.relay.web import static
from tests.browsing import Visits, assert_accessible, latin_words, open_visits

from .conftest import ARBITER, Relay, eventually, run_relay
from .fakes import Broker, FakeTable, wall
from .gallery import gallery

pytestmark = pytest.mark.browser

WON = Ended(article="X 1", text=game_messages.ended(Result.WHITE, Reason.FLAG), result=Result.WHITE, reason=Reason.FLAG)


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


async def test_a_wall_looks_after_itself(
    visits: Visits, broker: Broker, event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "relay.journal"
    async with contextlib.AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(FakeTable(broker.url, event, f"t{n}").running()) for n in range(1, 4)]
        async with run_relay(broker.url, event, path) as relay:
            for table in tables:
                await table.state()
            await eventually(lambda: len(relay.hall.tables) == 3)
            page = await visits.open(f"{relay.url}/wall?per=1&seconds=3&language=both", width=1920, height=1080)
            where, name = page.locator(".wall-where"), page.locator(".wall-card .wall-table strong")
            # Pages turn by themselves, and one who reads can hold them.
            await expect(where).to_have_text("2 / 3")
            await expect(name).to_have_text("T2")
            await page.keyboard.press("Space")
            await expect(where).to_have_text("2 / 3 · 已停留 · held")
            await page.keyboard.press("ArrowRight")
            await expect(name).to_have_text("T3")
            await page.keyboard.press("Space")
            await page.keyboard.press("ArrowRight")
            await expect(where).to_have_text("1 / 3")
            # A result is shown large when it comes; those before it are in the list.
            await tables[1].state(result=WON, status="over", score=BySide("2", "0"))
            news = page.locator(".new-result")
            await expect(news).to_contain_text("Ann Able")
            await expect(news.locator(".result-points")).to_have_text(["2", "0"])
            await expect(news).to_contain_text("白方胜 · 超时White wins · time is up")
            await assert_accessible(page)
            await page.keyboard.press("ArrowLeft")
            await expect(page.locator(".result-list tr")).to_have_text(["T2Ann Able2 – 0Bo Bright"])
            await expect(page.locator(".wall-banner")).to_be_hidden()
            port = int(relay.url.rpartition(":")[2])
        # The relay is gone: what stands there says that it is old.
        await expect(page.locator(".wall-banner")).to_contain_text("No contact since")
        await expect(page.locator("body")).to_have_class("wall cut-off")
        await page.evaluate("document.documentElement.dataset.loaded = 'before'")
        async with run_relay(broker.url, event, path, port=port):
            await expect(page.locator(".wall-banner")).to_be_hidden()
            await expect(page.locator("html")).to_have_attribute("data-loaded", "before")
        # A newer one brings its own page.
        monkeypatch.setattr(static, "__version__", "99.0")
        async with run_relay(broker.url, event, path, port=port):
            await expect(page.locator("html")).not_to_have_attribute("data-loaded", "before")
            await expect(page.locator(".wall-card").first).to_be_visible()


async def test_a_wall_shows_what_everybody_may_see_also_in_an_arbiters_browser(
    visits: Visits, broker: Broker, event: str, relay: Relay, table: FakeTable
) -> None:
    secret = OpenAlert(AlertKind.BOARD_DIFFERS, wall(), message("plain", text="a secret"))  # type: ignore[arg-type]
    await table.state(ArbitersState((secret,)))
    await eventually(lambda: relay.hall.tables and b"secret" in relay.hall.tables[0].written[Visibility.ARBITERS])
    page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
    await expect(page.locator(".card.needs")).to_have_count(1)
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("websocket", listen)
    await page.goto(f"{relay.url}/wall?tables=t1-t3&show=clocks&theme=light&language=zh")
    await expect(page.locator(".wall-card")).to_have_count(1)
    assert any('"table"' in frame for frame in heard)
    assert not [frame for frame in heard if "secret" in frame or "Ines" in frame]
    await assert_accessible(page)
    assert await latin_words(page, event) == set()
    await page.goto(f"{relay.url}/wall?tables=t9")
    await expect(page.locator(".wall-empty")).to_contain_text("No such table")
    assert visits.errors(page) == []


async def test_everything_is_within_the_screen_and_large(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == len(tables))
        page = await visits.open(f"{relay.url}/wall")
        for width, height in ((1920, 1080), (3840, 2160), (1080, 1920)):
            await page.set_viewport_size({"width": width, "height": height})
            await expect(page.locator(".wall-card")).to_have_count(6)
            await page.wait_for_function(_READ_FROM_TEN_METRES, arg=min(width, height) / 50)  # drawn for the new size
            assert await page.evaluate(_OUTSIDE) == []
        await page.set_viewport_size({"width": 1440, "height": 900})
        await page.wait_for_function("innerWidth === 1440")
        assert await page.evaluate(_CUT_SHORT) == []
        await page.goto(f"{relay.url}/wall?show=clocks")
        for width, height in ((1920, 1080), (3840, 2160)):
            await page.set_viewport_size({"width": width, "height": height})
            await expect(page.locator(".wall-card")).to_have_count(6)
            await page.wait_for_function(_READ_FROM_TEN_METRES, arg=height / 50)
            assert await page.evaluate(_CUT_SHORT) == []
            assert await page.evaluate(_OUTSIDE) == []
            assert await page.evaluate(_UPON_EACH_OTHER) == []


_READ_FROM_TEN_METRES = """(least) => [...document.querySelectorAll(".wall-card .name")]
  .every((name) => parseFloat(getComputedStyle(name).fontSize) >= least)"""

_CUT_SHORT = """() => [...document.querySelectorAll(".wall-card .name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > 1.125 * name.clientHeight)
  .map((name) => name.textContent)"""
"""Names that are not whole; letters may reach a little below their last line."""

_UPON_EACH_OTHER = """() => [...document.querySelectorAll(".wall-card")].filter((card) => {
  const [above, below] = [...card.querySelectorAll(".name")].map((name) => name.getBoundingClientRect());
  return above.bottom > below.top + 2;
}).map((card) => card.textContent)"""

_OUTSIDE = """() => [...document.querySelectorAll(".wall-card > *, .wall-clock, .wall-points:not(:empty)")]
  .filter((element) => {
    if (!element.checkVisibility()) return false;
    const box = element.getBoundingClientRect();
    const card = element.closest(".wall-card").getBoundingClientRect();
    const [left, right] = [card.left - box.left, box.right - card.right];
    return Math.max(left, right, card.top - box.top, box.bottom - card.bottom) > 1;
  })
  .map((element) => `${element.className} ${element.textContent}`)"""
"""Parts of cards that stand out of their card."""
