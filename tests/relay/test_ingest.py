"""From a real broker into the hall and out to viewers: order, gaps, repeats, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from gateway.bus import topics
from gateway.model.errors import DiskTrouble
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.availability import Availability, Question
from gateway.record.commands import RestoreLines, SendLines
from gateway.store import StoredLine
from gateway.store.hash_chain import hash_of
from gateway.store.sqlite import SqliteStore
from tests.record.test_wire import HOSTILE

from .conftest import Relay, eventually, run_relay
from .fakes import Broker, FakeTable, moved


async def test_lines_reach_disk_and_viewers_untouched(relay: Relay, table: FakeTable) -> None:
    table.write_game(2)
    await table.state()
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        await table.send(1, 2, 3, 4, 5)
        await viewer.until_entry(5)
    assert viewer.numbers() == [1, 2, 3, 4, 5]
    assert await relay.hall.store.read(f"{relay.hall.event}/t1") == table.lines
    frames = [text for text in viewer.raw if '"type":"entry"' in text]
    assert all(line.decode() in frame for line, frame in zip(table.lines, frames, strict=True))


async def test_repeats_and_disorder_do_not_show(relay: Relay, table: FakeTable) -> None:
    table.write_game(3)
    await table.state(last=0)
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        await table.send(2, 1, 1, 3, 5, 4, 5, 7, 6, 2)
        await viewer.until_entry(7)
    assert viewer.numbers() == [1, 2, 3, 4, 5, 6, 7]


async def test_a_store_that_cannot_be_read_does_not_stop_the_relay(
    relay: Relay, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    table.write_game(3)
    await table.state()
    await eventually(lambda: relay.held("t1") == 7)
    assert isinstance(relay.hall.store, SqliteStore)
    relay.hall.store._reader.close()
    async with relay.client() as client:
        answer = await client.get("/api/tables/t1/entries")
        assert (answer.status_code, answer.json()["message"]["key"]) == (503, "problem.not_readable")
    await table.send(1)
    table.write(moved(Side.WHITE, "34-30"))
    await table.send(8)
    await eventually(lambda: relay.held("t1") == 8)
    assert "could not be compared" in caplog.text


async def test_arbiters_are_told_that_the_relay_cannot_write(
    relay: Relay, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write_game(3)
    await table.state()
    await eventually(lambda: relay.held("t1") == 7)

    tries = 0

    async def full(lines: Sequence[StoredLine]) -> None:
        nonlocal tries
        if lines:
            tries += 1
            raise DiskTrouble("The disk is full.")

    async with relay.watch(arbiter=True) as arbiter, relay.watch() as spectator:
        await arbiter.until_type("table")
        with monkeypatch.context() as patched:
            patched.setattr(relay.hall.store, "append_many", full)
            table.write(moved(Side.WHITE, "34-30"))
            await table.send(8)
            assert (await arbiter.until_type("store"))["failing"] is True
            table.write(moved(Side.BLACK, "17-21"))
            await table.send(9)  # while nothing is tried, and is dropped with the rest
            await eventually(lambda: tries == 2)
            async with relay.watch(arbiter=True) as newcomer:
                assert (await newcomer.until_type("store"))["failing"] is True
        assert (await arbiter.until_type("store"))["failing"] is False
        await arbiter.until_entry(8)
        await spectator.until_entry(8)
    assert [message["failing"] for message in arbiter.seen if message["type"] == "store"] == [True, False]
    assert "store" not in {message["type"] for message in spectator.seen}


async def test_a_gap_is_asked_for_and_later_lines_wait(relay: Relay, table: FakeTable) -> None:
    table.write_game(5)
    await table.state(last=0)
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        await table.send(1, 2, 11)
        await viewer.until_entry(11)
    assert viewer.numbers() == list(range(1, 12))
    assert SendLines(1, 10) in [command.do for command in table.commands]


async def test_a_state_tells_what_is_missing(relay: Relay, table: FakeTable) -> None:
    table.write_game(600)
    await table.state()
    await eventually(lambda: relay.held("t1") == 1201)
    asked = [command.do for command in table.commands]
    assert all(isinstance(ask, SendLines) and ask.upto - ask.after <= 500 for ask in asked)
    assert await relay.hall.store.read(f"{relay.hall.event}/t1") == table.lines


async def test_a_table_that_does_not_answer_is_asked_again(relay: Relay, table: FakeTable) -> None:
    table.write_game(2)
    table.answers = False
    await table.state()
    await eventually(lambda: relay.hall.health("").gaps == {"t1": 5})
    table.answers = True
    await eventually(lambda: relay.held("t1") == 5)
    assert relay.hall.health("").gaps == {}


async def test_garbage_is_counted_and_nothing_else_happens(
    relay: Relay, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    table.write_game(1)
    await eventually(lambda: relay.hall.tables)  # garbage makes nobody a table, and is counted of tables only
    for topic in (topics.ENTRIES, topics.STATE, topics.CLOCK, topics.AVAILABILITY, topics.REPLIES):
        for payload in (b"{", b"null", b"\xff\xfe", b'{"n":0}', b"[" * 5000, b""):
            await table.say_bytes(topic, payload)
    await table.state()
    await table.send(1)
    await eventually(lambda: relay.held("t1") >= 1)
    assert relay.hall.health("").malformed == {"t1": 25}
    assert len([record for record in caplog.records if "cannot read" in record.message]) == 1


async def test_hostile_bytes_stop_no_relay_not_even_where_the_broker_keeps_them(
    broker: Broker, event: str, tmp_path: Path
) -> None:
    path = tmp_path / "relay.journal"
    async with FakeTable(broker.url, event, "x1").running() as stranger:
        async with run_relay(broker.url, event, path) as relay, FakeTable(broker.url, event, "t1").running() as table:
            table.write_game(1)
            for topic in topics.TOPICS.values():
                for payload in HOSTILE:
                    if len(payload) < 500_000:
                        await stranger.say_bytes(topic, payload)
            await table.state()
            await table.send(1)
            await eventually(lambda: relay.held("t1") >= 1)
        async with run_relay(broker.url, event, path) as relay, FakeTable(broker.url, event, "t1").running() as table:
            table.write_game(2)
            await table.state()
            await eventually(lambda: relay.held("t1") == 5)


async def test_the_relay_may_restart(broker: Broker, event: str, tmp_path: Path) -> None:
    path = tmp_path / "relay.journal"
    async with FakeTable(broker.url, event, "t1").running() as table:
        async with run_relay(broker.url, event, path) as relay:
            table.write_game(3)
            await table.state()
            await eventually(lambda: relay.held("t1") == 7)
        table.write(moved(Side.WHITE, "34-30"))
        await table.state()
        async with run_relay(broker.url, event, path) as relay, relay.watch("?have=t1:6") as viewer:
            # The broker hands out what it has retained in any order: the table may come before its state.
            await viewer.until(lambda frame: (frame.get("state") or {}).get("last") == 8)
            await eventually(lambda: relay.held("t1") == 8)
            assert [command.do for command in table.commands][-1] == SendLines(6, 8)


async def test_the_broker_may_restart(event: str, tmp_path: Path) -> None:
    broker = Broker(tmp_path / "broker")
    broker.start()
    try:
        async with (
            run_relay(broker.url, event, tmp_path / "relay.journal") as relay,
            FakeTable(broker.url, event, "t1").running() as table,
            relay.watch() as viewer,
        ):
            table.write_game(2)
            await table.state()
            await table.send(1, 2, 3, 4, 5)
            await viewer.until_entry(5)
            broker.stop()
            lost = await viewer.until_type("broker")
            assert lost["online"] is False
            await eventually(lambda: not table.is_up)
            table.write(moved(Side.WHITE, "34-30"))
            broker.start()
            back = await viewer.until_type("broker")
            assert back["online"] is True
            await table.up()
            await table.state()
            await viewer.until_entry(6)
            assert viewer.numbers()[-1] == 6
    finally:
        broker.stop()


async def test_a_lost_journal_begins_a_new_stream_beside_the_old(
    broker: Broker, event: str, relay: Relay, table: FakeTable
) -> None:
    table.write_game(4)
    old = list(table.lines)
    await table.state()
    await eventually(lambda: relay.held("t1") == 9)
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        table.lines.clear()
        table.players = named("Cy Cole", "Di Drew")
        table.write_game(1)
        await table.state()
        shown = await viewer.until(lambda message: message["type"] == "table" and message["journal"] == 2)
        await eventually(lambda: relay.held("t1") == 3)
        await viewer.until_entry(3)
    assert shown["state"]["players"]["white"] == {"name": "Cy Cole"}
    assert await relay.hall.store.read(f"{event}/t1") == old
    assert await relay.hall.store.read(f"{event}/t1~2") == table.lines
    assert relay.hall.health("").journals == {"t1": 2}


async def test_a_lost_journal_that_has_grown_past_the_old_is_noticed(
    broker: Broker, event: str, tmp_path: Path
) -> None:
    path = tmp_path / "relay.journal"
    async with FakeTable(broker.url, event, "t1").running() as table:
        async with run_relay(broker.url, event, path) as relay:
            table.write_game(2)
            await table.state()
            await eventually(lambda: relay.held("t1") == 5)
        table.lines.clear()
        table.players = named("Cy Cole", "Di Drew")
        table.write_game(6)
        await table.state()
        async with run_relay(broker.url, event, path) as relay:
            await eventually(lambda: relay.held("t1") == 13)
            assert relay.hall.find("t1").journal == 2
            assert await relay.hall.store.read(f"{event}/t1~2") == table.lines
        async with run_relay(broker.url, event, path) as relay:
            await eventually(lambda: relay.held("t1") == 13)
            assert relay.hall.find("t1").journal == 2


async def test_a_table_that_asks_for_much_keeps_no_other_waiting(
    broker: Broker, relay: Relay, table: FakeTable, event: str
) -> None:
    """It asks again and again for a long record; the other has one line, and three seconds of patience."""
    table.write_game(1000)
    await table.state()
    await eventually(lambda: relay.held("t1") == 2001)
    async with FakeTable(broker.url, event, "t2").running() as other:
        other.write_game(0)
        await other.state()
        await eventually(lambda: relay.held("t2") == 1)
        await table.say(topics.AVAILABILITY, Availability(True, question=Question("much", 0, "")))
        await eventually(lambda: restored(table))
        await other.say(topics.AVAILABILITY, Availability(True, question=Question("little", 0, "")))
        await eventually(lambda: restored(other))
        assert len(restored(table)) < 10
        (answer,) = restored(other)
        assert (answer.question, answer.last, len(answer.lines)) == ("little", 1, 1)


async def test_a_table_gets_back_what_is_still_on_its_way_to_the_disk(
    relay: Relay, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The relay's disk hangs while a table is killed, whose own disk did not take its last lines."""
    table.write_game(3)
    await table.state()
    await eventually(lambda: relay.held("t1") == 7)
    append, begun, goes_on = relay.hall.store.append_many, asyncio.Event(), asyncio.Event()

    async def slow(lines: Iterable[StoredLine]) -> None:
        begun.set()
        await goes_on.wait()
        await append(lines)

    monkeypatch.setattr(relay.hall.store, "append_many", slow)
    table.write(moved(Side.WHITE, "34-30"))
    await table.send(8)
    await begun.wait()
    question = Question("killed", 7, hash_of(table.lines[:7]))
    await table.say(topics.AVAILABILITY, Availability(True, version="started anew", question=question))
    await eventually(lambda: relay.hall.find("t1").version == "started anew")
    goes_on.set()
    await eventually(lambda: restored(table))
    (answer,) = restored(table)
    assert (answer.differs, answer.last, answer.lines) == (False, 8, (table.lines[7].decode(),))


def restored(table: FakeTable) -> list[RestoreLines]:
    return [command.do for command in table.commands if isinstance(command.do, RestoreLines)]


async def test_a_table_cannot_ask_for_lines_before_the_first(relay: Relay, table: FakeTable) -> None:
    table.write_game(1)
    await table.state()
    await eventually(lambda: relay.held("t1") == 3)
    question = b'{"online":true,"question":{"id":"x","last":-999999999999999,"hash":""}}'
    await table.say_bytes(topics.AVAILABILITY, question)
    await eventually(lambda: relay.hall.find("t1").malformed == 1)
    assert not restored(table)
