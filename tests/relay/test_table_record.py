"""A table's record on its page: moves with their times, flags, counts, batteries, and decisions with folded steps."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import msgspec
import pytest
from playwright.async_api import expect

from gateway.clock.face import ClockFace, Flag, Source
from gateway.clock.facts import ClockPressed, FlagCalled, FlagFell
from gateway.games.game import Move
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message, name_of
from gateway.model.sides import BySide, Side
from gateway.record.table_state import ArbitersState, Device
from gateway.record.visibility import Visibility
from gateway.referee import game_messages
from gateway.referee.acts import EnterRequest, Pause
from gateway.referee.consequences import Consequence
from gateway.referee.inputs import Acted, Clocked, DeviceChanged, Moved
from gateway.referee.player_requests import CallArbiter
from gateway.referee.rulings import Alert, Paused
from tests.browsing import Visits, assert_accessible, open_visits
from tests.table.test_table import play, ready

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker
from .gallery import GalleryTable
from .judged import JudgedTable

pytestmark = pytest.mark.browser
LINES = 3000


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


class Timed(GalleryTable):
    """A table whose clock tells what each move took."""

    used = BySide(Millis(0), Millis(0))

    def play_in(self, ms: int | None, *, press_first: bool = False) -> None:
        """A move that takes so long; None: nobody tells of its press."""
        position = self.line.last
        move: Move = position.moves()[0]
        text, side = position.write(move), position.turn
        self.line = self.line.play(move)
        after = self.line.last
        self.texts.append(text)
        moved = Moved(side, move.text, text, move.path, move.taken, after.board(), after.fen())
        pressed = None
        if ms is not None:
            self.used = self.used.replace(side, Millis(self.used[side] + ms))
            left = {each: Millis(60_000 - self.used[each]) for each in Side}
            at = Instant(self.now())
            face = ClockFace(left[Side.WHITE], left[Side.BLACK], side.other, at, used_ms=self.used)
            pressed = Clocked(ClockPressed(side), face)
        both = (pressed, moved) if press_first else (moved, pressed)
        for what in both:
            if what is not None:
                self.write(what)


TO_GO = """async (controls) => {
  const { toGo } = await import("/pages/live/clock.js");
  return controls.map(([control, stage]) => ["white", "black"].map((side) => toGo({
    state: { control, status: "playing" },
    clock: { face: { to_go: { white: 7, black: 1 }, stage: { white: stage, black: stage } } },
  }, side)));
}"""


async def test_moves_have_times_and_what_is_counted_has_its_consequence(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with Timed(broker.url, event, 1, plies=0).running() as table:
        table.play_in(1200)
        table.play_in(45_300, press_first=True)
        table.play_in(None)
        table.play_in(600)
        fell = Instant(table.now() - 4000)
        down = ClockFace(
            Millis(0), Millis(14_100), None, fell, flags=(Flag(Side.WHITE, fell),), first_flag=Side.WHITE,
            source=Source.HARDWARE,
        )  # fmt: skip
        table.write(Clocked(FlagFell(Side.WHITE, fell, Millis(500)), down), Visibility.ARBITERS)
        called = FlagCalled(Side.WHITE, fell, Instant(fell + 1700), "Black")
        table.write(Clocked(called, down), Visibility.ARBITERS)
        gone = message("device_detail.no_link", reason="no answer")
        table.write(DeviceChanged("clock", False, gone))
        table.devices = (Device("board", True, battery=12), Device("clock", False, detail=gone, battery=80))
        again = message("consequence.illegal", side=name_of(Side.WHITE), count=1, left=1)
        table.arbiters = ArbitersState(consequences=(Consequence(again, "FIDE 7.5.5", Side.WHITE, 1, 2),))
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.evaluate("location.hash = 't1'")
        await expect(page.locator(".ply")).to_have_text(table.texts)
        # Whatever comes first, move or press; a press that nobody told is a hole, and is not laid on the next move.
        await expect(page.locator(".used")).to_have_text(["0:01.2", "0:45.3", "–", "0:00.6"])
        await expect(page.locator(".left")).to_have_text(["0:59", "0:14.7", "–", "0:14.1"])
        counts = page.locator(".counts-part li")
        await expect(counts).to_have_count(2)
        await expect(counts.first).to_contain_text("White: 1 illegal move; the next one loses the game")
        await expect(counts.first.locator(".article")).to_contain_text("FIDE 7.5.5 · ")
        await expect(counts.last).to_contain_text("White: time ran out at ")
        await expect(counts.last).to_contain_text("(± 500 ms), by the clock · called at ")
        await expect(counts.last).to_contain_text(" by Black")
        await expect(page.locator(".charge.low")).to_have_text("battery low: 12 %")
        await expect(page.locator(".devices tr").last).to_contain_text("no contact since ")
        await assert_accessible(page)
        # Beside a clock stands what is to go in its stage: moves, or periods, each by its side's own control.
        assert await page.evaluate(
            TO_GO, [["40/90m, 30m", 0], ["10m, 5x30s", 1], ["white 5m, 3x20s; black 20/4m", 0]]
        ) == [
            [{"n": 7, "kind": "moves"}, {"n": 1, "kind": "moves"}],
            [{"n": 7, "kind": "periods"}, {"n": 1, "kind": "periods"}],
            [{"n": 7, "kind": "moves"}, {"n": 1, "kind": "moves"}],
        ]
        table.shown = msgspec.structs.replace(down, stage=BySide(0, 0), to_go=BySide(12, 1), flags=(), first_flag=None)
        await table.tell()
        await expect(page.locator(".stage .player.white .to-go")).to_have_text("12 moves to go")
        await expect(page.locator(".stage .player.black .to-go")).to_have_text("1 move to go")
        # None of it is anybody's but the arbiters'.
        anybody = await visits.open(f"{relay.url}/desk#t1")
        await expect(anybody.locator(".ply")).to_have_text(table.texts)
        await expect(anybody.locator(".counts-part")).to_be_hidden()
        await expect(anybody.locator(".log-list")).not_to_contain_text("time ran out")
        assert visits.errors(page) == visits.errors(anybody) == []


async def test_a_player_who_stops_the_clock_is_one_line_that_calls(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    real = ready()
    play(real, "32-28", press=False)
    real.act(EnterRequest(side=Side.WHITE, request=CallArbiter()))
    texts = [what.text for what in real.whats() if isinstance(what, Paused | Alert)][-2:]
    assert texts[0] == texts[1], "the ruling and the alert say the same"
    async with JudgedTable(broker.url, event, real).running() as table:
        await table.tell()
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.evaluate("location.hash = 't1'")
        lines = page.locator(".log-list > li").filter(has_text="White calls the arbiter")
        await expect(lines).to_have_count(1)
        await expect(lines).to_have_class(re.compile(r"\bneeds\b"))


async def test_a_decision_is_one_line_and_thousands_of_lines_stay_quick(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=2).running() as table:
        text = game_messages.paused("Ines", "A question")
        table.write(Acted("c1", "Ines", "arbiter", Pause("A question")), Visibility.ARBITERS)
        table.write(Paused(by="Ines", article="FMJD 5.4", text=text))
        while len(table.lines) < LINES:
            table.write(Clocked(ClockPressed(Side.WHITE), table.face_now()))
        await table.tell()
        await eventually(lambda: relay.held("t1") == LINES)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.evaluate("location.hash = 't1'")
        lines = page.locator(".log-list > li")
        await expect(lines).to_have_count(2)
        paused = lines.first
        await expect(paused).to_contain_text("A question")
        await expect(paused.locator(".article").first).to_contain_text("FMJD 5.4")
        await expect(paused.locator(".steps li")).to_have_count(0)
        # By the keyboard as by the mouse.
        await paused.locator("summary").focus()
        await page.keyboard.press("Enter")
        await expect(paused.locator(".steps li[data-entry]")).to_have_count(2)
        await expect(paused.locator(".steps li").first).to_contain_text("Ines (arbiter): ")
        await assert_accessible(page)
        await page.get_by_label("Moves and presses too").check()
        await expect(lines).to_have_count(200)
        table.write(Clocked(ClockPressed(Side.BLACK), table.face_now()))
        await table.send(LINES + 1)
        await expect(lines).to_have_count(201)
        # The rest comes as somebody scrolls down to it.
        await page.locator(".log-list").hover()
        await page.mouse.wheel(0, 100_000)
        await expect(lines).to_have_count(401)
        await page.get_by_label("Moves and presses too").uncheck()
        await expect(lines).to_have_count(2)
        assert visits.errors(page) == []
