"""The page for the start of a round, at tables that are judged by the rules: who is there, what is missing, start."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, Page, expect

from gateway.model.instants import Instant, Millis
from gateway.model.persons import named
from gateway.model.sides import BySide
from gateway.referee.options import Options
from gateway.referee.state import Phase
from tests.browsing import Visits, assert_accessible, assert_in_reach, latin_words, open_visits
from tests.table.virtual import START, VirtualTable, setup

from .conftest import ARBITER, JUNIOR, Relay, eventually
from .fakes import Broker
from .judged import JudgedTable

pytestmark = pytest.mark.browser

GRACE = Millis(600_000)


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


def expecting(name: str, white: str, black: str, *, set_up: bool = True, seconds: int = 605) -> VirtualTable:
    """A table at which attendance is kept, and the round starts in an hour."""
    settings = setup(
        table=name,
        rulebook="draughts-standard",
        players=named(white, black),
        start=Instant(START + 3_600_000),
        options=Options(attendance=True, grace_ms=GRACE),
    )
    table = VirtualTable(settings)
    table.seconds = BySide(seconds, 605)
    if not set_up:
        table.cells = table.cells.replace("M", ".", 3)
    table.connect()
    table.wait(3000)
    assert (table.table.referee.phase is Phase.READY) is set_up
    return table


def row(page: Page, name: str) -> Locator:
    return page.locator(".round-row").filter(has=page.locator(f'.row-name[href="#{name}"]'))


async def test_a_round_is_started_with_one_table_that_is_not_ready(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    people = [("Ada", "Bob"), ("Cleo", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")]
    reals = [
        expecting(f"t{n}", *pair, set_up=n != 4, seconds=300 if n == 3 else 605) for n, pair in enumerate(people, 1)
    ]
    async with contextlib.AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(JudgedTable(broker.url, event, real, f"t{n}").running())
            for n, real in enumerate(reals, 1)
        ]
        for table in tables:
            await table.tell()
        await eventually(lambda: len(relay.hall.tables) == 4)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.get_by_role("link", name="Round start").click()
        await expect(page.locator(".round-count")).to_have_text("0 of 4 ready")
        await expect(page.locator(".round-starts")).to_have_text(re.compile(r"Start at .* \(3 tables\)"))
        # What is missing comes first: the board that is not set up, then the clock.
        await expect(page.locator(".round-row .row-name")).to_have_text(["T4", "T3", "T1", "T2"])
        await expect(row(page, "t4")).to_contain_text("3 squares are not as at the start: 31, 32, 33.")
        await expect(row(page, "t3")).to_contain_text("White’s clock shows 5:00 instead of 10:05.")

        # One click for each arrival, and one to take a wrong one back.
        for name, player in (("t1", "Ada"), ("t1", "Bob"), ("t2", "Cleo"), ("t2", "Dan")):
            button = row(page, name).get_by_role("button", name=player)
            await button.click()
            await expect(button).to_have_attribute("aria-pressed", "true")
        await page.mouse.move(0, 0)
        await expect(page.locator(".round-count")).to_have_text("2 of 4 ready")
        mistaken = row(page, "t2").get_by_role("button", name="Cleo: take the arrival back")
        await mistaken.click()
        await expect(row(page, "t2")).to_contain_text("White has not arrived.")
        await expect(page.locator(".round-count")).to_have_text("1 of 4 ready")
        await assert_accessible(page)
        assert await assert_in_reach(page) > 15

        # The question names what is not ready; one table refuses, and says why.
        await page.get_by_role("button", name="Start all 4").click()
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text("Start the round at 4 tables?")
        await expect(dialog).to_contain_text("3 of them are not ready:")
        await expect(dialog.locator(".unready li")).to_have_text(["T2 player", "T3 clock, player", "T4 board"])
        await assert_accessible(page)
        await dialog.get_by_role("button", name="Start 4 tables").click()
        for name in ("t1", "t2", "t3"):
            await expect(row(page, name).locator(".row-answer")).to_have_text("Started")
        await expect(row(page, "t4").locator(".row-answer")).to_have_text(re.compile("^Refused: "))

        # It is set up, and tried again alone.
        reals[3].cells = reals[0].cells
        reals[3].snapshot()
        reals[3].wait(3000)
        await tables[3].tell()
        await expect(row(page, "t4").locator(".row-lacks")).to_contain_text("White has not arrived.")
        await page.get_by_role("button", name="Try 1 again").click()
        await expect(row(page, "t4").locator(".row-answer")).to_have_text("Started")
        await expect(page.locator(".round-count")).to_have_text("No round is to be started")

        # Who is late counts down to the limit; then an arbiter has to decide.
        late = page.locator(".late-list li").filter(has_text="Cleo")
        await expect(late).to_have_text(re.compile(r"T2Cleo \(White\)(10:00|9:\d\d) left0:\d\d late"))
        await assert_accessible(page)
        reals[1].wait(GRACE + 60_000)
        await tables[1].tell()
        await expect(late).to_contain_text("waits for an arbiter’s decision")
        await late.get_by_role("link", name="T2").click()
        await expect(page.locator("#detail")).to_contain_text("Cleo")
        assert visits.errors(page, expected="409") == []


async def test_on_a_phone_in_chinese_and_not_for_everybody(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    real = expecting("t1", "赵汉青", "潘一鸣", seconds=300)
    async with JudgedTable(broker.url, event, real).running() as table:
        await table.tell()
        await eventually(lambda: relay.hall.tables)
        page = await visits.open(f"{relay.url}/sign-in/{JUNIOR.key}", width=390, height=844, mobile=True, dark=True)
        await page.locator(".tools select").select_option("zh")
        await page.goto(f"{relay.url}/desk#/round")
        await page.reload()  # what is hidden was drawn in the language before
        await expect(row(page, "t1")).to_contain_text("白方棋钟显示5:00，应为10:05。")
        await page.get_by_role("button", name="潘一鸣：记为到场").tap()
        await expect(page.get_by_role("button", name="潘一鸣：撤销到场")).to_be_visible()
        await assert_accessible(page)
        await assert_in_reach(page)
        assert await latin_words(page, f"Flagfall Jo t1 {event}") == set()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        spectator = await visits.open(f"{relay.url}/desk#/round")
        await expect(spectator.locator(".card")).to_have_count(1)
        await expect(spectator.locator("#section-round")).to_be_hidden()
