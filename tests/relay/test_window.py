"""The public's window in a real browser: on a phone, on a bad line, inside another site's page, over a stream."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from gateway.lab.chaos.bus_line import BusLine
from gateway.model.pairings import RoundNumber
from gateway.model.persons import named
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.record.visibility import Audience
from gateway.referee.assignment import Assignment
from tests.browsing import Visits, assert_accessible, assert_in_reach, latin_words, open_visits
from tests.ports import free_port

from .conftest import ARBITER, Relay, eventually, run_relay
from .event_tables import PERSONS, EventTable, event_tables
from .fakes import Broker

pytestmark = pytest.mark.browser

SHARING_AND_SOUND = """
  navigator.share = (what) => ((window.shared = what), Promise.resolve());
  window.tones = 0;
  const made = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return made.call(this); };
"""
"""What a telephone has, and ears."""


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


@contextlib.asynccontextmanager
async def playing(
    broker: Broker, event: str, relay: Relay, count: int = 4, rules: tuple[str, ...] = ("draughts-international",)
) -> AsyncIterator[list[EventTable]]:
    async with event_tables(broker.url, event, count, rules) as tables:
        await eventually(lambda: all(relay.held(table.address.table) == len(table.lines) for table in tables))
        yield tables


async def swipe(page: Page, by: int) -> None:
    """Draw a finger over the board by so many pixels, in small steps as fingers do."""
    await page.locator(".stage .board-frame").scroll_into_view_if_needed()
    box = await page.locator(".stage .board-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2 - by / 2, box["y"] + box["height"] / 2
    line = await page.context.new_cdp_session(page)
    await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        point = {"x": x + by * step / 8, "y": y}
        await line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def becomes(page: Page, expression: str) -> None:
    """Wait until it is true in the page. `wait_for_function` waits by means that the page's own policy forbids."""
    async with asyncio.timeout(20):
        while not await page.evaluate(expression):
            await page.evaluate("() => new Promise(requestAnimationFrame)")


