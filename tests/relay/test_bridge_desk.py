"""A bridge event run on the desk alone: forms with what is wrong beside the field, what follows before it is done."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from tests.browsing import assert_accessible, open_visits

from .bridge_events import begin_bridge, bridge_act, bridge_links, say_board
from .conftest import ARBITER, Relay

LIST = "team,name\n" + "\n".join(f"Team {team},Player {team}{letter}" for team in range(1, 6) for letter in "ABCDE")


async def sent(page: Page, button: str) -> None:
    """What the dialog asks is agreed to."""
    await page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()


_BELOW_ITS_BUTTONS = """(dialog) => Math.abs(
  dialog.getBoundingClientRect().bottom - dialog.querySelector(".buttons:last-child").getBoundingClientRect().bottom)"""
"""What shows of a form between its buttons and the dialog's lower edge."""


async def told(page: Page, label: str, words: str) -> None:
    """The dialog says beside a field what is wrong with it, and the keyboard is there."""
    field = page.get_by_role("dialog").locator("label.field, fieldset").filter(has_text=label).last
    await expect(field.locator(".field-error")).to_have_text(words)
    await expect(field.locator("[aria-invalid]").first).to_be_focused()


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


async def more(page: Page, what: str) -> None:
    await page.get_by_role("button", name="More …").click()
    await dialog(page).get_by_role("button", name=what, exact=True).click()


