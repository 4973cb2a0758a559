"""A table that has lost lines gets them back from a relay before it numbers another, and the record does not fork."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from firmware_sim.doubles import Double, make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.model.errors import JournalDamaged
from gateway.model.instants import Instant
from gateway.record.table_state import Status
from gateway.record.wire import ENTRY
from gateway.runtime import lost_lines
from gateway.runtime.agent import Agent
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import BrokerSection, DeviceSection, GameSection, TableSettings
from gateway.store import SqliteStore, StoredLine, read_file
from tests.ports import free_port
from tests.relay.conftest import Relay, eventually, run_relay
from tests.relay.fakes import Broker

from .running import running


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.stop()


class Place:
    """A board, and the settings of the table that reads it."""

    def __init__(self, folder: Path, event: str, broker: str, url: str, double: Double, time: WallTime) -> None:
        self.journal = folder / "t1.journal"
        self._double = double
        self._time = time
        self.settings = TableSettings(
            event=event,
            table="t1",
            journal=self.journal,
            broker=BrokerSection(url=broker),
            game=GameSection(rules="chess", rulebook="chess-rapid", control="10m"),
            device=DeviceSection(driver="chesslink", url=url),
        )

    def move(self, origin: int, target: int) -> None:
        surface, now = self._double.surface, self._time.now()
        surface.put(target, surface.lift(origin, now), now)


@contextlib.asynccontextmanager
async def played(folder: Path, event: str, broker: Broker) -> AsyncIterator[tuple[Place, Relay]]:
    """A place at which 1. e4 e5 has been played, all of which the relay holds; the agent is away."""
    time, double = WallTime(), make_double("chesslink")
    async with (
        TcpPort(double.device, time=time) as cable,
        run_relay(broker.url, event, folder / "relay.journal") as relay,
    ):
        place = Place(folder, event, broker.url, cable.url, double, time)
        agent = await Agent.open(place.settings)
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            place.move(52, 36)
            await until(lambda seen: seen.moves == ("e4",))
            place.move(12, 28)
            await until(lambda seen: seen.moves == ("e4", "e5"))
            await eventually(lambda: relay.held("t1") == agent._table.last)
        yield place, relay


async def _goes_on(place: Place, relay: Relay, event: str) -> None:
    """The table plays on where the relay knows it to be, and both hold the same lines, once each."""
    agent = await Agent.open(place.settings)
    async with running(agent) as until:
        await until(lambda seen: seen.moves == ("e4", "e5"))
        place.move(62, 45)
        await until(lambda seen: seen.moves == ("e4", "e5", "Nf3"))
        await eventually(lambda: relay.held("t1") == agent._table.last)
        theirs = await relay.hall.store.read(f"{event}/t1")
    assert relay.hall.health("").journals == {}
    assert theirs == read_file(place.journal, ENTRIES)


def _remove(place: Place) -> None:
    for file in place.journal.parent.glob("t1.journal*"):
        file.unlink()


async def test_a_lost_card_comes_back_from_the_relay(broker: Broker, tmp_path: Path) -> None:
    async with played(tmp_path, "card", broker) as (place, relay):
        _remove(place)
        await _goes_on(place, relay, "card")


async def test_a_torn_tail_comes_back_from_the_relay(broker: Broker, tmp_path: Path) -> None:
    async with played(tmp_path, "torn", broker) as (place, relay):
        with contextlib.closing(sqlite3.connect(place.journal)) as file, file:
            file.execute("DELETE FROM lines WHERE stream = 'entries' AND n > 3")
            # The disk lost it when the power went: the computer has been switched on again since.
            file.execute("DELETE FROM lines WHERE stream = 'starts'")
        await _goes_on(place, relay, "torn")


async def test_what_only_memory_held_when_a_process_was_killed_comes_back_too(broker: Broker, tmp_path: Path) -> None:
    async with played(tmp_path, "killed", broker) as (place, relay):
        with contextlib.closing(sqlite3.connect(place.journal)) as file, file:
            file.execute("DELETE FROM lines WHERE stream = 'entries' AND n > 4")
        await _goes_on(place, relay, "killed")


async def test_a_line_that_the_disk_has_changed_is_set_right(broker: Broker, tmp_path: Path) -> None:
    async with played(tmp_path, "changed", broker) as (place, relay):
        with contextlib.closing(sqlite3.connect(place.journal)) as file, file:
            file.execute("UPDATE lines SET data = replace(data, 'e4', 'd4') WHERE stream = 'entries' AND n = 4")
            file.execute("UPDATE lines SET data = x'00' WHERE stream = 'entries' AND n = 5")
        await _goes_on(place, relay, "changed")
        assert _beside(place), "what was damaged is still there to be looked at"


def _beside(place: Place) -> list[Path]:
    return list(place.journal.parent.glob("t1.journal.damaged-*"))


def _overwrite(place: Place) -> None:
    content = place.journal.read_bytes()
    place.journal.write_bytes(b"\xff" * 4096 + content[4096:])


async def test_a_file_whose_beginning_is_gone_is_set_aside(broker: Broker, tmp_path: Path) -> None:
    async with played(tmp_path, "beginning", broker) as (place, relay):
        _overwrite(place)
        await _goes_on(place, relay, "beginning")


async def test_a_file_that_never_was_a_journal_is_left_alone(tmp_path: Path) -> None:
    place = Place(
        tmp_path, "wrong", f"mqtt://127.0.0.1:{free_port()}", "tcp://127.0.0.1:1", make_double("chesslink"), WallTime()
    )
    content = b"the club's accounts" * 100
    place.journal.write_bytes(content)
    for _ in range(2):
        with pytest.raises(JournalDamaged, match="is not a journal"):
            await Agent.open(place.settings)
    assert place.journal.read_bytes() == content


async def test_without_a_relay_the_table_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_lines, "_EMPTY_S", 0.2)
    time, double = WallTime(), make_double("chesslink")
    async with TcpPort(double.device, time=time) as cable:
        place = Place(tmp_path, "alone", f"mqtt://127.0.0.1:{free_port()}", cable.url, double, time)
        async with running(await Agent.open(place.settings)) as until:
            await until(lambda seen: seen.status is Status.READY)


async def test_another_record_at_the_relay_is_kept_apart_from_ours(broker: Broker, tmp_path: Path) -> None:
    async with played(tmp_path, "other", broker) as (place, relay):
        lines = read_file(place.journal, ENTRIES)
        _remove(place)
        with SqliteStore(place.journal) as store:
            entry = ENTRY.decode(lines[0])
            earlier = ENTRY.encode(msgspec.structs.replace(entry, at=Instant(entry.at - 1)))
            await store.append_many([StoredLine(ENTRIES, 1, earlier)])
        agent = await Agent.open(place.settings)
        async with running(agent):
            await eventually(lambda: relay.hall.health("").journals == {"t1": 2})
            await eventually(lambda: relay.held("t1") == agent._table.last)
        assert await relay.hall.store.read("other/t1") == lines
