"""Clicks that an arbiter needs: a case and a pause are a choice and a confirmation, a clock at most four.

Touches and keys are counted as clicks are.
"""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from gateway.model.sides import Side
from gateway.referee.acts import Act, AdjustTime, Decide, Pause, Resume
from tests.browsing import open_visits
from tests.table.scenario import Step

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker
from .judged import JudgedTable
from .page_hands import WAYS, Hand
from .test_acts_page import acts, chess_table

pytestmark = pytest.mark.browser

ILLEGAL = Step(hand="f1-f3", press=Side.WHITE, wait=5)
ANOTHER = (Step(hand="f3-f1", wait=4), Step(press=Side.BLACK, wait=1), Step(hand="f1-g3", press=Side.WHITE, wait=5))
A_THIRD = (Step(hand="g3-f1", wait=4), Step(press=Side.BLACK, wait=1), Step(hand="f1-h3", press=Side.WHITE, wait=5))

STEPS: dict[type[Act], tuple[list[str], list[str], int]] = {
    Decide: ([".case [data-choice=dismiss]", "dialog .primary"], ["2", "Enter"], 2),
    Pause: (["[data-act=pause]", "dialog .primary"], ["p", "Enter"], 2),
    AdjustTime: (
        ["[data-act=adjust_time]", "dialog .tile:has([value='white add 60000'])", "dialog .primary"],
        ["t", "Space", "Enter"],
        3,
    ),
    Resume: (["[data-act=resume]", "dialog .primary"], ["p", "Enter"], 2),
}
"""What is pressed for each act, by hand and by keyboard, and how many times that may be."""


async def test_what_is_done_most_takes_few_clicks(broker: Broker, event: str, relay: Relay) -> None:
    moves = Step(moves="e4 e5")
    async with (
        open_visits() as visits,
        chess_table(broker, event, relay, moves, ILLEGAL, *ANOTHER, *A_THIRD) as table,
    ):
        for done, way in enumerate(WAYS):
            hand = await Hand.at(visits, f"{relay.url}/sign-in/{ARBITER.key}", way)
            await hand.page.evaluate("location.hash = 't1'")
            await expect(hand.page.locator(".case")).to_have_count(len(WAYS) - done)
            for act, (by_hand, by_key, most) in STEPS.items():
                await hand.touched()
                # Each is done by pressing what is in sight, and nothing else.
                await one_act(hand, by_hand, by_key)
                await eventually_done(table, act, done + 1)
                assert await hand.touched() == most, f"{act.__name__} by {way}"
                await expect(hand.page.locator("dialog")).to_have_count(0)
            assert visits.errors(hand.page) == []


async def one_act(hand: Hand, by_hand: list[str], by_key: list[str]) -> None:
    if hand.way != "keyboard":
        for control in by_hand:
            await hand.press(hand.page.locator(control).first)
        return
    first, *then = by_key
    await hand.page.keyboard.press(first)
    await expect(hand.page.locator("dialog")).to_be_visible()
    for key in then:
        await hand.page.keyboard.press(key)


async def eventually_done(table: JudgedTable, act: type[Act], times: int) -> None:
    await eventually(lambda: len(acts(table, act)) == times)
