"""The permission matrix: who may write and who may read which topic, by what is delivered."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import aiomqtt
import pytest

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.addresses import parse_address
from gateway.bus.batched_socket import BatchedSocket
from gateway.bus.broker import BrokerEngine
from gateway.bus.broker_client import BrokerClient
from gateway.bus.client import Bus, Session
from gateway.bus.topics import COMMANDS, ROUND_CLOCK, TOPICS, Address
from tests.closed_hall import ENGINES, EVENT, HOST, ClosedHallForTests, eventually, now

PARTIES = ("stranger", "impostor", "revoked", "t1", "t2", "foreign", "relay", "tool", "reader")
"""Nobody; a relay of another authority; a table that was; the table; another one; one of another event; and others."""
WRITERS = {
    "entries": {"t1"},
    "parts": {"t1"},
    "state": {"t1"},
    "clock": {"t1"},
    "availability": {"t1"},
    "replies": {"t1"},
    "readings": {"t1"},
    "measurements": {"t1"},
    "assignment": {"relay"},
    "commands": {"relay"},
    "public": {"relay"},
}
READERS = {
    "entries": {"relay"},
    "parts": {"relay"},
    "state": {"relay"},
    "clock": {"relay", "tool"},
    "availability": {"relay", "tool"},
    "replies": {"relay"},
    "readings": {"relay"},
    "measurements": {"relay"},
    "assignment": {"relay", "t1"},
    "commands": {"relay", "t1"},
    "public": {"relay", "tool", "reader"},
}
"""Of the topics of t1. What is for arbiters only travels in entries, parts, state, replies and readings."""


EVENT_WRITERS = {ROUND_CLOCK.name: {"relay"}}
EVENT_READERS = {ROUND_CLOCK.name: {"relay", "tool", "reader"}}
"""Of the topics of the event as a whole."""


def event_topic(name: str, event: str = EVENT) -> str:
    return f"flagfall/v1/{event}/{name}"


def topic(name: str, table: str = "t1", event: str = EVENT) -> str:
    return f"flagfall/v1/{event}/{table}/{name}"


def test_the_matrix_is_of_all_topics() -> None:
    assert set(WRITERS) == set(READERS) == set(TOPICS)


@pytest.fixture(params=ENGINES)
async def hall(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ClosedHallForTests]:
    engine: BrokerEngine = request.param
    hall = ClosedHallForTests(tmp_path, engine)
    other = AuthorityFolder.create(tmp_path / "other", EVENT, 60, now())
    other.make_party("relay", PartyKind.RELAY, [HOST], now())
    hall.authority.make_party("revoked", PartyKind.TABLE, (), now())
    for source, name in ((other, "impostor"), (hall.authority, "revoked")):
        was = "relay" if source is other else name
        shutil.copy(source.certificate_of(was), tmp_path / f"{name}.crt")
        shutil.copy(source.key_of(was), tmp_path / f"{name}.key")
    hall.authority.revoke("revoked", now())
    for name in ("impostor", "revoked"):
        shutil.copy(tmp_path / f"{name}.crt", hall.authority.certificate_of(name))
        shutil.copy(tmp_path / f"{name}.key", hall.authority.key_of(name))
    async with hall.running():
        yield hall


class Ear:
    """A client that keeps what it hears."""

    def __init__(self, client: BrokerClient) -> None:
        self._client = client
        self.heard: set[tuple[str, bytes]] = set()
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(aiomqtt.MqttError):
            async for address, topic, payload in self._client.messages:
                self.heard.add((topic.of(address), payload))
                self._news.set()

    async def until(self, what: tuple[str, bytes]) -> None:
        async with asyncio.timeout(20):
            while what not in self.heard:
                self._news.clear()
                await self._news.wait()

    def close(self) -> None:
        self._task.cancel()


@contextlib.asynccontextmanager
async def ear(
    hall: ClosedHallForTests, party: str, filters: Iterable[str], suffix: str = "ear"
) -> AsyncIterator[Ear | None]:
    """A subscriber; None for one that is not even let in."""
    try:
        client = await hall.client(party, f"{party}-{suffix}").__aenter__()
    except aiomqtt.MqttError:
        yield None
        return
    listening = Ear(client)
    for each in filters:
        with contextlib.suppress(aiomqtt.MqttError):  # NATS says no, Mosquitto says yes and delivers nothing
            await client.subscribe(each, qos=1)
    try:
        yield listening
    finally:
        listening.close()
        with contextlib.suppress(aiomqtt.MqttError):
            await client.__aexit__(None, None, None)


async def publish(hall: ClosedHallForTests, party: str, where: str, payload: bytes, *, retain: bool = False) -> None:
    """Say something, on a connection of its own: a broker may cut who says what he may not."""
    with contextlib.suppress(aiomqtt.MqttError):
        async with hall.client(party, f"{party}-mouth") as client:
            await client.publish(where, payload, qos=1, retain=retain)


async def test_who_writes(hall: ClosedHallForTests) -> None:
    """Messages and retained messages of everybody, on every topic of t1; the relay hears what arrives."""
    async with ear(hall, "relay", [f"flagfall/v1/{EVENT}/#"]) as relay:
        assert relay is not None
        for name in TOPICS:
            for party in PARTIES:
                await publish(hall, party, topic(name), party.encode())
                await publish(hall, party, topic(name), f"{party} kept".encode(), retain=True)
        await publish(hall, "relay", topic("commands", "last"), b"that was all")
        await relay.until((topic("commands", "last"), b"that was all"))
        for name, writers in WRITERS.items():
            assert {payload.decode() for where, payload in relay.heard if where == topic(name)} == {
                word for writer in writers for word in (writer, f"{writer} kept")
            }, name
    async with ear(hall, "relay", [f"flagfall/v1/{EVENT}/#"]) as late:
        assert late is not None
        for name, writers in WRITERS.items():
            await late.until((topic(name), f"{next(iter(writers))} kept".encode()))
        assert {where for where, _ in late.heard} == {topic(name) for name in TOPICS}


async def test_who_reads(hall: ClosedHallForTests) -> None:
    """Live and retained messages of every topic, asked for by name and by every wildcard that might help."""
    for name, writers in WRITERS.items():
        await publish(hall, next(iter(writers)), topic(name), b"kept", retain=True)
    wide = [
        "#",
        "+/#",
        "$SYS/#",
        "$MQTT/#",
        "$JS/#",
        "flagfall/#",
        "flagfall/v1/#",
        f"flagfall/v1/{EVENT}/#",
        f"flagfall/v1/{EVENT}/t1/#",
    ]
    filters = wide + [where for name in TOPICS for where in (topic(name), topic(name, "+"), topic(name, "+", "+"))]
    async with contextlib.AsyncExitStack() as stack:
        ears = {party: await stack.enter_async_context(ear(hall, party, filters)) for party in PARTIES}
        for name, writers in WRITERS.items():
            await publish(hall, next(iter(writers)), topic(name), b"live")
        # What everybody who hears anything hears last.
        await publish(hall, "t1", topic("availability"), b"last")
        await publish(hall, "relay", topic("commands"), b"last")
        for name, readers in READERS.items():
            for reader in readers:
                listening = ears[reader]
                assert listening is not None
                await listening.until((topic(name), b"live"))
                await listening.until((topic(name), b"kept"))
        for name, readers in READERS.items():
            for content in (b"live", b"kept"):
                found = {
                    party for party, each in ears.items() if each is not None and (topic(name), content) in each.heard
                }
                assert found == readers, (name, content)
        assert {party for party, each in ears.items() if each is None} == {"stranger", "impostor", "revoked"}
        for party in ("t2", "foreign"):
            listening = ears[party]
            assert listening is not None
            assert listening.heard == set()


async def test_who_writes_and_reads_of_the_event_as_a_whole(hall: ClosedHallForTests) -> None:
    """Everybody says something on each topic of the event; who may read it hears the relay's word, kept and live."""
    filters = ["#", f"flagfall/v1/{EVENT}/#", "flagfall/v1/+/+", *(event_topic(name) for name in EVENT_READERS)]
    for name in EVENT_WRITERS:
        for party in PARTIES:
            await publish(hall, party, event_topic(name), f"{party} kept".encode(), retain=True)
    async with contextlib.AsyncExitStack() as stack:
        heard: dict[str, set[tuple[str, bytes]]] = {}
        news = asyncio.Event()
        for party in PARTIES:
            client = await _plain_client(hall, party, stack)
            if client is not None:
                heard[party] = set()
                listening = asyncio.create_task(_listen_plainly(client, heard[party], news))
                stack.callback(listening.cancel)
                for each in filters:
                    with contextlib.suppress(aiomqtt.MqttError):
                        await client.subscribe(each, qos=1)
        for name in EVENT_WRITERS:
            for party in PARTIES:
                await publish(hall, party, event_topic(name), f"{party} live".encode())
        await publish(hall, "relay", topic("commands", "last"), b"that was all")
        wanted = {
            (party, event_topic(name), f"relay {how}".encode())
            for name, readers in EVENT_READERS.items()
            for party in readers
            for how in ("kept", "live")
        } | {("relay", topic("commands", "last"), b"that was all")}
        async with asyncio.timeout(20):
            while not all((where, payload) in heard[party] for party, where, payload in wanted):
                news.clear()
                await news.wait()
        told = {
            (party, where, payload)
            for party, all_heard in heard.items()
            for where, payload in all_heard
            if where.count("/") == event_topic("x").count("/")
        }
        assert told == {each for each in wanted if each[1] != topic("commands", "last")}


