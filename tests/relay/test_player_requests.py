"""Requests of players that are sent again, since no answer came: entered once, and told by the table to every page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.record.visibility import player_state
from gateway.referee.acts import EnterRequest
from gateway.referee.inputs import Acted
from gateway.referee.machine import step
from gateway.referee.player_requests import CallArbiter, OfferDraw, Resign
from gateway.referee.roles import Role
from gateway.relay.access.player_cards import PlayerCard
from gateway.relay.web.players.player_routes import CALLS_MAX, CardLimits
from gateway.relay.web.problems import Problem
from gateway.table.reporting import table_state
from tests.table.scenario import Step, happen, lay_out

from .conftest import Relay, eventually, run_relay
from .fakes import Broker
from .test_player_cards import CHESS, cards_of, laid, until_seen

PLAYED = Step(run=Side.WHITE), Step(moves="e4 e5")


async def answered(phone: httpx.AsyncClient, link: str, body: dict[str, Any]) -> httpx.Response:
    """The answer to a request; as a page does, it is sent again under its id while nobody can be reached."""
    async with asyncio.timeout(60):
        while (answer := await phone.post(f"/api/play/{link}", json=body)).status_code >= 500:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return answer


def entered(table: Any, kind: type) -> int:
    acts = [entry.what.act for entry in table.real.entries if isinstance(entry.what, Acted)]
    return sum(isinstance(act, EnterRequest) and isinstance(act.request, kind) for act in acts)


@pytest.mark.parametrize(("kind", "request_type"), [("offer_draw", OfferDraw), ("resign", Resign)])
async def test_what_is_sent_again_is_entered_once_and_answered_alike(
    broker: Broker, event: str, tmp_path: Path, kind: str, request_type: type
) -> None:
    body = {"game": 1, "request": {"type": kind}, "id": "telephone-1"}
    async with (await laid(broker, event, CHESS, *PLAYED)).running() as table:
        async with run_relay(broker.url, event, tmp_path / "relay") as relay, relay.client() as phone:
            await table.tell()
            await eventually(lambda: relay.held("t1") == len(table.lines))
            link = (await cards_of(relay))[Side.WHITE]
            first, again = await answered(phone, link, body), await answered(phone, link, body)
        # The relay has died before its answer was heard: a new one knows of it by the table only.
        async with run_relay(broker.url, event, tmp_path / "relay") as relay, relay.client() as phone:
            await table.tell()
            await eventually(lambda: relay.held("t1") == len(table.lines))
            late = await answered(phone, link, body)
            shown = (await phone.get(f"/api/play/{link}")).json()["state"]  # told before the lines that are held
    assert [answer.status_code for answer in (first, again, late)] == [200, 200, 200]
    assert first.json() == again.json() == late.json()
    assert entered(table, request_type) == 1
    assert [(each["command"], each["request"]["type"]) for each in shown["asked"]] == [("telephone-1", kind)]


async def test_a_refusal_is_told_again_and_other_ids_are_other_requests(
    relay: Relay, broker: Broker, event: str
) -> None:
    async with (await laid(broker, event, CHESS, *PLAYED)).running() as table, relay.client() as phone:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        link = (await cards_of(relay))[Side.WHITE]

        async def claim(chosen: str) -> Any:
            wrong = {"game": 1, "request": {"type": "claim_draw"}, "id": chosen}
            return await answered(phone, link, wrong)

        first, again = await claim("a"), await claim("a")
        other = await claim("b")
        bad = await claim("no id\n")

        async def seen() -> Any:
            return (await phone.get(f"/api/play/{link}")).json()["state"]

        shown = await until_seen(seen, lambda state: len(state.get("asked", ())) == 2)  # the answer may come first
    assert (first.status_code, bad.status_code) == (409, 422)
    assert first.json() == again.json()
    assert other.status_code in {200, 409}
    assert [each["command"] for each in shown["asked"]] == ["a", "b"]
    assert shown["asked"][0]["refusal"]["why"]["key"]


def test_what_is_sent_again_is_counted_once() -> None:
    limits, card = CardLimits(), PlayerCard("t1", Side.WHITE, 0)
    for _ in range(2 * CALLS_MAX):
        limits.count(card, "one", CallArbiter(), 0)  # of a table that does not answer
    for number in range(CALLS_MAX - 1):
        limits.count(card, f"more{number}", CallArbiter(), 0)
    with pytest.raises(Problem):
        limits.count(card, "too many", CallArbiter(), 0)


def test_a_player_is_told_his_own_requests_and_of_many_the_last() -> None:
    real = lay_out(CHESS, "buttons")
    real.open()
    for each in PLAYED:
        happen(real, each)
    referee = real.table.referee
    for number in range(30):
        role, side = (Role.WHITE, Side.WHITE) if number % 6 else (Role.BLACK, Side.BLACK)
        act = EnterRequest(side=side, request=CallArbiter(why=str(number)))
        referee, _ = step(referee, Acted(f"id{number}", "Ann", role.value, act), Instant(real.at + number))
    assert referee.play is not None
    state = table_state(real.table, real.at)
    assert state.arbiters is not None
    kept = {role: [each.command for each in referee.play.asked if each.role is role] for role in Role}
    assert kept[Role.BLACK] == [f"id{n}" for n in range(0, 30, 6)]
    assert kept[Role.WHITE] == [f"id{n}" for n in range(30) if n % 6][-20:]
    told = replace(state, arbiters=replace(state.arbiters, asked=referee.play.asked))
    assert [each.command for each in player_state(told, Role.WHITE).asked] == kept[Role.WHITE]
