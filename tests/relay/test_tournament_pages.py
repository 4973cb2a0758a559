"""The public's pages of the tournament: whole without scripts, found by name or table, explained on a tap, live."""

from __future__ import annotations

import csv
import io
import re

import httpx
import pytest
from playwright.async_api import expect

from gateway.event.entry_list import read_entry_list
from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    OpenEvent,
    PairRound,
    PublishRound,
)
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, System
from gateway.event.team_record import round_matches, team_matches
from gateway.model.pairings import PairingId
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.referee.inputs import SetUp
from gateway.relay.web.tournament.tournament_writer import points_text
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.trf.trf_reader import read_trf
from tests.browsing import assert_accessible, assert_in_reach, latin_words, open_visits

from .conftest import Relay, eventually
from .fakes import BOARD, FEN, FakeTable
from .played_tournaments import NAMES, do_acts, entered, play_cup, play_swiss, play_teams

PATHS = (
    "",
    "/players",
    "/rounds/4",
    "/rounds/4?by=name",
    "/standings",
    "/crosstable",
    "/players/4",
    "/rounds/4/players/4",
)


async def page(client: httpx.AsyncClient, path: str, status: int = 200, headers: dict[str, str] | None = None) -> str:
    answer = await client.get(path, headers=headers)
    assert answer.status_code == status, path
    return answer.text


async def test_pages_say_all_without_scripts(relay: Relay) -> None:
    async with relay.client() as reader:
        assert "No tournament is held here yet." in await page(reader, "/tournament", 404)
        await do_acts(relay, [OpenEvent(regulations=Regulations(title="Open", system=System.DUTCH, rounds=3))])
        assert "Nobody is entered yet." in await page(reader, "/tournament/players")
        assert "There are no standings before" in await page(reader, "/tournament/standings")
        await do_acts(relay, [*entered(5), CloseEntries(), PairRound()])
        assert "Round 1 is not published yet." in await page(reader, "/tournament/rounds/1")
        await do_acts(relay, [PublishRound()])
        shown = await page(reader, "/tournament/rounds/1")
        assert "0 of 2 results are in" in shown
        await do_acts(relay, [AcceptResult(pairing=PairingId("1.1"), score=GameScore.parse("½-½"))])
        assert ">½-½<" in await page(reader, "/tournament/rounds/1")
        assert "第1轮" in await page(reader, "/tournament/rounds/1", headers={"Accept-Language": "zh"})
        assert "第1轮" in await page(reader, "/tournament/rounds/1", headers={"Cookie": "flagfall-language=zh"})
        found = await page(reader, "/tournament/rounds/1?find=dana")
        rows = re.findall(r'<tr data-find="([^"]*)"( hidden)?', found)
        assert [bool(hidden) for _, hidden in rows] == ["dana" not in words for words, _ in rows]
        assert len({hidden for _, hidden in rows}) == 2
        for wrong in ("/tournament/players/99", "/tournament/rounds/1/players/99"):
            await page(reader, wrong, 404)


async def test_other_sites_may_show_them_and_nothing_else(relay: Relay) -> None:
    await play_swiss(relay)
    async with relay.client() as reader:
        for path in PATHS:
            whole = await reader.get(f"/tournament{path}")
            framed = await reader.get(f"/embed/tournament{path}")
            assert whole.headers["x-frame-options"] == "DENY"
            assert "x-frame-options" not in framed.headers
            assert "/sign-in" in whole.text
            assert "/sign-in" not in framed.text
            assert 'href="/tournament' not in framed.text.replace('rel="canonical" href="', "")
            again = await reader.get(f"/tournament{path}", headers={"If-None-Match": whole.headers["etag"]})
            assert again.status_code == 304


