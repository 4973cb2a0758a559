"""A whole bridge event at a real relay: teams of eight on sixteen tables, results entered on phones of a real browser.

    make bridge-event ARGS="--rounds 7 --boards 8"

One side enters each contract and the other confirms it. Two sides say different things once, and the director decides;
a wrong score that both have confirmed is corrected, a substitute plays a match; a table is over the time, which the
round clock measures and the desk proposes to penalize; the relay is killed in the middle. In the end victory points are
compared with a reckoning of the test's own.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from playwright.async_api import Page, expect

from gateway.event.bridge.bridge_event import BridgeRoundState
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_places import standing_rows
from gateway.runtime.relay_client import RelayClient
from tests.browsing import Visits, close_browser, open_visits
from tests.event.bridge.bridge_verdict import SaidBoard, expected_totals

from .hall import KEY, Hall

__all__ = ["BridgePlan", "PlayedBridge", "bridge_faults", "play_bridge"]

COLUMN = 32
"""Four comparisons of eight boards."""
LATE_TEAM, LATE_ROUND, LATE_POINTS = 4, 2, 2
SUBSTITUTED_TEAM, SUBSTITUTED_ROUND = 3, 2


class BridgePlan(NamedTuple):
    """How much is played, and how much of it in the browser."""

    teams: int = 8
    rounds: int = 7
    boards: int = 8
    on_phones: int = 7
    """Rounds of which every result is entered in the browser; the others by the tables' API."""
    phones: int = 16
    """Tables that have a phone of their own in these rounds."""
    seed: int = 1
    board_ms: int = 10_000
    """What the round clock has for a board: it runs only while somebody is late."""
    pictures: Path | None = None


class PlayedBridge(NamedTuple):
    """What came of it."""

    fold: BridgeFold
    said: list[SaidBoard]
    """What counts in the end, by what hands did."""
    public: str
    """The page of standings, as the public reads it."""
    entered: int
    """Results that were entered in the browser."""


