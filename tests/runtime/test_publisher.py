"""The publisher on a real broker, with a relay at the other end: lines of any length, and hostile commands."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from gateway.bus import topics
from gateway.bus.client import Bus, Session
from gateway.bus.topics import Address
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.record.availability import Availability
from gateway.record.commands import Command, Reply, SendReadings
from gateway.record.lines import EntryLine
from gateway.record.raw import RAW, RawEvent
from gateway.record.sensor_replay import SensorReplay
from gateway.record.table_state import TableState
from gateway.record.wire import LONGEST_MESSAGE
from gateway.runtime.publisher import ENTRIES, Publisher
from gateway.runtime.readings_sender import ReadingsSender
from gateway.store import SqliteStore, StoredLine
from tests.relay.conftest import eventually, run_relay
from tests.relay.fakes import Broker, FakeTable, wall
from tests.table.virtual import VirtualTable, setup

T = TypeVar("T")


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.stop()


def lines(count: int, *, long: int = 0) -> list[bytes]:
    """Lines with numbers and little else; the one numbered `long` is longer than any broker takes."""
    return [msgspec.json.encode({"n": n, "text": "棋" * (500_000 if n == long else 1)}) for n in range(1, count + 1)]


class Speaking:
    """A publisher over a journal, and the commands that got through it."""

    def __init__(self, publisher: Publisher, store: SqliteStore) -> None:
        self.publisher = publisher
        self.store = store
        self.commands: list[Command] = []

    async def write(self, written: list[bytes]) -> None:
        await self.store.append_many([StoredLine(ENTRIES, n, line) for n, line in enumerate(written, 1)])
        self.publisher.lines_written()


@contextlib.asynccontextmanager
async def speaking(broker: Broker, event: str, folder: Path) -> AsyncIterator[Speaking]:
    with SqliteStore(folder / "t1.journal") as store:
        publisher = Publisher(Address(event, "t1"), broker.url, store, 0, lambda: Instant(wall()), "1")
        made = Speaking(publisher, store)
        task = asyncio.create_task(publisher.run(made.commands.append, lambda _: None))
        try:
            await eventually(lambda: publisher._bus.connected)
            yield made
        finally:
            task.cancel()
            await asyncio.wait([task])


@contextlib.asynccontextmanager
async def heard(broker: Broker, event: str, topic: topics.Topic[T]) -> AsyncIterator[list[T]]:
    """All that arrives on a topic of an event."""
    stands = asyncio.Event()
    told: list[T] = []

    async def listen(session: Session) -> None:
        await session.subscribe(event, topic, lambda received: told.append(received.value))
        stands.set()
        await session.listen()

    task = asyncio.create_task(Bus(broker.url, "listener").run(listen))
    try:
        await stands.wait()
        yield told
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_a_line_too_long_for_the_broker_arrives_and_holds_up_no_other(broker: Broker, tmp_path: Path) -> None:
    written = lines(5, long=2)
    assert len(written[1]) > LONGEST_MESSAGE
    async with (
        run_relay(broker.url, "long", tmp_path / "relay.journal") as relay,
        speaking(broker, "long", tmp_path) as table,
    ):
        await table.write(written)
        await eventually(lambda: relay.held("t1") == 5)
        assert await relay.hall.store.read("long/t1") == written


async def test_a_line_goes_out_in_the_turn_in_which_it_is_known_to_be_written(broker: Broker, tmp_path: Path) -> None:
    async with (
        run_relay(broker.url, "soon", tmp_path / "relay.journal") as relay,
        speaking(broker, "soon", tmp_path) as table,
    ):
        written = lines(4)
        for n, line in enumerate(written, 1):
            await eventually(lambda: table.publisher._listener is not None)
            begun: list[int] = []

            def tell(first: EntryLine = EntryLine(n, line), begun: list[int] = begun) -> None:  # noqa: B008
                table.publisher.lines_written(first)
                assert table.publisher._begun is not None
                begun.append(table.publisher._begun.n)

            await table.store.append_many([StoredLine(ENTRIES, n, line)], tell)
            assert begun == [n]
            await eventually(lambda n=n: relay.held("t1") == n)  # type: ignore[misc]
        assert await relay.hall.store.read("soon/t1") == written
        assert table.publisher._cursor == 4


async def test_a_line_that_was_begun_on_a_connection_that_is_lost_is_sent_again(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    own = Broker(tmp_path / "own")
    own.start()
    try:
        async with speaking(own, "lost", tmp_path) as table:
            await eventually(lambda: table.publisher._listener is not None)
            await table.store.append_many([StoredLine(ENTRIES, 1, b'{"n":1}')])
            own.stop()
            table.publisher.lines_written(EntryLine(1, b'{"n":1}'))
            assert table.publisher._cursor == 0
            own.start()
            await eventually(lambda: table.publisher._cursor == 1)  # acknowledged by the broker that is there now
    finally:
        own.stop()


async def test_a_state_that_the_broker_did_not_pass_on_is_told_once_more(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.runtime.publisher._ONCE_MORE_S", 0.3)
    async with heard(broker, "twice", topics.STATE) as told, speaking(broker, "twice", tmp_path) as table:
        table.publisher.table_changed({}, FakeTable(broker.url, "twice", "t1").make_state)
        await eventually(lambda: len(told) >= 2)


async def test_a_state_is_made_once_for_all_that_changes_together(broker: Broker, tmp_path: Path) -> None:
    made: list[int] = []

    def state(n: int) -> TableState:
        made.append(n)
        return msgspec.structs.replace(FakeTable(broker.url, "settled", "t1").make_state(), last=n)

    async with heard(broker, "settled", topics.STATE) as told, speaking(broker, "settled", tmp_path) as table:
        table.publisher.table_changed({}, partial(state, 1))
        await eventually(lambda: bool(told))
        for n in range(2, 5):
            table.publisher.table_changed({}, partial(state, n))
        assert 4 not in made  # it would be in the way of the line that is just going out
        await eventually(lambda: told[-1].last == 4)
    assert not {2, 3} & {*made}


async def test_a_state_that_is_due_is_told_before_the_farewell(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.runtime.publisher._FAREWELL_S", 20)
    state = FakeTable(broker.url, "due", "t1").make_state()
    async with heard(broker, "due", topics.STATE) as told:
        async with speaking(broker, "due", tmp_path) as table:
            table.publisher.table_changed({}, lambda: state)
            await eventually(lambda: bool(told))
            monkeypatch.setattr("gateway.runtime.publisher._SETTLE_S", 3600)
            table.publisher.table_changed({}, lambda: msgspec.structs.replace(state, last=7))
        await eventually(lambda: told[-1].last == 7)


async def test_lines_asked_for_again_come_in_parts_too(broker: Broker, tmp_path: Path) -> None:
    written = lines(3, long=2)
    async with speaking(broker, "again", tmp_path) as table:
        await table.write(written)
        await eventually(lambda: table.publisher._cursor == 3)
        async with run_relay(broker.url, "again", tmp_path / "relay.journal") as relay:
            # The relay was not there when they were sent; a fourth line tells it that something is missing.
            await table.store.append_many([StoredLine(ENTRIES, 4, b'{"n":4}')])
            table.publisher.lines_written()
            await eventually(lambda: relay.held("t1") == 4)
            assert await relay.hall.store.read("again/t1") == [*written, b'{"n":4}']


async def test_hostile_requests_for_lines_neither_stop_nor_flood_a_table(
    broker: Broker, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        speaking(broker, "hostile", tmp_path) as table,
        FakeTable(broker.url, "hostile", "t1").running() as stranger,
    ):
        await table.write(lines(3))
        stretches = [(-1, 5), (0, -1), (10**30, 10**31), (0, 10**30), (5, 2), (2**63, 2**64), (0, 10**14)]
        for after, upto in stretches:
            await stranger.say_bytes(
                topics.COMMANDS, b'{"id":"x","do":{"type":"send_lines","after":%d,"upto":%d}}' % (after, upto)
            )
        for n in range(200):
            payload = b'{"id":"%d","do":{"type":"send_lines","after":%d,"upto":%d}}' % (n, n, 10**14)
            await stranger.say_bytes(topics.COMMANDS, payload)
        assert len(table.publisher._again) <= 16
        for payload in (b"\xff", b"[" * 10_000, b'{"id":"' + b"x" * 600_000 + b'"}'):
            await stranger.say_bytes(topics.COMMANDS, payload)
        act = b'{"id":"last","do":{"type":"act","who":"a","role":"chief","act":{"type":"pause","why":""}}}'
        await stranger.say_bytes(topics.COMMANDS, act)
        await eventually(lambda: [command.id for command in table.commands] == ["last"])
        await stranger.say(topics.AVAILABILITY, Availability(True))
    warned = [
        record for record in caplog.records if "cannot be read" in record.message and record.levelname == "WARNING"
    ]
    assert len(warned) == 2, "once for the table, and once for the stranger, who listens too"


async def test_a_command_that_cannot_be_read_is_answered_where_its_id_can_be(broker: Broker, tmp_path: Path) -> None:
    async with (
        speaking(broker, "unread", tmp_path) as table,
        heard(broker, "unread", topics.REPLIES) as replies,
        FakeTable(broker.url, "unread", "t1").running() as stranger,
    ):
        await eventually(lambda: table.publisher._listener is not None)
        for payload in (
            b"{",
            b'{"id":7}',
            b'{"id":"%s"}' % (b"x" * 300),
            b'{"id":"newer","do":{"type":"teleport"}}',
            b'{"id":"odd","do":{"type":"act","who":"a","role":"chief","act":{"type":"pause","why":5}}}',
        ):
            await stranger.say_bytes(topics.COMMANDS, payload)
        await eventually(lambda: [reply.id for reply in replies] == ["newer", "odd"])
    why = message("refusal.command_unreadable")
    assert all((reply.ok, reply.why) == (False, why) for reply in replies)


@pytest.mark.parametrize("time", ["first", "again"])
async def test_a_clean_stop_leaves_no_online_behind(broker: Broker, tmp_path: Path, time: str) -> None:
    async with speaking(broker, "farewell", tmp_path) as table:
        table.publisher.table_changed({}, FakeTable(broker.url, "farewell", "t1").make_state)
        async with heard(broker, "farewell", topics.AVAILABILITY) as said:
            await eventually(lambda: bool(said) and said[-1].online)
    async with heard(broker, "farewell", topics.AVAILABILITY) as kept:
        await eventually(lambda: bool(kept))
    assert (kept[-1].online, kept[-1].stopped) == (False, True)


async def test_readings_are_asked_for_and_come_through_the_broker(broker: Broker, tmp_path: Path) -> None:
    real = VirtualTable(setup(event="looked"))
    real.connect()
    for count in range(600):  # more than one part holds
        real.put(50 + count % 2, ".", 10)
    with SqliteStore(tmp_path / "t1.journal") as store:
        publisher = Publisher(Address("looked", "t1"), broker.url, store, 0, lambda: Instant(wall()), "1")
        sender = ReadingsSender(store, "raw", lambda: real.table, publisher.reply, publisher.send_readings)
        for n, (at, event) in enumerate(real.events, 1):
            sender.note(n, RAW.encode(RawEvent.of(at, event)))
        async with run_relay(broker.url, "looked", tmp_path / "relay.journal") as relay, asyncio.TaskGroup() as tasks:
            speaks = publisher.run(lambda _: None, lambda _: None, looked=sender.ask)
            started = [tasks.create_task(speaks), tasks.create_task(sender.run())]
            await eventually(lambda: publisher._bus.connected)
            publisher.beat()
            await eventually(lambda: relay.hall.tables)
            client = relay.hall.command_client
            got = await client.readings("t1", SendReadings("Ines", "arbiter", real.at - 30_000, real.at))
            assert isinstance(got, SensorReplay)
            assert len(got.readings) > 400
            assert [each.at for each in got.readings] == sorted(each.at for each in got.readings)
            refused = await client.readings("t1", SendReadings("Sam", "screen", real.at - 10, real.at))
            assert isinstance(refused, Reply)
            assert not refused.ok
            for task in started:
                task.cancel()
