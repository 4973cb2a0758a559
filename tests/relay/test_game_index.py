"""The index of games: made line by line, it says what the whole record says; and its routes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.feeds.played_game import games_of
from gateway.games import registry
from gateway.model.messages import message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId, named
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide
from gateway.record.game_id import GameId
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Moved
from gateway.referee.rulings import Ended, Overturned, Resumed, Voided
from gateway.relay.hall.game_index import GameIndex, GameStatus, GameSummary
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.hall.present_hall import PresentHall
from gateway.store import SqliteStore
from gateway.store.port import StoredLine
from tests.examples import examples
from tests.feeds.test_judged_records import BOOKS, DEEDS, Desk

from .conftest import Relay, eventually, run_relay
from .fakes import Broker, FakeTable, set_up, wall

PEOPLE = BySide(Person("Ann Able", PersonId("p1"), "GM"), Person("Bo Bright", PersonId("p2")))


@pytest.mark.parametrize("rules", sorted(BOOKS))
@given(seed=st.integers(0, 10**6), length=st.integers(1, 40))
@examples(40)
def test_the_index_agrees_with_the_whole_record(rules: str, seed: int, length: int) -> None:
    desk, index = Desk(rules, seed), GameIndex()
    for _ in range(length):
        desk.do(desk.dice.choice(DEEDS))
    public = [entry for entry in desk.entries if entry.visibility is Visibility.PUBLIC]
    for entry in public:
        index.take("t1", 1, entry.n, ENTRY.encode(entry))
    (game,) = games_of(public)
    (listed,) = index
    assert listed.plies == len(game.texts)
    assert listed.fen == game.last.last.fen()
    assert (listed.result, listed.players) == (game.ended, game.players)
    assert listed.result == desk.play.result  # also one that was overturned, before play goes on
    assert (listed.first, listed.last) == (public[0].n, public[-1].n)


def game_lines(table: FakeTable, number: int, moves: tuple[str, ...], **setup: object) -> None:
    """A game of draughts in a table's journal."""
    table.write(msgspec.structs.replace(set_up(PEOPLE), game=number, **setup))
    position = registry.find("draughts-international").start()
    for text in moves:
        move = position.read(text)
        then = position.play(move)
        table.write(Moved(position.turn, move.text, text, move.path, move.taken, then.board(), then.fen()))
        position = then


def ended(result: Result) -> Ended:
    return Ended(result=result, reason=Reason.RESIGNATION, text=message("plain", text=""))


def indexed(table: FakeTable) -> list[GameSummary]:
    index = GameIndex()
    for n, line in enumerate(table.lines, 1):
        index.take("t1", 1, n, line)
    return list(index)


@pytest.fixture
def lonely() -> FakeTable:
    return FakeTable("mqtt://127.0.0.1:1", "open", "t1")


def test_what_becomes_of_a_game(lonely: FakeTable) -> None:
    game_lines(lonely, 1, ())
    game_lines(lonely, 2, ("32-28",))
    game_lines(lonely, 3, ("32-28",))
    lonely.write(ended(Result.WHITE))
    game_lines(lonely, 4, ("32-28", "19-23"))
    lonely.write(Voided(text=message("plain", text="")))
    game_lines(lonely, 5, ())
    assert [each.status.value for each in indexed(lonely)] == ["set_aside", "broken_off", "over", "void", "ready"]
    lonely.write(ended(Result.DRAW))
    assert indexed(lonely)[-1].ended is not None
    lonely.write(Resumed(by="Iris", text=message("plain", text="")))
    last = indexed(lonely)[-1]
    assert (last.status, last.result, last.ended) == (GameStatus.PLAYING, None, None)


def test_a_result_that_is_overturned_is_gone_at_once(lonely: FakeTable) -> None:
    game_lines(lonely, 1, ("32-28",))
    lonely.write(msgspec.structs.replace(ended(Result.WHITE), no=1))
    why = message("plain", text="")
    lonely.write(Overturned(ruling=3, no=4, was_result=True, text=why))  # another ruling than the result
    assert indexed(lonely)[-1].result is not None
    lonely.write(Overturned(ruling=1, no=5, was_result=True, text=why))
    last = indexed(lonely)[-1]
    assert (last.status, last.result, last.ended) == (GameStatus.PAUSED, None, None)


