"""The tournament on the desk: opened, paired, confirmed and ranked by hand; what is not published is nobody's."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browsing import assert_accessible, assert_in_reach, open_visits

from .conftest import ARBITER, Relay
from .test_tournament import do

pytestmark = pytest.mark.browser


async def test_a_round_is_paired_confirmed_and_ranked_on_the_page(relay: Relay) -> None:
    async with open_visits() as visits, relay.client(arbiter=True) as chief:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.get_by_role("link", name="Tournament").click()
        await page.get_by_role("button", name="Open a tournament").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Title of the event").fill("City Open")
        await dialog.get_by_label("Rounds").fill("1")
        await assert_accessible(page)
        await dialog.get_by_role("button", name="Open a tournament").click()
        stage = page.locator(".tournament-stage")
        await expect(stage).to_have_text("Entries are open: 0 players.")
        await page.get_by_role("button", name="Enter a player").click()
        await dialog.get_by_label("Name").fill("Ann Able")
        await dialog.get_by_role("button", name="Enter a player").click()
        await expect(stage).to_have_text("Entries are open: 1 player.")
        for name in ("Bo Bright", "Cleo Cole"):
            await do(chief, {"type": "enter_player", "person": {"name": name}})
        await expect(stage).to_have_text("Entries are open: 3 players.")  # the page hears of it by itself

        # Each step says what follows from it before it is done.
        await page.get_by_role("button", name="Close the entries").click()
        await expect(dialog).to_contain_text("3 players get their numbers; Ann Able is number 1.")
        await dialog.get_by_role("button", name="Close the entries").click()
        await page.get_by_role("button", name="Pair round 1").click()
        await expect(dialog).to_contain_text("Round 1: 1 game, 1 player without one.")
        await dialog.get_by_role("button", name="Pair round 1").click()
        await expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
        async with relay.client() as spectator:
            early = (await spectator.get("/api/tournament")).json()
            assert "rounds" not in early
            assert [player.get("points", "0") for player in early["players"]] == ["0"] * 3  # nor the bye
        await page.get_by_role("button", name="Publish round 1").click()
        await dialog.get_by_role("button", name="Publish round 1").click()

        await page.get_by_role("button", name="Why game 1.1 is paired so").click()
        await expect(dialog).to_contain_text("of the upper half meets")
        await dialog.get_by_role("button", name="Close").click()

        for score, source in (("1", "table t1"), ("=", "phone")):
            both = {"white": score, "black": "0" if score == "1" else "="}
            await do(chief, {"type": "report_result", "pairing": "1.1", "score": both, "source": source})
        await expect(page.locator("tr.disputed")).to_contain_text("Two different results were told")
        await expect(page.get_by_role("link", name="Tournament")).to_have_text("Tournament1")
        await assert_accessible(page)
        assert await assert_in_reach(page) > 5
        await page.get_by_role("button", name="Result of game 1.1").click()
        await expect(dialog).to_contain_text("phone: ½-½")
        await dialog.get_by_label("Result").select_option("1-0")
        await dialog.get_by_role("button", name="Accept the result").click()
        await expect(stage).to_have_text("Round 1 of 1; every result is in.")
        await expect(page.get_by_role("link", name="Tournament")).to_have_text("Tournament")
        await page.get_by_role("button", name="Fix the final ranking").click()
        await dialog.get_by_role("button", name="Fix the final ranking").click()
        await expect(stage).to_have_text("The ranking of 3 players is final.")
        await page.get_by_role("radio", name="Standings").check()
        await expect(page.locator(".standings tbody tr")).to_have_count(3)
        await assert_accessible(page)
        assert visits.errors(page) == []

        phone = await visits.open(f"{relay.url}/desk#/tournament", width=390, height=844, mobile=True, dark=True)
        await phone.locator(".tools select").select_option("zh")
        await expect(phone.locator(".tournament-stage")).to_have_text("3名棋手的名次已经确定。")
        assert await phone.locator(".tournament td.result button, .people-head .primary").count() == 0
        await expect(phone.locator(".people-head button")).to_have_text("打印")  # a spectator looks, and prints lists
        await assert_accessible(phone)
        assert visits.errors(phone) == []


async def test_groups_a_draw_and_a_knock_out_on_the_page(relay: Relay) -> None:
    async with open_visits() as visits, relay.client(arbiter=True) as chief:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.get_by_role("link", name="Tournament").click()
        await page.get_by_role("button", name="Open a tournament").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Title of the event").fill("City Cup")
        await dialog.get_by_label("System").select_option("round_robin")
        await dialog.get_by_label("Tie-breaks").fill("TPN")
        await dialog.get_by_text("Groups and stages").click()
        await dialog.get_by_label("Groups", exact=False).first.fill("2")
        await dialog.get_by_label("Then").select_option("knock_out")
        await dialog.get_by_label("How many go on in all").fill("2")
        await dialog.get_by_label("Seeds of the knock-out").fill("0")
        await dialog.get_by_label("Play-off of a drawn tie").fill("5m+3s")
        await assert_accessible(page)
        await dialog.get_by_role("button", name="Open a tournament").click()
        stage = page.locator(".tournament-stage")
        await expect(stage).to_have_text("Entries are open: 0 players.")
        for n in range(4):
            await do(chief, {"type": "enter_player", "person": {"name": f"Player {n}", "rating": 2000 - n}})
        await do(chief, {"type": "close_entries"}, {"type": "pair_round"}, {"type": "publish_round"})
        for game in ("1.1", "1.2"):
            await do(chief, {"type": "accept_result", "pairing": game, "score": {"white": "1", "black": "0"}})
        await expect(stage).to_contain_text("Stage 1: Round robin")
        await page.get_by_role("button", name="Close the stage").click()
        await dialog.get_by_role("button", name="Close the stage").click()
        await expect(dialog).to_contain_text("Stage 2 begins with 2 players.")
        await dialog.get_by_role("button", name="Close the stage").click()
        await page.get_by_role("button", name="Draw lots").click()
        await dialog.get_by_label("Seed of the names").fill("spoken by the mayor")
        await dialog.get_by_label("Seed of the numbers").fill("17 23 5")
        await dialog.get_by_role("button", name="Draw lots").click()
        await expect(dialog).to_contain_text("2 cards are drawn.")
        await dialog.get_by_role("button", name="Draw lots").click()
        await expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()
        await do(chief, {"type": "pair_round"}, {"type": "publish_round"})
        await do(chief, {"type": "accept_result", "pairing": "2.1", "score": {"white": "=", "black": "="}})
        await expect(page.locator("tbody tr").nth(1)).to_contain_text("1.2 5m+3s")
        await page.get_by_role("radio", name="Standings").check()
        await expect(page.locator("table.bracket")).to_contain_text("2.1, 2.1.2")
        await assert_accessible(page)
        await page.get_by_label("Groups and stages").select_option("1")
        await expect(page.get_by_role("heading", name="Group B")).to_be_visible()
        await assert_in_reach(page)
