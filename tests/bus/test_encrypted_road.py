"""The road to a broker: encrypted, with quick and plain words when it is refused, and to the next one when one dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from pathlib import Path

import aiomqtt
import pytest

from gateway.authority.register import PartyKind
from gateway.bus.addresses import Brokers, Credentials, parse_address
from gateway.bus.batched_socket import BatchedSocket
from gateway.bus.broker import BrokerEngine, broker_command, wait_until_up
from gateway.bus.broker_check import check_broker
from gateway.bus.broker_client import BrokerClient
from gateway.bus.client import Bus, Session
from gateway.bus.closed_hall import ClosedHall
from gateway.bus.topics import ENTRIES, Address
from gateway.model.errors import BusError, SettingsError
from gateway.runtime.broker_process import run_broker
from tests.closed_hall import ENGINES, EVENT, HOST, ClosedHallForTests, now
from tests.ports import free_port
from tests.relay.fakes import Broker


@pytest.mark.parametrize("url", ["mqtt://desk.local", "mqtt://10.0.0.1:1883", "mqtt://0.0.0.0", "mqtt://[fe80::1]"])
def test_no_road_leaves_the_computer_in_the_clear(url: str) -> None:
    with pytest.raises(BusError, match="without encryption"):
        parse_address(url)


@pytest.mark.parametrize(
    "url", ["desk.local", "http://desk", "mqtt://", "mqtts://desk:0x", "mqtts://desk:99999", "mqtts://[::1"]
)
def test_what_is_no_address_is_told(url: str) -> None:
    with pytest.raises(BusError, match=r"address|port"):
        parse_address(url)


def test_an_address_is_read_with_its_usual_port() -> None:
    assert str(parse_address("mqtt://localhost")) == "localhost:1883"
    assert str(parse_address("mqtts://a%40b:c%3Ad@[2001:db8::1]")) == "[2001:db8::1]:8883"
    assert parse_address("mqtts://a%40b:c%3Ad@desk").user == "a@b"
    assert "c:d" not in repr(parse_address("mqtts://a%40b:c%3Ad@desk"))


async def test_a_message_is_not_held_back_behind_another(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    broker.start()
    try:
        async with BrokerClient.to(parse_address(broker.url), Credentials(), "probe") as client:
            line = client._client.socket()
            assert isinstance(line, BatchedSocket)
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    finally:
        broker.stop()


async def test_a_message_is_written_before_anything_else_has_its_turn(tmp_path: Path) -> None:
    """The library would register the socket first, and whatever else is due would go before the line."""
    broker = Broker(tmp_path)
    broker.start()
    try:
        async with BrokerClient.to(parse_address(broker.url), Credentials(), "probe") as client:
            publishing = asyncio.create_task(client.publish(ENTRIES.of(Address(EVENT, "t1")), b"{}", qos=1))
            left = asyncio.get_running_loop().create_future()
            asyncio.get_running_loop().call_soon(lambda: left.set_result(not client._client.want_write()))
            assert await left
            await publishing
            await client.publish(ENTRIES.of(Address(EVENT, "t1")), bytes(900_000), qos=1)  # more than a socket takes
    finally:
        broker.stop()


async def connected(brokers: Brokers, name: str = "probe") -> None:
    """Return once a session stands."""
    stands = asyncio.Event()

    async def session(_: Session) -> None:
        stands.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(Bus(brokers, name).run(session))
    try:
        async with asyncio.timeout(20):
            await stands.wait()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


# The library leaves a socket whose handshake failed to the garbage collector, which pytest reports.
async def told(brokers: Brokers, words: str, caplog: pytest.LogCaptureFixture) -> None:
    """Return once the log has told the reason in these words, of the first attempts: a busy machine needs two."""
    caplog.clear()
    caplog.set_level(logging.WARNING, "gateway.bus")

    async def session(_: Session) -> None:
        raise AssertionError("let in")

    task = asyncio.create_task(Bus(brokers, "probe").run(session))
    try:
        async with asyncio.timeout(20):
            while not any(words in message for message in caplog.messages):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"{words!r} is not in {caplog.messages}") from None
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("engine", ENGINES)
async def test_a_refusal_is_told_in_words(
    engine: BrokerEngine, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    hall, other = ClosedHallForTests(tmp_path / "a", engine), ClosedHallForTests(tmp_path / "b", engine)
    ours, theirs = hall.credentials("t1"), other.credentials("t1")
    kept = tmp_path / "t1.crt"
    kept.write_bytes(hall.authority.certificate_of("t1").read_bytes())
    key = tmp_path / "t1.key"
    key.write_bytes(hall.authority.key_of("t1").read_bytes())
    hall.authority.revoke("t1", now())
    async with hall.running():
        for credentials, words in (
            (ours._replace(certificate=None, key=None), "the broker refused our certificate: it wants one"),
            (
                theirs._replace(authority=ours.authority),
                "the broker refused our certificate: it is of another authority",
            ),
            (theirs, "we do not trust the broker's certificate: it is of another authority than ours"),
            (ours._replace(certificate=kept, key=key), "revoked"),
        ):
            await told(Brokers.at(hall.url, credentials=credentials), words, caplog)
        elsewhere = Brokers.at(f"mqtts://localhost:{hall.port}", credentials=hall.credentials("t2"))
        await told(elsewhere, "it is for another host", caplog)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_broker_that_does_not_encrypt_is_told_apart(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    broker = Broker(tmp_path)
    broker.start()
    try:
        await told(Brokers.at(f"mqtts://127.0.0.1:{broker.port}"), "is it the port for mqtts?", caplog)
    finally:
        broker.stop()


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (Credentials(Path("nowhere.crt")), "nowhere.crt cannot be read"),
        (Credentials(Path(__file__)), "holds no certificate of an authority"),
        (Credentials(None, Path(__file__), Path(__file__)), "is damaged, or no PEM"),
    ],
)
def test_files_that_cannot_be_used_are_told_at_the_start(files: Credentials, words: str) -> None:
    with pytest.raises(BusError, match=words):
        Bus(Brokers.at("mqtts://desk", credentials=files), "probe")


async def test_files_that_vanish_are_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    hall = ClosedHallForTests(tmp_path, BrokerEngine.NATS)
    bus = Bus(hall.brokers("t1"), "probe")
    stands = asyncio.Event()

    async def session(_: Session) -> None:
        stands.set()
        await asyncio.Event().wait()

    certificate = hall.authority.certificate_of("t1")
    content = certificate.read_bytes()
    certificate.unlink()
    caplog.set_level(logging.WARNING, "gateway.bus")
    async with hall.running():
        task = asyncio.create_task(bus.run(session))
        async with asyncio.timeout(20):
            while not caplog.messages:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert f"{certificate} cannot be read" in caplog.messages[0]
            certificate.write_bytes(content)
            await stands.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_renewed_certificate_is_taken_up_by_all_without_a_restart(tmp_path: Path) -> None:
    hall = ClosedHallForTests(tmp_path, BrokerEngine.NATS)
    async with hall.running():
        await connected(hall.brokers("t1"))
        before = await served(hall)
        hall.authority.renew_party("broker", now())
        hall.authority.renew_party("t1", now())
        async with asyncio.timeout(20):
            while await served(hall) == before:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await connected(hall.brokers("t1"))


async def served(hall: ClosedHallForTests) -> object:
    """The number of the certificate that the broker shows."""
    _, writer = await asyncio.open_connection(HOST, hall.port, ssl=hall.credentials("t1").context())
    certificate = writer.get_extra_info("peercert")
    writer.transport.abort()
    return certificate["serialNumber"]


async def test_the_next_broker_is_taken_when_one_dies(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, second = Broker(tmp_path / "a"), Broker(tmp_path / "b")
    first.start()
    second.start()
    nobody = f"mqtt://127.0.0.1:{free_port()}"
    sessions: asyncio.Queue[int] = asyncio.Queue()

    async def session(session: Session) -> None:
        peer = session._client._client.socket()
        assert isinstance(peer, BatchedSocket)
        sessions.put_nowait(peer.getpeername()[1])
        await session.listen()

    task = asyncio.create_task(Bus(Brokers.at(nobody, first.url, second.url), "probe").run(session))
    try:
        async with asyncio.timeout(20):
            assert await sessions.get() == first.port
            first.stop()
            assert await sessions.get() == second.port
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        first.stop()
        second.stop()


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_closed_broker_passes_the_check(
    engine: BrokerEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = ClosedHallForTests(tmp_path, engine)
    async with hall.running():
        findings = await check_broker(hall.brokers("relay"), "open")
        assert all(finding.good for finding in findings), findings
        assert len(findings) == 5
        monkeypatch.setattr("gateway.bus.broker_check._PATIENCE_S", 1.0)
        # With a table's certificate the broker drops what the check says, as it should.
        wrong = [finding.sentence for finding in await check_broker(hall.brokers("t1"), "open") if not finding.good]
        assert any("not delivered" in sentence or "cuts us off" in sentence for sentence in wrong)
        strange = await check_broker(hall.brokers("stranger"), "open")
        assert [finding.good for finding in strange] == [True, False]
        assert "it wants one" in strange[1].sentence


async def test_an_open_broker_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker(tmp_path)
    broker.start()
    try:
        findings = await check_broker(Brokers.at(broker.url), "open")
        assert "Anonymous clients are allowed" in findings[0].sentence
        assert all(finding.good for finding in findings), "on loopback that is how the demo runs"
        monkeypatch.setattr("gateway.bus.broker_check.is_loopback", lambda _: False)
        assert not (await check_broker(Brokers.at(broker.url), "open"))[0].good
    finally:
        broker.stop()


async def test_two_programs_of_one_name_are_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A broker lets in the newer one each time, and says nothing."""
    caplog.set_level(logging.WARNING, "gateway.bus")
    broker = Broker(tmp_path)
    broker.start()

    async def work(session: Session) -> None:
        await session.listen()

    both = [asyncio.create_task(Bus(broker.url, "flagfall-open-t1").run(work)) for _ in range(2)]
    try:
        async with asyncio.timeout(60):
            while "is another program there as flagfall-open-t1?" not in caplog.text:  # noqa: ASYNC110 - a log has no bell
                await asyncio.sleep(0.05)
    finally:
        for task in both:
            task.cancel()
        await asyncio.wait(both)
        broker.stop()


