"""Raw readings on request: the board at each instant, whatever driver told it; and requests that ask for too much."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from drivers.readings import ClockTimes, LinkUp, Snapshot, SquareChanged
from gateway.model.errors import JournalError
from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.record.commands import Command, Reply, SendReadings
from gateway.record.raw import RAW, RawEvent
from gateway.record.sensor_replay import (
    LONGEST_REPLAY_MS,
    MOST_READINGS,
    REPLAY_PART,
    ReplayCollector,
    ReplayPart,
    SensorReplay,
)
from gateway.record.wire import COMMAND, LONGEST_MESSAGE, WireError
from gateway.referee import rulebooks
from gateway.runtime.readings_sender import ReadingsSender
from gateway.store import SqliteStore, StoredLine
from tests.english import english
from tests.table.virtual import VirtualTable, setup


class Desk:
    """A sender over the raw events of a table; the first of them on disk, the others in memory only."""

    def __init__(self, table: VirtualTable, store: SqliteStore) -> None:
        self.table = table
        self.store = store
        self.replies: list[Reply] = []
        self.parts: list[ReplayPart] = []
        self.news = asyncio.Event()
        self.sender = ReadingsSender(store, "raw", lambda: table.table, self._reply, self._send)

    def _reply(self, reply: Reply) -> None:
        self.replies.append(reply)
        self.news.set()

    def _send(self, part: ReplayPart) -> None:
        self.parts.append(part)
        self.news.set()

    async def keep(self, on_disk: int) -> None:
        lines = [RAW.encode(RawEvent.of(at, event)) for at, event in self.table.events]
        await self.store.append_many([StoredLine("raw", n, line) for n, line in enumerate(lines[:on_disk], 1)])
        self.sender.begin(min(on_disk, len(lines)))
        for n, line in enumerate(lines[on_disk:], on_disk + 1):
            self.sender.note(n, line)

    def ask(self, since: int, upto: int, role: str = "arbiter", command: str = "q1") -> None:
        self.sender.ask(Command(command, SendReadings("Ines", role, since, upto)), SendReadings("I", role, since, upto))

    async def replay(self, since: int, upto: int) -> SensorReplay:
        self.parts.clear()
        self.ask(since, upto)
        collector = ReplayCollector()
        async with asyncio.timeout(20):
            while True:
                while self.parts:
                    if (whole := collector.take(self.parts.pop(0))) is not None:
                        return whole
                assert not self.replies, self.replies
                self.news.clear()
                await self.news.wait()


@contextlib.asynccontextmanager
async def desk(path: Path, table: VirtualTable, on_disk: int = 0) -> AsyncIterator[Desk]:
    with SqliteStore(path / "t1.journal") as store:
        made = Desk(table, store)
        await made.keep(on_disk)
        task = asyncio.create_task(made.sender.run())
        try:
            yield made
        finally:
            task.cancel()
            await asyncio.wait([task])


def played(rules: str, moves: int, *, turned: bool = False) -> tuple[VirtualTable, list[tuple[Instant, str]]]:
    """A table at which some moves were played, and the boards with the instants at which they stood."""
    table = VirtualTable(setup(rules=rules, rulebook=rulebooks.for_game(rules)[0].name), turned=turned)
    table.connect()
    table.wait(4000)
    table.start_clock(Side.WHITE)
    position = table.game.start()
    stood = [(table.at, position.board())]
    for _ in range(moves):
        move = position.moves()[0]
        table.hand(position, move, 200)
        table.wait(2000)
        table.press()
        position = position.play(move)
        stood.append((table.at, table.cells[::-1] if turned else table.cells))
    return table, stood


def boards(replay: SensorReplay) -> dict[int, str]:
    """What the board shows after each reading."""
    shown = replay.shown
    found: dict[int, str] = {replay.since: shown}
    for each in replay.readings:
        if isinstance(each.reading, Snapshot):
            shown = each.reading.cells
        elif isinstance(each.reading, SquareChanged):
            shown = shown[: each.reading.cell] + each.reading.piece + shown[each.reading.cell + 1 :]
        found[each.at] = shown
    return found


@pytest.mark.parametrize("rules", ["chess", "draughts-international", "draughts-russian"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("on_disk", [0, 20])
async def test_the_board_is_shown_at_each_instant(rules: str, turned: bool, on_disk: int, tmp_path: Path) -> None:
    table, stood = played(rules, 6, turned=turned)
    async with desk(tmp_path, table, on_disk) as asked:
        since, upto = stood[2][0], stood[5][0]
        replay = await asked.replay(since, upto)
        assert replay.complete
        assert replay.shown == stood[2][1]
        shown = boards(replay)
        for at, board in stood[2:6]:
            assert shown[max(each for each in shown if each <= at)] == board
        assert all(since <= each.at <= upto for each in replay.readings)
        assert any(isinstance(each.reading, ClockTimes) for each in replay.readings)
        assert replay.white == ("right" if turned else "left")
        # Where the devices are plugged in is nobody's business.
        begun = table.events[0][0]
        whole = await asked.replay(begun - 1000, begun + 1000)
        assert [each.reading for each in whole.readings if isinstance(each.reading, LinkUp)] == [LinkUp("")]
        assert whole.shown == ""


async def test_before_and_after_everything_there_is_nothing_but_what_is_known(tmp_path: Path) -> None:
    table, stood = played("chess", 2)
    async with desk(tmp_path, table) as asked:
        later = await asked.replay(10**14, 10**14 + LONGEST_REPLAY_MS)
        assert (later.shown, later.readings) == (stood[-1][1], ())
        earlier = await asked.replay(0, LONGEST_REPLAY_MS)
        assert (earlier.shown, earlier.readings) == ("", ())
        point = await asked.replay(stood[1][0], stood[1][0])
        assert point.shown == stood[1][1]


@pytest.mark.parametrize(
    ("since", "upto", "role", "why"),
    [
        (5000, 4999, "arbiter", "at most 60 s"),
        (0, LONGEST_REPLAY_MS + 1, "arbiter", "at most 60 s"),
        (0, 10**15, "chief arbiter", "at most 60 s"),
        (0, 1000, "screen", "for arbiters only"),
        (0, 1000, "white", "for arbiters only"),
        (0, 1000, "clerk", "for arbiters only"),
        (0, 1000, "", "for arbiters only"),
        (0, 1000, "arbiter\0", "for arbiters only"),
    ],
)
async def test_what_nobody_is_sent(since: int, upto: int, role: str, why: str, tmp_path: Path) -> None:
    table, _ = played("chess", 1)
    async with desk(tmp_path, table) as asked:
        asked.ask(since, upto, role)
        (reply,) = asked.replies
        assert not reply.ok
        assert reply.why is not None
        assert why in english(reply.why)
        assert asked.parts == []


@pytest.mark.parametrize(
    "numbers",
    [
        '"since": -1, "upto": 5',
        '"since": 1.5, "upto": 5',
        '"since": 0, "upto": 1000000000000000000',
        '"since": "0", "upto": 5',
        '"since": 0',
        '"since": 0, "upto": 5, "of": "t2"',
        '"since": null, "upto": 5',
    ],
)
def test_numbers_that_are_none_are_refused_before_anybody_looks(numbers: str) -> None:
    line = f'{{"id": "q", "do": {{"type": "send_readings", "who": "I", "role": "chief", {numbers}}}}}'
    with pytest.raises(WireError):
        COMMAND.receive(line.encode())


async def test_a_board_that_floods_is_cut_and_says_so(tmp_path: Path) -> None:
    table, _ = played("renju", 0)
    begun = table.at
    empty = "." * 225
    for count in range(MOST_READINGS + 500):
        cells = empty[: count % 225] + "s" + empty[count % 225 + 1 :]
        table.events.append((Instant(begun + 1 + count * 10), Snapshot(15, 15, cells)))
    async with desk(tmp_path, table, 2000) as asked:
        replay = await asked.replay(begun, begun + LONGEST_REPLAY_MS)
        assert len(replay.readings) == MOST_READINGS
        assert not replay.complete
        asked.ask(begun, begun + LONGEST_REPLAY_MS)
        async with asyncio.timeout(20):
            while not asked.parts or len(asked.parts) < asked.parts[0].of:
                asked.news.clear()
                await asked.news.wait()
        assert max(len(REPLAY_PART.encode(part)) for part in asked.parts) < LONGEST_MESSAGE / 2


async def test_a_few_may_wait_and_the_rest_is_told_so(tmp_path: Path) -> None:
    table, stood = played("chess", 1)
    async with desk(tmp_path, table) as asked:
        for number in range(8):
            asked.ask(stood[0][0], stood[1][0], command=f"q{number}")
        refused = [english(reply.why) for reply in asked.replies if reply.why]
        assert len(refused) == 4
        assert "try again" in refused[0]
        async with asyncio.timeout(20):
            while len({part.id for part in asked.parts}) < 4:
                asked.news.clear()
                await asked.news.wait()


async def test_a_disk_that_fails_is_told_and_the_next_request_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, stood = played("chess", 2)

    async def broken(*_: object, **__: object) -> list[bytes]:
        raise JournalError("gone")

    async with desk(tmp_path, table, 10_000) as asked:
        with monkeypatch.context() as patch:
            patch.setattr(asked.store, "read", broken)
            asked.ask(stood[0][0], stood[1][0])
            async with asyncio.timeout(20):
                await asked.news.wait()
            reply = asked.replies.pop()
            assert reply.why is not None
            assert "disk" in english(reply.why)
        assert (await asked.replay(stood[0][0], stood[1][0])).readings