async def _plain_client(
    hall: ClosedHallForTests, party: str, stack: contextlib.AsyncExitStack
) -> aiomqtt.Client | None:
    """The library's own client, which hands on every topic; None for one that is not let in."""
    address, credentials = parse_address(hall.url), hall.credentials(party)
    name = credentials.client_name(f"{party}-plain")
    client = aiomqtt.Client(address.host, address.port, identifier=name, tls_context=credentials.context())
    try:
        return await stack.enter_async_context(client)
    except aiomqtt.MqttError:
        return None


async def _listen_plainly(client: aiomqtt.Client, heard: set[tuple[str, bytes]], news: asyncio.Event) -> None:
    with contextlib.suppress(aiomqtt.MqttError):
        async for come in client.messages:
            assert isinstance(come.payload, bytes)
            heard.add((come.topic.value, come.payload))
            news.set()


async def test_whose_will_is_done(hall: ClosedHallForTests) -> None:
    """A will is written by the broker, for a party that vanishes: it has the party's rights and no more."""
    async with ear(hall, "relay", [f"flagfall/v1/{EVENT}/#"]) as relay:
        assert relay is not None
        for name in ("availability", "commands", "assignment"):
            for party in PARTIES:
                will = aiomqtt.Will(topic(name), f"will of {party}".encode(), qos=1, retain=False)
                with contextlib.suppress(aiomqtt.MqttError):
                    client = hall.client(party, f"{party}-will", will)
                    await client.__aenter__()
                    line = client._client.socket()
                    assert isinstance(line, BatchedSocket)
                    line.shutdown(socket.SHUT_RDWR)  # no goodbye
                    with contextlib.suppress(aiomqtt.MqttError):
                        await client.__aexit__(None, None, None)
        for name in ("availability", "commands", "assignment"):
            for writer in WRITERS[name]:
                await relay.until((topic(name), f"will of {writer}".encode()))
        await publish(hall, "relay", topic("commands", "last"), b"that was all")
        await relay.until((topic("commands", "last"), b"that was all"))
        wills = {(where, payload) for where, payload in relay.heard if payload.startswith(b"will")}
        assert wills == {
            (topic(name), f"will of {writer}".encode())
            for name in ("availability", "commands", "assignment")
            for writer in WRITERS[name]
        }


