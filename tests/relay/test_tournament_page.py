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
        await dialog.get_by_role("spinbutton", name="Rounds").fill("1")
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
        await expect(dialog).to_contain_text("Everybody sees round 1")
        await dialog.get_by_role("button", name="Publish round 1").click()

        await page.get_by_role("button", name="Why game 1.1 is paired so").click()
        await expect(dialog).to_contain_text("of the upper half meets")
        await dialog.get_by_role("button", name="Close").click()

        for score, source in (("1", "table t1"), ("=", "phone")):
            both = {"white": score, "black": "0" if score == "1" else "="}
            await do(chief, {"type": "report_result", "pairing": "1.1", "score": both, "source": source})
        await expect(page.locator("tr.disputed")).to_contain_text("Two different results were reported")
        await expect(page.get_by_role("link", name="Tournament")).to_have_text("Tournament1")
        await assert_accessible(page)
        assert await assert_in_reach(page) > 5
        await page.get_by_role("button", name="Result of game 1.1").click()
        await expect(dialog).to_contain_text("phone: ½-½")
        await dialog.locator("select[name=score]").select_option("1-0")
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
        await dialog.get_by_role("combobox", name="System").select_option("round_robin")
        await dialog.get_by_label("Tie-breaks, in their order").fill("TPN")
        await expect(dialog.get_by_role("spinbutton", name="Rounds")).to_have_value("")  # a table says it itself
        await dialog.get_by_role("spinbutton", name="Groups").fill("2")
        await dialog.get_by_role("button", name="Add a stage").click()
        first, second = (dialog.get_by_role("group", name=f"Stage {number}") for number in (1, 2))
        await first.get_by_label("How many go on in all").fill("2")
        await second.get_by_text("More about this stage").click()
        await second.get_by_label("Seeds of the knock-out").fill("0")
        await second.get_by_label("Play-off of a drawn tie").fill("5m+3s")
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
        await do(chief, {"type": "accept_result", "pairing": "2.1.2", "score": {"white": "-", "black": "-"}})
        await expect(page.locator("tbody tr").nth(1)).to_contain_text("-/-")
        await page.get_by_role("button", name="Result of game 2.1.2").click()
        await dialog.get_by_label("Goes on").select_option(index=1)
        await dialog.get_by_label("Reason").fill("both came too late; by lot")
        await dialog.get_by_role("button", name="Accept the result").click()
        await expect(page.get_by_role("button", name="Fix the final ranking")).to_be_enabled()
        await page.get_by_role("radio", name="Standings").check()
        await expect(page.locator("table.bracket")).to_contain_text("2.1, 2.1.2")
        await assert_accessible(page)
        await page.get_by_label("Groups and stages").select_option("1")
        await expect(page.get_by_role("heading", name="Group B")).to_be_visible()
        await assert_in_reach(page)


TEAMS = "team,board,name,rating\n" + "\n".join(
    f"Team {team},{board},{team}{board} Player,{2300 - 10 * at}"
    for at, (team, board) in enumerate((team, board) for team in "ABCD" for board in (1, 2, "R"))
)


