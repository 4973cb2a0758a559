"""Papers and files of a bridge event at the relay, and overtime that waits for a director."""

from __future__ import annotations

import pytest

from gateway.clock.round_plan import MINUTE
from gateway.record.visibility import Audience
from gateway.tournament.bridge.pbn import read_pbn
from tests.browsing import assert_accessible, open_visits

from .bridge_events import begin_bridge, bridge_act, bridge_links, say_board
from .conftest import Relay

DEALS = "".join(
    f'[Board "{board}"]\n[Deal "N:{" ".join(hands)}"]\n\n'
    for board, hands in ((1, ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]),
                         (2, [".AKQJT98765432..", "AKQJT98765432...", "..AKQJT98765432.", "...AKQJT98765432"]))
)  # fmt: skip
STEPS = {"unit": "vp", "steps": [{"over_ms": 0, "points": "0.5"}]}


@pytest.mark.browser
async def test_papers_files_and_overtime(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as anybody:
        assert (await anybody.get("/api/bridge/boards.pbn")).status_code == 404
        await begin_bridge(chief, overtime=STEPS)
        # Deals are loaded, and nobody is told one of them: not the public, not the chief, not by the record.
        loaded = await chief.post("/api/bridge/deals?round=1", content=DEALS.encode())
        assert loaded.json() == {"boards": 2}, loaded.text
        assert (await chief.get("/api/bridge/deals")).json() == {"deals": [], "sealed": 2}
        assert (await anybody.get("/api/bridge/deals")).json() == {"deals": []}
        assert (await chief.get("/print/bridge/bridge-hands")).status_code == 409
        acts = [entry["act"] for entry in (await chief.get("/api/bridge/record")).json()["entries"]]
        assert [act["deals"] for act in acts if act["type"] == "load_deals"] == [{"1": "", "2": ""}]
        assert (await chief.post("/api/bridge/deals", content=DEALS.encode())).status_code == 409, "which round?"
        assert (await chief.post("/api/bridge/deals?round=1", content=b"no deals")).status_code == 409
        assert (await anybody.post("/api/bridge/deals?round=1", content=DEALS.encode())).status_code == 401
        plan = {"rounds": 3, "boards": 2, "board_ms": 10_000}
        for act in ({"type": "set", "plan": plan}, {"type": "start"}):
            await chief.post("/api/round-clock/acts", json={"act": act})
        links = await bridge_links(chief)
        for board in (1, 2):
            for side in ("NS", "EW"):
                await say_board(chief, links["1o"], side, board, "4S N +1")
        (first, *_) = (await chief.get("/api/bridge/times")).json()["tables"]
        assert [each["board"] for each in first["boards"]] == [1, 2]
        assert (await anybody.get("/api/bridge/times")).status_code == 401
        assert (await chief.get("/api/queue")).json()["matters"] == []
        # The first board is played at every table: it is told, with its four hands; the second is not.
        for table, board in (("1c", 1), ("2o", 1), ("2c", 1), ("2o", 2)):
            for side in ("NS", "EW"):
                await say_board(chief, links[table], side, board, "3N E -1")
        told = (await anybody.get("/api/bridge/deals")).json()["deals"]
        assert [(each["round"], each["board"]) for each in told] == [(1, 1)]
        hands = (await anybody.get("/print/bridge/bridge-hands?language=en")).text
        assert "AKQJ1098765432" in hands
        assert "AKQJ1098765432" in (await anybody.get("/bridge/rounds/1/boards/1")).text
        assert "AKQJ1098765432" not in (await anybody.get("/bridge/rounds/1/boards/2")).text
        async with open_visits() as visits:
            await assert_accessible(await visits.open(f"{relay.url}/bridge/rounds/1/boards/1"))
        assert 'href="/embed/bridge/rounds/1"' in (await anybody.get("/embed/bridge")).text
        public_games = read_pbn((await anybody.get("/api/bridge/boards.pbn")).text)
        assert {game.board for game in public_games if game.deal is not None} == {1}
        assert "<HANDSET>" in (await anybody.get("/api/bridge/results.xml")).text
        # The round is ended, and two minutes later a table says its last results.
        await chief.post("/api/round-clock/acts", json={"act": {"type": "skip"}})
        later, started = relay.hall.now, relay.hall.now()
        relay.hall.bridge_record._now = lambda: max(later(), started + 2 * MINUTE)
        for side in ("NS", "EW"):
            await say_board(chief, links["1c"], side, 2, "3N E -1")
        (matter,) = (await chief.get("/api/queue")).json()["matters"]
        assert (matter["kind"], matter["urgent"]) == ("bridge_overtime", False)
        number, points, unit, one, _ = matter["bridge"].split()
        assert (number, points, unit) == ("1", "0.5", "vp")
        penalty = {"contestant": one, "round": 1, "points": points, "unit": unit, "kind": "overtime", "why": "slow"}
        await bridge_act(chief, type="penalize", **penalty)
        assert (await chief.get("/api/queue")).json()["matters"] == []
        # Papers: slips for those who enter results, results for everybody, as late as everything.
        names = {form["name"] for form in (await chief.get("/api/bridge/forms")).json()["forms"]}
        public = {form["name"] for form in (await anybody.get("/api/bridge/forms")).json()["forms"]}
        assert names - public == {"bridge-traveller", "bridge-pick-up", "bridge-line-up"}
        for name in names - {"bridge-hands"}:
            page = await chief.get(f"/print/bridge/{name}?language=both")
            assert page.status_code == 200, (name, page.text)
            assert (await anybody.get(f"/print/bridge/{name}")).status_code == (200 if name in public else 401), name
        assert (await chief.get("/print/bridge/nothing")).status_code == 404
        assert (await chief.get("/print/bridge/bridge-results?round=9")).status_code == 409
        games = read_pbn((await chief.get("/api/bridge/boards.pbn")).text)
        assert [(game.board, str(game.played), game.room) for game in games][:2] == [
            (1, "4S N +1", "Open"),
            (2, "4S N +1", "Open"),
        ]
        assert "<TEAM_SCORE>" in (await chief.get("/api/bridge/results.xml")).text
        await relay.halls.set_delay(Audience.PUBLIC, 15 * MINUTE)
        assert len(read_pbn((await anybody.get("/api/bridge/boards.pbn")).text)) <= len(games)