async def test_an_event_from_nothing_to_a_level_match(relay: Relay) -> None:
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.goto(f"{relay.url}/#/bridge")
        await page.get_by_role("button", name="Open a bridge event").click()
        form = dialog(page)
        await sent(page, "Open a bridge event")
        await told(page, "Title", "This is needed.")
        await form.get_by_label("Title").fill("City Cup")
        await form.get_by_label("Boards of a round").fill("80")
        await sent(page, "Open a bridge event")
        await told(page, "Boards of a round", "From 1 to 64.")
        await form.get_by_label("Boards of a round").fill("4")
        await form.get_by_label("Sets of a match").fill("3")
        await form.locator("[name=system]").select_option("knock_out")
        await form.locator("[name=kind]").select_option("given")
        await form.get_by_label("Name of the table").fill("Club 2026")
        await form.locator("[name=scale_table]").fill("0-1 15 15\n2-5 sixteen 14")
        await form.locator("[name=home_by]").select_option("lot")
        await form.get_by_text("What overtime costs").click()
        await form.get_by_label("Minutes over: points").fill("five: 1")
        await sent(page, "Open a bridge event")
        await told(page, "Minutes over: points", "Write it like 5: 1, 10: 2.")
        await form.get_by_label("Minutes over: points").fill("5: 1, 10: 2")
        await sent(page, "Open a bridge event")
        await told(
            page,
            "A line for each step",
            "Line 2 of the table cannot be read: “2-5 sixteen 14”. Write it like 2-5 16 14.",
        )
        await form.locator("[name=scale_table]").fill("0-1 15 15\n2-5 16 14\n6+ 20 5")
        await assert_accessible(page)
        await sent(page, "Open a bridge event")
        await told(page, "Sets of a match", "4 boards cannot be cut into 3 equal sets.")
        await form.get_by_label("Sets of a match").fill("1")
        await sent(page, "Open a bridge event")
        await expect(page.get_by_text("Nobody has entered yet.")).to_be_visible()
        async with relay.client(arbiter=True) as chief:
            rules = (await chief.get("/api/bridge")).json()["regulations"]
        assert rules["scale"]["winners"] == ["15", "15", "16", "16", "16", "16", "20"]
        assert rules["scale"]["losers"] == ["15", "15", "14", "14", "14", "14", "5"]
        assert rules["overtime"]["steps"] == [{"over_ms": 300000, "points": "1"}, {"over_ms": 600000, "points": "2"}]

        await more(page, "Enter a list")
        await form.get_by_label("The list").fill("team,name\nLonely,")
        await sent(page, "Enter a list")
        await expect(form.locator(".field-error")).to_have_text("Line 2 of the list has no name.")
        await form.get_by_label("The list").fill(LIST)
        await sent(page, "Enter a list")
        await expect(page.get_by_text("5 entries")).to_be_visible()
        await page.get_by_role("radio", name="Contestants").check()
        await page.locator("[data-key='page.entry_strike-c5']").click()
        await sent(page, "Strike out the entry of Team 5")
        await expect(form.get_by_role("listitem")).to_have_text("There are then 4 contestants.")
        await sent(page, "Strike out the entry of Team 5")
        await page.get_by_role("button", name="Close entries").click()
        await expect(form).to_contain_text("Numbers are given: 1 Team 1, 2 Team 2, 3 Team 3, 4 Team 4.")
        await sent(page, "Close entries")
        await more(page, "Open the entries again")
        await sent(page, "Open the entries again")
        await expect(form).to_contain_text("The numbers are taken back")
        await sent(page, "Open the entries again")
        await page.get_by_role("button", name="Close entries").click()
        await sent(page, "Close entries")

        await more(page, "Set the round clock by the regulations")
        await expect(form).to_contain_text("2 rounds of 4 boards. Minutes: 8 for a board")
        await expect(form.locator(".clock-timetable li")).to_have_count(3)
        await form.get_by_label("Desired finish").fill("00:00")
        await sent(page, "Set the clock")
        await expect(form).to_have_count(0)

        await page.get_by_role("button", name="Draw round 1").click()
        await expect(form.get_by_role("listitem")).to_have_count(3)
        await sent(page, "Draw round 1")
        await page.get_by_role("button", name="Publish round 1").click()
        await expect(page.locator(".bridge > .reply")).to_have_text(
            "Home and away are still to be drawn or chosen in match 1, 2."
        )
        await page.get_by_role("radio", name="Matches").check()
        await page.get_by_role("button", name="Home and away: Match 2").click()
        await form.locator("[name=kind]").select_option("choice")
        await sent(page, "Home and away in match 2")
        await expect(form.locator(".field-error")).to_have_text("This is needed.")
        await form.get_by_role("radio").last.check()
        await sent(page, "Home and away in match 2")
        await sent(page, "Home and away in match 2")
        await page.get_by_role("button", name="Draw home and away").click()
        await form.get_by_label("Seed for lots").fill("friday")
        await sent(page, "Draw home and away")
        await expect(form.get_by_role("listitem")).to_contain_text("at home")
        await sent(page, "Draw home and away")
        await expect(page.locator(".bridge-matches")).to_contain_text("by lot, seed “friday”")
        await expect(page.locator(".bridge-matches")).to_contain_text("by choice")
        await page.get_by_role("button", name="Publish round 1").click()
        await sent(page, "Publish round 1")

        await page.get_by_role("radio", name="Contestants").check()
        await page.locator("[data-key='bridge_desk.line_up-c1']").click()
        await form.locator("[name=from]").select_option(label="board 3, inside the set")
        await form.locator("[name=player]").first.select_option("Player 1B")
        await sent(page, "Line-up of Team 1")
        await told(page, "Open room, player 1", "A line-up names members of the team, each once.")
        await form.locator("[name=player]").first.select_option("Player 1E")
        await sent(page, "Line-up of Team 1")
        await expect(form.get_by_role("listitem")).to_contain_text("from board 3 on: Player 1E instead of Player 1A")
        await sent(page, "Line-up of Team 1")

        async with relay.client(arbiter=True) as chief:
            tables = (await chief.get("/api/bridge")).json()["rounds"][0]["tables"]
            for table in tables:
                for board in table["boards"][1:] if table["id"] == "1.1o" else table["boards"]:
                    outcome = {"type": "played", "result": "pass"}
                    await bridge_act(chief, type="accept_board", table=table["id"], board=board, outcome=outcome)
        await page.get_by_role("radio", name="Tables").check()
        await page.locator("[data-key='1.1o/1']").click()
        await form.locator("[name=kind]").select_option("averaged")
        await form.get_by_label("Result 1").fill("4S N =")
        await form.get_by_label("Per cent").nth(0).fill("60")
        await form.get_by_label("Result 2").fill("4S X")
        await form.get_by_label("Per cent").nth(1).fill("30")
        await form.get_by_label("Reason").fill("wrong explanation")
        await sent(page, "Enter")
        await expect(form.locator(".weighted .field-error")).to_have_text(
            "The weights of an averaged score add up to 100."
        )
        await form.get_by_label("Per cent").nth(1).fill("40")
        await sent(page, "Enter")
        await expect(form.locator(".weighted .field-error")).to_contain_text("4S X is not a result of a board")
        await form.get_by_label("Result 2").fill("4S N -1")
        await sent(page, "Enter")
        await expect(form).to_contain_text("60% 4S N =, 40% 4S N -1")
        await sent(page, "Board 1 at table 1O")

        await page.get_by_role("radio", name="Matches").check()
        await page.get_by_role("button", name="Goes on: Match 2").click()
        await form.get_by_role("radio").first.check()
        await sent(page, "Who goes on from match 2")
        await expect(form).to_contain_text("goes on from match 2 of round 1")
        await sent(page, "Who goes on from match 2")
        await expect(page.locator(".bridge-matches")).to_contain_text("goes on")

        await page.get_by_role("radio", name="Times").check()
        await expect(page.get_by_text("The round clock has not run in this round")).to_be_visible()
        await page.get_by_role("radio", name="Record").check()
        await assert_accessible(page)
        undo = page.get_by_role("button", name="Undo act").first
        await undo.click()
        await expect(form).to_contain_text("is taken back.")
        await form.get_by_role("button", name="Undo act").click()
        await expect(page.locator(".bridge-record")).to_contain_text("Undone")
        assert visits.errors(page, expected="the server responded with a status of 4") == []


