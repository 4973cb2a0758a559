"""The round clock on the pages: drawn as the relay reckons, run from the desk, called out, and running on alone."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Page, expect

from gateway.clock.round_clock import RoundClock
from gateway.clock.round_plan import RoundPlan
from gateway.model.instants import Instant, Millis
from gateway.record.round_clock_message import RoundClockMessage
from tests.browsing import Visits, assert_accessible, latin_words, open_visits

from .conftest import ARBITER, run_relay
from .fakes import Broker

pytestmark = pytest.mark.browser

_HEAR = "window.said = []; window.speechSynthesis.speak = (words) => said.push([words.lang, words.text]); null"
_DRAW = """async (cases) => {
  const { clockAt, callsBetween, timetable, boardDue } = await import("/pages/live/round_clock.js");
  return cases.map(([clock, now]) => [
    clockAt(clock, now).place,
    clockAt(clock, now).left,
    boardDue({ boards: 1, ...clock.plan }, clockAt(clock, now).left),
    callsBetween(clock, clock.at, now).map(({ at, round, call }) => [at, round, call]),
    timetable(clock, now).map(({ start, end }) => [start, end]),
  ]);
}"""


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


def _cases(count: int) -> list[tuple[RoundClock, Instant, Instant]]:
    """Clocks of any plan, when they were published, and when they are looked at."""
    chance, found = random.Random(20), []
    for _ in range(count):
        rounds = chance.randint(1, 4)
        plan = RoundPlan(
            rounds=rounds,
            boards=chance.randint(1, 4),
            board_ms=chance.randint(60, 600) * 1000,
            first_extra_ms=chance.choice([0, 90_000]),
            move_ms=chance.choice([0, 60_000]),
            breaks={1: 300_000} if rounds > 1 and chance.random() < 0.5 else {},
            last_board_ms=chance.choice([None, 0, 200_000]),
            no_new_board_ms=chance.choice([None, 100_000]),
            time_left_ms=chance.choice([None, 3_000_000]),
        )
        clock = RoundClock.of(plan).start(Instant(0))
        at = Instant(chance.randrange(plan.total_ms))
        clock, _ = clock.advance(at)
        if chance.random() < 0.3:
            clock = clock.pause(at)
        elif chance.random() < 0.5:
            clock = clock.add(Millis(chance.randint(-200_000, 200_000)), at)
        found.append((clock, at, Instant(at + chance.randint(0, 3_000_000))))
    return found


async def _draws_as_the_relay_reckons(page: Page) -> None:
    cases = _cases(150)
    sent = [[msgspec.to_builtins(RoundClockMessage.of(clock, at)), now] for clock, at, now in cases]
    for (clock, at, now), (place, left, board, calls, lines) in zip(
        cases, await page.evaluate(_DRAW, sent), strict=True
    ):
        later, called = clock.advance(now)
        assert (place, left) == (later.place, later.remaining(now)), (clock, now)
        assert board == clock.plan.board_due(later.remaining(now))
        assert calls == [[call.at, call.round, call.call] for call in called if call.at > at]
        assert lines == [[line.start, line.end] for line in later.timetable(now)]


async def test_a_director_runs_the_clock_and_the_hall_sees_and_hears_it(
    visits: Visits, broker: Broker, event: str, tmp_path: Path
) -> None:
    path = tmp_path / "relay.journal"
    async with run_relay(broker.url, event, path) as relay:
        port = int(relay.url.rpartition(":")[2])
        desk = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await desk.goto(f"{relay.url}/#/clock")
        hall = await visits.open(f"{relay.url}/clock?language=both", width=1920, height=1080)
        await expect(hall.locator(".clock-state")).to_have_text("还没有设置轮钟。 · No round clock is set.")
        await hall.evaluate(_HEAR)
        await hall.get_by_text("Spoken calls").click()
        # A plan is typed, its timetable is there before anything is done, and then it is done.
        await desk.locator("[name=rounds]").fill("2")
        await desk.locator("[name=boards]").fill("2")
        await desk.locator("[name=board]").fill("6")
        await desk.locator("[name=breaks]").fill("1: 10")
        await expect(desk.locator(".clock-preview")).to_contain_text("Break after round 1")
        await expect(desk.locator(".plan-form")).to_contain_text("The book has 7½ to 8½ minutes a board.")
        assert relay.hall.clock_keeper.message() is None
        await desk.get_by_text("Set a new clock").click()
        await expect(hall.locator(".clock-left")).to_have_text("12:00")
        await desk.locator("[data-clock=toggle]").click()
        await expect(desk.locator("[data-clock=toggle]")).to_have_text("Stop")
        await expect(hall.locator(".clock-left")).to_contain_text("11:5")
        # A minute less by the keyboard, until the last board should have begun: everybody reads and hears it, once.
        for _ in range(6):
            await desk.keyboard.press("-")
        await expect(hall.locator(".clock-call")).to_contain_text("The last board of this round should have begun.")
        assert await hall.evaluate("said") == [
            ["zh-CN", "本轮最后一副牌应已开始。"],
            ["en", "The last board of this round should have begun."],
        ]
        await desk.locator("[data-clock=skip]").click()
        await expect(hall.locator(".clock-phase")).to_have_text("第1轮后休息 · Break after round 1")
        await desk.locator("[data-clock=undo]").click()
        await expect(hall.locator(".clock-phase")).to_contain_text("Round 1 of 2")
        await desk.get_by_text("What was done").click()
        await expect(desk.locator(".clock-log li").first).to_contain_text("Ines · undo")
        for page in (desk, hall):
            await assert_accessible(page)
        await _draws_as_the_relay_reckons(hall)
        phone = await visits.open(f"{relay.url}/clock?language=zh", width=390, height=844, mobile=True, dark=True)
        await expect(phone.locator(".clock-board")).to_contain_text("应在打第2副")
        assert await latin_words(phone, f"{event} English") == set()
        wall = await visits.open(f"{relay.url}/wall?language=en", width=1920, height=1080)
        await expect(wall.locator(".wall-slide .clock-phase")).to_have_text("Round 1 of 2")
    # The relay is gone: the clock runs on as last heard, and says so.
    await expect(hall.locator(".clock-banner")).to_contain_text("No contact with the relay")
    shown = await hall.locator(".clock-left").inner_text()
    await expect(hall.locator(".clock-left")).not_to_have_text(shown)
    async with run_relay(broker.url, event, path, port=port):
        await expect(hall.locator(".clock-banner")).to_be_hidden()
        await expect(hall.locator(".clock-phase")).to_contain_text("Round 1 of 2")
    for page in (desk, hall, phone):
        assert not visits.errors(page, expected="WebSocket")
