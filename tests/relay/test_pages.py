"""The pages in a real browser, over a hall that shows every state there is."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Page, expect

from gateway.clock.adjustments import Change
from gateway.clock.orders import OpenOrder, Ordered
from gateway.model.instants import Instant, Millis
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.record.commands import ActCommand
from gateway.record.table_state import AttendanceState, Status
from gateway.referee import game_messages
from gateway.referee.acts import (
    AdjustTime,
    Arrive,
    Decide,
    Penalise,
    ReplaceClock,
    RunClock,
    SetGrace,
    SetResult,
    StartRound,
)
from gateway.referee.penalties import Penalty
from gateway.referee.rulings import Ended
from tests.browsing import Visits, assert_accessible, assert_in_reach, open_visits
from tests.ports import free_port

from .conftest import ARBITER, Relay, eventually, run_relay
from .fakes import Broker, wall
from .gallery import GalleryTable, crowd, gallery

pytestmark = pytest.mark.browser

SIGN_IN = f"/sign-in/{ARBITER.key}"


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


async def shows(page: Page, selector: str, words: str) -> None:
    """Wait until the first element that fits holds the words."""
    await expect(page.locator(selector).first).to_contain_text(words)


async def text(page: Page, selector: str) -> str:
    return await page.locator(selector).first.text_content() or ""


def card(name: str) -> str:
    return f'.card:has(a[href="#{name}"])'


async def test_the_hall_as_spectators_and_arbiters_see_it(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(f"{relay.url}/desk")
        await expect(page.locator(".card")).to_have_count(12)
        # As large as fits: no need to scroll for twelve tables on a desk.
        assert await page.evaluate("document.documentElement.scrollHeight - innerHeight < 40")
        await expect(page.locator(".card .table-name").first).to_have_text("T1")
        await expect(page.locator(f"{card('t1')} .disc")).to_have_count(len(_men(tables[0])))
        await shows(page, card("t4"), "time is up")
        await expect(page.locator(f"{card('t4')} .white .clock.fallen")).to_be_visible()
        await expect(page.locator(f"{card('t8')} .clock.estimate").first).to_be_visible()
        await expect(page.locator(f"{card('t11')} .clock.lost").first).to_be_visible()
        await shows(page, card("t11"), "offline")
        for secret in (".alert:not([hidden])", ".card.needs", ".differs", ".actions", ".case"):
            assert await page.locator(secret).count() == 0, secret
        await assert_accessible(page)
        assert visits.errors(page) == []

        page = await visits.open(relay.url + SIGN_IN)
        await expect(page.locator(".card")).to_have_count(12)
        # What is urgent comes first, the oldest before the others.
        await expect(page.locator(".card:nth-child(2) .table-name")).to_have_text("T2")
        await expect(page.locator(".card .table-name").first).to_have_text("T7")
        await shows(page, f"{card('t2')} .alert", "correct it or accept it?")
        await shows(page, f"{card('t7')} .alert", "it differs on 2 squares")
        await expect(page.locator(".differs")).to_have_count(2)
        await expect(page).to_have_title(re.compile(r"^\(2\) "))
        small = await page.evaluate(
            "[...document.querySelectorAll('button, a:not(.skip), select, input')].filter(e => e.offsetParent)"
            ".filter(e => (e.closest('label, .card') ?? e).getBoundingClientRect().height < 42).map(e => e.outerHTML)"
        )
        assert small == []
        await assert_accessible(page)
        assert visits.errors(page) == []


@pytest.mark.parametrize(("dark", "mobile"), [(False, False), (True, True)])
async def test_nobody_is_kept_out(
    visits: Visits, broker: Broker, event: str, relay: Relay, dark: bool, mobile: bool
) -> None:
    """Every state there is: in light colours on a desk, in dark ones on a telephone."""
    size = {"width": 390, "height": 844} if mobile else {"width": 1440, "height": 900}
    async with gallery(broker.url, event):
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(relay.url + SIGN_IN, **size, dark=dark, mobile=mobile)
        await expect(page.locator('.card[aria-setsize="12"]').first).to_be_visible()
        await expect(page.locator(".card.needs")).to_have_count(2)
        await assert_accessible(page)
        # A game that runs, cases, a fallen flag, a pause, a board that differs, an estimate, an agent that has gone.
        for number in (1, 2, 4, 5, 7, 8, 11):
            await page.evaluate(f"location.hash = 't{number}'")
            await expect(page.locator("#detail-title")).to_contain_text(f"T{number}")
            await expect(page.locator(".stage .board[aria-label]")).to_be_visible()
            await assert_accessible(page)
            assert await assert_in_reach(page) > 5
        assert visits.errors(page) == []


def _men(table: GalleryTable) -> list[str]:
    return [letter for letter in table.line.last.board() if letter != "."]


async def test_the_head_is_one_line_on_a_laptop_and_tells_whole_who_is_signed_in(visits: Visits, relay: Relay) -> None:
    page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}", width=1366, height=768)
    await expect(page.locator(".who")).to_be_visible()
    assert await page.locator(".who").evaluate("who => who.scrollWidth <= who.clientWidth")
    assert await page.locator(".top").evaluate("top => top.offsetHeight") < 80
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(page.locator(".who")).to_be_hidden()
    await page.get_by_role("link", name="Audit").click()
    await expect(page.locator(".sections [aria-current]")).to_be_in_viewport(ratio=0.95)
    both = "top => top.querySelector('.event').offsetTop === top.querySelector('.tools').offsetTop"
    assert await page.locator(".top").evaluate(both)


async def test_clocks_run_between_messages_and_stop_without_contact(visits: Visits, event: str, tmp_path: Path) -> None:
    broker, port = Broker(tmp_path / "broker"), free_port()
    broker.start()
    journal = tmp_path / "relay.journal"
    clock = f"{card('t1')} .white .time"
    try:
        async with contextlib.AsyncExitStack() as stack:
            running = await stack.enter_async_context(_relay(broker, event, journal, port))
            table = await stack.enter_async_context(GalleryTable(broker.url, event, 1, plies=2).running())
            await table.tell()
            page = await visits.open(f"{running.url}/desk")
            await expect(page.locator(".card")).to_have_count(1)
            await expect(page.locator(clock)).not_to_be_empty()
            await expect(page.locator(clock)).not_to_have_text(await text(page, clock))
            # The broker goes: the page says so, and the clock stands.
            broker.stop()
            await expect(page.locator(".banner.bad").first).to_be_visible()
            await shows(page, ".banner", "broker")
            await eventually(lambda: not table.is_up)
            await expect(page.locator(f"{card('t1')} .clock.lost").first).to_be_visible()
            await assert_accessible(page)
            broker.start()
            await expect(page.locator(".banner")).to_have_count(0)
            await table.up()
            table.play()
            await table.tell()
            await shows(page, f"{card('t1')} .last-moves", table.texts[-1])
        # The relay goes, and comes back.
        await shows(page, ".banner.bad", "lost the relay")
        async with (
            _relay(broker, event, journal, port) as running,
            table.running(),
        ):
            table.play()
            await table.tell()
            await expect(page.locator(".banner")).to_have_count(0)
            await shows(page, f"{card('t1')} .last-moves", table.texts[-1])
    finally:
        broker.stop()


@contextlib.asynccontextmanager
async def _relay(broker: Broker, event: str, journal: Path, port: int) -> AsyncIterator[Relay]:
    async with run_relay(broker.url, event, journal, port=port) as relay:
        yield relay


async def test_one_table_in_full_and_back_again(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(f"{relay.url}/desk")
        await expect(page.locator(".card")).to_have_count(12)
        await page.locator('a.card-link[href="#t3"]').focus()
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/desk#t3")
        await expect(page.locator(".ply[aria-label]")).to_have_count(46)
        assert await page.locator(".ply").count() == 46
        await assert_accessible(page)
        before = await text(page, ".ply[aria-current]")
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator(".past")).not_to_be_empty()
        await expect(page.locator(".ply[aria-current]")).to_have_text(tables[2].texts[-2])
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".past")).to_be_hidden()
        await expect(page.locator(".ply[aria-current]")).to_have_text(before)
        tables[2].play()
        await tables[2].tell()
        await expect(page.locator(".ply[aria-current]")).to_have_text(tables[2].texts[-1])
        await tables[2].send(len(tables[2].lines) - 1, len(tables[2].lines))
        await expect(page.locator(".ply[aria-label]")).to_have_count(47)
        await page.locator(".tools select").first.select_option("zh")
        await shows(page, ".back", "全部棋台")
        await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        await assert_accessible(page)
        await page.go_back()
        await expect(page.locator("#hall")).to_be_visible()
        assert await page.evaluate("location.hash") == ""
        await expect(page.locator('a[href="#t3"]')).to_be_focused()
        assert visits.errors(page) == []


async def test_what_is_asked_of_the_clock_stands_on_the_tables_page_until_it_shows(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(f"{relay.url}/desk")
        await expect(page.locator(".card").filter(has=page.locator('a[href="#t5"]')).locator(".trouble")).to_have_text(
            "White: set by hand to 10:32"
        )
        await page.goto(f"{relay.url}/desk#t5")
        await expect(page.locator(".orders li")).to_contain_text("White: set by hand to 10:32 · since ")
        await assert_accessible(page)
        face = tables[4].shown
        assert face is not None
        tables[4].shown = msgspec.structs.replace(face, orders=(OpenOrder(Ordered.STAND, face.since, by_hand=False),))
        await tables[4].tell()
        await expect(page.locator(".orders li")).to_contain_text("The clock has been asked to stop")
        await page.locator(".tools select").first.select_option("zh")
        await expect(page.locator(".orders li")).to_contain_text("已要求棋钟停下")
        tables[4].shown = msgspec.structs.replace(face, orders=())
        await tables[4].tell()
        await expect(page.locator(".orders")).to_be_hidden()
        assert visits.errors(page) == []


async def test_stones_lie_where_their_names_say(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    async with GalleryTable(broker.url, event, 1, plies=5, rules="renju").running() as table:
        await table.tell()
        page = await visits.open(f"{relay.url}/desk")
        await expect(page.locator(f"{card('t1')} .stone")).to_have_count(5)
        await page.click(f"{card('t1')} a.card-link")
        await expect(page.locator(".stage .stone")).to_have_count(5)
        labels = await page.locator(".stage .labels text").all_text_contents()
        assert sorted(labels) == sorted([*"ABCDEFGHIJKLMNO", *map(str, range(1, 16))])
        # The last stone bears the ring, on the lines that its name gives, above the stone itself.
        assert table.last is not None
        column, row = table.last.text[0].upper(), table.last.text[1:]
        middles = await page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.stage .labels text, .stage .marks .ring')].map(e => {"
            " const r = e.getBoundingClientRect();"
            " return [e.textContent || 'ring', [r.x + r.width / 2, r.y + r.height / 2]]; }))"
        )
        assert abs(middles["ring"][0] - middles[column][0]) < 4
        assert abs(middles["ring"][1] - middles[row][1]) < 4
        assert await page.locator(".stage .pieces ~ .marks .on-black").count() == 1
        await assert_accessible(page)
        assert visits.errors(page) == []


async def test_an_arbiter_sets_a_result_and_sees_the_answer(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=8).running() as table:
        await table.tell()
        page = await visits.open(relay.url + SIGN_IN, width=390, height=844, mobile=True)
        await expect(page.locator(".card")).to_have_count(1)
        await page.evaluate("location.hash = 't1'")
        await expect(page.locator(".actions").first).to_be_visible()
        await assert_accessible(page)
        await page.click("[data-act=set_result]")
        await expect(page.locator("dialog")).to_be_visible()
        await assert_accessible(page)
        await page.click("dialog .option:nth-of-type(3)")
        await expect(page.locator("dialog .sentence")).to_have_text(
            "Black wins: Alexander Georgiev beats Ton Sijbrands"
        )
        await assert_accessible(page)
        await page.fill("dialog input[name=why]", "Phone rang")
        await page.click("dialog .primary")
        await shows(page, ".actions .reply", "Done")
        order = table.commands[-1].do
        assert order == ActCommand("Ines", "chief arbiter", SetResult("Phone rang", result=Result.BLACK))
        table.refuse = "The game has been signed."
        await page.click("[data-act=pause]")
        await page.click("dialog .primary")
        await shows(page, ".actions .reply.bad", "signed")
        # The result arrives and is read out.
        table.status = Status.OVER
        table.result = Ended(
            text=game_messages.ended(Result.BLACK, Reason.ARBITER),
            result=Result.BLACK,
            reason=Reason.ARBITER,
            by="Ines",
        )
        await table.tell()
        await shows(page, "#news", "Black wins")
        await shows(page, "#detail .player.black .points", "2")
        await assert_accessible(page)
        assert visits.errors(page, expected="409") == []


async def test_an_arbiter_decides_a_case_with_the_keyboard(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        table = tables[1]
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(relay.url + SIGN_IN)
        await expect(page.locator(".card")).to_have_count(12)
        await page.evaluate("location.hash = 't2'")
        await expect(page.locator(".case")).to_have_count(2)
        await shows(page, ".deadline", "Open until")  # the clock that counts down fills it in
        first = await text(page, '[data-case="1"]')
        for part in (
            "correct it or accept it?",
            "FMJD 5.4",
            "(White)",
            "Open until",
        ):
            assert part in first
        await shows(page, '[data-case="2"]', "chief arbiter")
        facts = await text(page, ".facts")
        for part in ("came up too often", "FMJD 6.2", "A draw is offered: Marina", "warning", "DH rapid 6"):
            assert part in facts
        assert await page.locator(".alert-list .unannounced").count() == 1
        await shows(page, ".log-list", "FMJD 7.2.4")
        await assert_accessible(page)
        # A new state leaves the keyboard where it is.
        await page.locator("[data-choice=impose]").focus()
        table.play()
        await table.tell()
        await expect(page.locator(".ply[aria-current]")).to_have_text(table.texts[-1])
        await expect(page.locator("[data-choice=impose]")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("dialog .sentence")).to_have_text("Zhao Hanqing (Black): loss of the game")
        await shows(page, "dialog", "FMJD 7.2.4")
        await page.keyboard.type("Said so twice")
        await page.keyboard.press("Enter")
        await shows(page, ".actions .reply", "Done")
        decide = Decide("Said so twice", case=2, choice="impose", charge="FMJD 7.2.4")
        assert table.commands[-1].do == ActCommand("Ines", "chief arbiter", decide)
        # It is decided: the case goes, and the keyboard is not lost.
        assert table.arbiters is not None
        table.arbiters = msgspec.structs.replace(table.arbiters, cases=table.arbiters.cases[:1])
        await table.tell()
        await expect(page.locator(".case")).to_have_count(1)
        await expect(page.locator("#detail-title")).to_be_focused()
        # Cancelled: nothing is sent. Refused: said with the article.
        await page.click("[data-choice=accept]")
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog")).to_have_count(0)
        table.refuse = "only the chief arbiter may do this."
        await page.click("[data-choice=correct]")
        await page.click("dialog .primary")
        await shows(page, ".actions .reply.bad", "only the chief arbiter may do this. (X 1)")
        acts = [command.do.act for command in table.commands if isinstance(command.do, ActCommand)]
        assert acts == [decide, Decide(case=1, choice="correct", charge="FMJD 5.4")]
        # Another game has begun while the question was on the screen.
        await page.click("[data-choice=accept]")
        await expect(page.locator("dialog").first).to_be_visible()
        await table.state(table.arbiters, game=2)
        await shows(page, ".about", "Game 2")
        await shows(page, "dialog .barred", "Another game")
        await expect(page.locator("dialog .primary")).to_be_disabled()
        await page.keyboard.press("Escape")
        assert acts == [command.do.act for command in table.commands if isinstance(command.do, ActCommand)]
        assert visits.errors(page, expected="409") == []


async def test_an_arbiter_imposes_a_penalty_and_changes_a_clock(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=8).running() as table:
        await table.tell()
        page = await visits.open(relay.url + SIGN_IN, width=390, height=844, mobile=True)
        await expect(page.locator(".card")).to_have_count(1)
        await page.evaluate("location.hash = 't1'")
        await page.click("[data-act=penalise]")
        await page.locator("#articles option").nth(20).wait_for(state="attached")
        await expect(page.locator("dialog [name=time]")).to_be_hidden()
        await page.click("dialog .primary")  # nothing is filled in: the form stays
        assert await page.evaluate("document.querySelector('dialog [name=side]').validity.valueMissing")
        await page.click("dialog .option:nth-of-type(2)")
        await page.select_option("dialog [name=penalty]", "time_given")
        await page.fill("dialog [name=time]", "2:75")
        assert await page.evaluate("document.querySelector('dialog form').checkValidity()") is False
        await page.fill("dialog [name=time]", "2:00")
        await page.fill("dialog [name=article]", "DH rapid 6")
        await expect(page.locator("dialog [role=status]").first).not_to_be_empty()  # what the article says
        await assert_accessible(page)
        small = await page.evaluate(
            "[...document.querySelectorAll('dialog :is(button, select, input)')].filter(e => e.checkVisibility())"
            ".filter(e => (e.closest('label') ?? e).getBoundingClientRect().height < 44).map(e => e.outerHTML)"
        )
        assert small == []
        await expect(page.locator("dialog .sentence")).to_have_text(
            "Alexander Georgiev (Black): time for the opponent (2:00)"
        )
        await page.fill("dialog [name=why]", "Stopped the clock")
        await page.keyboard.press("Enter")
        await shows(page, ".actions .reply", "Done")
        penalty = Penalise(
            "Stopped the clock",
            side=Side.BLACK,
            penalty=Penalty.TIME_GIVEN,
            article="DH rapid 6",
            ms=Millis(120_000),
        )
        assert table.commands[-1].do == ActCommand("Ines", "chief arbiter", penalty)

        await page.click("[data-act=adjust_time]")
        await page.click("dialog .own summary")
        await page.click("dialog .option:nth-of-type(1)")
        await page.select_option("dialog [name=change]", "set")
        await page.fill("dialog [name=time]", "1:01:30")
        await expect(page.locator("dialog .sentence")).to_have_text("Ton Sijbrands (White): set to 1:01:30")
        table.refuse = "no game is being played."
        await page.click("dialog .primary")
        await shows(page, ".actions .reply.bad", "no game is being played. (X 1)")
        change = AdjustTime(side=Side.WHITE, change=Change.SET, ms=Millis(3_690_000))
        assert table.commands[-1].do == ActCommand("Ines", "chief arbiter", change)

        # The most frequent change is three clicks: open, preset, confirm.
        table.refuse = ""
        await page.click("[data-act=adjust_time]")
        await page.click("dialog .presets:nth-of-type(2) .tile:nth-of-type(2)")
        await expect(page.locator("dialog .sentence")).to_have_text("Alexander Georgiev (Black): give 2:00")
        await page.click("dialog .primary")
        given = AdjustTime(side=Side.BLACK, change=Change.ADD, ms=Millis(120_000))
        await eventually(lambda: table.commands[-1].do == ActCommand("Ines", "chief arbiter", given))

        await page.click(".fold[data-group=play] summary")
        await page.click("[data-act=replace_clock]")
        await expect(page.locator("dialog [name=white]")).not_to_have_value("")
        await page.fill("dialog [name=white]", "50:00")
        await page.fill("dialog [name=black]", "49:30")
        await expect(page.locator("dialog .sentence")).to_have_text("White 50:00, Black 49:30")
        await page.click("dialog .primary")
        await shows(page, ".actions .reply", "Done: Replace the clock")
        replaced = ReplaceClock(times=BySide(Millis(3_000_000), Millis(2_970_000)))
        assert table.commands[-1].do == ActCommand("Ines", "chief arbiter", replaced)
        await page.click("[data-act=run_clock]")
        await page.click("dialog .option:nth-of-type(2)")
        await page.click("dialog .primary")
        run = ActCommand("Ines", "chief arbiter", RunClock(side=Side.BLACK))
        await eventually(lambda: table.commands[-1].do == run)
        assert visits.errors(page, expected="409") == []


async def test_an_arbiter_starts_a_round_and_enters_who_comes_late(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=0).running() as table:
        start = Instant(table.now() + 60_000)
        await table.state(
            table.arbiters, status=Status.READY, attendance=AttendanceState(start=start, limit=Instant(start + 900_000))
        )
        page = await visits.open(relay.url + SIGN_IN)
        await page.evaluate("location.hash = 't1'")
        await shows(page, ".attendance", "White is not there yet; the round starts at")
        await page.click("[data-act=start_round]")
        await expect(page.locator("dialog [value='white black']")).to_be_checked()
        await page.click("dialog .option:has([value=black])")
        await assert_accessible(page)
        await shows(page, "dialog .sentence", "Absent: Alexander Georgiev (Black)")
        await page.click("dialog .primary")
        await shows(page, ".actions .reply", "Done")
        began = Instant(table.now() - 252_000)
        there = BySide(began, None)
        late = AttendanceState(start=began, begun=True, limit=Instant(began + 900_000), arrived=there, run=Side.BLACK)
        await table.state(table.arbiters, attendance=late)
        await expect(page.locator(".attendance li:visible")).to_have_count(1)
        await expect(page.locator(".attendance li:visible")).to_have_text(
            re.compile(r"^Black absent, 4:\d\d of 15:00$")
        )
        await expect(page.locator("[data-act=start_round]")).to_be_hidden()
        await assert_accessible(page)
        await page.click("[data-act=arrive]")
        await page.click("dialog .option")
        await page.fill("dialog [name=time]", "2:00")
        await page.keyboard.press("Enter")
        await shows(page, ".actions .reply", "Done: A player has arrived")
        await page.click("[data-act=set_grace]")
        await page.fill("dialog [name=time]", "20:00")
        await shows(page, "dialog .sentence", "Grace period: 20:00")
        await page.click("dialog .primary")
        entered = [StartRound(absent=(Side.BLACK,)), Arrive(side=Side.BLACK, ago_ms=Millis(120_000))]
        asked = [*entered, SetGrace(ms=Millis(1_200_000))]
        await eventually(lambda: [each.do.act for each in table.commands if isinstance(each.do, ActCommand)] == asked)
        await table.state(table.arbiters, attendance=msgspec.structs.replace(late, arrived=BySide(began, began)))
        await expect(page.locator(".attendance")).to_be_hidden()
        await expect(page.locator("[data-act=arrive]")).to_be_hidden()
        assert visits.errors(page) == []


async def test_a_hundred_tables_stay_smooth(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    """Off the screen nothing is drawn; a move on one table touches that board only."""
    async with GalleryTable(broker.url, event, 1, plies=30).running() as table:
        await crowd(table, 99)
        await eventually(lambda: len(relay.hall.tables) == 100)
        page = await visits.open(f"{relay.url}/desk")
        await expect(page.locator('.card[aria-setsize="100"]:has(.disc)').first).to_be_visible()
        assert await page.locator(".card").count() < 60
        await page.evaluate(
            "window.touched = new Set(); new MutationObserver(list => list.forEach(m => m.target.closest('svg') &&"
            " touched.add(m.target.closest('.card').querySelector('a').hash)))"
            ".observe(document.querySelector('.cards'), {subtree: true, childList: true})"
        )
        table.play()
        await crowd(table, 1)
        await shows(page, f"{card('t101')} .last-moves", table.texts[-1])
        assert await page.evaluate("[...touched]") == ["#t101"]
        await assert_accessible(page)
        assert visits.errors(page) == []


async def test_a_flag_falls_on_the_page(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    from gateway.clock.face import ClockFace, Flag

    async with GalleryTable(broker.url, event, 1, plies=2).running() as table:
        await table.tell()
        page = await visits.open(f"{relay.url}/desk")
        await expect(page.locator(".white .time")).not_to_be_empty()
        # Once the page is there: it is to be seen in the last seconds of these.
        table.shown = ClockFace(Millis(19_000), Millis(60_000), Side.WHITE, Instant(wall()))
        await table.clock(table.shown)
        await expect(page.locator(".white .time")).to_have_text(re.compile(r"^0:[01]\d\.\d$"))  # tenths at the end
        table.shown = ClockFace(
            Millis(0),
            Millis(60_000),
            None,
            Instant(wall()),
            flags=(Flag(Side.WHITE, Instant(wall())),),
            first_flag=Side.WHITE,
        )
        await table.clock(table.shown)
        await expect(page.locator(".white .clock.fallen")).to_be_visible()
        await expect(page.locator(".white .time")).to_have_text("0:00")
        await assert_accessible(page)
        assert visits.errors(page) == []
