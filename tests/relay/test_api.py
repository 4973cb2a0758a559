"""REST, sign-in and the headers around them."""

from __future__ import annotations

import httpx
import pytest

from gateway.model.errors import SettingsError
from gateway.model.results import Result
from gateway.record.commands import ActCommand
from gateway.referee.acts import Pause, SetResult
from gateway.relay.access.arbiters import Arbiter, Arbiters, new_key
from gateway.relay.hall import command_client

from .conftest import ARBITER, Relay, eventually
from .fakes import FakeTable

PAUSE = {"act": {"type": "pause", "why": "fire alarm"}}


async def test_tables_and_their_lines(relay: Relay, table: FakeTable) -> None:
    table.write_game(2)
    await table.state()
    await eventually(lambda: relay.held("t1") == 5)
    async with relay.client() as client:
        tables = (await client.get("/api/tables")).json()
        assert [shown["table"] for shown in tables["tables"]] == ["t1"]
        one = (await client.get("/api/tables/t1")).json()
        assert one["online"] is True
        assert one["devices"] == {"board": True}
        assert one["state"]["players"] == {"white": {"name": "Ann Able"}, "black": {"name": "Bo Bright"}}
        assert one["clock"]["face"]["running"] == "white"
        page = (await client.get("/api/tables/t1/entries", params={"after": 1, "limit": 2})).json()
        assert [entry["n"] for entry in page["entries"]] == [2, 3]
        assert (page["next"], page["held"], page["journal"]) == (3, 5, 1)
        assert (await client.get("/api/tables/t1/entries", params={"after": 3})).json()["next"] is None
        assert (await client.get("/api/tables/t1/entries", params={"after": 99})).json()["entries"] == []
        health = (await client.get("/api/health")).json()
        assert health | {"version": ""} == {
            "ok": True,
            "event": relay.hall.event,
            "version": "",
            "broker": True,
            "store": "",
            "tables": 1,
            "online": 1,
            "viewers": 0,
            "lines": 5,
            "gaps": {},
            "malformed": {},
            "journals": {},
        }


async def test_an_act_is_carried_out_once_and_answered(relay: Relay, table: FakeTable) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables)
    async with relay.client(arbiter=True) as client:
        done = await client.post("/api/tables/t1/commands", json=PAUSE)
        assert done.status_code == 200
        assert done.json() == {"ok": True, "id": table.commands[-1].id, "entry": 7}
        result = {"act": {"type": "set_result", "result": "both_lose", "why": ""}}
        assert (await client.post("/api/tables/t1/commands", json=result)).status_code == 200
        table.refuse = "The game is over."
        refused = await client.post("/api/tables/t1/commands", json={"act": {"type": "resume"}})
        assert refused.status_code == 409
        told = {"key": "plain", "args": {"text": "The game is over."}}
        assert refused.json() == {"ok": False, "why": "The game is over.", "message": told, "article": "X 1"}
    orders = [command.do for command in table.commands if isinstance(command.do, ActCommand)]
    assert orders[0] == ActCommand("Ines", "chief arbiter", Pause("fire alarm"))
    assert orders[1].act == SetResult(result=Result.BOTH_LOSE)


async def test_a_silent_table_is_told_again_under_the_same_id(
    relay: Relay, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_client, "_ANSWER_S", 0.15)
    await table.state()
    await eventually(lambda: relay.hall.tables)
    ids: list[str] = []

    async def ignore(command: object) -> None:
        ids.append(command.id)  # type: ignore[attr-defined]

    monkeypatch.setattr(table, "obey", ignore)
    async with relay.client(arbiter=True) as client:
        answer = await client.post("/api/tables/t1/commands", json=PAUSE)
    assert answer.status_code == 504
    assert "watch its log" in answer.json()["why"]
    assert len(ids) == 3
    assert len(set(ids)) == 1


