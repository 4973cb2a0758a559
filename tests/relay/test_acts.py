"""Every act of the referee goes through the API, and what is not one is refused with the place that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from gateway.cli.act import listed
from gateway.clock.adjustments import Change
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.record.act_examples import act_examples
from gateway.record.commands import ActCommand
from gateway.referee import acts, player_requests
from gateway.referee.inputs import Acted
from gateway.referee.limits import exceeded
from gateway.referee.penalties import Penalty
from tests.table.scenario import Scenario, Step, happen, lay_out

from .conftest import Relay, eventually
from .fakes import Broker, FakeTable
from .judged import JudgedTable

PATH = "/api/tables/t1/commands"
ACTS: tuple[acts.Act, ...] = (
    acts.Pause("fire alarm"),
    acts.Resume(),
    acts.Adjourn("the hall closes"),
    acts.Seal(),
    acts.OpenEnvelope(move="h8", times=BySide(Millis(60_000), Millis(61_000))),
    acts.StartRound(absent=(Side.BLACK,)),
    acts.Arrive("seen by the door", side=Side.BLACK, ago_ms=Millis(120_000)),
    acts.SetGrace("the bus was late", ms=Millis(900_000)),
    acts.SetResult("phone", result=Result.BLACK, article="GN 18.1"),
    acts.Void(article="GN 21.1"),
    acts.CorrectColours("seated wrongly"),
    acts.SetPosition(fen="W:W31-50:B1-20"),
    acts.EnterMove(move="32-28", sealed=True),
    acts.RetractMoves(count=2),
    acts.AdjustTime("clock set wrongly", side=Side.WHITE, change=Change.TAKE, ms=Millis(90_000)),
    acts.PutClock("slow play"),
    acts.ReplaceClock("its display went dark", times=BySide(Millis(60_000), Millis(61_000))),
    acts.RunClock(side=Side.BLACK),
    acts.Penalise("talked", side=Side.BLACK, penalty=Penalty.VIOLATION, article="GN 17.1"),
    acts.Decide("shown", case=3, choice="impose"),
    acts.Overturn(ruling=4, result=Result.DRAW),
    acts.Appeal(ruling=4, lodger=acts.Lodger.COACH, about=acts.About.FACT),
    acts.EnterRequest(side=Side.WHITE, request=player_requests.ClaimDraw(ground=player_requests.Ground.TIME_TROUBLE)),
    acts.EnterRequest(side=Side.BLACK, request=player_requests.OfferFifths(points=("h8", "i9"))),
)


async def test_what_is_sent_again_under_its_id_is_done_once(relay: Relay, broker: Broker, event: str) -> None:
    real = lay_out(Scenario("played", "draughts-rapid", [], control="10m"), "buttons")
    real.open()
    real.run(Side.WHITE)
    async with JudgedTable(broker.url, event, real).running() as table, relay.client(arbiter=True) as client:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        add = {"type": "adjust_time", "side": "black", "change": "add", "ms": 60_000}
        first = await client.post(PATH, json={"act": add, "id": "page-1"})
        assert first.json()["id"] == "page-1"
        again = await client.post(PATH, json={"act": add, "id": "page-1"})
        assert again.status_code == 200
        assert real.seconds_left(Side.BLACK) == 660
        refused = await client.post(PATH, json={"act": add, "id": "page 1"})
        assert refused.status_code == 422
        assert "id" in refused.json()["why"]
    acted = [entry.what for entry in real.entries if isinstance(entry.what, Acted)]
    assert [each.command for each in acted] == ["page-1"]


async def test_what_a_page_asks_while_an_act_is_prepared(relay: Relay, broker: Broker, event: str) -> None:
    real = lay_out(Scenario("played", "chess-rapid", [], control="10m"), "buttons")
    real.open()
    real.run(Side.WHITE)
    happen(real, Step(moves="e4 e5"))
    async with JudgedTable(broker.url, event, real).running() as table, relay.client(arbiter=True) as client:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        moves = (await client.get("/api/tables/t1/moves")).json()
        assert (moves["turn"], len(moves["moves"])) == ("white", 29)
        assert {"Nf3", "Bc4", "Ke2"} < set(moves["moves"])
        board = real.state.board
        same = (await client.get("/api/tables/t1/position", params={"board": board, "turn": "black"})).json()
        assert same["fen"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -")
        for wrong in (board[1:], board.replace("k", "."), board.replace("Q", "?")):
            answer = await client.get("/api/tables/t1/position", params={"board": wrong, "turn": "white"})
            assert answer.status_code == 422, wrong
            assert answer.json()["why"]
        times = (await client.get("/api/tables/t1/times", params={"ply": 1})).json()
        assert times["move"] == "e4"
        assert times["white"]["source"] == "press"
        assert times["white"]["ms"] < times["black"]["ms"] == 600_000
        assert (await client.get("/api/tables/t1/times", params={"ply": 9})).status_code == 404
        assert (await client.get("/api/tables/t1/times", params={"ply": -1})).status_code == 422


def test_no_act_is_left_out() -> None:
    assert {type(act) for act in ACTS} == set(get_args(acts.Act))


async def test_every_act_reaches_the_table_as_it_was_sent(relay: Relay, table: FakeTable) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables)
    async with relay.client(arbiter=True) as client:
        for act in ACTS:
            done = await client.post(PATH, json={"act": msgspec.to_builtins(act)})
            assert done.status_code == 200, done.text
    orders = [command.do for command in table.commands if isinstance(command.do, ActCommand)]
    assert orders == [ActCommand("Ines", "chief arbiter", act) for act in ACTS]


PENALISE = {"type": "penalise", "side": "white", "penalty": "loss", "article": "GN 18.1"}


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("", "Input data was truncated"),
        ("{", "Input data was truncated"),
        ("[]", "Expected `object`"),
        ("[" * 5_000, "does not fit"),
        ('{"act":"\\ud800"}', "does not fit"),
        ({}, "`act`"),
        ({"act": None}, "act:"),
        ({"act": {}}, "act: Object missing required field `type`"),
        ({"act": {"type": "castle"}}, "act.type: Invalid value 'castle'"),
        ({"act": {"type": "pause"}, "x": 1}, "`x`"),
        ({"act": {"type": "pause", "side": "white"}}, "`side`"),
        ({"act": {"type": "pause", "why": "x" * 501}}, "act.why"),
        ({"act": {"type": "decide", "choice": "draw"}}, "`case`"),
        ({"act": {"type": "decide", "case": "1", "choice": "draw"}}, "act.case"),
        ({"act": PENALISE | {"side": "green"}}, "act.side"),
        ({"act": PENALISE | {"penalty": "flogging"}}, "act.penalty"),
        ({"act": PENALISE | {"ms": -1}}, "act.ms"),
        ({"act": PENALISE | {"ms": 2**40}}, "act.ms"),
        ({"act": PENALISE | {"ms": 1.5}}, "act.ms"),
        ({"act": {"type": "enter_request", "side": "white", "request": {"type": "sing"}}}, "act.request.type"),
        (
            {"act": {"type": "enter_request", "side": "white", "request": {"type": "offer_fifths", "points": [1]}}},
            "act.request.points",
        ),
    ],
)
async def test_what_is_no_act_is_refused_with_its_place(
    relay: Relay, table: FakeTable, body: dict[str, Any] | str, place: str
) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables)
    content = body.encode() if isinstance(body, str) else msgspec.json.encode(body)
    async with relay.client(arbiter=True) as client:
        answer = await client.post(PATH, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    told = answer.json()
    assert (told["ok"], told["article"]) == (False, "")
    assert told["why"].startswith("The request does not fit: ")
    assert place in told["why"]
    assert not [command for command in table.commands if isinstance(command.do, ActCommand)]


async def test_an_act_is_short_and_sent_as_json(relay: Relay, table: FakeTable) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables)
    async with relay.client(arbiter=True) as client:
        for kind in ("text/plain", "application/x-www-form-urlencoded"):
            plain = await client.post(PATH, content=b'{"act":{"type":"pause"}}', headers={"Content-Type": kind})
            assert (plain.status_code, set(plain.json())) == (415, {"ok", "why", "message", "article"})
        long = await client.post(PATH, json={"act": {"type": "pause", "why": "x" * 20_000}})
        assert (long.status_code, set(long.json())) == (413, {"ok", "why", "message", "article"})
    assert not [command for command in table.commands if isinstance(command.do, ActCommand)]


async def test_a_refusal_by_role_comes_with_its_article(relay: Relay, table: FakeTable) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables)
    table.refuse = "only the chief arbiter may do this."
    async with relay.client(arbiter=True) as client:
        for act in ACTS:
            answer = await client.post(PATH, json={"act": msgspec.to_builtins(act)})
            assert answer.status_code == 409
            told = {"key": "plain", "args": {"text": table.refuse}}
            assert answer.json() == {"ok": False, "why": table.refuse, "message": told, "article": "X 1"}
    async with relay.client() as client:
        answer = await client.post(PATH, json={"act": PENALISE})
        assert answer.status_code == 401


async def test_every_act_is_described(relay: Relay) -> None:
    async with relay.client() as client:
        document = (await client.get("/api/openapi.json")).json()
    schemas = document["components"]["schemas"]
    named = {choice["$ref"].rpartition("/")[2] for choice in schemas["Act"]["anyOf"]}
    assert named == {act.__name__ for act in get_args(acts.Act)}
    assert named <= set(schemas)
    body = document["paths"]["/api/tables/{table}/commands"]["post"]["requestBody"]["content"]["application/json"]
    assert body["schema"]["properties"]["act"]["$ref"] == "#/components/schemas/Act"
    assert set(body["examples"]) == {each.name for each in act_examples()}
    for example in body["examples"].values():
        msgspec.convert(example["value"]["act"], acts.Act)
    asked = {choice["$ref"].rpartition("/")[2] for choice in schemas["EnterRequest"]["properties"]["request"]["anyOf"]}
    assert asked == {request.__name__ for request in get_args(player_requests.PlayerRequest)}


async def test_a_rulebook_tells_its_articles(relay: Relay) -> None:
    async with relay.client() as client:
        found = (await client.get("/api/rulebooks/gomoku-rapid")).json()
        assert found["rulebook"] == "gomoku-rapid"
        five = next(article for article in found["articles"] if article["cite"] == "GN 19.1.1")
        assert five["title"] == {"key": "article.GN 19.1.1"}
        assert five["how"] == "on claim"
        unknown = await client.get("/api/rulebooks/halma-blitz")
    assert unknown.status_code == 404
    assert "gomoku-rapid" in unknown.json()["why"]


def test_every_act_and_every_request_has_an_example_that_the_docs_show() -> None:
    examples = list(act_examples())
    asked = [each.act.request for each in examples if isinstance(each.act, acts.EnterRequest)]
    assert {type(each.act) for each in examples} == set(get_args(acts.Act))
    assert {type(request) for request in asked} == set(get_args(player_requests.PlayerRequest))
    assert len(examples) == len(get_args(acts.Act)) - 1 + len(get_args(player_requests.PlayerRequest))
    for each in examples:
        assert exceeded(each.act) is None
    document = (Path(__file__).parents[2] / "docs" / "acts.md").read_text(encoding="utf-8")
    assert document.endswith(f"{listed()}\n"), "run: flagfall act --list, and put it at the end of docs/acts.md"
