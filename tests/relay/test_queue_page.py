"""The queue in a real browser: two arbiters, what waits, whose hand is on it, and what calls them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Page, Route, expect

from gateway.bus import topics
from gateway.model.instants import Instant
from gateway.model.messages import message, name_of
from gateway.model.sides import BySide, Side
from gateway.record.availability import Availability
from gateway.record.commands import ActCommand
from gateway.record.table_state import ArbitersState, OpenAlert
from gateway.referee.acts import Decide
from gateway.referee.admission import Admitted
from gateway.referee.rulings import AlertKind
from tests.browsing import Visits, assert_accessible, assert_in_reach, open_visits
from tests.ports import free_port

from .conftest import ARBITER, JUNIOR, Relay, eventually, run_relay
from .fakes import Broker, wall
from .gallery import GalleryTable, at_rest, gallery

pytestmark = pytest.mark.browser

HEARD = """
window.heard = []; window.notified = [];
const note = (name, list, what) => {
  list.push(what);
  document.documentElement.dataset[name] = list.join(" ");
};
const Plain = window.OscillatorNode;
window.OscillatorNode = class extends Plain {
  constructor(context, options) { super(context, options); note("heard", heard, options.type); }
};
const Real = window.Notification;
window.Notification = class extends Real {
  constructor(title, options) { super(title, options); note("notified", notified, options.body); }
};
document.hasFocus = () => false;
"""
"""Notes what is sounded and notified, without taking its place."""


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


def call(side: Side, since: int) -> OpenAlert:
    text = message("alert.called", side=name_of(side), why="")
    return OpenAlert(AlertKind.CALLED, Instant(since), text, "FMJD 5.1", subject=side.value)


def item(page: Page, table: str, concern: str) -> str:
    return f'.matter[data-concern="{concern}"]:has(a[href="#{table}"])'


async def told(page: Page, words: str) -> None:
    await expect(page.locator(".queue > .reply")).to_contain_text(words)


async def test_two_arbiters_share_one_queue(visits: Visits, broker: Broker, event: str, tmp_path: Path) -> None:
    port, journal = free_port(), tmp_path / "relay.journal"
    async with gallery(broker.url, event) as tables:
        async with run_relay(broker.url, event, journal, port=port) as relay:
            await eventually(lambda: len(relay.hall.matters()) == 4)
            ines, jo = [await visits.open(f"{relay.url}/sign-in/{who.key}") for who in (ARBITER, JUNIOR)]
            await ines.locator("#sections a[href='#/queue'] .badge", has_text="4").wait_for()
            await ines.keyboard.press("q")
            await jo.goto(f"{relay.url}/desk#/queue")
            for page in (ines, jo):
                await expect(page.locator(".matter")).to_have_count(4)
            # The oldest urgent first; what is only good to know comes last.
            await expect(ines.locator(".matter .where")).to_have_text(["T7", "T2", "T2", "T2"])
            await expect(ines.locator(".matter").last).not_to_have_class(re.compile("urgent"))
            await expect(ines.locator(".matter .age").first).not_to_be_empty()
            await assert_accessible(ines)
            assert await assert_in_reach(ines) > 10

            # One click, and the other sees whose hand is on it.
            board = item(ines, "t7", "device")
            await jo.locator(f"{board} [data-hand=take]").click()
            await expect(ines.locator(f"{board} .hand")).to_contain_text("Jo")
            # Jo hands it over to Ines, who is signed in.
            await jo.locator(f"{board} [data-hand=hand_over]").click()
            await expect(jo.locator("dialog input[name=to]")).to_be_checked()  # the only one there is
            await jo.locator("dialog button.primary").click()
            await expect(ines.locator(f"{board} .hand")).to_have_text("In your hand")

            # Both reach for the same case: the second is told what the first did.
            charge = f"{item(ines, 't2', 'case')} >> nth=0"
            first = item(ines, "t2", "case")
            go = asyncio.Event()

            async def hold(route: Route) -> None:
                await go.wait()
                await route.continue_()

            await ines.route("**/api/queue", hold)
            await ines.locator(first).first.locator("[data-hand=take]").click()
            await jo.locator(first).first.locator("[data-hand=take]").click()
            await expect(jo.locator(charge).locator(".hand")).to_have_text("In your hand")
            go.set()
            await told(ines, "Jo has taken this in hand")
            await ines.unroute("**/api/queue")

            # Seen to, with a note; it leaves the queue and the hall, and stands in the history.
            await ines.locator(f"{board} [data-hand=resolve]").click()
            await ines.locator("dialog button.primary").click()
            await expect(ines.locator("dialog")).to_be_visible()  # not without a note
            await ines.locator("dialog input[name=note]").fill("pieces put straight")
            # Where no answer comes, nothing that was typed is lost; it is sent again from the same dialog.
            await ines.route("**/api/queue", lambda route: route.abort())
            await ines.keyboard.press("Enter")
            await expect(ines.locator("dialog .reply.bad")).to_contain_text("relay")
            await expect(ines.locator("dialog input[name=note]")).to_have_value("pieces put straight")
            await ines.unroute("**/api/queue")
            await ines.keyboard.press("Enter")
            await expect(ines.locator("dialog")).to_have_count(0)
            await expect(jo.locator(".matter")).to_have_count(3)
            await jo.locator(".past-matters summary").click()
            await expect(jo.locator(".history li")).to_contain_text("Ines: pieces put straight")
            await assert_accessible(jo)

            # A case is decided right there: one click, and the confirmation.
            await jo.locator(charge).locator("[data-choice=accept]").click()
            await jo.locator("dialog button.primary").click()
            await told(jo, "T2: Done")
            acts = [command.do.act for command in tables[1].commands if isinstance(command.do, ActCommand)]
            assert [(act.case, act.choice) for act in acts if isinstance(act, Decide)] == [(1, "accept")]
            tables[1].refuse = "it was closed 0:03 ago: Case 1, by Jo"
            await ines.locator(charge).locator("[data-choice=correct]").click()
            await ines.locator("dialog button.primary").click()
            await told(ines, "by Jo")

        # The relay dies and comes back: hands and notes are as they were.
        async with run_relay(broker.url, event, journal, port=port) as relay:
            await eventually(lambda: len(relay.hall.matters()) == 4)
            await ines.reload()
            await expect(ines.locator(".matter")).to_have_count(3)
            await expect(ines.locator(charge).locator(".hand")).to_contain_text("Jo")
            await ines.locator(".past-matters summary").click()
            await expect(ines.locator(".history li")).to_contain_text("pieces put straight")
            await ines.locator(".history button").click()
            await expect(ines.locator(".matter")).to_have_count(4)
        errors = [*visits.errors(ines, expected="409"), *visits.errors(jo, expected="409")]
        assert [error for error in errors if "WebSocket" not in error and "ERR_" not in error] == []


async def test_each_class_calls_as_it_was_switched(broker: Broker, event: str, relay: Relay) -> None:
    """In a whole browser: without windows there are no notifications."""
    async with (
        open_visits(whole=True) as visits,
        GalleryTable(broker.url, event, 1, plies=4).running() as table,
    ):
        await table.tell()
        await eventually(lambda: relay.hall.tables)
        page = await visits.open(f"{relay.url}/desk")
        await page.context.grant_permissions(["notifications"])
        await page.add_init_script(HEARD)
        await page.goto(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.goto(f"{relay.url}/desk#/queue")
        await expect(page.locator("#section-queue")).to_contain_text("Nothing waits")
        now = wall()
        # Quiet until somebody switches it on.
        table.arbiters = ArbitersState(alerts=(call(Side.WHITE, now - 5000),))
        await table.tell()
        await expect(page.locator(".matter")).to_have_count(1)
        assert await page.evaluate("[heard.length, notified.length]") == [0, 0]
        await page.locator(".signal-panel summary").click()
        await page.locator("[data-signal='sound.call']").click()
        await page.locator("[data-signal='notify']").click()
        await expect(page.locator("[data-signal='notify']")).to_be_checked()
        await page.locator("[data-signal='try.time']").click()
        await expect(page.locator("html")).to_have_attribute("data-heard", "square square square square")
        # A call sounds; information, which was not switched on, does not.
        known = OpenAlert(
            AlertKind.MOVE_INFERRED, Instant(now), message("alert.inferred", move="12-18"), subject="12-18"
        )
        table.arbiters = ArbitersState(alerts=(call(Side.WHITE, now - 5000), call(Side.BLACK, now), known))
        await table.tell()
        await expect(page.locator("html")).to_have_attribute("data-heard", re.compile("^(square ){4}sine sine sine$"))
        await expect(page.locator("html")).to_have_attribute("data-notified", re.compile("Black calls the arbiter"))
        # The same state once more is no news; the choice outlives the page.
        await table.tell()
        await page.reload()
        await expect(page.locator(".matter")).to_have_count(3)
        await page.locator(".signal-panel summary").click()
        await expect(page.locator("[data-signal='sound.call']")).to_be_checked()
        await expect(page.locator("[data-signal='sound.case']")).not_to_be_checked()
        assert await page.evaluate("heard.length") == 0
        await assert_accessible(page)
        # A bell for clocks, once for a side that falls below the time that was chosen.
        await page.locator("[data-signal='low']").select_option("5")
        table.shown = at_rest(299_000, 388_700)
        await table.tell()
        await expect(page.locator("html")).to_have_attribute("data-heard", "square square")
        await expect(page.locator("html")).to_have_attribute(
            "data-notified", "Ton Sijbrands (White) has less than 5 minutes left."
        )
        table.shown = at_rest(298_000, 388_700)
        await table.tell()
        await page.locator("[data-signal='try.time']").click()
        await expect(page.locator("html")).to_have_attribute("data-heard", " ".join(["square"] * 6))
        # It lies over the queue: Escape closes it, and so does going on with the queue.
        panel = page.locator(".signals")
        await page.keyboard.press("Escape")
        await expect(panel).to_be_hidden()
        await expect(page.locator(".signal-panel summary")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(panel).to_be_visible()
        await page.locator(".matter .what").first.click()
        await expect(panel).to_be_hidden()
        assert visits.errors(page) == []


async def test_a_browser_that_shows_no_notifications_says_why(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=4).running() as table:
        table.arbiters = msgspec.structs.replace(ArbitersState(), alerts=(call(Side.WHITE, wall()),))
        await table.tell()
        page = await visits.open(f"{relay.url}/desk", dark=True, mobile=True, width=390, height=844)
        await page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
        await page.goto(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.goto(f"{relay.url}/desk#/queue")
        await expect(page.locator(".matter")).to_have_count(1)
        await page.locator(".signal-panel summary").tap()
        await expect(page.locator(".signals")).to_contain_text("refused for this site")
        await expect(page.locator("[data-signal='notify']")).to_be_disabled()
        await assert_accessible(page)
        assert await assert_in_reach(page) > 8
        assert visits.errors(page) == []


async def test_every_kind_of_alert_stands_in_the_queue_with_acts_that_open(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    asks = (Admitted(request="call_arbiter"), Admitted(request="resign"))
    alerts = tuple(
        OpenAlert(kind, Instant(wall() - 1000), message("plain", text=f"It is {kind}."), "X 1", subject="s")
        for kind in AlertKind
    )
    async with GalleryTable(broker.url, event, 1, plies=4).running() as table:
        table.arbiters = ArbitersState(alerts=alerts, requests=BySide(asks, asks))
        await table.tell()
        await eventually(lambda: len(relay.hall.matters()) == len(alerts))
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.locator("#sections a[href='#/queue'] .badge", has_text=str(len(alerts))).wait_for()
        await page.keyboard.press("q")
        await expect(page.locator(".matter")).to_have_count(len(alerts))
        suggested = page.locator(".matter button[data-act]")
        for number in range(await suggested.count()):
            await suggested.nth(number).click()
            await page.locator("dialog .cancel").click()
        await page.locator(".matter a[data-act=enter_request]").first.click()
        await expect(page.locator("#detail-title")).to_contain_text("T1")
        await assert_accessible(page)
        assert visits.errors(page) == []


async def test_a_table_that_is_gone_in_mid_game_is_in_the_queue_until_it_is_back(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=4).running() as table:
        table.arbiters = ArbitersState()
        await table.tell()
        await eventually(lambda: relay.hall.tables)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}#/queue")
        await table.say(topics.AVAILABILITY, Availability(online=False))
        gone = page.locator(item(page, "t1", "device"))
        await expect(gone).to_contain_text("No contact with the table's computer while a game is being played.")
        await gone.get_by_role("button", name="Take it").click()
        await expect(gone).to_contain_text("In your hand")
        await assert_accessible(page)
        await table.say(topics.AVAILABILITY, Availability(online=True))
        await expect(gone).to_have_count(0)
        assert visits.errors(page) == []