class _BridgeHall:
    def __init__(self, folder: Path, plan: BridgePlan) -> None:
        self.plan = plan
        self.hall = Hall(folder)
        self.said: dict[tuple[str, int], SaidBoard] = {}
        self.pages: dict[str, Page] = {}
        self.entered = 0
        self.links: dict[str, str] = {}
        # The relay lets go of a connection after five idle seconds, and so must we, earlier.
        self.client = httpx.AsyncClient(timeout=60, trust_env=False, limits=httpx.Limits(keepalive_expiry=1))

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """What the relay answers to the chief director, who is signed in."""
        while True:
            answer = await self.client.request(method, self.hall.address + path, json=body)
            if answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
                break
            await asyncio.sleep(answer.json()["message"]["args"]["s"])  # nobody at a table is as quick as this
        assert answer.status_code == 200, (path, body, answer.text)
        return answer.json()

    # The director -----------------------------------------------------------------------------------------------------

    async def act(self, **act: Any) -> dict[str, Any]:
        """Do something as the chief director does."""
        found = await self.request("POST", "/api/bridge/acts", {"act": act})
        return found["entry"]  # type: ignore[no-any-return]

    async def fold(self) -> BridgeFold:
        def read() -> BridgeFold:
            with RelayClient(f"{self.hall.address}/sign-in/{KEY}") as client:
                return BridgeFold.of(client.bridge_record())

        return await asyncio.to_thread(read)

    async def begin(self) -> None:
        step = {"over_ms": 500, "points": str(LATE_POINTS)}
        rules = {
            "title": "Spring Teams",
            "form": "eights",
            "boards": self.plan.boards,
            "rounds": self.plan.rounds,
            "scale": {"kind": "printed", "column": COLUMN},
            "overtime": {"unit": "vp", "steps": [step]},
        }
        await self.act(type="open_event", regulations=rules)
        for number in range(1, self.plan.teams + 1):
            members = [{"name": f"Player {number}{letter}"} for letter in "ABCDEFGHI"]
            await self.act(type="enter", contestant={"name": f"Team {number}", "members": members})
        await self.act(type="close_entries")
        plan = {"rounds": self.plan.rounds, "boards": self.plan.boards, "board_ms": self.plan.board_ms}
        await self.clock("set", plan=plan)
        await self.clock(*["skip", "skip"] * (LATE_ROUND - 1))  # it stands at the round in which somebody will be late

    async def clock(self, *kinds: str, **more: Any) -> None:
        """What the director does at the round clock."""
        for kind in kinds:
            await self.request("POST", "/api/round-clock/acts", {"act": {"type": kind, **more}})

    # A round ----------------------------------------------------------------------------------------------------------

    async def play(self, visits: Visits, number: int) -> None:
        """A round: drawn, published, every board entered by one side and confirmed by the other."""
        await self.act(type="draw_round")
        if number == SUBSTITUTED_ROUND:
            players = [f"p{9 * (SUBSTITUTED_TEAM - 1) + at}" for at in (9, 2, 3, 4, 5, 6, 7, 8)]
            await self.act(type="line_up", contestant=f"c{SUBSTITUTED_TEAM}", round=number, players=players, why="ill")
        await self.act(type="publish_round")
        if not self.links:
            found = await self.request("GET", "/api/bridge/links")
            self.links = {each["table"]: each["address"] for each in found["links"]}
        event = (await self.fold()).event
        assert event is not None
        luck = Random(f"{self.plan.seed} {number}")
        results = {(table.label, board): _result(luck) for table in event.rounds[-1].tables for board in table.boards}
        for table in event.rounds[-1].tables:
            home, away = (
                (table.north_south, table.east_west) if table.label[1] == "o" else (table.east_west, table.north_south)
            )
            for board in table.boards:
                told = SaidBoard((number, home, away), table.label[1:], board, results[table.label, board])
                self.said[f"{number}.{table.label}", board] = told
        tables = [table.label for table in event.rounds[-1].tables]
        phones = tables[: self.plan.phones] if number <= self.plan.on_phones else []
        for label in phones:
            if label not in self.pages:
                self.pages[label] = await visits.open(self.links[label], width=390, height=844, mobile=True)
        late = self._late(event.rounds[-1]) if number == LATE_ROUND else ""
        last = max(board for _, board in results)
        in_time = {key: result for key, result in results.items() if key != (late, last)}
        await asyncio.gather(*(self._on_phone(number, label, in_time) for label in phones))
        for label in tables[len(phones) :]:
            await self._by_api(label, in_time)
        if late:  # only now time runs: a loaded computer is not slow play
            await self.clock("start")
            held_back = {(late, last): results[late, last]}
            await self._over_the_time(number, late)
            await (self._on_phone(number, late, held_back) if late in phones else self._by_api(late, held_back))
            await self._penalized(visits)
            await self.clock("pause")
        await self._mishaps(number)

    def _late(self, a_round: BridgeRoundState) -> str:
        """The first open table of the team that is late."""
        return next(
            table.label
            for table in a_round.tables
            if LATE_TEAM in (table.north_south, table.east_west) and table.label.endswith("o1")
        )

    async def _over_the_time(self, number: int, label: str) -> None:
        """Wait for the clock to find a table over the time; the others were in time."""
        while True:
            tables = (await self.request("GET", "/api/bridge/times"))["tables"]
            over = {each["table"]: each["used_ms"] - each["allowed_ms"] for each in tables if each["round"] == number}
            if over[f"{number}.{label}"] > 500:
                break
            await asyncio.sleep(0.1)
        assert [table for table, much in over.items() if much > 0] == [f"{number}.{label}"], over

    async def _penalized(self, visits: Visits) -> None:
        """The director takes what the scale proposes, in the browser, from the team whose fault it was."""
        page = await visits.open(f"{self.hall.address}/sign-in/{KEY}")
        await page.goto(f"{self.hall.address}/desk#/queue")
        item = page.locator("li.matter", has_text="over the time")
        await item.get_by_role("button", name=re.compile(rf"^Team {LATE_TEAM} −{LATE_POINTS} VP$")).click()
        await expect(item).to_have_count(0)
        await page.close()

    async def _on_phone(self, number: int, label: str, results: dict[tuple[str, int], str]) -> None:
        page = self.pages[label]
        await expect(page.locator("#place")).to_contain_text(f"Round {number}")
        for (table, board), result in results.items():
            if table != label:
                continue
            await page.get_by_role("radio", name="North-South").check()
            await page.locator(".board-chips").get_by_role("button", name=re.compile(rf"^Board {board},")).click()
            await enter_contract(page, result)
            await expect(page.get_by_role("button", name=f"Board {board}, to be confirmed")).to_be_visible()
            await page.get_by_role("radio", name="East-West").check()
            await page.get_by_role("button", name="Confirm", exact=True).click()
            await expect(page.locator(".entered tbody tr")).to_have_count(board)
            self.entered += 1

    async def _by_api(self, label: str, results: dict[tuple[str, int], str]) -> None:
        path = self.links[label].replace(self.hall.address, "").replace("/bridge/table/", "/api/bridge/table/")
        for (table, board), result in results.items():
            if table == label:
                for side in ("NS", "EW"):
                    body = {"side": side, "board": board, "result": result}
                    await self.request("POST", f"{path}/results", body)

    async def _mishaps(self, number: int) -> None:
        """What goes wrong in each round, and what is done about it."""
        if number == 1:  # both have confirmed a wrong score: the director corrects it with a reason
            table, board, right = "1.1o1", 1, "7NXX N ="
            outcome = {"type": "played", "result": right}
            await self.act(
                type="accept_board", table=table, board=board, outcome=outcome, why="The slip says 7NT redoubled."
            )
            self._counts(table, board, right)
        if number == min(3, self.plan.rounds):  # the two sides say different things
            label = "2c2"
            path = self.links[label].replace(self.hall.address, "").replace("/bridge/table/", "/api/bridge/table/")
            body = {"side": "EW", "board": 2, "result": "1C N -3"}
            await self.request("POST", f"{path}/results", body)
            matters = (await self.request("GET", "/api/queue"))["matters"]
            (matter,) = [each for each in matters if each["kind"] == "two_board_results"]
            assert matter["bridge"] == f"{number}.2c2 2", matter
            outcome = {"type": "played", "result": matter["told"]["EW"]}
            await self.act(
                type="accept_board", table=f"{number}.2c2", board=2, outcome=outcome, why="Asked at the table."
            )
            self._counts(f"{number}.2c2", 2, "1C N -3")
            await self._killed()

    async def _killed(self) -> None:
        """Nothing that was said is lost with the relay's process."""
        before = (await self.fold()).entries
        process = self.hall.processes["relay"]
        process.kill()
        await process.wait()
        await self.hall.start_relay()
        assert (await self.fold()).entries == before

    def _counts(self, table: str, board: int, result: str) -> None:
        self.said[table, board] = self.said[table, board]._replace(result=result)

    async def picture(self, visits: Visits, name: str, path: str, width: int, height: int) -> None:
        if self.plan.pictures is None:
            return
        page = await visits.open(self.hall.address + path, width=width, height=height)
        await expect(page.locator("main")).not_to_be_empty()
        await page.screenshot(path=self.plan.pictures / f"{name}.png", full_page=True)
        await page.close()


