"""Games to take away: one, a table's, a round's, the event's, by LiveChess's addresses, and results as Atom."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator, Sequence
from typing import Any

import chess.pgn
import msgspec
import pytest

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed
from gateway.feeds.livechess_files import numbers_of
from gateway.feeds.results_atom import results_atom
from gateway.games import registry
from gateway.games.game_files import read_games
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.referee.inputs import Clocked, Moved
from gateway.referee.rulings import Ended

from .conftest import Relay, eventually
from .fakes import Broker, FakeTable, set_up

PEOPLE = BySide(Person("Ann van der Able", title="GM", federation_id="1503014"), Person("吴清源"))
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def play(table: FakeTable, number: int, rules: str, moves: Sequence[str], turn: int = 1) -> None:
    """A game in a table's journal, a second for each move."""
    game = registry.find(rules)
    position = game.start()
    start = set_up(PEOPLE)
    table.write(
        msgspec.structs.replace(
            start,
            game=number,
            rules=rules,
            rulebook="any",
            control="10m+5s",
            fen=position.fen(),
            board=position.board(),
            rows=game.rows,
            cols=game.cols,
            round=RoundNumber(turn),
        )
    )
    used = dict.fromkeys(Side, 0)
    for text in moves:
        move, mover = position.read(text), position.turn
        then = position.play(move)
        table.write(Moved(mover, move.text, position.write(move), move.path, move.taken, then.board(), then.fen()))
        used[mover] += 1000
        left = {side: Millis(600_000 + 4 * used[side]) for side in Side}
        face = ClockFace(left[Side.WHITE], left[Side.BLACK], mover.other, Instant(table.now()))
        times = BySide(Millis(used[Side.WHITE]), Millis(used[Side.BLACK]))
        table.write(Clocked(ClockPressed(mover), msgspec.structs.replace(face, used_ms=times)))
        position = then


def end(table: FakeTable, result: Result, reason: Reason = Reason.RESIGNATION) -> None:
    table.write(Ended(result=result, reason=reason, text=message("plain", text=f"It is over: {result.value}.")))


@pytest.fixture
async def tables(relay: Relay, broker: Broker, event: str) -> AsyncIterator[dict[str, FakeTable]]:
    """Chess at two tables in two rounds, draughts and renju beside it."""
    async with (
        FakeTable(broker.url, event, "t1").running() as first,
        FakeTable(broker.url, event, "t2").running() as second,
        FakeTable(broker.url, event, "d1").running() as third,
        FakeTable(broker.url, event, "r1").running() as fourth,
    ):
        play(first, 1, "chess", ["e4", "e5", "Nf3"])
        end(first, Result.WHITE)
        play(first, 2, "chess", ["d4", "d5"], turn=2)
        play(second, 1, "chess", ["c4"])
        end(second, Result.DRAW, Reason.AGREEMENT)
        play(third, 1, "draughts-international", ["32-28", "19-23"])
        play(fourth, 1, "renju", ["h8", "h9", "i9"])
        found = {"t1": first, "t2": second, "d1": third, "r1": fourth}
        for name, table in found.items():
            await table.state()
            await eventually(lambda name=name, table=table: relay.held(name) == len(table.lines))  # type: ignore[misc]
        yield found


