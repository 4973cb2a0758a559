"""The pages in a real browser, over a hall that shows every state there is."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from gateway.clock.adjustments import Change
from gateway.model.instants import Instant, Millis
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.record.commands import Order
from gateway.record.glance import Status
from gateway.referee.acts import AdjustTime, Decide, Penalise, SetResult
from gateway.referee.penalties import Penalty
from gateway.referee.rulings import Ended, Wording
from tests.browser import Browser, Page, open_browser

from .conftest import ARBITER, Relay, eventually, run_relay
from .fakes import Broker, free_port, wall
from .gallery import GalleryTable, crowd, gallery

pytestmark = pytest.mark.browser

CARDS = "document.querySelectorAll('.card').length"
SIGN_IN = f"/sign-in/{ARBITER.key}"


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


def text(selector: str) -> str:
    return f"(document.querySelector(`{selector}`)?.textContent ?? '')"


def card(name: str) -> str:
    return f'.card:has(a[href="#{name}"])'


async def test_the_hall_as_spectators_and_arbiters_see_it(
    browser: Browser, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await browser.open(relay.url)
        await page.wait_for(f"{CARDS} === 12")
        # As large as fits: no need to scroll for twelve tables on a desk.
        assert await page.evaluate("document.documentElement.scrollHeight - innerHeight < 40")
        assert await page.evaluate(text(".card .table-name")) == "T1"
        await page.wait_for(f"document.querySelectorAll('{card('t1')} .disc').length === {len(_men(tables[0]))}")
        assert "on time" in await page.evaluate(text(card("t4")))
        assert await page.evaluate(f"Boolean(document.querySelector('{card('t4')} .white .clock.fallen'))")
        assert await page.evaluate(f"Boolean(document.querySelector('{card('t8')} .clock.estimate'))")
        await page.wait_for(f"document.querySelector('{card('t11')} .clock.lost')")
        assert "offline" in await page.evaluate(text(card("t11")))
        for secret in (".alert:not([hidden])", ".card.needs", ".differs", ".actions", ".case"):
            assert await page.evaluate(f"document.querySelectorAll('{secret}').length") == 0, secret
        assert page.errors == []

        page = await browser.open(relay.url + SIGN_IN)
        await page.wait_for(f"{CARDS} === 12")
        # Cases to decide come first, then alerts.
        await page.wait_for(f"{text('.card:nth-child(2) .table-name')} === 'T7'")
        assert await page.evaluate(text(".card .table-name")) == "T2"
        assert "correct it or accept it?" in await page.evaluate(text(".card.needs .alert"))
        assert "something else than the game" in await page.evaluate(text(f"{card('t7')} .alert"))
        assert await page.evaluate("document.querySelectorAll('.differs').length") == 2
        assert (await page.evaluate("document.title")).startswith("(2) ")
        small = await page.evaluate(
            "[...document.querySelectorAll('button, a:not(.skip), select, input')].filter(e => e.offsetParent)"
            ".filter(e => (e.closest('label, .card') ?? e).getBoundingClientRect().height < 42).map(e => e.outerHTML)"
        )
        assert small == []
        assert page.errors == []


def _men(table: GalleryTable) -> list[str]:
    return [letter for letter in table.line.last.picture() if letter != "."]


async def test_clocks_run_between_messages_and_stop_without_contact(
    browser: Browser, event: str, tmp_path: Path
) -> None:
    broker, port = Broker(tmp_path / "broker"), free_port()
    broker.start()
    journal = tmp_path / "relay.journal"
    clock = text(f"{card('t1')} .white .time")
    try:
        async with contextlib.AsyncExitStack() as stack:
            running = await stack.enter_async_context(_relay(broker, event, journal, port))
            table = await stack.enter_async_context(GalleryTable(broker.url, event, 1, plies=2).running())
            await table.tell()
            page = await browser.open(running.url)
            await page.wait_for(f"{CARDS} === 1")
            first = await page.wait_for(clock)
            await page.wait_for(f"{clock} !== '{first}'")
            # The broker goes: the page says so, and the clock stands.
            broker.stop()
            await page.wait_for("document.querySelector('.banner.bad')")
            assert "broker" in await page.evaluate(text(".banner"))
            await eventually(lambda: not table.is_up)
            await page.wait_for(f"document.querySelector('{card('t1')} .clock.lost')")
            broker.start()
            await page.wait_for("!document.querySelector('.banner')")
            await table.up()
            table.play()
            await table.tell()
            await page.wait_for(f"{text(card('t1') + ' .last-moves')}.includes(`{table.texts[-1]}`)")
        # The relay goes, and comes back.
        await page.wait_for(f"document.querySelector('.banner.bad') && {text('.banner')}.includes('lost the relay')")
        async with (
            _relay(broker, event, journal, port) as running,
            table.running(),
        ):
            table.play()
            await table.tell()
            await page.wait_for("!document.querySelector('.banner')")
            await page.wait_for(f"{text(card('t1') + ' .last-moves')}.includes(`{table.texts[-1]}`)")
    finally:
        broker.stop()


@contextlib.asynccontextmanager
async def _relay(broker: Broker, event: str, journal: Path, port: int) -> AsyncIterator[Relay]:
    async with run_relay(broker.url, event, journal, port=port) as relay:
        yield relay


async def test_one_table_in_full_and_back_again(browser: Browser, broker: Broker, event: str, relay: Relay) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await browser.open(relay.url)
        await page.wait_for(f"{CARDS} === 12")
        await page.evaluate("document.querySelector('a.open[href=\"#t3\"]').focus()")
        await page.press("Enter")
        await page.wait_for("location.hash === '#t3' && document.querySelectorAll('.log-list li').length === 48")
        assert await page.evaluate("document.querySelectorAll('.ply').length") == 46
        before = await page.evaluate(text(".ply[aria-current]"))
        await page.press("ArrowLeft")
        assert await page.wait_for(text(".past")) != ""
        assert await page.evaluate(text(".ply[aria-current]")) == tables[2].texts[-2]
        await page.press("ArrowRight")
        await page.wait_for("document.querySelector('.past').hidden")
        assert await page.evaluate(text(".ply[aria-current]")) == before
        tables[2].play()
        await tables[2].tell()
        await page.wait_for(f"{text('.ply[aria-current]')} === '{tables[2].texts[-1]}'")
        await tables[2].send(len(tables[2].lines) - 1, len(tables[2].lines))
        await page.wait_for("document.querySelectorAll('.log-list li').length === 49")
        await page.evaluate(
            "(s => { s.value = 'zh'; s.dispatchEvent(new Event('change')); })(document.querySelector('.tools select'))"
        )
        await page.wait_for(f"{text('.back')}.includes('全部棋台')")
        assert await page.evaluate("document.documentElement.lang") == "zh-Hans"
        await page.evaluate("history.back()")
        await page.wait_for("location.hash === '' && !document.getElementById('hall').hidden")
        assert await page.evaluate("document.activeElement.getAttribute('href')") == "#t3"
        assert page.errors == []


async def test_stones_lie_where_their_names_say(browser: Browser, broker: Broker, event: str, relay: Relay) -> None:
    async with GalleryTable(broker.url, event, 1, plies=5, rules="renju").running() as table:
        await table.tell()
        page = await browser.open(relay.url)
        await page.wait_for(f"document.querySelectorAll('{card('t1')} .stone').length === 5")
        await page.click(f"{card('t1')} a.open")
        await page.wait_for("document.querySelectorAll('.stage .stone').length === 5")
        labels = await page.evaluate("[...document.querySelectorAll('.stage .labels text')].map(e => e.textContent)")
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
        assert await page.evaluate(
            "Boolean(document.querySelector('.stage .marks .on-black') &&"
            " document.querySelector('.stage .pieces ~ .marks'))"
        )
        assert page.errors == []


async def test_an_arbiter_sets_a_result_and_sees_the_answer(
    browser: Browser, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=8).running() as table:
        await table.tell()
        page = await browser.open(relay.url + SIGN_IN, width=390, height=844, mobile=True)
        await page.wait_for(f"{CARDS} === 1")
        await page.evaluate("location.hash = 't1'")
        await page.wait_for("document.querySelector('.actions')")
        await page.click("[data-act=set_result]")
        await page.click("dialog .option:nth-of-type(3)")
        await page.click("dialog .primary")
        await page.wait_for("document.querySelector('dialog .sentence')")
        sentence = await page.evaluate(text("dialog .sentence"))
        assert sentence == "Black wins: Alexander Georgiev beats Ton Sijbrands"
        await page.click("dialog input[name=why]")
        await page.type("Phone rang")
        await page.click("dialog .primary")
        await page.wait_for(f"{text('.reply')}.includes('Done')")
        order = table.commands[-1].do
        assert order == Order("Ines", "chief arbiter", SetResult("Phone rang", result=Result.BLACK))
        table.refuse = "The game has been signed."
        await page.click("[data-act=pause]")
        await page.click("dialog .primary")
        await page.wait_for(f"{text('.reply.bad')}.includes('signed')")
        # The result arrives and is read out.
        table.status = Status.OVER
        table.result = Ended(
            text=Wording("Black wins.", "黑胜。"), result=Result.BLACK, reason=Reason.ARBITER, by="Ines"
        )
        await table.tell()
        await page.wait_for(f"{text('#news')}.includes('Black wins')")
        assert [error for error in page.errors if "409" not in error] == []


async def test_an_arbiter_decides_a_case_with_the_keyboard(
    browser: Browser, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        table = tables[1]
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await browser.open(relay.url + SIGN_IN)
        await page.wait_for(f"{CARDS} === 12")
        await page.evaluate("location.hash = 't2'")
        await page.wait_for("document.querySelectorAll('.case').length === 2")
        await page.wait_for(f"{text('.deadline')}.includes('Open until')")  # the clock that counts down fills it in
        first = await page.evaluate(text('[data-case="1"]'))
        for part in (
            "correct it or accept it?",
            "更正或认可？",
            "FMJD 5.4",
            "(White)",
            "Not to be announced",
            "Open until",
        ):
            assert part in first
        assert "chief arbiter" in await page.evaluate(text('[data-case="2"]'))
        facts = await page.evaluate(text(".facts"))
        for part in ("third time", "FMJD 6.2", "21 / 25", "A draw is offered: Marina", "a warning", "DH rapid 6"):
            assert part in facts
        assert await page.evaluate("document.querySelectorAll('.alert-list .silent').length") == 2
        await page.wait_for(f"{text('.log-list')}.includes('FMJD 7.2.4')")
        # A new glance leaves the keyboard where it is.
        await page.evaluate("document.querySelector('[data-choice=impose]').focus()")
        table.play()
        await table.tell()
        await page.wait_for(f"{text('.ply[aria-current]')} === '{table.texts[-1]}'")
        assert await page.evaluate("document.activeElement.dataset.choice") == "impose"
        await page.press("Enter")
        await page.wait_for("document.querySelector('dialog .sentence')")
        assert await page.evaluate(text("dialog .sentence")) == "Zhao Hanqing (Black): loss of the game"
        assert "FMJD 7.2.4" in await page.evaluate(text("dialog"))
        await page.type("Said so twice")
        await page.press("Enter")
        await page.wait_for(f"{text('.reply')}.includes('Done')")
        decide = Decide("Said so twice", proposal=2, choice="impose")
        assert table.commands[-1].do == Order("Ines", "chief arbiter", decide)
        # It is decided: the case goes, and the keyboard is not lost.
        assert table.arbiters is not None
        table.arbiters = msgspec.structs.replace(table.arbiters, proposals=table.arbiters.proposals[:1])
        await table.tell()
        await page.wait_for("document.querySelectorAll('.case').length === 1")
        assert await page.evaluate("document.activeElement.id") == "detail-title"
        # Cancelled: nothing is sent. Refused: said with the article.
        await page.click("[data-choice=accept]")
        await page.press("Escape")
        await page.wait_for("!document.querySelector('dialog')")
        table.refuse = "only the chief arbiter may do this."
        await page.click("[data-choice=correct]")
        await page.click("dialog .primary")
        await page.wait_for(f"{text('.reply.bad')}.includes('only the chief arbiter may do this. (X 1)')")
        acts = [command.do.act for command in table.commands if isinstance(command.do, Order)]
        assert acts == [decide, Decide(proposal=1, choice="correct")]
        # Another game has begun while the question was on the screen.
        await page.click("[data-choice=accept]")
        await page.wait_for("document.querySelector('dialog')")
        await table.glance(table.arbiters, game=2)
        await page.wait_for(f"{text('.about')}.includes('Game 2')")
        await page.click("dialog .primary")
        await page.wait_for(f"{text('.reply.bad')}.includes('Another game')")
        assert [error for error in page.errors if "409" not in error] == []


async def test_an_arbiter_imposes_a_penalty_and_changes_a_clock(
    browser: Browser, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=8).running() as table:
        await table.tell()
        page = await browser.open(relay.url + SIGN_IN, width=390, height=844, mobile=True)
        await page.wait_for(f"{CARDS} === 1")
        await page.evaluate("location.hash = 't1'")
        await page.click("[data-act=penalise]")
        await page.wait_for("document.querySelectorAll('#articles option').length > 20")
        assert await page.evaluate("document.querySelector('dialog [name=time]').checkVisibility()") is False
        await page.click("dialog .primary")  # nothing is filled in: the form stays
        assert await page.evaluate("document.querySelector('dialog [name=side]').validity.valueMissing")
        await page.click("dialog .option:nth-of-type(2)")
        await _select(page, "penalty", "time_given")
        await page.click("dialog [name=time]")
        await page.type("2:75")
        assert await page.evaluate("document.querySelector('dialog form').checkValidity()") is False
        await page.evaluate("document.querySelector('dialog [name=time]').value = ''")
        await page.type("2:00")
        await page.click("dialog [name=article]")
        await page.type("DH rapid 6")
        assert await page.wait_for(text("dialog [role=status]"))  # what the article says
        small = await page.evaluate(
            "[...document.querySelectorAll('dialog :is(button, select, input)')].filter(e => e.checkVisibility())"
            ".filter(e => (e.closest('label') ?? e).getBoundingClientRect().height < 44).map(e => e.outerHTML)"
        )
        assert small == []
        await page.press("Enter")
        await page.wait_for("document.querySelector('dialog .sentence')")
        sentence = await page.evaluate(text("dialog .sentence"))
        assert sentence == "Alexander Georgiev (Black): time for the opponent (2:00)"
        await page.click("dialog [name=why]")
        await page.type("Stopped the clock")
        await page.press("Enter")
        await page.wait_for(f"{text('.reply')}.includes('Done')")
        penalty = Penalise(
            "Stopped the clock",
            side=Side.BLACK,
            penalty=Penalty.TIME_GIVEN,
            article="DH rapid 6",
            ms=Millis(120_000),
        )
        assert table.commands[-1].do == Order("Ines", "chief arbiter", penalty)

        await page.click("[data-act=adjust_time]")
        await page.click("dialog .option:nth-of-type(1)")
        await _select(page, "change", "set")
        await page.click("dialog [name=time]")
        await page.type("1:01:30")
        await page.press("Enter")
        await page.wait_for("document.querySelector('dialog .sentence')")
        assert await page.evaluate(text("dialog .sentence")) == "Ton Sijbrands (White): set to 1:01:30"
        table.refuse = "no game is being played."
        await page.click("dialog .primary")
        await page.wait_for(f"{text('.reply.bad')}.includes('no game is being played. (X 1)')")
        change = AdjustTime(side=Side.WHITE, change=Change.SET, ms=Millis(3_690_000))
        assert table.commands[-1].do == Order("Ines", "chief arbiter", change)
        assert [error for error in page.errors if "409" not in error] == []


async def _select(page: Page, name: str, value: str) -> None:
    await page.evaluate(
        f"(s => {{ s.value = '{value}'; s.dispatchEvent(new Event('change')); }})"
        f"(document.querySelector('dialog [name={name}]'))"
    )


async def test_a_hundred_tables_stay_smooth(browser: Browser, broker: Broker, event: str, relay: Relay) -> None:
    """Off the screen nothing is drawn; a move on one table touches that board only."""
    async with GalleryTable(broker.url, event, 1, plies=30).running() as table:
        await crowd(table, 99)
        await eventually(lambda: len(relay.hall.tables) == 100)
        page = await browser.open(relay.url)
        await page.wait_for(f"{CARDS} === 100")
        drawn = await page.wait_for(
            "[...document.querySelectorAll('.card')].filter(c => c.querySelector('.disc')).length"
        )
        assert drawn < 60
        await page.evaluate(
            "window.touched = new Set(); new MutationObserver(list => list.forEach(m => m.target.closest('svg') &&"
            " touched.add(m.target.closest('.card').querySelector('a').hash)))"
            ".observe(document.querySelector('.cards'), {subtree: true, childList: true})"
        )
        table.play()
        await crowd(table, 1)
        await page.wait_for(f"{text(card('t101') + ' .last-moves')}.includes(`{table.texts[-1]}`)")
        assert await page.evaluate("[...touched]") == ["#t101"]
        assert page.errors == []


async def test_a_flag_falls_on_the_page(browser: Browser, broker: Broker, event: str, relay: Relay) -> None:
    from gateway.clock.face import ClockFace, Flag

    async with GalleryTable(broker.url, event, 1, plies=2).running() as table:
        table.shown = ClockFace(Millis(9_000), Millis(60_000), Side.WHITE, Instant(wall()))
        await table.tell()
        page = await browser.open(relay.url)
        await page.wait_for(f"/^0:0\\d\\.\\d$/.test({text('.white .time')})")  # tenths at the end
        table.shown = ClockFace(
            Millis(0),
            Millis(60_000),
            None,
            Instant(wall()),
            flags=(Flag(Side.WHITE, Instant(wall())),),
            first_flag=Side.WHITE,
        )
        await table.clock(table.shown)
        await page.wait_for("document.querySelector('.white .clock.fallen')")
        assert await page.evaluate(text(".white .time")) == "0:00"
