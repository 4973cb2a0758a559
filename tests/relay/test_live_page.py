"""What a page asks of the relay: the tables on its screen, and no more; and that it shows what changes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from gateway.model.sides import Side
from tests.browsing import Visits, open_visits

from .conftest import Relay, eventually
from .fakes import FEN, Broker, FakeTable, moved
from .gallery import GalleryTable, crowd

pytestmark = pytest.mark.browser


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


async def test_a_phone_on_one_table_is_told_of_no_other(
    visits: Visits, broker: Broker, event: str, relay: Relay, table: FakeTable
) -> None:
    async with FakeTable(broker.url, event, "t2").running() as second:
        for each in (table, second):
            each.write_game(0)
            await each.state()
            await each.send(1)
        await eventually(lambda: relay.held("t1") == relay.held("t2") == 1)
        page = await visits.open(f"{relay.url}/desk#t1", width=390, height=844, mobile=True)
        await expect(page.locator("#detail-title")).to_contain_text("T1")
        (viewer,) = relay.public.viewers
        assert viewer.subscription == (frozenset(), frozenset({"t1"}), False)
        for n, text in enumerate(("31-26", "32-27", "33-28"), 1):  # the second and the third come as changes
            table.write(moved(Side.WHITE, text))
            await table.send(n + 1)
            await table.state(moves=tuple(("31-26", "32-27", "33-28")[:n]), ply=n, fen=FEN)
            await expect(page.locator("#detail .moves")).to_contain_text(text)
        # Back in the hall the other table is there too, and in few words whatever is not on the screen.
        await page.evaluate("location.hash = ''")
        await expect(page.locator(".card")).to_have_count(2)
        await eventually(lambda: viewer.subscription == (frozenset({"t1", "t2"}), frozenset(), True))
        assert visits.errors(page) == []


async def test_a_long_list_asks_for_the_cards_on_the_screen(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=30).running() as table:
        await crowd(table, 120)  # t101 to t220
        await eventually(lambda: len(relay.hall.tables) == 121)
        page = await visits.open(f"{relay.url}/desk", width=1024, height=700)
        await page.evaluate("localStorage.setItem('flagfall.view', 'list')")
        await page.reload()
        await expect(page.locator('.card[aria-setsize="121"]').first).to_be_visible()
        await eventually(lambda: len(relay.public.viewers) == 1)
        (viewer,) = relay.public.viewers

        def watched() -> frozenset[str]:
            return viewer.subscription.tables or frozenset()

        await eventually(lambda: "t101" in watched() and "t220" not in watched())
        assert len(watched()) < 60
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await eventually(lambda: "t220" in watched() and "t101" not in watched())
        await expect(page.locator('[data-table="t220"] .last-moves')).not_to_have_text("")
        assert visits.errors(page) == []


STORE = """async () => {
  const {Store} = await import("/pages/live/store.js");
  const store = new Store(() => 0);
  const told = (at, ply) =>
    ({journal: 1, offset: 0, online: true, devices: {}, clock: null, state: {at, ply, game: 1}});
  const table = (n, at, ply) => ({type: "table", table: "t1", after: 0, entries: [], n, ...told(at, ply)});
  const summary = (n, at, ply, whole = false) => ({type: "summaries", n, whole, tables: {t1: {set: told(at, ply)}}});
  const change = (n, at, ply) => ({type: "change", table: "t1", n, offset: 0, state: {in: {}, set: {at, ply}}});
  const hall = {tables: ["t1"], follow: [], summaries: true};
  const elsewhere = {tables: [], follow: [], summaries: true};
  const plies = [];
  const run = (...messages) => {
    for (const message of messages) message.type ? store.apply(message) : store.watch(message);
    plies.push(store.tables.get("t1").state.ply);
  };
  %s
  return plies;
}"""


async def test_a_table_that_was_on_its_way_when_we_looked_elsewhere_goes_on(visits: Visits, relay: Relay) -> None:
    page = await visits.open(f"{relay.url}/desk")
    # Summaries go on from a whole table that nobody looks at any more.
    late_whole = "run(hall, summary(1, 10, 1, true), elsewhere, table(1, 20, 2)); run(summary(2, 30, 3));"
    assert await page.evaluate(STORE % late_whole) == [2, 3]
    # What a summary told while changes came as well stands where its change is not taken any more.
    late_change = "run(hall, table(1, 10, 1), summary(1, 20, 2, true)); run(elsewhere, change(2, 20, 2));"
    assert await page.evaluate(STORE % late_change) == [1, 2]
    # A summary that is older than what is held takes nothing back.
    older = "run(hall, summary(1, 10, 1, true), table(1, 20, 2)); run(elsewhere);"
    assert await page.evaluate(STORE % older) == [2, 2]