def pgn(text: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(text)
    games = list(iter(lambda: chess.pgn.read_game(stream), None))
    assert [game.errors for game in games] == [[] for _ in games]
    return games


async def test_one_game_a_table_a_round_and_the_event(relay: Relay, tables: dict[str, FakeTable]) -> None:
    async with relay.client() as client:

        async def ids(path: str) -> list[str]:
            answer = await client.get(path)
            assert answer.status_code == 200, (path, answer.text)
            assert answer.headers["content-type"].startswith("application/vnd.chess-pgn")
            return [game.headers["GameId"] for game in pgn(answer.text)]

        assert await ids("/api/games/t1.2.pgn") == ["t1.2"]
        assert await ids("/api/tables/t1/games/2.pgn") == ["t1.2"]
        assert await ids("/api/tables/t1.pgn") == ["t1.1", "t1.2"]
        assert await ids("/api/rounds/1.pgn") == ["t1.1", "t2.1"]
        assert await ids("/api/rounds/2.pgn") == ["t1.2"]
        assert await ids("/api/event.pgn") == ["t1.1", "t2.1", "t1.2"]
        (one,) = pgn((await client.get("/api/games/t1.1.pgn")).text)
        assert [(node.san(), node.clock(), node.emt()) for node in one.mainline()] == [
            ("e4", 604, 1),
            ("e5", 604, 1),
            ("Nf3", 608, 1),
        ]
        assert (one.headers["Round"], one.headers["WhiteFideId"], one.headers["Black"]) == ("1.1", "1503014", "吴清源")
        draughts = await client.get("/api/event.pdn")
        assert [len(game.moves) for game in read_games(draughts.text, "event.pdn")] == [2]
        stones = (await client.get("/api/rounds/1.sgf")).text
        assert [game.moves for game in read_games(stones, "1.sgf")] == [("h8", "h9", "i9")]
        library = await client.get("/api/games/r1.1.lib")
        assert library.headers["content-type"] == "application/x-renlib"
        assert [game.moves for game in read_games(library.content, "r1.lib")] == [("h8", "h9", "i9")]


async def test_what_there_is_not(relay: Relay, tables: dict[str, FakeTable]) -> None:
    async with relay.client() as client:
        for path in (
            "games/t1.9.pgn",
            "games/t1.1.pdn",
            "tables/t9.pgn",
            "tables/d1.pgn",
            "rounds/7.pgn",
            "rounds/2.sgf",
        ):
            refused = await client.get(f"/api/{path}")
            assert refused.status_code == 404, path
            assert refused.json()["why"]
        assert "pdn" in (await client.get("/api/tables/d1.pgn")).json()["why"]


async def test_what_is_final_may_be_kept_and_what_goes_on_not(relay: Relay, tables: dict[str, FakeTable]) -> None:
    async with relay.client() as client, relay.client(arbiter=True) as arbiter:
        over, under_way = await client.get("/api/games/t1.1.pgn"), await client.get("/api/games/t1.2.pgn")
        assert over.headers["cache-control"].startswith("public, max-age=")
        assert under_way.headers["cache-control"] == "no-cache"
        for answer in (over, under_way):
            again = await client.get(answer.url, headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        own = await arbiter.get("/api/games/t1.1.pgn")
        assert own.headers["cache-control"] == "private, no-cache", "he may see what others do not see yet"
        end(tables["t1"], Result.BLACK)
        await tables["t1"].send(len(tables["t1"].lines))
        await eventually(lambda: relay.held("t1") == len(tables["t1"].lines))
        changed = await client.get(under_way.url, headers={"If-None-Match": under_way.headers["etag"]})
        assert changed.status_code == 200
        assert pgn(changed.text)[0].headers["Result"] == "0-1"


async def test_the_folder_of_livechess(relay: Relay, tables: dict[str, FakeTable]) -> None:
    async with relay.client() as client:

        async def read(path: str) -> Any:
            answer = await client.get(f"/feeds/livechess/{path}")
            assert answer.status_code == 200, answer.text
            assert answer.headers["access-control-allow-origin"] == "*"
            return answer.json()

        event = await read("tournament.json")
        assert event["rounds"] == [{"count": 2, "live": False}, {"count": 1, "live": True}]
        assert (event["timecontrol"], event["eboards"]) == ("10m+5s", ["t1", "t2"])
        index = await read("round-1/index.json")
        assert [pair["result"] for pair in index["pairings"]] == ["1-0", "1/2-1/2"]
        white, black = index["pairings"][0]["white"], index["pairings"][0]["black"]
        assert (white["fname"], white["lname"], white["title"]) == ("Ann van der", "Able", "GM")
        assert (white["fideid"], black["fname"], black["lname"]) == (1503014, None, "吴清源")
        game = await read("round-1/game-1.json")
        assert (game["result"], game["live"], game["chess960"]) == ("WHITEWIN", False, 518)
        assert game["moves"] == ["e4 604+1", "e5 604+1", "Nf3 608+1"]
        assert (game["clock"]["white"], game["clock"]["run"], game["serialNr"]) == (608, False, "t1")
        live = await read("round-2/game-1.json?poll")
        assert (live["live"], live["result"], len(live["moves"])) == (True, "*", 2)
        games = await client.get("/feeds/livechess/round-1/games.pgn")
        assert len(pgn(games.text)) == 2
        assert len(pgn((await client.get("/feeds/livechess/round-1/game-2.pgn")).text)) == 1
        for none in ("round-3/index.json", "round-1/game-3.json", "round-2/game-2.pgn", "round-9/games.pgn"):
            assert (await client.get(f"/feeds/livechess/{none}")).status_code == 404, none


def test_a_game_has_the_number_of_its_board_if_every_board_has_one() -> None:
    assert numbers_of(["t3", "t1", "hall-b_12"]) == [3, 1, 12]
    assert numbers_of(["a1", "b1"]) == [1, 2]
    assert numbers_of(["t1", "final"]) == [1, 2]
    assert numbers_of(["t2001", "t2002"]) == [1, 2]
    assert numbers_of([]) == []


async def test_results_as_atom(relay: Relay, tables: dict[str, FakeTable]) -> None:
    async with relay.client() as client:
        answer = await client.get("/feeds/results.atom", headers={"Accept-Language": "zh"})
        assert answer.headers["content-type"] == "application/atom+xml"
        feed = ET.fromstring(answer.content)
        assert (feed.findtext("a:title", "", ATOM), len(feed.findall("a:entry", ATOM))) == (
            f"{relay.hall.event}成绩",
            2,
        )
        titles = {each.findtext("a:title", "", ATOM) for each in feed.findall("a:entry", ATOM)}
        assert titles == {"GM Ann van der Able – 吴清源 1–0", "GM Ann van der Able – 吴清源 ½–½"}
        links = {each.attrib["href"] for each in feed.findall("a:entry/a:link", ATOM)}
        assert links == {f"{relay.url}/games/t1.1", f"{relay.url}/games/t2.1"}
        ids = [each.text for each in feed.iter("{http://www.w3.org/2005/Atom}id")]
        assert len(set(ids)) == 3
        assert all(each is not None and each.startswith("urn:uuid:") for each in ids)


def test_an_atom_feed_without_results_is_one() -> None:
    feed = ET.fromstring(results_atom("open", "<Results> & more", [], str))
    assert feed.findtext("a:title", "", ATOM) == "<Results> & more"
    assert feed.findtext("a:updated", "", ATOM) == "1970-01-01T00:00:00Z"