def test_rounds_tables_and_counts_are_those_of_all_games(lonely: FakeTable) -> None:
    for number, played in ((1, 1), (2, 2), (3, 1), (3, 0), (4, 2)):  # a number that comes twice is the later game
        game_lines(lonely, number, ("32-28",) if number % 2 else (), round=RoundNumber(played))
        lonely.write(ended(Result.WHITE), Visibility.ARBITERS)
    index, follower = GameIndex(), GameIndex()
    for n, line in enumerate(lonely.lines, 1):
        index.take("t9", 1, n, line)
        follower.follow(index, "t9", 1, n, line)
        assert (list(follower), follower.changed_in) == (list(index), index.changed_in)
        for found in (index, index.copy(), follower):
            for number in range(4):
                mine = [each for each in found if each.round == number]
                assert list(found.of_round(number)) == mine
                counted = {status: n for status, n in found.counts.get(RoundNumber(number), {}).items() if n}
                assert counted == Counter(each.status for each in mine)
            assert sorted(each.id for each in found.of_table("t9")) == sorted(each.id for each in found)
            assert not list(found.of_table("t8"))


def test_what_only_arbiters_see_is_not_in_it(lonely: FakeTable) -> None:
    game_lines(lonely, 1, ("32-28",))
    lonely.write(ended(Result.WHITE), Visibility.ARBITERS)
    (game,) = indexed(lonely)
    assert (game.status, game.result, game.last) == (GameStatus.PLAYING, None, 2)


def test_lines_that_make_no_sense_are_passed_over(lonely: FakeTable) -> None:
    lonely.lines.append(b'{"n":1,"at":5,"visibility":"public","what":{"type":"ended"}}')
    lonely.write(msgspec.structs.replace(set_up(PEOPLE), rules="go"))
    lonely.write(ended(Result.WHITE))
    lonely.write(msgspec.structs.replace(set_up(PEOPLE), game=0))
    assert indexed(lonely) == []
    game_lines(lonely, 1, ("32-28",))
    for line in (b"", b"\xff", b"{}", b'{"n":1,"at":5,"visibility":"public","what":{"type":"later","fen":7}}'):
        lonely.lines.append(line)
    lonely.lines.append(b'{"n":1,"at":5,"visibility":"public","what":{"type":"opened"}}')
    assert [game.plies for game in indexed(lonely)] == [1]


def test_a_number_that_comes_twice_is_the_later_game(lonely: FakeTable) -> None:
    game_lines(lonely, 1, ("32-28",))
    game_lines(lonely, 1, ("31-27", "19-23"), round=RoundNumber(2))
    (game,) = indexed(lonely)
    assert (game.plies, game.round, game.first) == (2, 2, 3)


async def test_a_restart_knows_every_game_also_of_a_lost_journal(tmp_path: Path, lonely: FakeTable) -> None:
    game_lines(lonely, 1, ("32-28",))
    game_lines(lonely, 2, ("32-28", "19-23"))
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store:
        hall = await PresentHall.open("open", store, wall)
        table = hall.find_or_add("t1")
        assert table is not None
        for journal in (1, 2):
            lines = list(enumerate(lonely.lines, 1))
            await store.append_many([StoredLine(hall.stream(table), n, line) for n, line in lines])
            hall.show_lines(table, lines)
            if journal == 1:
                hall.begin_journal(table)
        told = list(hall.game_index)
        assert [game.id for game in told] == ["t1.1", "t1.2", "t1.2.1", "t1.2.2"]
        again = await PresentHall.open("open", store, wall)
    assert list(again.game_index) == told
    assert again.game_index.find(GameId("t1", 2, 2)).plies == 2


