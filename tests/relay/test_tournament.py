"""The tournament at the relay: acts by those who may, rounds that reach their tables, results that come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.record.visibility import Audience
from gateway.referee.rulings import Ended
from gateway.relay.access.arbiters import Arbiter

from .conftest import ARBITER, JUNIOR, Relay, eventually, run_relay
from .fakes import Broker, FakeTable

CLERK = Arbiter("Cleo", "result clerk", "key-of-cleo-0123456789")
REGULATIONS: dict[str, Any] = {
    "title": "City Open",
    "system": "by_hand",
    "rounds": 2,
    "control": "10m+5s",
    "tables": ["t1"],
}
PAIR = {"type": "pair_round", "pairs": [{"white": 1, "black": 2}]}


async def do(client: httpx.AsyncClient, *acts: dict[str, Any]) -> dict[str, Any]:
    done: dict[str, Any] = {}
    for act in acts:
        answer = await client.post("/api/tournament/acts", json={"act": act})
        assert answer.status_code == 200, answer.text
        done = answer.json()["entry"]
    return done


async def begin(client: httpx.AsyncClient, **regulations: object) -> None:
    """Two players, numbered."""
    await do(
        client,
        {"type": "open_event", "regulations": REGULATIONS | regulations},
        {"type": "enter_player", "person": {"name": "Ann Able", "rating": 2100}},
        {"type": "enter_player", "person": {"name": "Bo Bright", "rating": 2000}},
        {"type": "close_entries"},
    )


def ended(result: Result) -> Ended:
    return Ended(article="X 1", text=message("plain", text="over"), result=result, reason=Reason.RESIGNATION)


async def test_a_round_goes_to_its_table_and_comes_back_as_a_result(relay: Relay, table: FakeTable) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as spectator:
        assert (await spectator.get("/api/tournament")).json() == {}
        await begin(chief)
        await do(chief, PAIR)
        assert "rounds" not in (await spectator.get("/api/tournament")).json()  # not published
        assert len((await chief.get("/api/tournament")).json()["rounds"]) == 1
        await do(chief, {"type": "publish_round"})
        await eventually(lambda: table.assignments)
        assigned = table.assignments[-1]
        assert (assigned.pairing, assigned.round, assigned.rulebook) == ("1.1", 1, "chess-rapid")
        assert (assigned.players.white.name, assigned.players.black.name) == ("Ann Able", "Bo Bright")

        await table.state(pairing="1.1", result=ended(Result.BLACK))
        await eventually(lambda: relay.hall.event_record.fold.entries[-1].by == "t1")
        await table.state(pairing="1.1", result=ended(Result.BLACK))  # said again, and nothing new
        game = (await chief.get("/api/tournament")).json()["rounds"][0]["games"][0]
        assert game["reports"] == {"table t1": "0-1"}
        assert "result" not in game  # until somebody has confirmed it
        entry = await do(chief, {"type": "accept_result", "pairing": "1.1"})
        assert entry["outcome"] == {"type": "accepted", "score": {"white": "0", "black": "1"}}
        shown = (await spectator.get("/api/tournament")).json()
        assert shown["rounds"][0]["games"][0]["result"] == "0-1"
        assert "reports" not in shown["rounds"][0]["games"][0]
        assert [player.get("points", "0") for player in shown["players"]] == ["0", "1"]

        await table.state(pairing="1.1", result=None)  # the table's ruling was overturned
        await eventually(lambda: relay.hall.event_record.fold.entries[-1].by == "t1")
        assert (await chief.get("/api/tournament")).json()["rounds"][0]["games"][0]["result"] == "0-1"


async def test_who_may_do_what(broker: Broker, event: str, tmp_path: Path) -> None:
    async with run_relay(broker.url, event, tmp_path / "relay.db", arbiters=(ARBITER, JUNIOR, CLERK)) as relay:
        async with relay.client(arbiter=True) as chief:
            await begin(chief)
            await do(chief, PAIR, {"type": "publish_round"})
        report = {"type": "report_result", "pairing": "1.1", "score": {"white": "1", "black": "0"}, "source": "clerk"}
        async with relay.client(arbiter=CLERK) as clerk:
            await do(clerk, report)
            refused = await clerk.post("/api/tournament/acts", json={"act": {"type": "rank"}})
            assert refused.status_code == 403
        async with relay.client(arbiter=JUNIOR) as junior:
            await do(junior, {"type": "accept_result", "pairing": "1.1"})
            record = (await junior.get("/api/tournament/record")).json()
        assert [entry["by"] for entry in record["entries"]][-2:] == ["Cleo", "Jo"]
        assert record["undoable"][0] == record["entries"][-1]["n"]
        async with relay.client() as spectator:
            assert (await spectator.post("/api/tournament/acts", json={"act": report})).status_code == 401


async def test_a_refusal_says_why_and_a_preview_what_follows(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief:
        await begin(chief)
        early = await chief.post("/api/tournament/acts", json={"act": {"type": "rank"}})
        assert (early.status_code, early.json()["message"]["key"]) == (409, "event.rounds_left")
        seen = await chief.post("/api/tournament/preview", json={"act": PAIR})
        assert [effect["key"] for effect in seen.json()["effects"]] == ["event_effect.paired"]
        assert (await chief.get("/api/tournament")).json()["last"] == 4  # nothing was done
        wrong = {"title": "X", "system": "dutch", "rounds": 3, "control": "soon"}
        change = {"type": "change_regulations", "regulations": wrong}
        assert (await chief.post("/api/tournament/acts", json={"act": change})).status_code == 409
        nonsense = await chief.post("/api/tournament/acts", json={"act": {"type": "win"}})
        assert nonsense.status_code == 422


async def test_a_relay_that_starts_again_has_the_same_tournament(broker: Broker, event: str, tmp_path: Path) -> None:
    async with run_relay(broker.url, event, tmp_path / "relay.db") as relay:
        async with relay.client(arbiter=True) as chief:
            await begin(chief)
            await do(chief, PAIR, {"type": "undo", "n": 5})
        before = relay.hall.event_record.fold
    async with run_relay(broker.url, event, tmp_path / "relay.db") as relay:
        assert relay.hall.event_record.fold == before


async def test_nothing_of_it_is_early(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as spectator:
        await begin(chief)
        await relay.halls.set_delay(Audience.PUBLIC, 600_000)
        await do(chief, PAIR, {"type": "publish_round"})
        assert "rounds" not in (await spectator.get("/api/tournament")).json()
        assert len((await chief.get("/api/tournament")).json()["rounds"]) == 1


async def test_who_is_level_gets_the_next_game_at_the_same_table(relay: Relay, table: FakeTable) -> None:
    stages = [{"system": "knock_out", "play_off": ["3m+2s"]}]
    async with relay.client(arbiter=True) as chief:
        await begin(chief, system="knock_out", stages=stages)
        await do(chief, {"type": "pair_round"}, {"type": "publish_round"})
        await eventually(lambda: table.assignments)
        await table.state(pairing="1.1", result=ended(Result.DRAW))
        await eventually(lambda: relay.hall.event_record.fold.entries[-1].by == "t1")
        await do(chief, {"type": "accept_result", "pairing": "1.1"})
        await eventually(lambda: table.assignments[-1].pairing == "1.1.2")
        assigned = table.assignments[-1]
        assert (assigned.control, assigned.rulebook, assigned.players.white.name) == (
            "3m+2s",
            "chess-blitz",
            "Bo Bright",
        )
        shown = (await chief.get("/api/tournament")).json()["rounds"][0]["games"][1]
        assert (shown["id"], shown["game"], shown["extra"], shown["control"]) == ("1.1.2", 2, True, "3m+2s")
        await do(chief, {"type": "accept_result", "pairing": "1.1.2", "score": {"white": "0", "black": "1"}})
        (group,) = (await chief.get("/api/tournament/stages/1")).json()["groups"]
        assert group["ties"] == [
            {
                "id": "1-1",
                "round": 1,
                "first": {"number": 1},
                "second": {"number": 2},
                "winner": 1,
                "end": "played",
                "place": 1,
                "games": ["1.1", "1.1.2"],
            }
        ]


async def test_groups_have_standings_of_their_own(relay: Relay) -> None:
    stages = [{"system": "round_robin", "groups": 2, "qualifiers": 2, "tie_breaks": ["TPN"]}, {"system": "knock_out"}]
    async with relay.client(arbiter=True) as chief, relay.client() as spectator:
        await do(
            chief, {"type": "open_event", "regulations": REGULATIONS | {"system": "round_robin", "stages": stages}}
        )
        await do(chief, *({"type": "enter_player", "person": {"name": f"P{n}", "rating": 2000 - n}} for n in range(4)))
        await do(chief, {"type": "close_entries"}, {"type": "pair_round"}, {"type": "publish_round"})
        body = (await spectator.get("/api/tournament")).json()
        assert [group["numbers"] for group in body["stages"][0]["groups"]] == [[1, 4], [2, 3]]
        assert [game["group"] for game in body["rounds"][0]["games"]] == ["A", "B"]
        assert body["stages_left"] == 1
        for game in ("1.1", "1.2"):
            await do(chief, {"type": "accept_result", "pairing": game, "score": {"white": "0", "black": "1"}})
        other = (await spectator.get("/api/tournament/standings", params={"group": "B"})).json()
        assert [row["number"] for row in other["rows"]] == [3, 2]
        assert (await spectator.get("/api/tournament/standings", params={"group": "C"})).status_code == 404
        assert (await spectator.get("/api/tournament/stages/2")).status_code == 404
        await do(chief, {"type": "close_stage"}, {"type": "pair_round"}, {"type": "publish_round"})
        body = (await spectator.get("/api/tournament")).json()
        assert body["rounds"][1]["part_of"] == 2
        assert (await spectator.get("/api/tournament/stages/2")).json()["groups"][0]["ties"][0]["games"] == ["2.1"]
