"""The way back from an act: another act, or the words that say why there is none and what to do instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from gateway.referee.acts import Arrive, CorrectColours, SetGrace
from gateway.referee.inputs import Acted
from tests.browsing import assert_accessible, open_visits
from tests.table.whole import WholeTable

from .conftest import eventually, run_relay
from .fakes import Broker
from .judged import JudgedTable
from .page_hands import Hand
from .test_every_act import fill_in, find_control, tables_for
from .test_walk import PEOPLE, WALKS, Walk, signed_in

pytestmark = pytest.mark.browser

CHIEF = PEOPLE["chief"]
FINAL = ("put_clock", "open_envelope", "void")
UNDONE = ("pause", "arrive", "set_grace", "correct_colours")


def walk_to(act: str) -> Walk:
    return next(walk for walk in WALKS if act in {walk.act, walk.request} and "chief" in walk.allowed)


def acts_of(table: JudgedTable, kind: type) -> list[object]:
    acts = (entry.what.act for entry in table.real.entries if isinstance(entry.what, Acted))
    return [act for act in acts if isinstance(act, kind)]


async def undo(page: Page) -> None:
    await page.click(".undo")
    await page.locator("dialog [name=why]").fill("the other table")
    await page.click("dialog .primary")
    await expect(page.locator("dialog")).to_have_count(0)


async def test_an_act_has_a_way_back_or_says_why_not(broker: Broker, event: str, tmp_path: Path) -> None:
    walks = [walk_to(act) for act in (*FINAL, *UNDONE, "offer_draw")]
    async with (
        open_visits() as visits,
        run_relay(broker.url, event, tmp_path / "relay.journal", arbiters=tuple(PEOPLE.values())) as relay,
        tables_for(walks, broker, event, relay) as tables,
        relay.client() as client,
    ):
        page = await visits.open(f"{relay.url}/sign-in/{CHIEF.key}")
        chief = await signed_in(client, CHIEF)
        where = {walk.act: table for walk, table in zip(walks, tables, strict=True)}
        for walk, table in zip(walks, tables, strict=True):
            act, name = walk.act, table.address.table
            print(act)  # shown where the story ends early
            if act == "correct_colours":
                continue  # another game begins, below
            answer = await client.post(f"/api/tables/{name}/commands", json={"act": walk.body}, headers=chief)
            assert answer.status_code == 200, answer.text
            await page.evaluate("name => { location.hash = name; }", name)
            await expect(page.locator("#detail-title")).to_contain_text(name.upper())
            final = act not in UNDONE
            await expect(page.locator(".no-undo" if final else ".undo")).to_be_visible()
            await expect(page.locator(".undo" if final else ".no-undo")).to_be_hidden()
        # Who has come, and the grace period, as they were.
        for act in ("arrive", "set_grace"):
            await page.evaluate("name => { location.hash = name; }", where[act].address.table)
            await undo(page)
        await eventually(lambda: len(acts_of(where["arrive"], Arrive)) == 2)
        await eventually(lambda: len(acts_of(where["set_grace"], SetGrace)) == 2)
        came, gone = acts_of(where["arrive"], Arrive)
        assert isinstance(came, Arrive)
        assert isinstance(gone, Arrive)
        assert (came.there, gone.there, came.side) == (True, False, gone.side)
        grace = acts_of(where["set_grace"], SetGrace)[1]
        assert isinstance(grace, SetGrace)
        assert grace.ms == 0, "as the event had it"
        # Colours that were exchanged are exchanged again; the game has begun anew each time.
        walk = next(walk for walk in walks if walk.act == "correct_colours")
        table, hand = where["correct_colours"], Hand(page, "mouse")
        real = table.real
        assert isinstance(real, WholeTable)
        players = real.state.players
        await page.evaluate("name => { location.hash = name; }", table.address.table)
        await expect(page.locator("#detail-title")).to_contain_text(table.address.table.upper())
        await hand.press(await find_control(hand, walk))
        await fill_in(hand, walk)
        await hand.confirm()
        await eventually(lambda: acts_of(table, CorrectColours))
        real.find("board")
        real.stand(real.game.start().board())  # the players set up anew
        real.wait(5000)
        await table.tell()
        await expect(page.locator(".undo")).to_be_visible()
        assert real.state.players == type(players)(players.black, players.white)
        await undo(page)
        await eventually(lambda: len(acts_of(table, CorrectColours)) == 2)
        # What is final says so before it is done.
        await page.evaluate("name => { location.hash = name; }", where["pause"].address.table)
        await page.click(".fold[data-group=result] summary")
        await page.click("[data-act=void]")
        await expect(page.locator("dialog .final")).to_contain_text("cannot be undone")
        await assert_accessible(page)
        assert visits.errors(page) == []