async def test_games_are_listed_by_round_and_asked_for_by_what_people_know(
    relay: Relay, broker: Broker, event: str
) -> None:
    others = named("Cy Cole", "Di Dunn")
    async with (
        FakeTable(broker.url, event, "t2").running() as second,
        FakeTable(broker.url, event, "t10").running() as tenth,
    ):
        for table in (second, tenth):
            game_lines(table, 1, ("32-28", "19-23"), round=RoundNumber(1), pairing=PairingId("a"))
            table.write(ended(Result.BLACK))
            game_lines(table, 2, (), round=RoundNumber(2))
            game_lines(table, 3, ("31-27",), round=RoundNumber(2), players=others)
            await table.state()
        await eventually(lambda: [relay.held(name) for name in ("t2", "t10")] == [len(second.lines), len(tenth.lines)])
        async with relay.client() as client:

            async def ids(**asked: str | int | list[str]) -> list[str]:
                answer = await client.get("/api/games", params={**asked})
                assert answer.status_code == 200, answer.text
                assert answer.json()["total"] == len(answer.json()["games"]) or "limit" in asked
                return [game["id"] for game in answer.json()["games"]]

            assert await ids() == ["t2.1", "t10.1", "t2.3", "t10.3"]
            assert await ids(round=1) == ["t2.1", "t10.1"]
            assert await ids(table="t10") == ["t10.1", "t10.3"]
            assert await ids(player="p1") == ["t2.1", "t10.1"]
            assert await ids(player="dunn") == ["t2.3", "t10.3"]
            assert await ids(player="p") == [], "an id is not guessed at"
            assert await ids(status=["over"]) == ["t2.1", "t10.1"]
            assert await ids(status=["set_aside", "playing"], round=2, table="t2") == ["t2.2", "t2.3"]
            page = (await client.get("/api/games", params={"limit": 3})).json()
            assert (page["total"], page["next"], len(page["games"])) == (4, "t2.3", 3)
            assert await ids(limit=3, after="t2.3") == ["t10.3"]
            assert (await client.get("/api/games", params={"after": "t2"})).status_code == 422
            assert (await client.get("/api/games", params={"limit": 0})).status_code == 422
            first = (await client.get("/api/games/t2.1")).json()
            assert (first["pairing"], first["status"], first["result"]["reason"]) == ("a", "over", "resignation")
            (stretch,) = first["stretches"]
            assert [(move["ply"], move["text"], move["left"]) for move in stretch["moves"]] == [
                (1, "32-28", None),
                (2, "19-23", None),
            ]
            assert stretch["moves"][0]["path"] == list(
                registry.find("draughts-international").start().read("32-28").path
            )
            for none in ("t2.9", "t2.2.1", "t99.1"):
                refused = await client.get(f"/api/games/{none}")
                assert (refused.status_code, none in refused.json()["why"]) == (404, True)
            assert (await client.get("/api/games/T2.1")).status_code == 422


async def test_a_game_is_led_on_and_never_read_again_from_the_start(
    relay: Relay, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_lines(table, 1, ("32-28", "19-23"))
    await table.state()
    await eventually(lambda: relay.held("t1") == 3)
    asked: list[tuple[int, int]] = []
    read = relay.hall.store.read

    async def counted(stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        asked.append((after, limit))
        return await read(stream, after, limit)

    monkeypatch.setattr(relay.hall.store, "read", counted)
    async with relay.client() as client:
        await client.get("/api/games/t1.1")
        assert asked == [(0, 3)]
        table.write(ended(Result.WHITE))
        await table.send(4)
        await eventually(lambda: relay.held("t1") == 4)
        asked.clear()
        whole = (await client.get("/api/games/t1.1")).json()
        assert (whole["status"], len(whole["stretches"][0]["moves"]), asked) == ("over", 2, [(3, 1)])


async def test_a_hall_that_falls_behind_shows_no_more_than_its_index(tmp_path: Path, lonely: FakeTable) -> None:
    """Where the public is set further behind, what was worked out before is not shown again too early."""
    game_lines(lonely, 1, ("32-28", "19-23", "28x19"))
    lines = list(enumerate(lonely.lines, 1))
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store:
        hall = await PresentHall.open("open", store, wall)
        table = hall.find_or_add("t1")
        assert table is not None
        await store.append_many([StoredLine(hall.stream(table), n, line) for n, line in lines])
        hall.show_lines(table, lines)
        played, wanted = PlayedGames(), GameId("t1", 1)
        assert len((await played.find(hall, wanted)).texts) == 3
        hall.game_index = GameIndex()
        for n, line in lines[:2]:
            hall.game_index.take("t1", 1, n, line)
        assert len((await played.find(hall, wanted)).texts) == 1
        hall.game_index.take("t1", 1, *lines[2])
        assert len((await played.find(hall, wanted)).texts) == 2


async def test_the_games_of_a_table_that_has_gone_home_are_still_there(
    broker: Broker, event: str, tmp_path: Path
) -> None:
    async with (
        run_relay(broker.url, event, tmp_path / "relay.journal") as relay,
        FakeTable(broker.url, event, "t1").running() as table,
    ):
        game_lines(table, 1, ("32-28",))
        table.write(ended(Result.DRAW))
        await table.state()
        await eventually(lambda: relay.held("t1") == 3)
    with SqliteStore(tmp_path / "relay.journal", skip_repeats=True) as store:
        hall = await PresentHall.open(event, store, wall)
        assert hall.tables == []
        (game,) = hall.game_index
        assert (game.id, game.status) == ("t1.1", GameStatus.OVER)
        assert [move.text for move in (await PlayedGames().find(hall, game.game_id)).last.moves] == ["32-28"]