async def test_a_phone_steps_back_while_moves_arrive(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    async with playing(broker, event, relay) as tables:
        table, plies = tables[0], len(tables[0].texts)
        page = await visits.open(f"{relay.url}/games/t1.2", width=390, height=844, mobile=True)
        where, news = page.locator(".where"), page.locator(".news")
        await expect(where).to_have_text(f"{plies} / {plies}")
        clock = page.locator(".player.turn .time")
        await expect(clock).not_to_have_text(await clock.text_content() or "")  # it ticks
        await expect(page.locator(".graph rect.bar")).to_have_count(plies)
        # A finger drawn to the right goes back; the address names the move.
        await swipe(page, 80)
        await expect(where).to_have_text(f"{plies - 2} / {plies}")
        await expect(page).to_have_url(f"{relay.url}/games/t1.2#{plies - 2}")
        board = page.locator(".stage svg.board .pieces")
        shown = await board.inner_html()
        for count in (1, 2, 3):
            table.play()
            await table.tell()
            await expect(news).to_have_text(f"{count} new move{'s' if count > 1 else ''}: back to live")
        assert await board.inner_html() == shown
        await expect(where).to_have_text(f"{plies - 2} / {plies + 3}")
        assert await assert_in_reach(page) > 8
        await assert_accessible(page)
        # And on again, to where the game is by now.
        await swipe(page, -40)
        await expect(where).to_have_text(f"{plies - 1} / {plies + 3}")
        await news.tap()  # Chromium would take it for one that stops a throw, if the swipe were not kept from being one
        await expect(where).to_have_text(f"{plies + 3} / {plies + 3}")
        await expect(page).to_have_url(f"{relay.url}/games/t1.2")
        await expect(page.locator(".ply")).to_have_text(table.texts)
        # The last move has its time as well, and the next one is shown by itself.
        await expect(page.locator(".moves-list .left").last).to_have_text(re.compile(r"^\d+:\d\d$"))
        table.play()
        table.end(Result.BLACK, Reason.RESIGNATION)
        await table.tell()
        await expect(where).to_have_text(f"{plies + 4} / {plies + 4}")
        await expect(page.locator(".outcome")).to_contain_text("Black wins · resignation")
        await expect(page.locator(".outcome")).to_contain_text("FMJD 7.2.1 · The opponent resigns")
        # The table plays another: this game stays where it is, and leads on.
        table.begin(3, PERSONS[4], PERSONS[5])
        await table.tell()
        await expect(page.locator(".next a")).to_have_attribute("href", "/games/t1.3")
        await expect(page.locator(".ply")).to_have_count(plies + 4)
        assert visits.errors(page) == []


async def test_keys_links_and_a_game_that_is_coming(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    async with playing(broker, event, relay, 2, ("chess",)) as tables:
        table, plies = tables[0], len(tables[0].texts)
        page = await visits.open(f"{relay.url}/games/t1.2#3")
        where = page.locator(".where")
        await expect(where).to_have_text(f"3 / {plies}")
        for key, text in (("ArrowRight", "4"), ("ArrowLeft", "3"), ("Home", "0"), ("End", str(plies))):
            await page.keyboard.press(key)
            await expect(where).to_have_text(f"{text} / {plies}")
        await page.locator(".ply").nth(4).click()
        await page.get_by_role("button", name="Copy a link").click()
        await expect(page.locator(".sharing .reply")).to_have_attribute("data-address", f"{relay.url}/games/t1.2#5")
        edge = "elements => elements.map((element) => element.getBoundingClientRect().right)"
        ends = await page.locator(".stage :is(.clock, .board-frame)").evaluate_all(edge)
        assert max(ends) - min(ends) < 1, "clocks stand above and below the board's edge"
        turn = page.get_by_role("button", name="Turn the board")
        await turn.click()
        await expect(turn).to_have_attribute("aria-pressed", "true")
        await expect(page.locator(".stage .player").first).to_have_class(re.compile("white"))
        await page.locator(".graph-table summary").click()
        await expect(page.locator(".graph-table tbody tr")).to_have_count((plies + 1) // 2)
        await page.locator(".embed-code summary").click()
        await expect(page.locator(".embed-code textarea").first).to_have_value(re.compile("/embed/games/t1.2"))
        async with page.expect_download() as download:
            await page.locator(".files a").first.click()
        assert (await download.value).suggested_filename == "t1.2.pgn"
        await assert_accessible(page)
        # A telephone's own way to share, and a sound for each move once it is asked for.
        await page.add_init_script(SHARING_AND_SOUND)
        await page.reload()
        await page.locator(".ply").nth(2).click()
        await page.get_by_role("button", name="Share").click()
        await becomes(page, "Boolean(window.shared)")
        told = await page.evaluate("window.shared")
        assert told == {
            "title": " – ".join(table.players[side].name for side in Side),
            "url": f"{relay.url}/games/t1.2#3",
        }
        assert await page.evaluate("window.tones") == 0
        await page.get_by_role("button", name="Sound").click()
        await becomes(page, "window.tones === 1")
        table.play()
        await table.tell()
        await becomes(page, "window.tones === 2")
        assert visits.errors(page) == []
        # A link to the next game is good before there is one.
        early = await visits.open(f"{relay.url}/games/t1.3")
        await expect(early.locator(".notice")).to_contain_text("has not begun yet")
        table.end()
        table.begin(3, PERSONS[0], PERSONS[3])
        table.play()
        await table.tell()
        await expect(early.locator(".ply")).to_have_text(table.texts)
        assert visits.errors(early, expected="404") == []


async def test_the_event_goes_on_by_itself_and_remembers_whom_one_follows(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with playing(broker, event, relay, 6, ("draughts-international", "chess", "gomoku")) as tables:
        page = await visits.open(relay.url, width=390, height=844, mobile=True, dark=True)
        await expect(page.locator(".live-card")).to_have_count(4)
        await expect(page.locator(".pairing")).to_have_count(6)
        await expect(page.locator(".pairing").first).to_have_attribute("data-game", "t1.2")
        # A star brings a player to the front, here and in every round.
        await page.locator(".pairing[data-game='t4.2'] .star").first.tap()
        await expect(page.locator(".live-card").first).to_have_attribute("data-table", "t4")
        await expect(page.locator(".pairing").first).to_have_attribute("data-game", "t4.2")
        await page.locator(".section-head select").select_option("1")
        await expect(page.locator(".pairing .outcome-short").first).to_be_visible()
        name = PERSONS[9].name
        await expect(page.locator(".pairing").first).to_contain_text(name)
        await page.goto(f"{relay.url}/#/players")
        await expect(page.locator(".player-line").first).to_contain_text(name)
        await expect(page.locator(".player-line")).to_have_count(12)
        await page.locator(".player-line a").first.tap()
        await expect(page.locator(".players .pairing")).to_have_count(2)
        await assert_accessible(page)
        # A result comes by itself; so does the next round.
        await page.goto(f"{relay.url}/#/")
        await expect(page.locator(".pairing[data-game='t1.2'] .outcome-short")).to_have_text("Playing")
        tables[0].end(Result.WHITE)
        await tables[0].tell()
        await expect(page.locator(".pairing[data-game='t1.2'] .outcome-short")).to_have_text("2 – 0")
        await expect(page.locator(".live-card[data-table='t1'] .status")).to_contain_text("White wins")
        await expect(page.locator(".rounds .about")).to_have_text("6 games · 3 playing · 2 over")
        # A pairing that is announced is there before its table has it.
        coming = Assignment(
            rules="chess",
            rulebook="chess-rapid",
            control="5m",
            players=named("Cy Coming", "Di Due"),
            round=RoundNumber(2),
        )
        await relay.hall.assignments.assign("t1", coming, 0)
        await expect(page.locator(".pairing.coming")).to_contain_text("Cy Coming")
        await expect(page.locator(".rounds .about")).to_have_text("6 games · 3 playing · 2 over · 1 to come")
        await assert_accessible(page)
        assert await assert_in_reach(page) > 10
        for table, (white, black) in zip(tables, ((1, 4), (2, 6), (5, 0), (3, 9), (8, 10), (7, 11)), strict=True):
            if table.result is None:
                table.end()
            table.begin(3, PERSONS[white], PERSONS[black])
            table.play()
            await table.tell()
        await expect(page.locator(".section-head select")).to_have_value("3")
        await expect(page.locator(".pairing[data-game='t1.3']")).to_contain_text(PERSONS[1].name)
        # The old address of a table leads to its game.
        await page.goto("about:blank")
        await page.goto(f"{relay.url}/#t3")
        await page.wait_for_url(f"{relay.url}/games/t3.3")
        assert visits.errors(page) == []


async def test_a_line_that_is_slow_and_then_cut(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    line = BusLine(int(relay.url.rpartition(":")[2]))
    await line.start()
    try:
        async with playing(broker, event, relay, 1) as tables:
            tables[0].begin(3, PERSONS[0], PERSONS[1])
            tables[0].play(6)
            await tables[0].tell()
            await eventually(lambda: relay.held("t1") == len(tables[0].lines))
            page = await visits.open("about:blank", width=390, height=844, mobile=True)
            network = await page.context.new_cdp_session(page)
            await network.send("Network.enable")
            slow = {"offline": False, "latency": 400, "downloadThroughput": 40_000, "uploadThroughput": 10_000}
            await network.send("Network.emulateNetworkConditions", slow)
            # What the relay has written is there before any script.
            await page.goto(f"http://127.0.0.1:{line.port}/games/t1.3", wait_until="commit")
            await expect(page.locator("h1")).to_contain_text("Ton Sijbrands")
            await expect(page.locator(".ply")).to_have_count(6)
            await expect(page.locator(".clock.running")).to_have_count(1)
            # The line breaks: the page says since when, and the clocks stand.
            line.cut()
            await expect(page.locator(".banner.bad")).to_contain_text("No connection since")
            await expect(page.locator(".clock.running")).to_have_count(0)
            tables[0].play(3)
            await tables[0].tell()
            await eventually(lambda: relay.held("t1") == len(tables[0].lines))
            await page.locator(".step").first.tap()  # what is there can be read on
            await expect(page.locator(".where")).to_have_text("0 / 6")
            await line.start()
            await expect(page.locator(".banner.bad")).to_have_count(0)
            await expect(page.locator(".news")).to_have_text("3 new moves: back to live")
            await expect(page.locator(".where")).to_have_text("0 / 9")
    finally:
        await line.stop()


async def test_a_hall_that_is_shown_late_says_so_and_shows_nothing_early(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with playing(broker, event, relay, 2) as tables:
        plies = len(tables[0].texts)
        game = await visits.open(f"{relay.url}/games/t1.2")
        await expect(game.locator(".where")).to_have_text(f"{plies} / {plies}")
        await expect(game.locator(".banner")).to_have_count(0)
        await relay.halls.set_delay(Audience.PUBLIC, 3_600_000)
        await expect(game.locator(".banner.behind")).to_contain_text("the event is shown later")
        tables[0].play()
        tables[0].end(Result.BLACK)
        await tables[0].tell()
        await eventually(lambda: relay.held("t1") == len(tables[0].lines))
        # Neither page, data nor a page that is opened now knows of it; the arbiters do.
        late = await visits.open(relay.url)
        await expect(late.locator(".banner.behind")).to_be_visible()
        await expect(late.locator(".pairing[data-game='t1.2'] .outcome-short")).to_have_text("Playing")
        await expect(game.locator(".where")).to_have_text(f"{plies} / {plies}")
        async with relay.client() as client, relay.client(arbiter=True) as arbiter:
            for path in ("/", "/games/t1.2", "/embed/tables/t1", "/api/rounds/2", "/api/event", "/api/games/t1.2"):
                told = (await client.get(path)).text
                assert "resignation" not in told, path
            over = [each["over"] for each in (await client.get("/api/event")).json()["rounds"]]
            assert over == [2, 1]
            assert (await arbiter.get("/api/event")).json()["rounds"][1]["over"] == 2
            # Commentators follow the same pages as early as the hall's screens do; whoever may not sees the public's.
            early, asked = await arbiter.get("/?sees=screens"), await client.get("/?sees=screens")
            assert (early.status_code, early.headers["cache-control"]) == (200, "private, no-store")
            assert 'data-sees="screens"' in early.text
            assert "resignation" in early.text
            assert 'data-sees="screens"' not in asked.text
            assert "resignation" not in asked.text
        chief = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await expect(chief.locator(".summary .late")).to_have_text("the public is 60 minutes behind")
        await chief.goto(f"{relay.url}/?sees=screens")
        await expect(chief.locator(".pairing[data-game='t1.2'] .outcome-short")).to_have_text("0 – 2")
        await expect(chief.locator(".banner.behind")).to_have_count(0)
        await chief.locator(".pairing[data-game='t1.2'] .pairing-link").click()
        await expect(chief.locator(".outcome")).to_be_visible()
        await expect(chief.locator(".where")).to_have_text(f"{plies + 1} / {plies + 1}")
        assert visits.errors(game) == visits.errors(chief) == []


@contextlib.asynccontextmanager
async def other_site(page: str) -> AsyncIterator[str]:
    """Another site, which shows this page."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = page.encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://localhost:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def test_a_game_inside_the_page_of_another_site(visits: Visits, broker: Broker, event: str, relay: Relay) -> None:
    async with playing(broker, event, relay, 2) as tables:
        frames = "".join(
            f'<iframe name="{name}" src="{relay.url}{path}" width="400" height="560"></iframe>'
            for name, path in (("table", "/embed/tables/t1"), ("game", "/embed/games/t2.1#4"), ("desk", "/desk"))
        )
        async with other_site(f"<!doctype html><title>Club</title><h1>Our club</h1>{frames}") as site:
            page = await visits.open(site)
            table = page.frame_locator("iframe[name=table]")
            await expect(table.locator(".where")).to_have_text("16 / 16")
            await expect(page.frame_locator("iframe[name=game]").locator(".where")).to_contain_text("4 / ")
            # The desk is not shown there.
            desk = page.frame(name="desk")
            assert desk is not None
            assert desk.url.startswith("chrome-error:") or await desk.locator(".top").count() == 0
            tables[0].play()
            await tables[0].tell()
            await expect(table.locator(".where")).to_have_text("17 / 17")
            # Its next game takes the place of the one before.
            tables[0].end()
            tables[0].begin(3, PERSONS[2], PERSONS[3])
            await tables[0].tell()
            await expect(table.locator(".name").first).to_contain_text("潘一鸣")
            await expect(table.locator(".where")).to_have_text("0 / 0")
            await expect(table.locator("h1 a")).to_have_attribute("href", "/games/t1.3")
            assert await page.context.cookies() == []
            assert visits.errors(page, expected="frame-ancestors") == []


_ALPHA = """async ([picture, points]) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  drawn.drawImage(bitmap, 0, 0);
  return points.map(([x, y]) => drawn.getImageData(x, y, 1, 1).data[3]);
}"""


async def opacity(visits: Visits, page: Page, *points: tuple[int, int]) -> list[int]:
    """How opaque a page is at these points: 0 where what is behind it shows, 255 where nothing does."""
    picture = base64.b64encode(await page.screenshot(omit_background=True)).decode()
    reader = await visits.open("about:blank")
    found: list[int] = await reader.evaluate(_ALPHA, [picture, [list(point) for point in points]])
    return found


async def test_an_overlay_is_transparent_and_comes_back(
    visits: Visits, broker: Broker, event: str, tmp_path: Path
) -> None:
    port, path = free_port(), tmp_path / "relay.journal"
    async with event_tables(broker.url, event, 1) as tables:
        tables[0].begin(3, PERSONS[0], PERSONS[1])
        tables[0].play(4)
        async with run_relay(broker.url, event, path, port=port) as relay:
            await tables[0].tell()
            await eventually(lambda: relay.held("t1") == len(tables[0].lines))
            address = f"{relay.url}/overlay/t1?size=800x120&side=black"
            page = await visits.open(address, width=1000, height=300, dark=True)
            await expect(page.locator(".overlay .player .name")).to_have_text(
                ["GMI Alexander Georgiev", "GMI Ton Sijbrands"]
            )
            box = await page.locator("div.overlay").bounding_box()
            assert box == {"x": 0, "y": 0, "width": 800, "height": 120}
            beside, between, on_it = await opacity(visits, page, (900, 200), (400, 4), (30, 60))
            assert (beside, between) == (0, 0)
            assert on_it > 100
            await page.evaluate("document.body.dataset.loaded = 'before'")
        # The relay is away, and comes back with a move more.
        await expect(page.locator("div.overlay")).to_have_class(re.compile("stale"))
        tables[0].play()
        async with run_relay(broker.url, event, path, port=port) as relay:
            await tables[0].tell()
            await expect(page.locator(".overlay-move")).to_have_text(f"3. {tables[0].texts[-1]}")
            await expect(page.locator("div.overlay")).not_to_have_class(re.compile("stale"))
            assert await page.evaluate("document.body.dataset.loaded") == "before"


async def test_chinese_pages_for_the_public_hold_no_english(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with playing(broker, event, relay, 3, ("gomoku", "draughts-international", "chess")) as tables:
        known = " ".join([event, "PDN PGN SGF iframe", *(person.name for person in PERSONS)])
        for path, see in (
            ("/?language=zh", ".pairing"),
            ("/games/t1.2?language=zh", ".ply"),
            ("/games/t2.1?language=zh", ".outcome"),
            ("/?language=zh#/players", ".player-line"),
            ("/games/t1.9?language=zh", ".notice"),
            ("/embed/games/t1.1?language=zh", ".where"),
        ):
            page = await visits.open(relay.url + path)
            await expect(page.locator(see).first).to_be_visible()
            await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
            texts = " ".join(text for table in tables for text in table.texts)
            found = await latin_words(page, known + texts)
            assert {word for word in found if not re.fullmatch(r"[A-O]\d*|[KQRBNa-h1-8x+#=O-]+", word)} == set(), path
            await assert_accessible(page)
            await page.context.close()