async def test_a_game_on_a_table_is_one_tap_away(relay: Relay, table: FakeTable) -> None:
    await do_acts(relay, [OpenEvent(regulations=Regulations(title="Open", system=System.DUTCH, rounds=3)), *entered(2)])
    await do_acts(relay, [CloseEntries(), PairRound(), PublishRound()])
    async with relay.client() as reader:
        assert "/games/" not in await page(reader, "/tournament/rounds/1")
        rules = ("draughts-international", "draughts-rapid", "5m+3s")
        set_up = SetUp(1, *rules, named("A", "B"), FEN, BOARD, 10, 10, pairing=PairingId("1.1"))
        table.write(set_up)
        await table.send(len(table.lines))
        await eventually(lambda: any(game.pairing == "1.1" for game in relay.public.game_index))
        assert 'href="/games/t1.1"' in await page(reader, "/tournament/rounds/1")
        assert 'href="/games/t1.1"' in await page(reader, "/tournament/players/1")


async def test_files_of_the_tournament(relay: Relay) -> None:
    await play_swiss(relay, players=9, rounds=5, played=3)
    async with relay.client() as reader:

        async def rows(path: str) -> list[dict[str, str]]:
            text = await page(reader, f"/api/tournament/{path}")
            return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))

        start = await page(reader, "/api/tournament/players.csv")
        assert [person.name for person in read_entry_list(start)][:2] == list(NAMES[:2])
        games = await rows("rounds/1.csv")
        assert [game["result"] for game in games].count("") == 1  # the bye
        places, listed = await rows("standings.csv"), (await reader.get("/api/tournament/standings.json")).json()
        assert [row["name"] for row in places] == [row["name"] for row in listed]
        assert sum(float(row["points"]) for row in await rows("standings.csv?round=1")) == 5
        table = await rows("crosstable.csv")
        assert {len(row["round_1"]) for row in table} <= {3, 2}
        report = read_trf((await reader.get("/api/tournament/report.trf")).content).report
        assert len(report.players) == 9
        for missing in ("rounds/4.csv", "standings.xls"):
            await page(reader, f"/api/tournament/{missing}", 404)


@pytest.mark.browser
async def test_the_public_follows_a_tournament(relay: Relay) -> None:
    await play_swiss(relay)
    async with open_visits() as visits:
        phone = await visits.open(f"{relay.url}/", width=390, height=844, mobile=True)
        await phone.get_by_role("link", name="Rounds").click()
        rows = phone.locator("tbody tr:visible")
        await expect(rows).to_have_count(13)
        await assert_accessible(phone)
        assert await assert_in_reach(phone) > 20
        await phone.get_by_role("searchbox").fill("dana")
        await expect(rows).to_have_count(1)
        await phone.get_by_role("searchbox").fill("5")  # a board
        await expect(rows.first).to_contain_text("Dana Dvořáková")
        await phone.get_by_role("searchbox").fill("nobody at all")
        await expect(phone.get_by_text("Nobody here has that name.")).to_be_visible()
        await phone.get_by_role("searchbox").fill("")

        # A result that comes in is on the page by itself.
        await expect(phone.locator(".round-state")).to_contain_text("7 of 11 results are in")
        await do_acts(relay, [AcceptResult(pairing=PairingId("4.11"), score=GameScore.parse("1-0"))])
        relay.public.show_time()
        await expect(phone.locator(".round-state")).to_contain_text("8 of 11 results are in")

        await phone.get_by_role("link", name="Why game 4.1 is paired so").click()
        await expect(phone.get_by_role("dialog")).to_contain_text("C.04.3")
        await assert_accessible(phone)
        await phone.get_by_role("button", name="Close").click()
        await phone.get_by_role("link", name="Standings").click()
        await phone.locator(".standings tbody tr").first.get_by_role("link", name="BH/C1").click()
        await expect(phone.get_by_role("dialog")).to_contain_text("left out: the lowest is cut")
        await phone.get_by_role("button", name="Close").click()
        await assert_accessible(phone)
        await phone.locator(".standings tbody tr").first.locator("a.name").click()
        await phone.get_by_role("button", name="Follow").click()
        await expect(phone.locator(".own-rounds tbody tr")).to_have_count(4)
        await assert_accessible(phone)

        desk = await visits.open(f"{relay.url}/tournament/crosstable", dark=True)
        await desk.locator(".tools select").select_option("zh")
        await expect(desk.locator("h1")).to_have_text("交叉表")
        for name in ("crosstable", "rounds/4?by=name"):
            await desk.goto(f"{relay.url}/tournament/{name}")
            await expect(desk.locator("#shown h1")).to_be_visible()
            assert await latin_words(desk, " ".join(NAMES) + "English CSV JSON TRF Hoogeveen Lund Open City") == set()
            await assert_accessible(desk)
        for each in (phone, desk):
            assert visits.errors(each) == []


