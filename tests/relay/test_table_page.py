"""One table's page as it is read and worked: looking back in a game, the keyboard, what stands out."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from playwright.async_api import expect

from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.record.commands import ActCommand
from gateway.record.table_state import OpenAlert, Status
from gateway.record.visibility import Visibility
from gateway.referee import game_messages
from gateway.referee.acts import Pause, SetResult
from gateway.referee.inputs import Acted
from gateway.referee.rulings import Alert, AlertKind, Ended
from tests.browsing import Visits, assert_accessible, open_visits

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker, wall
from .gallery import GalleryTable, judge

pytestmark = pytest.mark.browser


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


async def test_who_looks_back_stays_there_while_the_game_goes_on(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=12).running() as table:
        await table.tell()
        await eventually(lambda: len(relay.hall.tables) == 1)
        page = await visits.open(f"{relay.url}/desk#t1", width=390, height=844)
        current, past = page.locator(".ply[aria-current]"), page.locator(".past")
        await expect(page.locator(".ply")).to_have_count(12)
        await expect(page.locator(".ply[aria-label]")).to_have_count(12)
        for _ in range(3):
            await page.keyboard.press("ArrowLeft")
        await expect(current).to_have_text(table.texts[8])
        looked_at = await page.locator(".stage .pieces").inner_html()
        # The state comes first, then its line: neither takes him away.
        table.play()
        await table.tell()
        await expect(page.locator(".ply")).to_have_count(13)
        await expect(page.locator(".ply.new")).to_have_text([table.texts[12]])
        await expect(past).to_contain_text("1 new move")
        await expect(current).to_have_text(table.texts[8])
        await table.send(len(table.lines) - 1, len(table.lines))
        await expect(page.locator(".ply[aria-label]")).to_have_count(13)
        table.play()
        await table.tell()
        await expect(past).to_contain_text("2 new moves")
        await expect(current).to_have_text(table.texts[8])
        assert await page.locator(".stage .pieces").inner_html() == looked_at
        await page.keyboard.press("ArrowLeft")
        await expect(current).to_have_text(table.texts[7])
        await assert_accessible(page)
        await page.keyboard.press("End")
        await expect(past).to_be_hidden()
        await expect(current).to_have_text(table.texts[13])
        await expect(page.locator(".ply.new")).to_have_count(0)
        # Another game is no place to stay in.
        await page.locator(".ply").first.click()
        await expect(past).to_be_visible()
        table.texts = table.texts[2:4]
        await table.tell()
        await expect(past).to_be_hidden()
        assert visits.errors(page) == []


async def test_only_what_waits_for_an_arbiter_stands_out_in_the_log(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=2).running() as table:
        judge(table)
        table.write(Acted("c1", "Ines", "arbiter", Pause("A question")), Visibility.ARBITERS)
        before, after = message("plain", text="Lost."), message("plain", text="Lost again.")
        for text, open_ in ((before, True), (before, False), (after, True)):
            table.write(Alert(kind=AlertKind.DEVICE_LOST, subject="board", text=text, open=open_), Visibility.ARBITERS)
        assert table.arbiters is not None
        lost = OpenAlert(AlertKind.DEVICE_LOST, Instant(wall()), after, subject="board")
        table.arbiters = replace(table.arbiters, alerts=(*table.arbiters.alerts, lost))
        await table.tell()
        await eventually(lambda: len(relay.hall.tables) == 1)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.locator(".card-link").click()
        needs = page.locator(".log-list .needs")
        await expect(needs).to_have_count(3)
        await expect(needs.first).to_contain_text("again")
        await expect(page.locator(".log-list .is-acted")).to_have_count(1)
        colours = {
            line: await page.locator(f".log-list {line} .what span").first.evaluate("e => getComputedStyle(e).color")
            for line in (".is-started", ".is-acted", ".is-penalised", ".needs")
        }
        assert colours[".is-started"] == colours[".is-acted"] == colours[".is-penalised"] != colours[".needs"]
        await assert_accessible(page)
        # What is decided or over calls for nobody.
        table.arbiters = replace(table.arbiters, alerts=(), cases=table.arbiters.cases[1:])
        await table.tell()
        await expect(needs).to_have_count(1)
        await expect(needs).to_contain_text("repeated an offence")
        assert visits.errors(page) == []


async def test_a_board_in_words_and_moves_by_the_keyboard(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=12).running() as table:
        await table.tell()
        await eventually(lambda: len(relay.hall.tables) == 1)
        page = await visits.open(f"{relay.url}/desk#t1")
        board, focused = page.locator(".stage .board"), page.locator(".ply:focus")
        await expect(page.locator(".ply[aria-label]")).to_have_count(12)
        words = f"International draughts board, White to move after {table.texts[11]}"
        await expect(board).to_have_attribute("aria-label", words)
        stops = page.locator(".ply[tabindex='0']")
        await expect(stops).to_have_text([table.texts[11]])
        await stops.focus()
        for key, ply in (
            ("ArrowLeft", 10),
            ("ArrowUp", 8),
            ("ArrowRight", 9),
            ("ArrowDown", 11),
            ("Home", 0),
            ("ArrowUp", 0),
        ):
            await page.keyboard.press(key)
            await expect(focused).to_have_text(table.texts[ply])
            await expect(stops).to_have_text([table.texts[ply]])
        await expect(board).to_have_attribute(
            "aria-label", f"International draughts board, Position after move 1: {table.texts[0]}"
        )
        await assert_accessible(page)
        await page.keyboard.press("Tab")
        await expect(focused).to_have_count(0)
        await page.keyboard.press("Shift+Tab")
        await page.keyboard.press("End")
        await expect(focused).to_have_text(table.texts[11])
        await expect(board).to_have_attribute("aria-label", words)
        await page.locator(".tools select").select_option("zh")
        await expect(board).to_have_attribute("aria-label", f"国际跳棋棋盘，轮到白方（上一着{table.texts[11]}）")
        assert visits.errors(page) == []


async def test_a_result_that_stands_is_not_changed_without_a_reason(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=12).running() as table:
        await table.tell()
        await eventually(lambda: len(relay.hall.tables) == 1)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.locator(".card-link").click()
        reason = page.locator("dialog input[name=why]")

        async def choose_draw() -> None:
            await page.click("[data-act=set_result]")
            await page.check("dialog input[value=draw]")
            await expect(page.locator("dialog .sentence")).to_contain_text("Draw")

        # The first result says all that it has to.
        await choose_draw()
        await expect(page.locator("dialog .field").last).to_contain_text("Reason (goes into the record)")
        await page.click("dialog .primary")
        await expect(page.locator(".actions .reply.good")).to_be_visible()
        assert table.commands[-1].do == ActCommand("Ines", "chief arbiter", SetResult(result=Result.DRAW))
        sent = len(table.commands)
        table.status = Status.OVER
        text = game_messages.ended(Result.WHITE, Reason.ARBITER)
        table.result = Ended(text=text, result=Result.WHITE, reason=Reason.ARBITER)
        await table.tell()
        await expect(page.locator(".status-line .result")).to_be_visible()
        await choose_draw()
        await expect(page.locator("dialog .field").last).to_contain_text("required")
        await assert_accessible(page)
        for nothing in ("", "   "):
            await reason.fill(nothing)
            await page.click("dialog .primary")
            await expect(page.locator("dialog input:invalid")).to_be_focused()
        assert len(table.commands) == sent
        await reason.fill("Both had agreed")
        await page.click("dialog .primary")
        await eventually(lambda: len(table.commands) > sent)
        act = SetResult("Both had agreed", result=Result.DRAW)
        assert table.commands[-1].do == ActCommand("Ines", "chief arbiter", act)
        assert visits.errors(page) == []
