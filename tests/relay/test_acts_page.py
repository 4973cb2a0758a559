"""Acts at a table that is judged by the rules: two arbiters at one case, the way back, a position made by hand."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, Page, expect

from gateway.model.sides import Side
from gateway.referee.acts import AdjustTime, Overturn, SetPosition
from gateway.referee.inputs import Acted
from gateway.referee.rulings import CaseDecided
from tests.browsing import Visits, assert_accessible, open_visits
from tests.table.scenario import Scenario, Step, happen, lay_out
from tests.table.whole import WholeTable

from .conftest import ARBITER, JUNIOR, Relay, eventually
from .fakes import Broker
from .judged import JudgedTable
from .page_hands import WAYS, Hand

pytestmark = pytest.mark.browser


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


@contextlib.asynccontextmanager
async def chess_table(broker: Broker, event: str, relay: Relay, *steps: Step) -> AsyncIterator[JudgedTable]:
    real = lay_out(Scenario("played", "chess-standard", [], control="90m+30s"), "buttons")
    real.open()
    for step in (Step(run=Side.WHITE), *steps):
        happen(real, step)
    async with JudgedTable(broker.url, event, real).running() as table:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        yield table


async def at_table(visits: Visits, relay: Relay, key: str) -> Page:
    page = await visits.open(f"{relay.url}/sign-in/{key}")
    await page.evaluate("location.hash = 't1'")
    await expect(page.locator(".actions .frequent button").first).to_be_visible()
    return page


def acts(table: JudgedTable, kind: type) -> list[object]:
    found = (entry.what.act for entry in table.real.entries if isinstance(entry.what, Acted))
    return [act for act in found if isinstance(act, kind)]


@pytest.mark.parametrize("ways", list(zip(WAYS, (*WAYS[1:], WAYS[0]), strict=True)), ids="-".join)
async def test_of_two_arbiters_the_second_is_told_what_the_first_did(
    ways: tuple[str, str], visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    illegal = Step(hand="f1-f3", press=Side.WHITE, wait=5)
    again = Step(hand="f3-f1", wait=4), Step(press=Side.BLACK, wait=1), Step(hand="f1-g3", press=Side.WHITE, wait=5)
    async with chess_table(broker, event, relay, Step(moves="e4 e5"), illegal, *again) as table:
        links = [f"{relay.url}/sign-in/{who.key}" for who in (ARBITER, JUNIOR)]
        hands = [await Hand.at(visits, link, way) for link, way in zip(links, ways, strict=True)]
        first, second = [hand.page for hand in hands]
        # Both at the table, or both in the queue.
        in_queue = ways[0] == "mouse"
        for hand in hands:
            await hand.page.evaluate("place => { location.hash = place; }", "#/queue" if in_queue else "t1")
            await expect(hand.page.locator(".case")).to_have_count(2)
            await hand.press(hand.page.locator(".case[data-case='1'] [data-choice=dismiss]"))
        await hands[1].write("why", "not seen")
        # Deciding one of two leaves the other.
        await hands[0].confirm()
        await expect(first.locator(".case")).to_have_count(1)
        await expect(second.locator("dialog .barred")).to_contain_text("Case 1 has been decided meanwhile")
        await expect(second.locator("dialog .barred")).to_contain_text("Ines")
        await expect(second.locator("dialog .primary")).to_be_disabled()
        await expect(second.locator("dialog [name=why]")).to_have_value("not seen")
        await assert_accessible(second)
        await hands[1].press(second.locator("dialog .cancel"))
        await expect(second.locator(".case")).to_have_attribute("data-case", "2")
        decided = [entry.what for entry in table.real.entries if isinstance(entry.what, CaseDecided)]
        assert [each.case for each in decided] == [1]
        # What was decided in the queue has its way back there.
        if in_queue:
            await hands[0].press(first.locator(".way-back .undo"))
            await hands[0].write("why", "the wrong one")
            await hands[0].confirm()
            await eventually(lambda: acts(table, Overturn))
            await expect(first.locator(".queue > .reply")).to_contain_text("Done: Overturn a ruling")
            await expect(first.locator(".way-back .undo")).to_be_hidden()
            await assert_accessible(first)
        for page in (first, second):
            assert visits.errors(page) == []


async def test_the_last_act_has_a_way_back(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    async with chess_table(broker, event, relay, Step(moves="e4 e5")) as table:
        page = await at_table(visits, relay, ARBITER.key)
        undo = page.locator(".undo")
        # The moves that stay keep their times.
        await expect(page.locator(".moves-list .left")).to_have_count(2)
        before = await page.locator(".moves-list .left").first.inner_text()
        await page.click(".fold[data-group=board] summary")
        await page.click("[data-act=retract_moves]")
        await page.click("dialog .primary")
        await expect(page.locator(".moves-list .left")).to_have_count(1)
        await expect(page.locator(".moves-list .left")).to_have_text(before)
        assert ":" in before
        await page.click("[data-act=adjust_time]")
        await page.click("dialog .presets:nth-of-type(1) .tile:nth-of-type(1)")
        await page.click("dialog .primary")
        await expect(undo).to_have_text("Undo: Change the clock")
        # What a player asks for meanwhile takes no way back.
        offer = {"side": "black", "request": {"type": "offer_draw"}}
        assert isinstance(table.real, WholeTable)
        happen(table.real, Step(act="enter_request", role="black", using=offer))
        await table.tell()
        await expect(page.locator(".alerts")).to_contain_text("A draw is offered")
        await undo.click()
        await page.click("dialog .primary")
        await eventually(lambda: len(acts(table, AdjustTime)) == 2)
        given, taken = acts(table, AdjustTime)
        assert isinstance(given, AdjustTime)
        assert isinstance(taken, AdjustTime)
        assert (given.change, taken.change, given.ms, taken.ms) == ("add", "take", 60_000, 60_000)
        # A result: overturned, and not without a reason.
        await page.click("[data-act=set_result]")
        await page.check("dialog input[value=draw]")
        await page.click("dialog .primary")
        await expect(undo).to_have_text("Undo: Set the result")
        await undo.click()
        await page.click("dialog .primary")
        await expect(page.locator("dialog [name=why]:invalid")).to_be_focused()
        await page.keyboard.type("the other table")
        await page.keyboard.press("Enter")
        await eventually(lambda: acts(table, Overturn))
        await expect(page.locator(".status-line")).to_have_attribute("data-status", "paused")
        assert visits.errors(page) == []


async def middle(board: Locator, column: int, row: int) -> tuple[float, float]:
    """A point of the window: the middle of a square, counted from the upper left one."""
    found: list[float] = await board.evaluate(
        "(svg, [x, y]) => { const p = new DOMPoint(x + .5, y + .5).matrixTransform(svg.getScreenCTM());"
        " return [p.x, p.y]; }",
        [column, row],
    )
    return found[0], found[1]


async def test_a_position_is_put_together_by_hand_and_by_keyboard(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with chess_table(broker, event, relay, Step(moves="e4 e5")) as table:
        page = await at_table(visits, relay, ARBITER.key)
        await page.click(".fold[data-group=board] summary")
        await page.click("[data-act=set_position]")
        board, sentence = page.locator(".editor-board svg"), page.locator("dialog .sentence")
        await expect(sentence).to_contain_text("as the rules have it")
        # A knight is dragged from g1 to f3, the pawn on h2 off the board, and a queen from the tray to h4.
        for start, end in (((6, 7), (5, 5)), ((7, 6), (12, 6))):
            await page.mouse.move(*await middle(board, *start))
            await page.mouse.down()
            await page.mouse.move(*await middle(board, *end), steps=4)
            await page.mouse.up()
        await page.locator(".tray-piece:has([value=q])").hover()
        await page.mouse.down()
        await page.mouse.move(*await middle(board, 7, 4), steps=4)
        await page.mouse.up()
        await expect(page.locator("dialog .barred:not([hidden])").first).not_to_be_empty()  # one black piece too many
        # With the keyboard the black queen comes off d8: up from h4 to h8, four to the left.
        await page.mouse.click(*await middle(board, 7, 5))
        await page.keyboard.press("Delete")
        for key in ("ArrowUp",) * 5 + ("ArrowLeft",) * 4:
            await page.keyboard.press(key)
        await expect(page.locator(".position-editor [role=status]")).to_contain_text("d8")
        await page.keyboard.press("Delete")
        await page.check("dialog [name=turn][value=black]")
        await expect(sentence).to_contain_text("on 5 squares; Black to move")
        await assert_accessible(page)
        await page.fill("dialog [name=why]", "both agree")
        await page.click("dialog .primary")
        await eventually(lambda: acts(table, SetPosition))
        await eventually(lambda: len(table.lines) == len(table.real.entries))
        fen = table.real.position.fen()
        assert fen.startswith("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PP1/RNBQKB1R b")
        # What no rules allow is said before anything is sent.
        await page.click("[data-act=set_position]")
        await page.get_by_role("button", name="Empty board").click()
        await expect(page.locator("dialog .barred").first).not_to_be_empty()
        await page.fill("dialog [name=why]", "nothing")
        await page.click("dialog .primary")
        await expect(page.locator("dialog")).to_be_visible()
        assert len(acts(table, SetPosition)) == 1
        assert visits.errors(page, expected="422") == []