async def test_who_may_not_and_what_cannot(relay: Relay, table: FakeTable) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables)
    path = "/api/tables/t1/commands"
    async with relay.client() as client:
        await _refused(await client.post(path, json=PAUSE), 401, "sign in")
        client.cookies.set("flagfall_arbiter", "SW5lcw==.99999999999.00")
        await _refused(await client.post(path, json=PAUSE), 401, "sign in")
        await _refused(await client.get("/api/tables/t9"), 404, "/api/tables")
        await _refused(await client.get("/api/nothing"), 404, "nothing at this address")
        await _refused(await client.get("/api/tables/T%201"), 422, "table")
        await _refused(await client.delete("/api/tables/t1"), 405, "")
        await _refused(await client.get("/api/tables/t1/entries?after=-1"), 422, "after")
    async with relay.client(arbiter=True) as client:
        for origin in (
            {"Origin": "https://elsewhere.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            await _refused(await client.post(path, json=PAUSE, headers=origin), 403, "another site")
        for body in (
            {},
            {"act": {"type": "castle"}},
            {"act": {"type": "set_result", "result": "win"}},
            {"act": {"type": "pause"}, "x": 1},
        ):
            await _refused(await client.post(path, json=body), 422, "does not fit")
        await _refused(await client.post("/api/tables/t9/commands", json=PAUSE), 404, "/api/tables")
    assert not [command for command in table.commands if isinstance(command.do, ActCommand)]


async def test_an_absent_table_or_broker_is_said_to_be_absent(relay: Relay, table: FakeTable) -> None:
    from gateway.bus import topics
    from gateway.record.availability import Availability

    await table.say(topics.AVAILABILITY, Availability(False))
    await eventually(lambda: relay.hall.tables and relay.hall.tables[0].online is False)
    async with relay.client(arbiter=True) as client:
        await _refused(await client.post("/api/tables/t1/commands", json=PAUSE), 503, "offline")
        await table.say(topics.AVAILABILITY, Availability(True))
        await eventually(lambda: relay.hall.tables[0].online is True)
        relay.hall.command_client.session = None
        await _refused(await client.post("/api/tables/t1/commands", json=PAUSE), 503, "broker")


async def _refused(answer: httpx.Response, status: int, hint: str) -> None:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"ok", "why", "message", "article"}
    assert body["ok"] is False
    assert hint in body["why"]


async def test_signing_in_and_out(relay: Relay) -> None:
    async with relay.client() as client:
        wrong = await client.get("/sign-in/not-the-right-key-0000")
        assert wrong.status_code == 403
        assert "chief arbiter" in wrong.text
        assert "set-cookie" not in wrong.headers
        right = await client.get(f"/sign-in/{ARBITER.key}")
        assert (right.status_code, right.headers["location"]) == (303, "/")
        cookie = right.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert ARBITER.key.lower() not in cookie
        assert (await client.post("/sign-out", headers={"Origin": "https://elsewhere.example"})).status_code == 403
        out = await client.post("/sign-out")
        assert 'flagfall_session=""' in out.headers["set-cookie"]


@pytest.mark.parametrize(
    "wrong",
    [
        [Arbiter("Ines", "arbiter", "short")],
        [Arbiter(" ", "arbiter", new_key())],
        [Arbiter("Ines", "arbiter", "with a blank in it 0000")],
        [ARBITER, Arbiter("Ines", "arbiter", new_key())],
        [ARBITER, Arbiter("Jo", "arbiter", ARBITER.key)],
    ],
)
def test_arbiters_that_cannot_be_told_apart_or_are_easily_guessed_are_refused(wrong: list[Arbiter]) -> None:
    with pytest.raises(SettingsError):
        Arbiters(wrong)


async def test_pages_are_revalidated_and_guarded(relay: Relay) -> None:
    async with relay.client() as client:
        page = await client.get("/")
        assert page.headers["cache-control"] == "no-cache"
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        again = await client.get("/", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        script = await client.get("/pages/app.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert (await client.get("/pages/../app.py")).status_code == 404
        assert (await client.get("/pages/%2e%2e/app.py")).status_code == 404
        described = (await client.get("/api/openapi.json")).json()
        assert "/api/tables/{table}/commands" in described["paths"]
