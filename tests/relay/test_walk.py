"""A walk through every act and every player's request: by REST, in every role, to a table that is judged by the rules.

What is there is taken from the unions, so that nothing new can be forgotten; who may do it is in `walk.toml`.
"""

from __future__ import annotations

import asyncio
import os
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from typer.testing import CliRunner, Result

from gateway.cli.app import app
from gateway.model.errors import GatewayError
from gateway.model.sides import Side
from gateway.referee.acts import Act, EnterRequest
from gateway.referee.player_requests import PlayerRequest
from gateway.referee.roles import Role
from gateway.referee.state import Phase
from gateway.relay.access.arbiters import Arbiter
from gateway.relay.access.rights import acts_for
from tests.english import english
from tests.table.scenario import Scenario, happen, lay_out

from .conftest import Relay, eventually, run_relay
from .fakes import Broker
from .judged import JudgedTable

ANY_ARBITER = "arbiter deputy acting-chief chief"
STRANGER = "journalist"
"""Somebody who has signed in, and has no say at a table."""
PEOPLE = {role: Arbiter(f"Pat of {role}", role, f"key-of-{role}-0123456789") for role in (*map(str, Role), STRANGER)}


async def signed_in(client: httpx.AsyncClient, person: Arbiter) -> dict[str, str]:
    """The header of somebody who has signed in; the client itself goes on as nobody."""
    answer = await client.get(f"/sign-in/{person.key}")
    client.cookies.clear()
    return {"Cookie": answer.headers["set-cookie"].split(";")[0]}


class Walk(Scenario, kw_only=True):
    """One act or request, a table where it can be done, and who may do it there."""

    act: str = ""
    request: str = ""
    by: Side = Side.WHITE
    using: dict[str, Any] = msgspec.field(default_factory=dict)
    roles: str = ""

    @property
    def body(self) -> dict[str, Any]:
        """The act as the API takes it."""
        if self.act:
            return {"type": self.act, **self.using}
        return {"type": "enter_request", "side": self.by.value, "request": {"type": self.request, **self.using}}

    @property
    def allowed(self) -> set[str]:
        own = f"{ANY_ARBITER} {self.by}" if self.request else ANY_ARBITER
        return set((self.roles or own).split())


def load() -> list[Walk]:
    content = tomllib.loads((Path(__file__).parent / "walk.toml").read_text(encoding="utf-8"))
    return msgspec.convert(content, dict[str, list[Walk]])["walk"]


WALKS = load()


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_nothing_is_left_out() -> None:
    acts = tags(Act) - {EnterRequest.__struct_config__.tag}
    assert {walk.act for walk in WALKS if walk.act} == acts
    assert {walk.request for walk in WALKS if walk.request} == tags(PlayerRequest)
    named = [f"{walk.act}{walk.request}: {walk.name}" for walk in WALKS]
    assert len(set(named)) == len(named)


@pytest.fixture(scope="module")
def walked() -> str:
    """One event for all walks, each at a table of its own: to start a relay takes longer than to walk."""
    return f"walked{os.getpid()}"


@pytest.fixture(scope="module")
async def staffed(broker: Broker, walked: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Relay]:
    """A relay where somebody of every role can sign in."""
    store = tmp_path_factory.mktemp("walked") / "relay.journal"
    async with run_relay(broker.url, walked, store, arbiters=tuple(PEOPLE.values())) as relay:
        yield relay


@pytest.fixture(scope="module")
async def passes(staffed: Relay) -> dict[str, dict[str, str]]:
    """What everybody of a role shows who has signed in."""
    async with staffed.client() as client:
        return {role: await signed_in(client, person) for role, person in PEOPLE.items()}