async def test_a_team_event_is_run_on_the_page_alone(relay: Relay) -> None:
    """From nothing to a play-off: the list comes from a file, and whatever is refused is not lost from its form."""
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.get_by_role("link", name="Tournament").click()
        await page.get_by_role("button", name="Open a tournament").click()
        dialog = page.get_by_role("dialog")
        stage = page.locator(".tournament-stage")

        async def press(name: str, *, times: int = 1) -> None:
            """Press a form's button, and again what it shows before it is done."""
            for left in reversed(range(times)):
                await dialog.get_by_role("button", name=name, exact=True).click()
                await expect(dialog.locator("ul") if left else page.locator("dialog")).to_have_count(1 if left else 0)

        await dialog.get_by_label("Title of the event").fill("Team Cup")
        await dialog.get_by_label("Teams take part, on several boards").check()
        await dialog.get_by_role("combobox", name="System").select_option("round_robin")
        await dialog.get_by_role("spinbutton", name="Rounds").fill("")
        await dialog.get_by_label("Boards of a match").fill("2")
        await dialog.get_by_label("Tie-breaks, in their order").fill("NONSENSE")
        await dialog.get_by_role("button", name="Open a tournament").click()
        beside = dialog.locator("label.field:has(input[name=tie_breaks]) .field-error")
        await expect(beside).to_contain_text("NONSENSE")
        await expect(beside).to_be_in_viewport()
        await dialog.get_by_label("Tie-breaks, in their order").fill("")
        await assert_accessible(page)
        await press("Open a tournament")
        await expect(stage).to_have_text("Entries are open: 0 teams.")

        await page.get_by_role("button", name="Enter a list").click()
        await dialog.get_by_label("File").set_input_files(
            {"name": "teams.csv", "mimeType": "text/csv", "buffer": TEAMS.encode("utf-16")}
        )
        await dialog.get_by_role("button", name="Enter a list").click()
        await expect(dialog).to_contain_text("4 teams with 12 players are in the list.")
        await press("Enter a list")
        await expect(stage).to_have_text("Entries are open: 4 teams.")
        await page.get_by_role("radio", name="Teams").check()
        await page.get_by_role("button", name="Change: Team A").click()
        await dialog.get_by_label("Board 2: Name").fill("Ann Able")
        await dialog.get_by_label("Captain").fill("Cap Tain")
        await assert_accessible(page)
        await press("Change", times=2)
        await expect(page.locator("tbody tr").first).to_contain_text("2 Ann Able")
        await page.get_by_role("button", name="Close the entries").click()
        await press("Close the entries")
        await page.get_by_role("button", name="Line-up: Team A").click()
        await dialog.get_by_label("Board 2").select_option(label="AR Player")
        await dialog.get_by_role("button", name="Line-up of Team A").click()
        await expect(dialog.locator("ul")).to_have_count(1)
        await press("Line-up")

        await page.get_by_role("radio", name="Rounds", exact=True).check()
        for number in (1, 2, 3):
            await page.get_by_role("button", name=f"Pair round {number}").click()
            await press(f"Pair round {number}")
            await page.get_by_role("button", name=f"Publish round {number}").click()
            await press(f"Publish round {number}", times=2)
            if number == 1:
                await expect(page.locator("table").first).to_contain_text("AR Player")
            await page.get_by_role("radio", name="Enter results").check()
            for board in (1, 2, 3, 4):
                await page.locator("input.typed").fill(f"{board} =")
                await page.keyboard.press("Enter")
                await expect(page.locator(".entered-lines li").first).to_contain_text(f"{number}.{board} ")
            await page.get_by_role("radio", name="Rounds", exact=True).check()
        await page.get_by_role("button", name="Play-off for a shared place").click()
        await press("Play-off for a shared place", times=2)
        await expect(page.get_by_role("button", name="Pair round 4")).to_be_visible()
        await page.get_by_role("radio", name="Record and undo").check()
        await expect(page.locator("table.record tbody tr").first).to_contain_text("began a play-off")
        await assert_accessible(page)
        await page.locator("table.record button").first.click()
        await dialog.locator(".primary").click()
        await expect(page.get_by_role("button", name="Fix the final ranking")).to_be_visible()
        await page.get_by_role("radio", name="Duties").check()
        await page.get_by_label("Look at the venue.").check()
        await expect(page.locator(".duties").first).to_contain_text("ticked by Ines")
        await expect(page.get_by_label("Check the teams' line-ups.")).to_be_visible()
        await assert_accessible(page)
        refused = [each for each in visits.errors(page) if "409" in each]  # the tie-break that there is not
        assert visits.errors(page) == refused
        assert len(refused) == 1
