"""People by the API: invited, accepted, signed in, acting, audited; with another role, kept out, signed out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from gateway.cli.app import app
from gateway.model.errors import GatewayError
from gateway.relay.access.rate_limit import FAILURES_MAX
from tests.english import english

from .conftest import ARBITER, JUNIOR, Relay
from .fakes import FakeTable

PASSWORD = "three old oak trees"


async def invited(chief: httpx.AsyncClient, **wanted: Any) -> str:
    answer = await chief.post("/api/invitations", json=wanted)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["link"]).rpartition("/")[2]


async def joined(relay: Relay, chief: httpx.AsyncClient, name: str, role: str = "arbiter") -> httpx.AsyncClient:
    """Somebody who has accepted an invitation, as his browser."""
    secret = await invited(chief, role=role)
    browser = httpx.AsyncClient(base_url=relay.url, trust_env=False, timeout=20)
    answer = await browser.post(f"/api/invitations/{secret}", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return browser


async def test_from_the_invitation_to_the_audit(relay: Relay, table: FakeTable) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as nobody:
        secret = await invited(chief, role="arbiter", days=2)
        seen = (await nobody.get(f"/api/invitations/{secret}")).json()
        assert (seen["role"], seen["by"], seen["password"]) == ("arbiter", ARBITER.name, True)
        path = f"/api/invitations/{secret}"
        for wrong in ({"name": "ines", "password": PASSWORD}, {"name": "Ann", "password": "short"}):
            assert (await nobody.post(path, json=wrong)).status_code == 409
        assert (await nobody.post(path, json={"name": " Ann  Able ", "password": PASSWORD})).status_code == 200
        assert (await nobody.get("/api/me")).json()["name"] == "Ann Able"
        assert (await nobody.post(path, json={"name": "Eve", "password": PASSWORD})).status_code == 404
        act = {"act": {"type": "pause", "why": "fire alarm"}}
        assert (await nobody.post("/api/tables/t1/commands", json=act)).json()["entry"] == 7
        table.refuse = "not now"
        assert (await nobody.post("/api/tables/t1/commands", json=act)).status_code == 409
        assert (await nobody.get("/api/audit")).status_code == 403
        assert (await nobody.post("/sign-out")).status_code == 303
        assert (await nobody.get("/api/me")).json()["role"] is None
        wrong = {"name": "ann able", "password": "three old oak tree"}
        assert (await nobody.post("/api/sign-in", json=wrong)).status_code == 403
        assert (await nobody.post("/api/sign-in", json=wrong | {"password": PASSWORD})).status_code == 200
        assert (await nobody.get("/api/me")).json()["role"] == "arbiter"
        lines = (await chief.get("/api/audit")).json()["lines"]
        first = (await chief.get("/api/audit", params={"limit": 3})).json()
        rest = (await chief.get("/api/audit", params={"before": first["next"], "limit": 500})).json()
    told = [(line["kind"], line["who"], line.get("ok", True)) for line in reversed(lines)]
    assert told == [
        ("signed_in", "Ines", True),
        ("invited", "Ines", True),
        ("account_made", "Ann Able", True),
        ("signed_in", "Ann Able", True),
        ("act", "Ann Able", True),
        ("act", "Ann Able", False),
        ("signed_out", "Ann Able", True),
        ("not_signed_in", "ann able", False),
        ("signed_in", "Ann Able", True),
    ]
    refused, done = (line for line in lines if line["kind"] == "act")
    assert (done["table"], done["act"], done["role"], done["entry"]) == ("t1", act["act"], "arbiter", 7)
    assert (refused["why"]["args"], refused["article"]) == ({"text": "not now"}, "X 1")
    assert len(done["session"]) == 8
    assert done["address"] == "127.0.0.1"
    assert first["lines"] + rest["lines"] == lines
    assert rest["next"] is None


async def test_a_role_a_door_and_a_password_are_changed(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief:
        ann, bo = await joined(relay, chief, "Ann"), await joined(relay, chief, "Bo", "clerk")
        async with contextlib.aclosing(ann), contextlib.aclosing(bo):
            assert (await bo.get("/api/me")).json()["acts"] == ["set_result"]
            assert (await bo.get("/api/knocking")).status_code == 403
            assert (await chief.patch("/api/people", json={"name": "Bo", "role": "chief"})).status_code == 200
            assert (await bo.get("/api/me")).json()["role"] is None, "signs in again"
            assert (await bo.post("/api/sign-in", json={"name": "Bo", "password": PASSWORD})).status_code == 200
            assert (await bo.patch("/api/people", json={"name": "Bo", "disabled": True})).status_code == 409, "himself"
            assert (await bo.patch("/api/people", json={"name": "Ines", "role": "clerk"})).status_code == 409, (
                "settings"
            )
            assert (await bo.patch("/api/people", json={"name": "Ann", "disabled": True})).status_code == 200
            assert (await ann.get("/api/me")).json()["role"] is None
            assert (await ann.post("/api/sign-in", json={"name": "Ann", "password": PASSWORD})).status_code == 403
            assert (await bo.patch("/api/people", json={"name": "Ann", "disabled": False})).status_code == 200
            again = await invited(bo, account="ann")
            seen = (await ann.get(f"/api/invitations/{again}")).json()
            assert (seen["account"], seen["role"]) == ("Ann", "arbiter")
            new = {"password": "four young birches"}
            assert (await ann.post(f"/api/invitations/{again}", json=new)).status_code == 200
            assert (await ann.get("/api/me")).json()["name"] == "Ann"
            change = {"old": new["password"], "new": "five ancient elms"}
            assert (await ann.put("/api/me/password", json=change)).status_code == 200
            assert (await ann.get("/api/me")).json()["name"] == "Ann", "this browser goes on"
            assert (await ann.put("/api/me/password", json=change)).status_code == 403
            async with httpx.AsyncClient(base_url=relay.url, trust_env=False) as other:
                name = {"name": "Ann", "password": change["new"]}
                assert (await other.post("/api/sign-in", json=name)).status_code == 200
                assert (await ann.post("/api/me/sign-out")).status_code == 200
                assert (await other.get("/api/me")).json()["role"] is None
            people = (await chief.get("/api/people")).json()
            assert [(each["name"], each["role"], each["sessions"]) for each in people["people"]] == [
                (ARBITER.name, ARBITER.role, 1),
                (JUNIOR.name, JUNIOR.role, 0),
                ("Ann", "arbiter", 0),
                ("Bo", "chief", 1),
            ]
            assert people["invitations"] == []


async def test_an_invitation_can_be_withdrawn_and_a_screen_needs_no_password(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as screen:
        secret = await invited(chief, role="arbiter")
        (waiting,) = (await chief.get("/api/people")).json()["invitations"]
        assert (await chief.delete(f"/api/invitations/{waiting['id']}")).status_code == 200
        assert (await screen.get(f"/api/invitations/{secret}")).status_code == 404
        secret = await invited(chief, role="screen")
        answer = await screen.post(f"/api/invitations/{secret}", json={"name": "Screen 1"})
        assert "Max-Age=5184000" in answer.headers["set-cookie"]
        me = (await screen.get("/api/me")).json()
        assert (me["role"], me["sees"], me["acts"], me["rights"]) == ("screen", "public", [], [])
        wrong = {"name": "Screen 1", "password": ""}
        screen.cookies.clear()
        assert (await screen.post("/api/sign-in", json=wrong)).status_code == 403, "no password opens nothing"


@pytest.mark.parametrize("road", ["password", "invitation"])
async def test_guessing_is_limited(relay: Relay, road: str) -> None:
    async with relay.client() as client:
        for _ in range(FAILURES_MAX):
            if road == "password":
                answer = await client.post("/api/sign-in", json={"name": "Ines", "password": "x"})
                assert answer.status_code == 403
            else:
                assert (await client.get(f"/api/invitations/{'x' * 20}")).status_code == 404
        refused = await client.post("/api/sign-in", json={"name": "Ines", "password": "x"})
        assert refused.status_code == 429
        assert "Try again in" in refused.json()["why"]
        assert (await client.get(f"/sign-in/{ARBITER.key}")).status_code == 429


async def test_another_sites_page_signs_nobody_in(relay: Relay) -> None:
    async with relay.client() as client:
        headers = {"Origin": "https://evil.example"}
        answer = await client.post("/api/sign-in", json={"name": "a", "password": "b"}, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["message"]["key"] == "problem.other_site"


async def test_the_command_line_does_it_too(relay: Relay) -> None:
    def flagfall(*words: str) -> Result:
        return CliRunner().invoke(app, ["people", *words, "--relay", f"{relay.url}/sign-in/{ARBITER.key}"])

    async with relay.client() as browser:
        made = await asyncio.to_thread(flagfall, "invite", "clerk")
        path = f"/api/invitations/{made.stdout.strip().rpartition('/')[2]}"
        assert (await browser.post(path, json={"name": "Cy", "password": PASSWORD})).status_code == 200
        assert (await asyncio.to_thread(flagfall, "role", "Cy", "deputy")).exit_code == 0
        assert (await asyncio.to_thread(flagfall, "disable", "cy")).exit_code == 0
        listed = (await asyncio.to_thread(flagfall, "list")).stdout
        assert ["Cy", "deputy", "invited", "by", "Ines", "disabled"] in [line.split() for line in listed.splitlines()]
        assert (await asyncio.to_thread(flagfall, "enable", "Cy")).exit_code == 0
        for words, why in ((("disable", "Di"), "no account Di"), (("invite", "king"), "no role king")):
            refused = await asyncio.to_thread(flagfall, *words)
            assert isinstance(refused.exception, GatewayError)
            assert why in english(refused.exception.message)