async def test_who_is_revoked_is_out_without_a_restart_and_who_is_new_is_in(hall: ClosedHallForTests) -> None:
    files = (hall.authority.certificate_of("t1"), hall.authority.key_of("t1"))
    certificate, key = (file.read_bytes() for file in files)
    async with ear(hall, "relay", [f"flagfall/v1/{EVENT}/#"]) as relay, ear(hall, "t1", [topic("commands")]) as table:
        assert relay is not None
        assert table is not None
        hall.authority.revoke("t1", now())
        hall.authority.certificate_of("t1").write_bytes(certificate)
        hall.authority.key_of("t1").write_bytes(key)

        async def out() -> bool:
            return not await hall.is_let_in("t1")

        await eventually(out)
        # The name goes to another device; the connection that was open, and the old certificate, get nothing of it.
        hall.authority.make_party("t1", PartyKind.TABLE, (), now())

        async def heard() -> bool:
            await publish(hall, "t1", topic("state"), b"from the new one")
            return (topic("state"), b"from the new one") in relay.heard

        await eventually(heard)
        with contextlib.suppress(aiomqtt.MqttError):
            await table._client.publish(topic("state"), b"from the old one", qos=1)
        hall.authority.certificate_of("thief").write_bytes(certificate)
        hall.authority.key_of("thief").write_bytes(key)
        assert not await hall.is_let_in("thief")
        await publish(hall, "relay", topic("commands"), b"for the new one")
        await relay.until((topic("commands"), b"for the new one"))
        assert table.heard == set()
        assert (topic("state"), b"from the old one") not in relay.heard
        assert {where for where, _ in relay.heard} == {topic("commands"), topic("state")}, "and the relay was never cut"