async def test_where_nobody_listens_nothing_is_called_good() -> None:
    (finding,) = await check_broker(Brokers.at(f"mqtt://{HOST}:{free_port()}"), "open")
    assert not finding.good
    assert "does the broker run" in finding.sentence


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_message_beyond_all_bounds_reaches_nobody(engine: BrokerEngine, tmp_path: Path) -> None:
    topic = ENTRIES.of(Address(EVENT, "t1"))
    async with ClosedHallForTests(tmp_path, engine).running() as hall, hall.client("relay") as relay:
        await relay.subscribe(topic, qos=1)
        for payload in (b"." * (5 << 20), b"small"):
            with contextlib.suppress(aiomqtt.MqttError):
                async with hall.client("t1") as table:
                    await table.publish(topic, payload, qos=1)
        async with asyncio.timeout(30):
            assert (await anext(relay.messages)).payload == b"small"


@pytest.mark.parametrize("engine", ENGINES[1:])
async def test_a_broker_that_cannot_retain_is_told_of(engine: BrokerEngine, tmp_path: Path) -> None:
    config, port = tmp_path / "mosquitto.conf", free_port()
    config.write_text(f"listener {port} {HOST}\nallow_anonymous true\nretain_available false\n")
    process = await asyncio.create_subprocess_exec(*broker_command(config, engine), stderr=asyncio.subprocess.DEVNULL)
    try:
        await wait_until_up(HOST, port, process)
        wrong = [
            each.sentence for each in await check_broker(Brokers.at(f"mqtt://{HOST}:{port}"), "open") if not each.good
        ]
        assert any("cannot retain" in sentence for sentence in wrong), wrong
    finally:
        process.terminate()
        await process.wait()


