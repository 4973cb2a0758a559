"""A table that is held back: a spectator is shown what stood then, by every route, until it is released."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import httpx
import pytest

from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    EnterPlayer,
    EventAct,
    OpenEvent,
    PairRound,
    PublishRound,
    ReportResult,
)
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, System
from gateway.model.pairings import PairingId
from gateway.model.persons import Person
from gateway.record.visibility import Audience
from gateway.relay.access.arbiters import Arbiter

from .conftest import ARBITER, JUNIOR, Relay, eventually, run_relay
from .fakes import Broker, FakeTable
from .late_round import ENDED, Clock, Round
from .played_tournaments import do_acts
from .public_addresses import Answers, ask_everything

OPERATOR = Arbiter("Olaf", "broadcast operator", "key-of-olaf-0123456789")
SCREEN = Arbiter("Screen", "screen", "key-of-screen-0123456789")
TABLES = ("t1", "t2", "t3")
_OPENED: list[EventAct] = [
    OpenEvent(regulations=Regulations(title="Open", system=System.DUTCH, rounds=3, tie_breaks=("BH",), tables=TABLES)),
    *(EnterPlayer(person=Person(name)) for name in ("Ann", "Bo", "Cy", "Di")),
    CloseEntries(),
    PairRound(),
    PublishRound(),
]
_ENDED: list[EventAct] = [
    ReportResult(pairing=PairingId("1.1"), score=GameScore.parse("1-0"), source="table"),
    AcceptResult(pairing=PairingId("1.2"), score=GameScore.parse("0-1")),
]


async def _post(relay: Relay, path: str, who: Arbiter = ARBITER, **body: str) -> httpx.Response:
    async with relay.client() as client:
        headers = {"Cookie": await relay.cookie(who)}
        return await client.post(f"/api/tables/{path}", headers=headers, json=body or None)


async def _audit(relay: Relay) -> list[dict[str, object]]:
    async with relay.client() as client:
        answer = await client.get("/api/audit", headers={"Cookie": await relay.cookie()})
    lines: list[dict[str, object]] = answer.json()["lines"]
    return lines


_TIME = re.compile(r'"now": ?\d+|"last": ?\d+|data-acts="\d+"')


def _apart_from_time(answers: Answers) -> dict[str, tuple[int, str]]:
    """Without what tells that time passes, and how often something was done to the tournament."""
    return {address: (status, _TIME.sub("", text)) for address, (status, _, text) in answers.items()}


@pytest.mark.parametrize("delay", [0, 2000])
async def test_no_public_route_shows_what_happens_at_tables_that_are_held_back(
    broker: Broker, event: str, tmp_path: Path, delay: int
) -> None:
    clock = Clock()
    async with contextlib.AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(FakeTable(broker.url, event, name, now=clock).running()) for name in TABLES
        ]
        played = Round(tables, random.Random(3), clock)
        relay = await stack.enter_async_context(
            run_relay(broker.url, event, tmp_path / "relay", clock, computer=clock.computer)
        )
        await do_acts(relay, _OPENED)
        for number in range(1, 6):
            await played.step(number)
        await eventually(lambda: played.is_heard(relay, 5))
        await relay.halls.set_delay(Audience.PUBLIC, delay)
        clock.now += 10_000
        await relay.halls.advance()
        for name in TABLES:
            answer = await _post(relay, f"{name}/withhold", why="a dispute")
            assert answer.status_code == 200
        shown = await ask_everything(relay.app)
        assert "withheld" in shown["/api/tables"][2]

        clock.now += 10_000
        for number in (6, 7, 8, ENDED):
            await played.step(number)
        await eventually(lambda: played.is_heard(relay, ENDED))
        await do_acts(relay, _ENDED)
        clock.now += 10_000
        await relay.halls.advance()
        assert _apart_from_time(await ask_everything(relay.app)) == _apart_from_time(shown)

        for name in TABLES:
            assert (await _post(relay, f"{name}/release")).status_code == 200
        released = await ask_everything(relay.app)
        assert "withheld" not in released["/api/tables"][2]
        for table in relay.hall.tables:
            own = relay.public.find(table.name)
            assert (own.held, own.state and own.state.ply) == (table.held, ENDED)
        assert list(relay.public.game_index) == list(relay.hall.game_index)
        assert released["/api/tournament"] != shown["/api/tournament"]


async def test_a_restart_and_a_killed_relay_go_on_holding_back(broker: Broker, event: str, tmp_path: Path) -> None:
    clock = Clock()
    async with FakeTable(broker.url, event, "t1", now=clock).running() as table:
        played = Round([table], random.Random(5), clock)
        async with run_relay(broker.url, event, tmp_path / "relay", clock, computer=clock.computer) as relay:
            await played.step(1)
            await eventually(lambda: played.is_heard(relay, 1))
            assert (await _post(relay, "t1/withhold", JUNIOR, why="two of them claim")).status_code == 200
            shown = await ask_everything(relay.app)
        await played.step(2)
        async with run_relay(broker.url, event, tmp_path / "relay", clock, computer=clock.computer) as relay:
            await eventually(lambda: played.is_heard(relay, 2))
            again = await ask_everything(relay.app)
            # What is not of a table is told anew by a process of its own.
            for address in ("/api/tables", "/api/tables/t1", "/api/games", "/api/games/t1.1", "/api/event"):
                assert again[address] == shown[address], address
            (held,) = relay.halls.withheld()
            assert (held.table, held.by, held.why) == ("t1", "Jo", "two of them claim")
            await _post(relay, "t1/release")
            assert relay.public.find("t1").held == relay.hall.find("t1").held


async def test_an_operator_holds_and_releases_and_others_do_not(broker: Broker, event: str, tmp_path: Path) -> None:
    people = (ARBITER, JUNIOR, OPERATOR, SCREEN)
    async with (
        run_relay(broker.url, event, tmp_path / "relay", arbiters=people) as relay,
        FakeTable(broker.url, event, "t1").running() as table,
    ):
        await table.state()
        await eventually(lambda: relay.hall.tables and relay.hall.tables[0].state is not None)
        refused = await _post(relay, "t1/withhold", SCREEN, why="a dispute")
        assert refused.status_code == 403
        assert "broadcast operator" in refused.json()["why"]
        assert (await _post(relay, "t1/withhold", OPERATOR)).status_code in {415, 422}
        assert (await _post(relay, "t1/withhold", OPERATOR, why="  ")).status_code == 422
        assert (await _post(relay, "t9/withhold", OPERATOR, why="a dispute")).status_code == 404
        assert (await _post(relay, "t1/release", OPERATOR)).status_code == 409
        relay.hall.find("t1").bridge = True
        refused = await _post(relay, "t1/withhold", OPERATOR, why="a dispute")
        assert (refused.status_code, refused.json()["message"]["key"]) == (409, "problem.bridge_withheld")
        relay.hall.find("t1").bridge = False
        assert (await _post(relay, "t1/withhold", OPERATOR, why="a dispute")).status_code == 200
        again = await _post(relay, "t1/withhold", JUNIOR, why="another")
        assert (again.status_code, again.json()["why"]) == (409, "Table t1 is held back already.")
        for hall in (relay.halls.of(Audience.PUBLIC), relay.halls.of(Audience.SCREENS)):
            assert hall.find("t1").absence == "withheld"
        assert relay.hall.find("t1").absence is None
        assert (await _post(relay, "t1/release", JUNIOR)).status_code == 200
        done = [(line["kind"], line["who"], line.get("about"), line.get("ok", True)) for line in await _audit(relay)]
        assert ("withheld", "Olaf", "a dispute", True) in done
        assert ("withheld", "Jo", "another", False) in done
        assert ("released", "Jo", None, True) in done
