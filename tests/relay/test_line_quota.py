"""A table that belongs to the hall and is hostile fills no disk; an honest one gets everything through."""

from __future__ import annotations

import functools
import logging
from pathlib import Path

import pytest

from gateway.bus import topics
from gateway.record.lines import EntryLine
from gateway.relay.ingest import line_writer, table_source
from gateway.relay.ingest.line_quota import A_SECOND, AT_ONCE, LineQuota
from gateway.store import SqliteStore

from .conftest import Relay, eventually
from .fakes import Broker, FakeTable

_LINE_BYTES = 400
_DAY_S = 24 * 3600


def _line(n: int, text: str = "x" * 900) -> EntryLine:
    return EntryLine(n, b'{"n":%d,"at":1,"see":"public","what":{"type":"later","text":"%s"}}' % (n, text.encode()))


def _narrow(monkeypatch: pytest.MonkeyPatch, at_once: int, a_second: int) -> None:
    monkeypatch.setattr(table_source, "LineQuota", functools.partial(LineQuota, at_once=at_once, a_second=a_second))


async def _stored(relay: Relay, event: str) -> dict[str, list[bytes]]:
    return {name: await relay.hall.store.read(name) for name in await relay.hall.store.streams() if event in name}


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("relay.journal*"))


def test_a_day_of_the_fastest_play_comes_at_once_and_play_goes_on() -> None:
    quota = LineQuota(0.0)
    for _ in range(12 * 3600 * 2):  # twelve hours, two lines a second, all sent again after a long cut
        assert quota.admits(1.0)
        quota.charge(bytes(_LINE_BYTES))
    for second in range(3600):  # and on, three lines a second
        for _ in range(3):
            assert quota.admits(2.0 + second)
            quota.charge(bytes(_LINE_BYTES))


def test_what_a_hostile_table_may_store_in_a_day_is_bounded() -> None:
    quota, stored, line = LineQuota(0.0), 0, bytes(100_000)
    for tenth in range(_DAY_S * 10):
        if quota.admits(tenth / 10):
            quota.charge(line)
            stored += len(line)
    assert stored <= AT_ONCE + _DAY_S * A_SECOND + len(line)


async def test_a_flood_of_lines_is_bounded_on_disk_and_told(
    broker: Broker, event: str, relay: Relay, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _narrow(monkeypatch, at_once=100_000, a_second=1)
    caplog.set_level(logging.WARNING, "gateway.relay.ingest")
    async with (
        relay.watch(arbiter=True) as arbiter,
        relay.watch() as spectator,
        FakeTable(broker.url, event, "t1").running() as hostile,
        FakeTable(broker.url, event, "t2").running() as honest,
    ):
        for n in range(1, 301):
            await hostile.say(topics.ENTRIES, _line(n))
        honest.write_game(20)
        await honest.send(*range(1, len(honest.lines) + 1))
        await honest.state()
        assert (await arbiter.until_type("flooding"))["tables"] == ["t1"]
        await eventually(lambda: relay.held("t2") == len(honest.lines))
        stored = await _stored(relay, event)
        assert stored[f"{event}/t2"] == honest.lines
        assert 50 < len(stored[f"{event}/t1"]) < 120
        assert sum("sends more than any table" in message for message in caplog.messages) == 1
        async with relay.watch(arbiter=True) as late:
            assert (await late.until_type("flooding"))["tables"] == ["t1"]
        await spectator.until_entry(len(honest.lines))
        assert "flooding" not in {message["type"] for message in spectator.seen}
        async with relay.client() as client:
            assert (await client.get("/api/health")).json()["gaps"]["t1"] > 100  # known to be missing, not lost


async def test_what_was_beyond_is_taken_when_there_is_room_and_nothing_is_lost(
    broker: Broker, event: str, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    _narrow(monkeypatch, at_once=30_000, a_second=60_000)
    async with relay.watch(arbiter=True) as arbiter, FakeTable(broker.url, event, "t1").running() as table:
        table.write_game(60)
        await table.send(*range(1, len(table.lines) + 1))
        await table.state()
        assert (await arbiter.until_type("flooding"))["tables"] == ["t1"]
        await eventually(lambda: relay.held("t1") == len(table.lines))
        assert (await _stored(relay, event))[f"{event}/t1"] == table.lines
        assert (await arbiter.until(lambda told: told["type"] == "flooding" and not told["tables"]))["tables"] == []


def _taken(relay: Relay) -> int:
    """How many journals of the first table are on disk."""
    table = relay.hall._tables.get("t1")
    return table.journal - 1 + table.held if table is not None else 0


async def test_journals_that_begin_again_and_again_are_bounded_too(
    broker: Broker, event: str, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    _narrow(monkeypatch, at_once=3_000_000, a_second=1)
    monkeypatch.setattr(line_writer, "_GATHER_S", 0.0)  # else most of them come before the first is on disk
    async with relay.watch(arbiter=True) as arbiter, FakeTable(broker.url, event, "t1").running() as hostile:
        for turn in range(40):
            await hostile.say(topics.ENTRIES, _line(1, f"again {turn}"))
            # Each in a journal of its own, until no more is taken.
            await eventually(lambda turn=turn: _taken(relay) > turn or relay.hall._flooding)  # type: ignore[misc]
        assert (await arbiter.until_type("flooding"))["tables"] == ["t1"]
        assert len(await _stored(relay, event)) <= 5


async def test_the_file_of_a_flooded_relay_stays_small(
    broker: Broker, event: str, relay: Relay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what is on disk: 40 lines of 100 kB come, with room for half a megabyte."""
    _narrow(monkeypatch, at_once=500_000, a_second=1)
    async with relay.watch(arbiter=True) as arbiter, FakeTable(broker.url, event, "t1").running() as hostile:
        for n in range(1, 41):
            await hostile.say(topics.ENTRIES, _line(n, "y" * 100_000))
        await arbiter.until_type("flooding")
        assert isinstance(relay.hall.store, SqliteStore)
        assert _bytes_in(tmp_path) < 3_000_000  # a megabyte of it is the log's own room