@pytest.mark.browser
async def test_a_bracket_is_drawn(relay: Relay) -> None:
    await play_cup(relay)
    async with open_visits() as visits:
        phone = await visits.open(f"{relay.url}/tournament/bracket", width=390, height=844, mobile=True, dark=True)
        await expect(phone.locator(".bracket-part.main .tie")).to_have_count(15)
        await expect(phone.locator(".tie .seat.won")).to_have_count(9)
        await assert_accessible(phone)
        region = phone.get_by_role("region", name="Bracket")
        assert await region.evaluate("(element) => element.scrollWidth > element.clientWidth")
        last = phone.get_by_text("Winner of 3-1")
        await last.scroll_into_view_if_needed()
        await expect(last).to_be_in_viewport()
        assert visits.errors(phone) == []


@pytest.mark.browser
async def test_who_meets_is_seen_on_a_telephone_without_moving_the_table(relay: Relay) -> None:
    await play_teams(relay)
    async with open_visits() as visits:
        phone = await visits.open(f"{relay.url}/tournament/rounds/3", width=390, height=844, mobile=True)
        for path in ("rounds/3", "rounds/3?by=name", "players/2"):
            await phone.goto(f"{relay.url}/tournament/{path}")
            await expect(phone.locator(".pairings, .by-name").first).to_be_visible()
            regions = phone.locator(".scroll:has(.pairings, .by-name)")
            hidden = "elements => elements.map((element) => element.scrollWidth - element.clientWidth)"
            assert max(await regions.evaluate_all(hidden)) < 2, path
        await expect(phone.locator(".figures")).to_contain_text("Bartholomew Featherstonehaugh")
        lines = "element => element.offsetHeight / parseFloat(getComputedStyle(element).fontSize)"
        assert await phone.locator(".figures dd").last.evaluate(lines) < 2
        await assert_accessible(phone)


async def test_teams_have_matches_boards_members_and_a_cross_table(relay: Relay) -> None:
    await play_teams(relay)
    event = relay.hall.event_record.fold.event
    assert event is not None
    async with relay.client() as reader:
        shown = (await reader.get("/tournament/rounds/3")).text
        matches = round_matches(event, event.rounds[2])
        assert len(re.findall(r'class="match"', shown)) == len(matches) == 3
        for match in matches:
            own, other = (match.points[team] for team in match.teams)
            assert f"{points_text(own)} : {points_text(other)}" in shown
            for game in match.games:
                assert event.person(game, Side.WHITE).name in shown  # type: ignore[union-attr]
        team = (await reader.get("/tournament/players/2?language=zh")).text
        for member in event.entrant(PairingNumber(2)).members:
            assert member.name in team
        assert "场分" in team
        assert team.count('class="own-match"') == 3
        table = (await reader.get("/tournament/crosstable")).text
        first = team_matches(event, PairingNumber(1))[0]
        assert f">{points_text(first.points[PairingNumber(1)])}</td>" in table
        by_name = (await reader.get("/tournament/rounds/3?by=name")).text
        assert all(event.person(game, side).name in by_name for game in event.rounds[2].games for side in Side)  # type: ignore[union-attr]
        found = (await reader.get("/tournament/players?find=Nyberg")).text
        assert len(re.findall(r"<tr[^>]* hidden", found)) == 5, "a team is found by its members"
