"""A position put together by fingers on a telephone, for every family of games; the taps that follow are heard."""

from __future__ import annotations

import contextlib
from functools import partial

import pytest
from playwright.async_api import CDPSession, Page, expect

from gateway.model.sides import Side
from gateway.referee.acts import SetPosition
from tests.browsing import open_visits
from tests.table.scenario import Scenario, Step, happen, lay_out

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker
from .judged import JudgedTable
from .test_acts_page import acts, middle

pytestmark = pytest.mark.browser

GAMES = {
    # Where a piece stands, where it is dragged to, and what the position then has: column and row from the upper left.
    "draughts-rapid": ("20m", Side.WHITE, "32-28 19-23", (4, 5), (3, 4), "W:W22,31"),
    "draughts64-rapid": ("20m", Side.WHITE, "c3-d4 b6-a5", (3, 4), (1, 4), "b4"),
    "chess-standard": ("90m", Side.WHITE, "e4 e5", (4, 4), (4, 5), "8/4P3/PPPP1PPP"),
    "gomoku-standard": ("60m", Side.BLACK, "h8", (7, 7), (8, 8), "i7"),
}


async def drag(page: Page, fingers: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger goes from one point of the window to another."""
    steps = [(start[0] + (end[0] - start[0]) * i / 4, start[1] + (end[1] - start[1]) * i / 4) for i in range(5)]
    for kind, (x, y) in zip(("touchStart", *["touchMove"] * 4), steps, strict=True):
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await page.evaluate("() => new Promise(requestAnimationFrame)")


async def test_a_finger_drags_pieces_on_every_board(broker: Broker, event: str, relay: Relay) -> None:
    async with open_visits() as visits, contextlib.AsyncExitStack() as stack:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}", width=390, height=844, mobile=True)
        fingers = await page.context.new_cdp_session(page)
        for number, (book, (control, first, moves, start, end, there)) in enumerate(GAMES.items(), 1):
            real = lay_out(Scenario(book, book, [], control=control), "buttons")
            real.open()
            for step in (Step(run=first), Step(moves=moves)):
                happen(real, step)
            table = await stack.enter_async_context(JudgedTable(broker.url, event, real, f"t{number}").running())
            await table.tell()
            await page.evaluate("name => { location.hash = name; }", f"t{number}")
            await expect(page.locator("#detail-title")).to_contain_text(f"T{number}")
            await page.locator(".fold[data-group=board] summary").tap()
            await page.locator("[data-act=set_position]").tap()
            board = page.locator(".editor-board svg")
            await board.scroll_into_view_if_needed()
            await drag(page, fingers, await middle(board, *start), await middle(board, *end))
            await expect(page.locator("dialog .sentence")).to_contain_text("on 2 squares")
            await page.locator("dialog [name=why]").fill("both agree")
            await page.locator("dialog .primary").tap()
            await eventually(partial(acts, table, SetPosition))
            (act,) = acts(table, SetPosition)
            assert isinstance(act, SetPosition)
            assert there in act.fen, f"{book}: {act.fen}"
            await expect(page.locator("dialog")).to_have_count(0)
        assert visits.errors(page) == []