async def test_forms_by_keyboard_on_a_telephone_in_chinese(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, open_visits() as visits:
        await begin_bridge(chief, boards=4, pace={"board_ms": 450_000})
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}", width=390, height=844)
        await expect(page.get_by_role("link", name="Bridge")).to_be_attached()
        await page.evaluate("localStorage.setItem('flagfall.language', 'zh')")
        await page.goto(f"{relay.url}/#/bridge")
        await page.reload()
        keys = page.keyboard
        more = page.locator("[data-key='page.tournament_more']")
        await more.focus()
        await keys.press("Enter")
        await expect(dialog(page).get_by_role("button", name="竞赛规程")).to_be_focused()
        await keys.press("Enter")
        title = dialog(page).locator("[name=title]")
        await expect(title).to_be_focused()
        assert await dialog(page).evaluate(_BELOW_ITS_BUTTONS) <= 1
        await keys.press("Control+A")
        await keys.press("Delete")
        await keys.press("Enter")
        await told(page, "赛事名称", "此项必填。")
        await keys.type("城市杯")
        await expect(dialog(page).locator(".field-error")).to_have_count(0)
        await dialog(page).locator("[name=boards]").focus()
        await keys.press("Control+A")
        await keys.type("8")
        await keys.press("Enter")
        await told(page, "每轮副数", "已排定轮次或已有报名：每轮副数不能再更改。")
        await assert_accessible(page)
        await keys.press("Control+A")
        await keys.type("4")
        await keys.press("Enter")
        await expect(dialog(page)).to_contain_text("更改：赛事名称")
        await keys.press("Tab")
        await expect(dialog(page).get_by_role("button", name="竞赛规程")).to_be_focused()
        await keys.press("Enter")
        await expect(page.get_by_role("heading", name="城市杯")).to_be_visible()

        await page.locator("[data-key=contestants]").focus()
        await keys.press("Space")
        await page.locator("[data-key='bridge_desk.penalize-c2']").focus()
        await keys.press("Enter")
        await dialog(page).locator("[name=points]").focus()
        await keys.type("two")
        await keys.press("Enter")
        await told(page, "分数", "请写成1的样子。")
        await keys.press("Control+A")
        await keys.type("1,5")
        for key in ("Tab", "Tab"):  # over the unit, to the reason
            await keys.press(key)
        await keys.type("迟到")
        await keys.press("Enter")
        await expect(dialog(page)).to_contain_text("2 Team 2：0分 → -1.5分")
        await assert_accessible(page)
        await keys.press("Tab")
        await keys.press("Enter")
        await expect(page.locator(".bridge-contestants")).to_contain_text("迟到")
        await keys.press("Escape")
        plan = (await chief.get("/api/bridge")).json()["clock_plan"]
        for act in ({"type": "set", "plan": plan}, {"type": "start"}):
            await chief.post("/api/round-clock/acts", json={"act": act})
        await page.locator("[data-key=times]").click()
        await expect(page.locator(".bridge-times")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        async with relay.client() as phone:
            await say_board(phone, (await bridge_links(chief))["1o"], "NS", 1, "4H N =")
        await page.locator("[data-key=record]").click()
        await expect(page.locator(".bridge-record")).to_contain_text("1O桌南北")
        assert visits.errors(page, expected="the server responded with a status of 4") == []
