"""A board that is held back, as people meet it: an operator or an arbiter does it on a page, and the public is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from gateway.model.sides import Side
from gateway.relay.access.arbiters import Arbiter
from tests.browsing import assert_accessible, open_visits

from .conftest import ARBITER, eventually, run_relay
from .fakes import Broker, FakeTable, face, wall

pytestmark = pytest.mark.browser

OPERATOR = Arbiter("Olaf", "broadcast operator", "key-of-olaf-0123456789")


async def test_an_operator_holds_a_board_back_and_an_arbiter_releases_it(
    broker: Broker, event: str, tmp_path: Path
) -> None:
    async with (
        run_relay(broker.url, event, tmp_path / "relay", arbiters=(ARBITER, OPERATOR)) as relay,
        FakeTable(broker.url, event, "t1").running() as table,
        open_visits() as visits,
    ):
        table.write_game()
        await table.send(*range(1, len(table.lines) + 1))
        await table.state(clock=face(600_000, running=Side.WHITE, since=wall()))
        await eventually(lambda: relay.hall.tables and relay.hall.tables[0].state is not None)
        public = await visits.open(f"{relay.url}/games/t1.1", width=390, height=844, mobile=True)
        clock = public.locator(".player.white .clock .time")
        await expect(clock).not_to_have_text("–:––")
        notice = public.get_by_text("This board is not shown at present.")
        await expect(notice).to_be_hidden()

        operator = await visits.open(f"{relay.url}/sign-in/{OPERATOR.key}")
        await operator.goto(f"{relay.url}/desk#t1")
        await operator.get_by_role("button", name="Hold back from the public").click()
        dialog = operator.get_by_role("dialog")
        await dialog.get_by_role("button", name="Hold back from the public").click()
        await expect(dialog.locator(".field-error, [aria-invalid=true]").first).to_be_visible()
        await dialog.get_by_label("Reason").fill("both claim")
        await assert_accessible(operator)
        await operator.keyboard.press("Enter")
        await expect(operator.locator(".holding")).to_contain_text("Held back from the public")
        await assert_accessible(operator)

        await expect(notice).to_be_visible()
        stood = await clock.text_content()
        await assert_accessible(public)
        await table.state(ply=7, clock=face(1000, running=Side.BLACK, since=wall()))
        await eventually(lambda: relay.hall.find("t1").state and relay.hall.find("t1").state.ply == 7)  # type: ignore[union-attr]

        chief = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await expect(chief.locator(".card .trouble")).to_contain_text("by Olaf: both claim")
        await chief.get_by_role("link", name="Broadcast").click()
        row = chief.locator(".withheld li")
        await expect(row).to_contain_text("by Olaf: both claim")
        await assert_accessible(chief)
        assert await clock.text_content() == stood, "it stands"
        await row.get_by_role("button").click()
        await chief.get_by_role("dialog").get_by_role("button", name="Release").click()
        await expect(chief.locator(".withheld")).to_contain_text("None. A board is held back on the page of its table.")
        await expect(notice).to_be_hidden()
        await expect(clock).not_to_have_text(stood or "")
        await chief.get_by_role("link", name="Audit").click()
        await expect(chief.get_by_text("held table T1 back from spectators: both claim")).to_be_visible()
        await expect(chief.get_by_text("released table T1 to spectators")).to_be_visible()
        for page in (public, operator, chief):
            assert not visits.errors(page, expected="422")
