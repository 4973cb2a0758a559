"""Forms of the tournament at the relay: printed from the desk, each by those who may have it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect
from typer.testing import CliRunner

from gateway.cli.app import app
from gateway.forms.form_list import FORMS
from gateway.forms.qr_codes import qr_code
from tests.browsing import assert_accessible, open_visits

from .conftest import ARBITER, Relay
from .fakes import FakeTable
from .test_tournament import PAIR, begin, do


async def test_everybody_prints_lists_and_who_enters_results_prints_slips(relay: Relay, table: FakeTable) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as spectator:
        assert (await chief.get("/print/tournament/pairings")).status_code == 409, "nothing is paired"
        assert (await spectator.get("/print/tournament/team-slip?blank=true")).status_code == 401
        assert (await chief.get("/print/tournament/team-slip?blank=true&language=zh")).text.count("团体记分表") == 3
        await begin(chief)
        await do(chief, PAIR)
        assert "Ann Able" in (await chief.get("/print/tournament/pairings")).text
        assert (await spectator.get("/print/tournament/pairings")).status_code == 409, "not published"
        await do(chief, {"type": "publish_round"})
        public = (await spectator.get("/print/tournament/pairings?language=both")).text
        assert "对阵表 / Pairings" in public
        assert "/result/" not in public
        slip = await chief.get("/print/tournament/result-slip?per_page=2")
        assert "Result slip" in slip.text
        assert slip.headers["cache-control"] == "no-store"
        assert (await spectator.get("/print/tournament/result-slip")).status_code == 401
        assert (await chief.get("/print/tournament/result-slip?per_page=3")).status_code == 409
        assert (await chief.get("/print/tournament/confetti")).status_code == 404
        listed = (await chief.get("/api/tournament/forms")).json()["forms"]
        assert [form["name"] for form in listed] == [form.name for form in FORMS]
        shown = (await spectator.get("/api/tournament/forms")).json()["forms"]
        assert [form["name"] for form in shown] == [form.name for form in FORMS if form.public]
        for form in FORMS:
            answer = await chief.get(f"/print/tournament/{form.name}")
            assert answer.status_code in {200, 409}, form.name
            assert re.search(r"<style|style=", answer.text) is None, "the policy lets no style in that is not ours"


async def test_the_command_prints_the_relays_event_with_the_codes_of_its_games(relay: Relay, tmp_path: Path) -> None:
    async with relay.client(arbiter=True) as chief:
        await begin(chief, place="Utrecht", chief_arbiter="Cora")
        await do(chief, PAIR, {"type": "publish_round"})
        address = (await chief.get("/api/tournament/rounds/1/result-links")).json()["links"][0]["address"]
    slip = tmp_path / "slip.html"
    words = ["forms", "result-slip", "--relay", f"{relay.url}/sign-in/{ARBITER.key}", "-o", str(slip)]
    done = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert done.exit_code == 0, done.output
    printed = slip.read_text(encoding="utf-8")
    assert qr_code(address) in printed
    assert ARBITER.key not in printed


@pytest.mark.browser
async def test_a_form_is_opened_from_the_desk(relay: Relay, table: FakeTable) -> None:
    async with relay.client(arbiter=True) as chief:
        await begin(chief)
        await do(chief, PAIR, {"type": "publish_round"})
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.get_by_role("link", name="Tournament").click()
        await page.get_by_role("button", name="Print").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Form").select_option("Result slip")
        await dialog.get_by_label("Language").select_option("Chinese and English")
        await dialog.get_by_label("On a page").select_option("2")
        await assert_accessible(page)
        async with page.expect_popup() as opened:
            await dialog.get_by_role("button", name="Open the form").click()
        form = await opened.value
        await expect(form.get_by_role("heading")).to_have_text("个人积分表 / Result slip")
        await expect(form.locator(".corner svg")).to_have_count(1)
        await assert_accessible(form)
        assert visits.errors(page) == []
