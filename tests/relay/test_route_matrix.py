"""The permission matrix of the relay: every route, asked by a spectator and by an arbiter of every role."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from gateway.authority.authority_folder import AuthorityFolder
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiter, Arbiters
from gateway.relay.access.enrolment import Enrolment
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.application import create_app
from gateway.store import SqliteStore

from .fakes import wall

SPECTATOR = "spectator"
ROLES = ("arbiter", "deputy", "acting-chief", "chief", "committee", "appeals", "clerk", "operator", "screen")
EVERYBODY = frozenset({SPECTATOR, *ROLES})
TRUSTED = frozenset({"arbiter", "deputy", "acting-chief", "chief", "committee", "appeals"})
SEES_TO = TRUSTED - {"committee"}
ACTING = TRUSTED | {"clerk"}
IN_ROLES = frozenset(ROLES)
RESULTS = frozenset({"arbiter", "deputy", "acting-chief", "chief", "committee", "clerk"})
CHIEFS = frozenset({"acting-chief", "chief", "committee"})
IN_CHARGE = frozenset({"deputy", "acting-chief", "chief", "committee"})

PASSED = {
    "GET /api/tables": EVERYBODY,
    "GET /api/tables/{table}": EVERYBODY,
    "GET /api/tables/{table}/entries": EVERYBODY,
    "GET /api/tables/{table}/games": EVERYBODY,
    "GET /api/tables/{table}/games/{game}.{form}": EVERYBODY,
    "GET /api/games": EVERYBODY,
    "GET /api/games/{game}": EVERYBODY,
    "GET /api/games/{game}.{form}": EVERYBODY,
    "GET /api/tables/{table}.{form}": EVERYBODY,
    "GET /api/rounds/{number}.{form}": EVERYBODY,
    "GET /api/event.{form}": EVERYBODY,
    "GET /feeds/livechess/tournament.json": EVERYBODY,
    "GET /feeds/livechess/round-{number}/index.json": EVERYBODY,
    "GET /feeds/livechess/round-{number}/game-{game}.json": EVERYBODY,
    "GET /feeds/livechess/round-{number}/game-{game}.pgn": EVERYBODY,
    "GET /feeds/livechess/round-{number}/games.pgn": EVERYBODY,
    "GET /feeds/folder.json": EVERYBODY,
    "GET /feeds/results.atom": EVERYBODY,
    "GET /api/event": EVERYBODY,
    "GET /api/tournament": EVERYBODY,
    "GET /api/tournament/record": TRUSTED,
    "GET /api/tournament/duties": TRUSTED,
    "POST /api/tournament/entries": IN_CHARGE,
    "GET /api/tournament/standings": EVERYBODY,
    "GET /api/tournament/stages/{number}": EVERYBODY,
    "GET /api/tournament/rounds/{number}/players/{player}": EVERYBODY,
    "GET /api/tournament/standings/{number}": EVERYBODY,
    "GET /api/tournament/players.{form}": EVERYBODY,
    "GET /api/tournament/rounds/{number}.{form}": EVERYBODY,
    "GET /api/tournament/standings.{form}": EVERYBODY,
    "GET /api/tournament/crosstable.{form}": EVERYBODY,
    "GET /api/tournament/report.trf": EVERYBODY,
    "POST /api/tournament/acts": RESULTS,
    "POST /api/tournament/preview": RESULTS,
    "GET /api/bridge": EVERYBODY,
    "POST /api/bridge/acts": RESULTS,
    "POST /api/bridge/preview": RESULTS,
    "POST /api/bridge/entries": IN_CHARGE,
    "POST /api/bridge/scale": IN_CHARGE,
    "GET /api/bridge/record": TRUSTED,
    "GET /api/bridge/links": RESULTS,
    "GET /api/bridge/table/{card}": frozenset(),
    "POST /api/bridge/table/{card}/results": frozenset(),
    "POST /api/bridge/table/{card}/call": frozenset(),
    "GET /api/rounds/{number}": EVERYBODY,
    "GET /api/players": EVERYBODY,
    "GET /api/events": EVERYBODY,
    "GET /api/health": EVERYBODY,
    "GET /api/me": EVERYBODY,
    "GET /api/attention": EVERYBODY,
    "GET /api/rulebooks/{name}": EVERYBODY,
    "GET /api/texts": EVERYBODY,
    "GET /api/texts/{code}.json": EVERYBODY,
    "GET /api/schema/{name}.json": EVERYBODY,
    "GET /print/tables/{table}/games/{game}": EVERYBODY,
    "GET /print/tables/{table}/games/{game}/protocol": EVERYBODY,
    "GET /print/tournament/{name}": EVERYBODY,
    "GET /api/tournament/forms": EVERYBODY,
    "GET /enrol/authority": EVERYBODY,
    "POST /enrol": EVERYBODY,
    "POST /enrol/renewals": EVERYBODY,
    "POST /enrol/applications": EVERYBODY,
    "POST /enrol/applications/{ticket}": EVERYBODY,
    "GET /api/knocking": TRUSTED,
    "GET /api/joining": TRUSTED,
    "GET /api/bridge/deals": EVERYBODY,
    "POST /api/bridge/deals": IN_CHARGE,
    "GET /api/bridge/forms": EVERYBODY,
    "GET /api/bridge/boards.pbn": EVERYBODY,
    "GET /api/bridge/results.xml": EVERYBODY,
    "GET /api/bridge/times": TRUSTED,
    "GET /print/bridge/{name}": EVERYBODY,
    "GET /api/round-clock": EVERYBODY,
    "GET /api/round-clock/entries": TRUSTED,
    "POST /api/round-clock/acts": TRUSTED - {"appeals"},
    "POST /api/round-clock/preview": TRUSTED - {"appeals"},
    "GET /api/delays": TRUSTED,
    "PATCH /api/delays": CHIEFS,
    "GET /api/tables/{table}/assignment": TRUSTED,
    "GET /api/tables/{table}/moves": TRUSTED,
    "GET /api/tables/{table}/position": TRUSTED,
    "GET /api/tables/{table}/times": TRUSTED,
    "GET /api/tables/{table}/readings": TRUSTED,
    "GET /api/queue": TRUSTED,
    "GET /api/queue/history": TRUSTED,
    "POST /api/queue": SEES_TO,
    "GET /api/sectors": TRUSTED,
    "POST /api/sectors": SEES_TO,
    "POST /api/tables/{table}/commands": ACTING,
    "PUT /api/tables/{table}/assignment": IN_CHARGE,
    "PUT /api/joining": IN_CHARGE,
    "POST /api/joining/{ticket}": IN_CHARGE,
    "POST /api/claims": IN_CHARGE,
    "POST /api/sign-in": EVERYBODY,
    "GET /api/invitations/{secret}": EVERYBODY,
    "POST /api/invitations/{secret}": EVERYBODY,
    "PUT /api/me/password": IN_ROLES,
    "GET /api/withheld": RESULTS - {"clerk"} | {"operator"},
    "POST /api/tables/{table}/withhold": RESULTS - {"clerk"} | {"operator"},
    "POST /api/tables/{table}/release": RESULTS - {"clerk"} | {"operator"},
    "GET /api/pushes": IN_ROLES,
    "POST /api/pushes/{number}/retry": CHIEFS | {"operator"},
    "GET /api/people": CHIEFS,
    "PATCH /api/people": CHIEFS,
    "POST /api/invitations": CHIEFS,
    "DELETE /api/invitations/{invitation}": CHIEFS,
    "GET /api/audit": CHIEFS,
    "GET /print/players": TRUSTED - {"appeals"},
    "POST /api/tables/{table}/cards/{side}": TRUSTED - {"appeals"},
    "GET /api/play/{link}": frozenset(),
    "POST /api/play/{link}": frozenset(),
    "GET /api/result/{slip}": frozenset(),
    "POST /api/result/{slip}": frozenset(),
    "GET /api/tournament/rounds/{number}/result-links": RESULTS,
    "POST /api/me/sign-out": IN_ROLES,
}
"""Who is let through to where a request is read and carried out; which acts a role may do there, the table decides."""


PLACES = {
    "table": "t1",
    "game": 1,
    "number": 1,
    "player": 1,
    "form": "pdn",
    "name": "entry",
    "code": "en",
    "ticket": "none",
    "secret": "s" * 20,
    "invitation": "0" * 64,
    "side": "white",
    "link": f"t1.w.{'0' * 32}",
    "slip": f"1.1.{'0' * 24}",
    "card": f"1o.{'0' * 24}",
}


def key(role: str) -> str:
    return f"key-of-the-{role}-0123456789"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, datetime.now(UTC))
    arbiters = Arbiters([Arbiter(role.title(), role, key(role)) for role in ROLES])
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store, SqliteStore(tmp_path / "sessions") as kept:
        hall = await PresentHall.open("open", store, wall)
        hall.find_or_add("t1")
        enrolment = Enrolment(authority, (), wall)
        yield create_app(await Halls.open(hall), RelayAccess(arbiters, wall, kept), enrolment=enrolment)


def routes(app: FastAPI) -> Iterator[str]:
    for path, methods in app.openapi()["paths"].items():
        for method in methods:
            yield f"{method.upper()} {path}"


async def test_the_matrix_is_of_all_routes(app: FastAPI) -> None:
    assert set(routes(app)) == set(PASSED)


@pytest.mark.parametrize("who", [SPECTATOR, *ROLES])
async def test_who_gets_through(app: FastAPI, who: str) -> None:
    transport = httpx.ASGITransport(app)
    found: dict[str, int] = {}
    async with httpx.AsyncClient(transport=transport, base_url="https://desk.local") as client:
        if who != SPECTATOR:
            assert (await client.get(f"/sign-in/{key(who)}")).status_code == 303
        for route in PASSED:
            method, _, path = route.partition(" ")
            path = path.format(**PLACES) + ("?once=true" if path == "/api/events" else "")
            # Nothing that could be carried out: whoever is let through is told what does not fit.
            body, headers = (None, None) if method == "GET" else (b"[]", {"Content-Type": "application/json"})
            found[route] = (await client.request(method, path, content=body, headers=headers)).status_code
    passed = {route for route, status in found.items() if status not in {401, 403}}
    assert passed == {route for route, roles in PASSED.items() if who in roles}
    refused = {status for route, status in found.items() if route not in passed and PASSED[route]}
    assert refused <= ({401} if who == SPECTATOR else {403})
    assert found.pop("GET /api/health") == 503, "there is no broker"
    assert max(found.values()) < 500


async def test_another_site_gets_nothing_done_with_an_arbiters_cookie(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="https://desk.local") as client:
        assert (await client.get(f"/sign-in/{key('chief')}")).status_code == 303
        headers = {"Content-Type": "application/json", "Origin": "https://evil.example"}
        for route, roles in PASSED.items():
            method, _, path = route.partition(" ")
            if method != "GET" and roles != EVERYBODY:
                path = path.format(**PLACES)
                assert (await client.request(method, path, content=b"{}", headers=headers)).status_code == 403, route


@pytest.mark.parametrize("number", ["1.0", "+1", "1_0", "%201", "1e0", "0x1", "%D9%A1", "true", ""])
async def test_a_number_in_an_address_is_figures_and_nothing_else(app: FastAPI, number: str) -> None:
    transport = httpx.ASGITransport(app)
    asked = 0
    async with httpx.AsyncClient(transport=transport, base_url="https://desk.local") as client:
        assert (await client.get(f"/sign-in/{key('chief')}")).status_code == 303
        for path, methods in app.openapi()["paths"].items():
            for given in methods.get("get", {}).get("parameters", []):
                kinds = [given["schema"], *given["schema"].get("anyOf", [])]
                if not any(kind.get("type") == "integer" for kind in kinds):
                    continue
                asked += 1
                name = given["name"]
                where = path.format(**(PLACES | {name: number} if given["in"] == "path" else PLACES))
                query = f"?{name}={number}" if given["in"] == "query" else ""
                answered = await client.get(where + query)
                assert answered.status_code in {307, 404, 422}, where + query
    assert asked > 20


def test_every_number_that_a_route_declares_is_read_in_figures(app: FastAPI) -> None:
    """Also where the request above ends before the number is looked at."""
    asked, loose = 0, set()
    for route in (each for each in app.routes if isinstance(each, APIRoute)):
        given = route.dependant
        for field in (*given.path_params, *given.query_params):
            if type(field.validate("7", loc=())[0]) is int:
                asked += 1
                if not field.validate("7.0", loc=())[1]:
                    loose.add(f"{route.path} {field.alias}")
    assert asked > 40
    assert loose == set()