async def enter_contract(page: Page, result: str) -> None:
    """Press a contract into the pad of a table's page, as somebody does."""
    pad = page.locator(".contract-pad")
    if result == "pass":
        await pad.locator(".level").get_by_role("button", name="Passed out").click()
    else:
        found = re.fullmatch(r"(\d)([CDHSN])(X{0,2}) ([NESW]) (\S+)", result)
        assert found is not None, result
        level, suit, doubled, by, made = found.groups()
        suits = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades", "N": "No trump"}
        pressed = [("level", level), ("denomination", suits[suit]), ("declarer", by), ("made", f"Result {made}")]
        if doubled:
            pressed.append(("doubling", {"X": "Doubled", "XX": "Redoubled"}[doubled]))
        for kind, name in pressed:
            await pad.locator(f".{kind}").get_by_role("button", name=name, exact=True).click()
    await pad.locator(".send").click()


def _result(luck: Random) -> str:
    """Something that may be played."""
    if luck.random() < 0.04:
        return "pass"
    level = luck.choice([1, 2, 2, 3, 3, 4, 4, 4, 5, 6])
    over = luck.choice([0, 0, 0, 1, -1, -1, -2])
    made = "=" if over == 0 else f"{over:+d}"
    return f"{level}{luck.choice('CDHSN')}{luck.choice(['', '', '', '', 'X'])} {luck.choice('NESW')} {made}"