@pytest.mark.parametrize("kind", ["t1", "relay"])
async def test_nobody_takes_the_place_of_another_by_its_name(hall: ClosedHallForTests, kind: str) -> None:
    """Connections are known by names that clients choose; ours cannot be guessed by a table that has gone bad."""
    lost: list[str] = []
    stands = asyncio.Event()

    async def session(session: Session) -> None:
        stands.set()
        await session.listen()

    task = asyncio.create_task(Bus(hall.brokers(kind), f"flagfall-{EVENT}-{kind}").run(session, lost.append))
    async with asyncio.timeout(20):
        await stands.wait()
    for name in (f"flagfall-{EVENT}-{kind}", kind):
        async with hall.client("t2", name) as thief:
            await thief.publish(topic("state", "t2"), b"I am here", qos=1)
    assert lost == []
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_client_has_the_same_name_each_time(hall: ClosedHallForTests) -> None:
    """So that the broker ends a connection that is half dead when its client comes again."""
    ours = hall.credentials("t1")
    assert ours.client_name("x") == hall.credentials("t1").client_name("x") != hall.credentials("t2").client_name("x")
    assert hall.credentials("stranger").client_name("x") == "x"


async def test_a_table_under_another_name_is_told_what_it_may_not_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hall = ClosedHallForTests(tmp_path, BrokerEngine.NATS)
    done = asyncio.Event()

    async def session(session: Session) -> None:
        for name in ("t1", "t2"):
            await session.subscribe(Address(EVENT, name), COMMANDS, lambda _: None)
        done.set()
        await session.listen()

    async with hall.running():
        task = asyncio.create_task(Bus(hall.brokers("t1"), "probe").run(session))
        async with asyncio.timeout(20):
            await done.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    told = [message for message in caplog.messages if "does not let us read" in message]
    assert len(told) == 1
    assert topic("commands", "t2") in told[0]
