"""Pushing a round to lichess: whole rounds with every fault, restarts, refusals."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gateway.model.results import Result
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.push_reports import PushReport, PushReports
from gateway.relay.push.accepted_games import AcceptedGames
from gateway.relay.push.lichess import EVERY_S, LichessPush, LichessRound
from gateway.relay.push.lichess_answers import ForbiddenPush, PushLater, ReadPush, UnreadablePush, read_answer
from gateway.relay.push.round_games import HallRound, RoundGame
from gateway.store import SqliteStore
from tests.relay.conftest import eventually

from .lichess_stub import FAULTS, LichessStub
from .rounds import ChessTable, in_turn


class FastTime:
    """A clock that goes on when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    async def pause(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[PresentHall]:
    with SqliteStore(tmp_path / "relay.journal", skip_repeats=True) as store:
        yield await PresentHall.open("open", store, lambda: 1_700_000_000_000)


class Pushing:
    """A relay's pushing that can be killed and started again."""

    def __init__(self, hall: PresentHall, stub: LichessStub, time: FastTime, path: Path | None, seed: int = 0) -> None:
        self.hall, self.stub, self.time, self.path = hall, stub, time, path
        self.chance = random.Random(seed)
        self.report: PushReport = PushReports().open("lichess", "aBcDeFgH")[0]

    def push(self, games: HallRound) -> LichessPush:
        target = LichessRound("aBcDeFgH", "lip_secret", self.stub.url)
        accepted = AcceptedGames(self.path)
        return LichessPush(target, games, accepted, self.report, lambda: 7, self.time.pause, self.chance)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with HallRound(self.hall, 3).followed() as games:
            task = asyncio.create_task(self.push(games).run())
            try:
                yield
            finally:
                task.cancel()
                await asyncio.wait([task])
                if not task.cancelled():
                    task.result()

    async def to_the_end(self) -> None:
        """Push until everything is there."""
        async with asyncio.timeout(60), HallRound(self.hall, 3).followed() as games:
            await self.push(games).run(once=True)


@pytest.mark.parametrize("seed", range(4))
async def test_a_round_with_every_fault_and_restarts_ends_with_the_same_games(
    hall: PresentHall, tmp_path: Path, seed: int
) -> None:
    time, chance = FastTime(), random.Random(seed)
    tables = [ChessTable(hall, f"t{number}", seed=seed) for number in range(1, 9)]
    for number, table in enumerate(tables):
        await table.set_up(f"r3b{number}", rules="chess")
    async with LichessStub(seed, lambda: time.now) as stub:
        pushing, kept = Pushing(hall, stub, time, tmp_path / "accepted.json", seed), in_turn(tables, chance)
        for life in range(4):
            async with pushing.running():
                for table, _ in zip(kept, range(60), strict=False):
                    await play_on(table, chance)
                    for _ in range(chance.randrange(6)):
                        await asyncio.sleep(0)
                if life == 2:
                    (tmp_path / "accepted.json").write_text("torn")  # a disk that failed
        for table in kept:
            await play_on(table, chance)
        await pushing.to_the_end()
        held = {f"open/r3b{number}": (table.sans, table.result) for number, table in enumerate(tables)}
        assert stub.games == held
        assert set(FAULTS) <= set(stub.met), "every fault was met"
        assert round(stub.closest, 6) >= EVERY_S
        assert pushing.report.ok
        assert not pushing.report.waiting


async def play_on(table: ChessTable, chance: random.Random) -> None:
    if chance.random() < 0.04 or not any(table.board.legal_moves) or len(table.sans) > 40:
        await table.end(chance.choice([Result.WHITE, Result.BLACK, Result.DRAW]))
    elif table.sans and chance.random() < 0.05:
        await table.take_back()
    else:
        await table.move()


async def test_every_push_has_the_whole_round_also_games_without_a_move(hall: PresentHall) -> None:
    time = FastTime()
    first, second = ChessTable(hall, "t1"), ChessTable(hall, "t2")
    await first.set_up("a")
    await second.set_up("b")
    await first.move("e4")
    async with LichessStub(0, lambda: time.now, faults=0) as stub:
        await Pushing(hall, stub, time, None).to_the_end()
        assert stub.pushes == [["open/a", "open/b"]]
        assert stub.games == {"open/a": (["e4"], "*"), "open/b": ([], "*")}


async def test_other_rounds_and_other_games_stay_at_home(hall: PresentHall) -> None:
    time = FastTime()
    for table in (ChessTable(hall, "t1", round=2), ChessTable(hall, "t2")):
        await table.set_up()
    async with LichessStub(0, lambda: time.now, faults=0) as stub:
        await Pushing(hall, stub, time, None).to_the_end()
        assert set(stub.games) == {"open/t2.1"}


async def test_a_restart_sends_nothing_that_was_accepted(hall: PresentHall, tmp_path: Path) -> None:
    time, table = FastTime(), ChessTable(hall, "t1")
    await table.set_up("a")
    await table.move("e4")
    async with LichessStub(0, lambda: time.now, faults=0) as stub:
        await Pushing(hall, stub, time, tmp_path / "accepted").to_the_end()
        await Pushing(hall, stub, time, tmp_path / "accepted").to_the_end()
        assert len(stub.pushes) == 1
        await table.move("e5")
        await Pushing(hall, stub, time, tmp_path / "accepted").to_the_end()
        assert stub.games["open/a"] == (["e4", "e5"], "*")


async def test_a_game_that_lichess_cannot_read_keeps_no_other_from_it(hall: PresentHall) -> None:
    time, tables = FastTime(), [ChessTable(hall, f"t{number}") for number in range(5)]
    for table in tables:
        await table.set_up()
        await table.move()
    async with LichessStub(0, lambda: time.now, faults=0) as stub:
        stub.unreadable = "White of t3"
        pushing = Pushing(hall, stub, time, None)
        async with pushing.running():
            await eventually(lambda: len(stub.games) == 4 and bool(pushing.report.errors))
            assert set(pushing.report.errors) == {"open/t3.1"}
            assert "Cannot parse moves" in pushing.report.errors["open/t3.1"] or "cannot read" in pushing.report.trouble
            stub.unreadable = ""
            await eventually(lambda: pushing.report.ok)
        assert "open/t3.1" in stub.games


async def test_a_token_that_is_refused_is_said_and_never_shown(
    hall: PresentHall, caplog: pytest.LogCaptureFixture
) -> None:
    time, table = FastTime(), ChessTable(hall, "t1")
    await table.set_up()
    async with LichessStub(0, lambda: time.now, faults=0, token="lip_other") as stub:
        pushing = Pushing(hall, stub, time, None)
        async with pushing.running():
            await eventually(lambda: bool(pushing.report.trouble))
    assert "check the token" in pushing.report.trouble
    assert "lip_secret" not in caplog.text + repr(pushing.report) + repr(LichessRound("a", "lip_secret"))
    assert caplog.text.count("check the token") == 1


async def test_a_game_that_is_played_again_takes_the_place_of_the_first(hall: PresentHall) -> None:
    time, table = FastTime(), ChessTable(hall, "t1")
    async with LichessStub(0, lambda: time.now, faults=0) as stub:
        await table.set_up("a")
        await table.move("e4")
        await Pushing(hall, stub, time, None).to_the_end()
        await table.set_up("a")
        await table.move("d4")
        await Pushing(hall, stub, time, None).to_the_end()
        assert stub.games == {"open/a": (["d4"], "*")}


GAMES = [RoundGame("open/a", "", 4), RoundGame("open/b", "", 0)]


@pytest.mark.parametrize(
    ("status", "body", "read"),
    [
        (200, {"games": [{"tags": {}, "moves": 4}, {"tags": {}, "moves": 0}]}, ReadPush({})),
        (200, {"games": [{"tags": {}, "error": "no"}, {"tags": {}, "moves": 0}]}, ReadPush({"open/a": "no"})),
        (200, {"games": [{"tags": {}, "moves": 3}, {"moves": 0}]}, ReadPush({"open/a": "3 of 4 moves were taken"})),
        (200, {"games": [{"moves": 4}]}, ReadPush({"open/b": "the answer says nothing of it"})),
        (
            200,
            {"games": [{"tags": {"GameId": "open/b"}, "moves": 0}, {"tags": {"GameId": "open/a"}, "error": "x"}]},
            ReadPush({"open/a": "x"}),
        ),
        (429, {}, PushLater("lichess answered 429", 60.0)),
        (500, None, PushLater("lichess answered 500")),
        (400, {"error": "Cannot parse"}, UnreadablePush("lichess answered 400 (Cannot parse)")),
        (301, {}, PushLater("lichess answered 301")),
    ],
)
def test_answers_are_read(status: int, body: object, read: object) -> None:
    assert read_answer(status, json.dumps(body).encode(), GAMES) == read


def test_answers_that_are_none() -> None:
    for body in (b"", b"<html>", b'{"games": 1}', b"\xff", b'{"games": [1]}'):
        assert isinstance(read_answer(200, body, GAMES), PushLater)
    assert isinstance(read_answer(403, b"", GAMES), ForbiddenPush)
    assert read_answer(429, b"", GAMES, "90") == PushLater("lichess answered 429", 90.0)
    assert read_answer(429, b"", GAMES, "soon") == PushLater("lichess answered 429", 60.0)