def test_an_open_broker_does_not_start_beyond_loopback(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"chief arbiter.*flagfall authority create"):
        run_broker(BrokerEngine.NATS, tmp_path, "0.0.0.0", free_port(), None)


def test_a_broker_whose_certificate_is_damaged_says_what_to_do(tmp_path: Path) -> None:
    authority = ClosedHallForTests(tmp_path, BrokerEngine.NATS).authority
    authority.certificate_of("broker").write_bytes(b"")
    with pytest.raises(BusError, match=r"broker.crt or .* is damaged, .*: enrol again"):
        run_broker(BrokerEngine.NATS, tmp_path / "data", HOST, free_port(), authority.path)
    authority.certificate_of("broker").write_bytes(authority.certificate_of("relay").read_bytes())
    with pytest.raises(BusError, match="do not belong together"):
        run_broker(BrokerEngine.NATS, tmp_path / "data", HOST, free_port(), authority.path)


def test_a_broker_needs_a_certificate_of_its_own(tmp_path: Path) -> None:
    hall = ClosedHallForTests(tmp_path, BrokerEngine.NATS)
    hall.authority.make_party("spare", PartyKind.TABLE, (), now())
    with pytest.raises(BusError, match="no certificate of a broker"):
        ClosedHall.of(hall.authority, "spare")
