"""A language is one file: it is found on the page, on the command line and on the form. A Chinese page is Chinese."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import typer
from playwright.async_api import Page, Route, expect

from gateway.cli.forms_command import forms
from gateway.cli.judge import judge
from gateway.model.sides import Side
from gateway.record.wire import ENTRY
from gateway.referee.acts import EnterRequest
from gateway.referee.player_requests import CallArbiter
from gateway.referee.rulings import Paused
from gateway.texts.library import FOLDER_VARIABLE
from gateway.texts.template import Format, Hash, Selection, Template, parse
from tests.browsing import Visits, assert_accessible, latin_words, open_visits
from tests.english import LIBRARY
from tests.table.test_table import play, ready
from tests.table.virtual import VirtualTable, setup

from .conftest import ARBITER, Relay, eventually, run_relay
from .fakes import Broker
from .gallery import gallery
from .judged import JudgedTable

SIGN_IN = f"/sign-in/{ARBITER.key}"


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


def toy(text: str) -> str:
    """A template with every word turned round, and marked so that nobody takes it for English."""
    return f"‹{_turned(parse(text))}›"


def _turned(template: Template) -> str:
    parts = []
    for part in template:
        match part:
            case str():
                parts.append(re.sub(r"[A-Za-z]{2,}", lambda word: word[0][::-1], part).replace("'", "''"))
            case Hash():
                parts.append("#")
            case Format():
                inside = ", ".join(filter(None, (part.name, part.kind, part.style)))
                parts.append(f"{{{inside}}}")
            case Selection():
                cases = " ".join(f"{name} {{{_turned(case)}}}" for name, case in part.cases.items())
                parts.append(f"{{{part.name}, {part.kind}, {cases}}}")
    return "".join(parts)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file: the toy language."""
    made = tmp_path / "texts"
    made.mkdir()
    english = {key: text for key, text in LIBRARY["en"].texts.items() if not key.startswith(("language.", "list"))}
    texts = {key: toy(text) for key, text in english.items()} | {"language.name": "Yot"}
    (made / "xx.json").write_text(json.dumps(texts), encoding="utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(made))
    return made


@pytest.mark.usefixtures("folder")
def test_a_toy_language_speaks_on_the_command_line_and_on_the_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    table = ready()
    table.start_clock()
    play(table, "32-28")
    journal = tmp_path / "t1.jsonl"
    journal.write_bytes(b"\n".join(ENTRY.encode(entry) for entry in table.entries))
    with pytest.raises(typer.Exit) as ended:
        judge(str(journal), language="xx")
    assert ended.value.exit_code == 0
    told = capsys.readouterr().out
    assert "‹ehT emag sah nugeb; ‹etihW› si ot evom.›" in told
    forms("score-sheet", journal, language="xx")
    assert "‹erocS teehs›" in capsys.readouterr().out


@pytest.mark.browser
@pytest.mark.usefixtures("folder")
async def test_a_toy_language_is_on_the_page(visits: Visits, broker: Broker, event: str, tmp_path: Path) -> None:
    async with run_relay(broker.url, event, tmp_path / "relay.db") as relay, gallery(broker.url, event):
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(relay.url + SIGN_IN)
        await expect(page.locator(".card")).to_have_count(12)
        await page.locator(".tools select").first.select_option("xx")
        await expect(page.locator(".tools option:checked")).to_have_text("Yot")
        await expect(page.locator(".card .alert").first).to_contain_text("‹")
        await page.evaluate("location.hash = 't2'")
        await expect(page.locator(".case")).to_have_count(2)
        await expect(page.locator("html")).to_have_attribute("lang", "xx")
        await expect(page.locator("[data-act=penalise]")).to_have_text("‹esopmI a ytlanep›")
        await expect(page.locator("[data-choice=correct]")).to_have_text("‹tcerroC ti›")
        async with relay.client() as client:
            sheet = await client.get("/print/tables/t1/games/1", params={"language": "xx"})
        assert "‹erocS teehs›" in sheet.text
        assert visits.errors(page) == []


@pytest.mark.browser
async def test_a_choice_is_kept_by_a_reader_who_goes_on_before_its_words_have_come(
    visits: Visits, relay: Relay
) -> None:
    page = await visits.open(f"{relay.url}/desk")
    held: asyncio.Queue[Route] = asyncio.Queue()
    await page.route("**/api/texts/zh.json", held.put, times=1)
    await page.locator(".tools select").select_option("zh")
    await held.get()
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


@pytest.mark.browser
async def test_chinese_pages_hold_no_english_but_names(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    async with gallery(broker.url, event) as tables:
        await eventually(lambda: len(relay.hall.tables) == 12)
        page = await visits.open(relay.url + SIGN_IN)
        await expect(page.locator(".card")).to_have_count(12)
        await page.locator(".tools select").first.select_option("zh")
        await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        known = " ".join(f"{table.players.white.name} {table.players.black.name}" for table in tables)
        known += f" Ines Flagfall rapid Player unwell {event} ms"
        await _assert_chinese(page, known)
        for name in ("t2", "t3", "t4", "t5", "t7", "t8"):
            await page.evaluate(f"location.hash = '{name}'")
            await expect(page.locator("#detail-title")).to_contain_text(name.upper())
            await expect(page.locator(".log-list li").first).to_be_visible()
            await _assert_chinese(page, known)
        await page.evaluate("location.hash = 't2'")
        for act in ("set_result", "penalise", "adjust_time"):
            await page.click(f"[data-act={act}]")
            await expect(page.locator("dialog")).to_be_visible()
            await _assert_chinese(page, known)
            await page.keyboard.press("Escape")
            await expect(page.locator("dialog")).to_have_count(0)
        await page.click("[data-choice=impose]")
        await _assert_chinese(page, known)
        tables[1].refuse = "未签名"
        await page.click("dialog .primary")
        await expect(page.locator(".actions .reply.bad")).to_contain_text("未签名")
        await _assert_chinese(page, known)
        await assert_accessible(page)


@pytest.mark.browser
async def test_a_control_and_a_player_who_stops_the_clock_are_named_in_the_readers_language(
    visits: Visits, broker: Broker, event: str, relay: Relay
) -> None:
    real = VirtualTable(setup("shared 40m"))
    real.connect()
    real.wait(2000)
    play(real, "32-28", press=False)
    real.act(EnterRequest(side=Side.WHITE, request=CallArbiter()))
    assert [what.by for what in real.whats(Paused) if isinstance(what, Paused)] == ["white"]
    async with JudgedTable(broker.url, event, real).running() as table:
        await table.tell()
        page = await visits.open(relay.url + SIGN_IN)
        await page.locator(".tools select").first.select_option("zh")
        await page.evaluate("location.hash = 't1'")
        await expect(page.locator("#detail .about")).to_contain_text("共用 40m")
        log = page.locator(".log-list")
        await expect(log).to_contain_text("时限共用 40m")
        for line in await log.locator("summary").all():
            await line.click()
        await expect(log.locator(".steps .muted").filter(has_text="白方").first).to_be_visible()
        for text in ("white", "shared"):
            await expect(page.locator("#detail")).not_to_contain_text(text)
        sheet = await visits.open(f"{relay.url}/print/tables/t1/games/1/protocol?language=zh")
        await expect(sheet.locator("body")).to_contain_text("共用 40m")


async def _assert_chinese(page: Page, known: str) -> None:
    assert await latin_words(page, known) == set()
