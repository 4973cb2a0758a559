"""From the page to the referee and back: the relay over a table that is judged by the real rules."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
import pytest
from playwright.async_api import Page, expect

from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.visibility import Visibility
from gateway.referee.acts import Act, Decide, OpenEnvelope, Penalise, Resume, SetResult
from gateway.referee.inputs import Acted
from gateway.referee.penalties import Penalty
from gateway.referee.rulings import CaseDecided, CaseOpened, Penalised, Refused
from tests.browsing import assert_accessible, open_visits
from tests.table.virtual import VirtualTable, setup

from .conftest import ARBITER, JUNIOR, Relay, eventually
from .fakes import Broker
from .judged import JudgedTable

TALKED = Penalise("talked", side=Side.BLACK, penalty=Penalty.WARNING, article="GN 17.11")


@pytest.fixture
async def judged(broker: Broker, event: str, relay: Relay) -> AsyncIterator[JudgedTable]:
    """A gomoku game on a made-up board."""
    real = VirtualTable(setup(event=event, rules="gomoku", rulebook="gomoku-rapid"))
    real.connect()
    real.start_clock(Side.BLACK)
    async with JudgedTable(broker.url, event, real).running() as table:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        yield table


async def test_each_acts_as_far_as_the_role_goes(relay: Relay, judged: JudgedTable) -> None:
    path = "/api/tables/t1/commands"

    def body(act: Act) -> dict[str, object]:
        return {"act": msgspec.to_builtins(act)}

    async with relay.client(arbiter=JUNIOR) as junior, relay.client(arbiter=ARBITER) as chief:
        assert (await junior.post(path, json=body(TALKED))).status_code == 200
        for act, article in (
            (msgspec.structs.replace(TALKED, penalty=Penalty.LOSS), "GN 16"),
            (msgspec.structs.replace(TALKED, article="GN 99"), ""),
            (Decide(case=1, choice="impose"), ""),
            (Resume(), ""),
        ):
            refused = await junior.post(path, json=body(act))
            assert refused.status_code == 409, act
            assert refused.json()["why"]
            assert article in refused.json()["article"]
        # The same offence again is put to those above the arbiter.
        assert (await junior.post(path, json=body(TALKED))).status_code == 200
        found = relay.hall.find("t1")
        await eventually(lambda: b'"cases"' in msgspec.json.encode(relay.hall.table_fields(found, Visibility.ARBITERS)))
        seen = (await chief.get("/api/tables/t1")).json()["state"]["arbiters"]
        (case,) = seen["cases"]
        assert (case["penalty"], case["article"], len(seen["penalties"])) == ("violation", "GN 17.11", 2)
        impose = Decide("again", case=case["id"], choice="impose")
        refused = await junior.post(path, json=body(impose))
        assert (refused.status_code, refused.json()["article"]) == (409, "GN 16.2")
        done = await chief.post(path, json=body(impose))
        assert done.status_code == 200, done.text
        refused = await junior.post(path, json=body(SetResult(result=Result.BOTH_LOSE)))
        assert (refused.status_code, refused.json()["article"]) == (409, "GN 16.3")
    punished = [ruling.penalty for ruling in judged.real.whats(Penalised) if isinstance(ruling, Penalised)]
    assert punished == [Penalty.WARNING, Penalty.WARNING, Penalty.VIOLATION]
    assert len(judged.real.whats(Refused)) == 6
    assert len(judged.real.whats(CaseOpened)) == len(judged.real.whats(CaseDecided)) == 1
    # Spectators hear of the violation, and of nothing else in this.
    await eventually(lambda: relay.held("t1") == len(judged.lines))
    async with relay.client() as spectator:
        entries = (await spectator.get("/api/tables/t1/entries")).json()["entries"]
        assert "arbiters" not in (await spectator.get("/api/tables/t1")).json()["state"]
    kinds = {entry["what"]["type"] for entry in entries}
    assert kinds.isdisjoint({"refused", "proposed", "decided", "acted", "alert"})
    assert [entry["what"]["penalty"] for entry in entries if entry["what"]["type"] == "penalised"] == ["violation"]


@pytest.mark.browser
async def test_a_case_is_decided_on_the_page(relay: Relay, judged: JudgedTable) -> None:
    async def shows(page: Page, selector: str, words: str) -> None:
        await expect(page.locator(selector).first).to_contain_text(words)

    async with relay.client(arbiter=JUNIOR) as client:
        for _ in range(2):
            answer = await client.post("/api/tables/t1/commands", json={"act": msgspec.to_builtins(TALKED)})
            assert answer.status_code == 200
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{JUNIOR.key}")
        await page.evaluate("location.hash = 't1'")
        # Whose it is, an arbiter sees before the click; and the table refuses all the same.
        await expect(page.locator(".case [data-choice=impose]")).to_have_attribute("aria-disabled", "true")
        await shows(page, ".case [data-choice=impose] small:not(.suggested)", "GN 16.2")
        await page.locator(".case [data-choice=impose]").click(force=True)
        await shows(page, ".actions .reply.bad", "GN 16.2")
        await expect(page.locator("dialog")).to_have_count(0)
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.evaluate("location.hash = 't1'")
        await page.click(".case [data-choice=impose]")
        await shows(page, "dialog .sentence", "Bob (Black): violation")
        await page.click("dialog .primary")
        await shows(page, ".actions .reply.good", "Done")
        await expect(page.locator(".case")).to_have_count(0)
        await shows(page, ".penalties", "violation")
        await shows(page, ".log-list .is-penalised .article", "GN 17.11")
        await shows(page, ".log-list .is-case_decided", "Impose: violation")
        await assert_accessible(page)
        assert visits.errors(page) == []


@pytest.mark.browser
async def test_a_game_is_adjourned_and_resumed_on_the_page(relay: Relay, judged: JudgedTable) -> None:
    judged.real.wait(3000)
    judged.real.second()
    await judged.tell()
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{JUNIOR.key}")
        await page.evaluate("location.hash = 't1'")
        await page.click(".fold[data-group=play] summary")
        for act, told in (("adjourn", "Done: Adjourn"), ("seal", "Asked: Seal the envelope. Stop the clock by hand")):
            await page.click(f".actions [data-act={act}]")
            await page.click("dialog .primary")
            await expect(page.locator(".actions .reply")).to_contain_text(told)
            await expect(page.locator(f".frequent [data-act={act}]")).to_have_count(0)
        await expect(page.locator(".adjourned")).to_contain_text("Black has sealed a move")
        await page.click(".actions [data-act=open_envelope]")
        await page.fill("dialog [name=move]", "h8")
        await page.fill("dialog [name=white]", "9:30")
        await assert_accessible(page)
        await expect(page.locator("dialog .sentence")).to_have_text("Sealed move: h8")
        await page.click("dialog .primary")
        await expect(page.locator(".adjourned")).to_have_count(0)
        for decision in await page.locator(".log-list summary").all():
            await decision.click()
        await expect(page.locator(".log-list .steps", has_text="Open the envelope: h8")).to_be_visible()
        assert visits.errors(page) == []
    opened = [what.act for what in judged.real.whats(Acted) if isinstance(what, Acted)][-1]
    assert isinstance(opened, OpenEnvelope)
    assert opened.times is not None
    assert opened.times.white == 570_000