async def play_bridge(folder: Path, plan: BridgePlan) -> PlayedBridge:
    """Play an event; raises where something does not come about."""
    trial = _BridgeHall(folder, plan)
    async with trial.hall, trial.client, open_visits() as visits:
        await trial.client.get(f"{trial.hall.address}/sign-in/{KEY}")
        await trial.begin()
        for number in range(1, plan.rounds + 1):
            await trial.play(visits, number)
            for name, path in (
                ("round", f"rounds/{number}"),
                ("match", f"matches/{number}/1"),
                ("standings", "standings"),
            ):
                await trial.picture(visits, f"{name}-{number}", f"/bridge/{path}", 390 if number % 2 else 1280, 844)
        await trial.picture(visits, "crosstable", "/bridge/crosstable", 1280, 800)
        await trial.picture(visits, "chinese", "/bridge/standings?language=zh", 390, 844)
        await trial.act(type="rank", seed="lots")
        page = await visits.open(f"{trial.hall.address}/bridge/standings")
        public = await page.locator(".bridge-standings tbody").inner_text()
        return PlayedBridge(await trial.fold(), list(trial.said.values()), public, trial.entered)


def bridge_faults(played: PlayedBridge) -> list[str]:
    """What is not as the hands and the rules have it."""
    event = played.fold.event
    assert event is not None
    points, margins = expected_totals(played.said, COLUMN, {LATE_TEAM: LATE_POINTS})
    rows = {row.number: row for row in standing_rows(event)}
    found = [
        f"Team {team} has {rows[team].points} and should have {points[team]}."
        for team in points
        if rows[team].points != str(points[team])
    ]
    for team, margin in margins.items():
        if int(rows[team].won) - int(rows[team].lost) != margin:
            found.append(f"Team {team} has IMPs {rows[team].won} : {rows[team].lost} and should be {margin:+d}.")
    read = "\t" + played.public.replace("\n", "\t")
    found += [
        f"The public does not read that team {team} has {got}."
        for team, got in points.items()
        if not re.search(rf"\t{team} Team {team}\t{got}\t", read)
    ]
    order = [event.contestants[each].number for each in event.ranking or ()]
    if [points[team] for team in order] != sorted(points.values(), reverse=True):
        found.append(f"The ranking {order} is not by victory points.")
    table = next(
        each
        for each in event.rounds[SUBSTITUTED_ROUND - 1].tables
        if SUBSTITUTED_TEAM in (each.north_south, each.east_west) and each.label.endswith("o1")
    )
    seated = [person.name for person in event.seated(table).values() if person is not None]
    if f"Player {SUBSTITUTED_TEAM}I" not in seated:
        found.append(f"The substitute does not sit: {seated}.")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--phones", type=int, help="rounds that are entered in the browser; by default all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, help="take pictures of the public's pages into this folder")
    asked = parser.parse_args()
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    phones = asked.rounds if asked.phones is None else asked.phones
    plan = BridgePlan(8, asked.rounds, asked.boards, phones, 16, asked.seed, pictures=asked.pictures)
    began = time.monotonic()

    async def play() -> PlayedBridge:
        with tempfile.TemporaryDirectory(prefix="flagfall-bridge-") as folder:
            try:
                return await play_bridge(Path(folder), plan)
            finally:
                await close_browser()

    played = asyncio.run(play())
    print(played.public)
    acts, seconds = len(played.fold.entries), time.monotonic() - began
    print(f"{len(played.said)} results, {played.entered} of them on phones, {acts} acts, {seconds:.0f} s")
    found = bridge_faults(played)
    print("\n".join(found) or "Everything is as the hands and the rules have it.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
