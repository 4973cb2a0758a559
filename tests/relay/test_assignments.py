"""What the relay assigns: kept, numbered, retained on the bus, and said again to whoever has forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import expect

from gateway.bus import topics
from gateway.model.persons import named
from gateway.referee.assignment import Assignment
from tests.browsing import open_visits

from .conftest import JUNIOR, Relay, eventually, run_relay
from .fakes import Broker, FakeTable

PATH = "/api/tables/t1/assignment"
BODY: dict[str, Any] = {
    "rules": "chess",
    "rulebook": "chess-rapid",
    "control": "10m+5s",
    "players": {"white": {"id": "17", "name": "Ann Able", "title": "GM"}, "black": {"name": "Bo Bright"}},
    "pairing": "r1-b1",
    "round": 1,
    "start": 1_790_000_000_000,
}
FIRST = msgspec.convert(BODY | {"n": 1}, Assignment)
SECOND = msgspec.convert(BODY | {"n": 2, "round": 2, "pairing": "r2-b1"}, Assignment)


def body(assignment: Assignment) -> dict[str, Any]:
    return msgspec.to_builtins(msgspec.structs.replace(assignment, n=0))  # type: ignore[no-any-return]


async def put(relay: Relay, assignment: Assignment) -> dict[str, Any]:
    async with relay.client(arbiter=True) as client:
        answer = await client.put(PATH, json=body(assignment))
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_an_assignment_reaches_the_table_and_is_kept(relay: Relay, table: FakeTable) -> None:
    assert await put(relay, FIRST) == {"ok": True, "n": 1, "sent": True}
    await eventually(lambda: table.assignments == [FIRST])
    assert (await put(relay, FIRST))["n"] == 1  # nothing new
    assert (await put(relay, SECOND))["n"] == 2
    await eventually(lambda: table.assignments[-1] == SECOND)
    async with relay.client(arbiter=JUNIOR) as client:
        assert (await client.get(PATH)).json() == msgspec.to_builtins(SECOND)
        assert (await client.get("/api/tables/t9/assignment")).status_code == 404


async def test_who_may_assign(relay: Relay) -> None:
    async with relay.client() as spectator, relay.client(arbiter=JUNIOR) as junior, relay.client(arbiter=True) as chief:
        assert (await spectator.get(PATH)).status_code == 401
        assert (await spectator.put(PATH, json=BODY)).status_code == 401
        refused = await junior.put(PATH, json=BODY)
        assert (refused.status_code, refused.json()["ok"]) == (403, False)
        elsewhere = await chief.put(PATH, json=BODY, headers={"Origin": "http://elsewhere.example"})
        assert elsewhere.status_code == 403
    assert relay.hall.assignments.find("t1") is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": "chequers"}, "There is no game chequers"),
        ({"rulebook": "renju-rapid"}, "There is no rulebook renju-rapid for Chess"),
        ({"control": "ten minutes"}, "ten minutes"),
        ({"options": {"opening": "mine"}}, "mine"),
        ({"options": {"speed": 1}}, "options: Object contains unknown field `speed`"),
        ({"players": {"white": {"name": "x" * 600}, "black": {"name": ""}}}, "players.white.name has more than 100"),
        ({"round": -1}, "round has to be a number from 0"),
        ({"colour": "red"}, "unknown field `colour`"),
    ],
)
async def test_what_cannot_be_played_anywhere_is_refused_at_once(
    relay: Relay, wrong: dict[str, object], words: str
) -> None:
    async with relay.client(arbiter=True) as client:
        answer = await client.put(PATH, json=BODY | wrong)
    assert answer.status_code == 422
    assert words in answer.json()["why"]
    assert relay.hall.assignments.find("t1") is None


async def test_a_broker_that_has_lost_everything_is_told_again(event: str, tmp_path: Path) -> None:
    broker, other = Broker(tmp_path / "broker"), Broker(tmp_path / "another")
    broker.start()
    try:
        async with run_relay(broker.url, event, tmp_path / "relay.journal") as relay:
            await put(relay, FIRST)
            broker.stop()
            await eventually(lambda: not relay.hall.broker)
            assert (await put(relay, SECOND)) == {"ok": True, "n": 2, "sent": False}
        other.start()
        async with (
            FakeTable(other.url, event, "t1").running() as table,
            run_relay(other.url, event, tmp_path / "relay.journal") as relay,
        ):
            await eventually(lambda: table.assignments == [SECOND])
    finally:
        broker.stop()
        other.stop()


async def test_a_relay_without_its_store_goes_on_where_the_bus_is(broker: Broker, event: str, tmp_path: Path) -> None:
    async with run_relay(broker.url, event, tmp_path / "first.journal") as relay:
        await put(relay, FIRST)
        await put(relay, SECOND)
    async with run_relay(broker.url, event, tmp_path / "second.journal") as relay:
        await eventually(lambda: relay.hall.assignments.find("t1") == SECOND)
        assert (await put(relay, FIRST))["n"] == 3


async def test_what_is_older_than_ours_does_not_stay_on_the_bus(broker: Broker, event: str, tmp_path: Path) -> None:
    async with run_relay(broker.url, event, tmp_path / "relay.journal") as relay:
        await put(relay, FIRST)
        await put(relay, SECOND)
        async with FakeTable(broker.url, event, "t1").running() as table:
            await table.say(topics.ASSIGNMENT, FIRST)  # as another relay might that has lost touch
            await eventually(lambda: FIRST in table.assignments and table.assignments[-1] == SECOND)


async def test_the_number_is_above_what_the_table_has_taken(relay: Relay, table: FakeTable) -> None:
    await table.state(assigned=7)
    await eventually(lambda: relay.hall.last_assigned("t1") == 7)
    assert (await put(relay, FIRST))["n"] == 8


@pytest.mark.browser
async def test_the_page_shows_who_plays_in_which_round_or_that_nothing_is_assigned(
    relay: Relay, table: FakeTable
) -> None:
    await table.state(rulebook="", control="", players=named("", ""))
    await eventually(lambda: relay.hall.tables)
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/desk#t1")
        await expect(page.locator(".about")).to_have_text("Nothing is assigned to this table yet")
        await expect(page.locator(".stage .player.white .name")).to_have_text("White")
        await table.state(players=FIRST.players, round=FIRST.round)
        await expect(page.locator(".stage .player.white .name")).to_have_text("GM Ann Able")
        await expect(page.locator(".about")).to_contain_text("Round 1")