@pytest.mark.parametrize(
    ("name", "walk"),
    [pytest.param(f"t{n}", walk, id=f"{walk.act}{walk.request}: {walk.name}") for n, walk in enumerate(WALKS, 1)],
)
async def test_each_role_does_what_it_may(
    name: str, walk: Walk, staffed: Relay, broker: Broker, walked: str, passes: dict[str, dict[str, str]]
) -> None:
    path = f"/api/tables/{name}"
    real = lay_out(walk, walk.clock or "buttons")
    real.open()
    if walk.fen:
        real.place(walk.fen)
    for step in walk.steps:
        happen(real, step)
    laid_out = real.table
    async with JudgedTable(broker.url, walked, real, name).running() as table, staffed.client() as client:
        await table.tell()
        await eventually(lambda: staffed.held(name) == len(table.lines))
        for role, person in PEOPLE.items():
            real.put_back(laid_out)
            before, at = len(real.entries), real.at
            answer = await client.post(f"{path}/commands", json={"act": walk.body}, headers=passes[role])
            if not acts_for(role):  # who only watches does not get as far as the table
                assert answer.status_code == 403, f"{role}: {answer.text}"
                assert len(real.entries) == before
                continue
            done = role in walk.allowed
            kind = walk.act or "enter_request"
            assert not done or kind in acts_for(role), "what a role may do, its page is told"
            assert answer.status_code == (200 if done else 409), f"{role}: {answer.text}"
            new = real.entries[before:]
            acted, *ruled = (msgspec.to_builtins(entry.what) for entry in new)
            assert acted["type"] == "acted"
            assert (acted["who"], acted["role"], acted["act"]) == (person.name, role, as_recorded(walk))
            assert new[0].at > at
            assert any(ruling["type"] == "refused" for ruling in ruled) is not done, f"{role}: {ruled}"
            assert answer.json()["entry"] == new[0].n if done else answer.json()["why"]
        last = len(real.entries)
        await eventually(lambda: staffed.held(name) == last)
        assert (await client.post(f"{path}/commands", json={"act": walk.body})).status_code == 401
        assert len(real.entries) == last
        public = (await client.get(f"{path}/entries")).json()["entries"]
        assert not [entry for entry in public if entry["what"]["type"] in {"acted", "refused"}]
        after = f"{path}/entries?after={laid_out.last}"
        kept = (await client.get(after, headers=passes["arbiter"])).json()["entries"]
    people = [entry["what"]["who"] for entry in kept if entry["what"]["type"] == "acted"]
    assert people == [person.name for role, person in PEOPLE.items() if acts_for(role)]


async def test_the_command_line_acts_too(
    staffed: Relay, broker: Broker, walked: str, passes: dict[str, dict[str, str]]
) -> None:
    real = lay_out(Scenario("played", "gomoku-standard", [], control="60m"), "buttons")
    real.open()
    real.run(Side.BLACK)
    link = f"{staffed.url}/sign-in/{PEOPLE['arbiter'].key}"

    def flagfall(*words: str, given: str = "") -> Result:
        return CliRunner().invoke(app, ["act", "cli", *words, "--relay", link], input=given)

    async def sessions() -> int:
        async with staffed.client() as client:
            people = (await client.get("/api/people", headers=passes["chief"])).json()["people"]
        return next(int(each["sessions"]) for each in people if each["name"] == PEOPLE["arbiter"].name)

    async with JudgedTable(broker.url, walked, real, "cli").running() as table:
        await table.tell()
        await eventually(lambda: staffed.held("cli") == len(table.lines))
        next_entry = len(real.entries) + 1
        before = await sessions()
        done = await asyncio.to_thread(flagfall, "pause", "why=fire alarm")
        assert done.stdout == f"Done at table cli: entry {next_entry}.\n", done
        for words, why in (
            (("pause",), "no game is being played"),
            (("void",), "GN 16.3"),
            (("penalise", "side=white"), "penalty"),
            (("castle",), "castle"),
            (("pause", "why"), "NAME=VALUE"),
            (("{",), "truncated"),
        ):
            refused = await asyncio.to_thread(flagfall, *words)
            assert isinstance(refused.exception, GatewayError)
            assert why in english(refused.exception.message)
        heard = await asyncio.to_thread(flagfall, "call_arbiter", "side=white", "why=noise")
        assert heard.exit_code == 0, heard
        again = await asyncio.to_thread(flagfall, "-", given='{"type":"resume"}')
        assert again.exit_code == 0, again
        await eventually(lambda: real.table.referee.phase is Phase.PLAYING)
        assert await sessions() == before, "each command signs out"


def as_recorded(walk: Walk) -> dict[str, Any]:
    """The act as the record writes it: without what is the same by default."""
    back: dict[str, Any] = msgspec.to_builtins(msgspec.convert(walk.body, Act))
    return back
