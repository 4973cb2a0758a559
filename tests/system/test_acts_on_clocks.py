"""An arbiter at the table page, with real processes and simulated hardware: pause, restore, adjust, resume.

On a DGT clock and on buttons. The page says asked until the clock shows it, and done then; the relay may die meanwhile.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from drivers.readings import Seat
from tests.browsing import open_visits

from .hall import KEY, OPENING, Board, BoardAndButtons, Hall, request, viewer

pytestmark = [pytest.mark.system, pytest.mark.browser]


async def confirm(page: Page, told: str) -> None:
    """Confirm what is asked, and wait for what is said of it."""
    await page.click("dialog .primary")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.locator(".actions .reply")).to_contain_text(told)


async def take_back(page: Page) -> None:
    """Of four moves the last two are taken back, so that White is to move again."""
    await page.click(".fold[data-group=board] summary")
    await page.click("[data-act=retract_moves]")
    await page.select_option("dialog [name=ply]", "2")
    await expect(page.locator("dialog .sentence")).to_contain_text(f"2 moves are taken back: {OPENING[2]}")
    await confirm(page, "Done: Take moves back")


async def test_pause_restore_adjust_and_resume_on_a_clock_that_keeps_time(hall: Hall, tmp_path: Path) -> None:
    board = Board(tmp_path / "board")
    clock = board.kit.clock
    async with board.port, open_visits() as visits:
        async with viewer(hall) as seen:
            await hall.start_table("t1", board.port.url)
            await seen.until(lambda: seen.status("t1") == "ready")
            await board.play(OPENING[:4])
            await seen.until(lambda: seen.ply("t1") == 4)
        page = await visits.open(f"{hall.address}/sign-in/{KEY}")
        await page.evaluate("location.hash = 't1'")
        reply = page.locator(".actions .reply")
        # Pause: one click and a confirmation. Nobody has touched the clock yet.
        await page.click("[data-act=pause]")
        await confirm(page, "Asked: Pause. Stop the clock by hand")
        clock.run_stop(board.time.now())
        await expect(reply).to_contain_text("Done: Pause")
        await expect(page.locator(".undo")).to_have_text("Undo: Pause")
        await take_back(page)
        # The times of that move are offered, out of the record.
        await page.click(".next")
        await expect(page.locator("dialog [name=white]")).not_to_have_value("")
        await page.fill("dialog [name=white]", "4:58")
        await page.fill("dialog [name=black]", "4:57")
        # The relay dies while the reason is typed: nothing is lost, and what is not known is said.
        await page.fill("dialog [name=why]", "after 19-23")
        await hall.kill("relay")
        await expect(page.locator("#banners")).to_contain_text("relay")
        await page.click("dialog .primary")
        await expect(page.locator("dialog .reply.bad")).to_contain_text("not known")
        await expect(page.locator("dialog [name=why]")).to_have_value("after 19-23")
        await hall.start_relay()
        await expect(page.locator("#banners")).to_be_empty()
        await expect(page.locator("dialog .primary")).to_have_text("Send again")
        await confirm(page, "Asked: Change the clock")
        await expect(reply).to_contain_text("set by hand to 4:58")
        now = board.time.now()
        clock.adjust(298_000, 297_000, now)
        await expect(reply).to_contain_text("Done: Change the clock")
        assert clock.seconds(Seat.LEFT, now) == 298
        await page.click("[data-act=resume]")
        await confirm(page, "Asked: Resume. White: start by hand")
        clock.run_stop(board.time.now())
        await expect(reply).to_contain_text("Done: Resume")
        _, _, told = await request(hall, "GET", "/api/tables/t1/entries")
        changed = [entry["what"] for entry in json.loads(told)["entries"] if entry["what"]["type"] == "time_changed"]
        assert [(each["side"], each["ms"]) for each in changed] == [("white", 298_000), ("black", 297_000)]


async def test_pause_restore_adjust_and_resume_on_buttons(hall: Hall, tmp_path: Path) -> None:
    kit = BoardAndButtons(tmp_path)
    async with kit.port, kit.buttons, viewer(hall) as seen, open_visits() as visits:
        await hall.start_table("t1", kit.port.url, "cpp", kit.buttons.url)
        await seen.until(lambda: seen.status("t1") == "ready" and all(seen.tables["t1"]["devices"].values()))
        kit.start_clock()
        await seen.until(lambda: seen.status("t1") == "playing")
        await kit.play(OPENING[:4])
        await seen.until(lambda: seen.ply("t1") == 4)
        page = await visits.open(f"{hall.address}/sign-in/{KEY}")
        await page.evaluate("location.hash = 't1'")
        await expect(page.locator("[data-act=pause]")).to_be_visible()
        await page.keyboard.press("p")
        await confirm(page, "Done: Pause")
        await take_back(page)
        await page.click(".next")
        shown = page.locator("dialog [name=white]")
        await expect(shown).not_to_have_value("")
        told = await shown.input_value()
        await confirm(page, "Done: Change the clock")
        await expect(page.locator(".stage .player.white .time")).to_contain_text(told)
        await page.click("[data-act=resume]")
        await confirm(page, "Done: Resume")
        await seen.until(lambda: seen.face("t1")["running"] == "white")
        # The way back: the last act is undone by another one.
        await page.click(".undo")
        await expect(page.locator("dialog .sentence")).to_contain_text("The record keeps both")
        await confirm(page, "Done: Pause")
        assert visits.errors(page) == []
