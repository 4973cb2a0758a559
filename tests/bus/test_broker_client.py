"""One connection to a broker: messages and acknowledgements, whatever comes between them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import aiomqtt
import pytest

from gateway.bus import broker_client
from gateway.bus.addresses import Credentials, parse_address
from gateway.bus.batched_socket import packet
from gateway.bus.broker_client import BrokerClient
from gateway.bus.topics import CLOCK, ENTRIES, Address

from .cut_connections import CONNECTIONS

TOPIC = ENTRIES.of(Address("open", "t1"))
_CONNACK = b"\x20\x02\x00\x00"
_PINGREQ = b"\xc0"


class Peer:
    """A broker that does what it is told, byte by byte."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self._writer: asyncio.StreamWriter | None = None

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                first, length, shift = await reader.readexactly(1), 0, 0
                while True:
                    (byte,) = await reader.readexactly(1)
                    length |= (byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80:
                        break
                body = await reader.readexactly(length)
                if first == b"\x10":
                    self.say(_CONNACK)
                else:
                    self.heard.put_nowait(first + body)
        writer.close()

    def say(self, data: bytes) -> None:
        assert self._writer is not None
        self._writer.write(data)

    def hang_up(self) -> None:
        assert self._writer is not None
        self._writer.transport.abort()


@contextlib.asynccontextmanager
async def connected(*, patience_s: float = 20.0, gathers: bool = False) -> AsyncIterator[tuple[BrokerClient, Peer]]:
    peer = Peer()
    server = await asyncio.start_server(peer.meet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    address = parse_address(f"mqtt://127.0.0.1:{port}")
    client = BrokerClient.to(address, Credentials(), "probe", timeout=patience_s, gathers=gathers)
    try:
        async with asyncio.timeout(60), client:
            yield client, peer
    finally:
        server.close()


@contextlib.asynccontextmanager
async def flooding(peer: Peer) -> AsyncIterator[None]:
    """Messages without end."""

    async def flood() -> None:
        while True:
            peer.say(packet(TOPIC, b"{}", b"", retained=False))
            await asyncio.sleep(0.05)

    task = asyncio.create_task(flood())
    yield
    task.cancel()


def id_of(heard: bytes) -> bytes:
    """The id of the packet of a message that was to be acknowledged."""
    assert heard[0] & 0xF6 == 0x32
    length = int.from_bytes(heard[1:3], "big")
    return heard[3 + length : 5 + length]


async def test_each_message_waits_for_its_own_acknowledgement() -> None:
    async with connected() as (client, peer):
        sending = [asyncio.create_task(client.publish(TOPIC, b"%d" % n, qos=1)) for n in range(3)]
        ids = [id_of(await peer.heard.get()) for _ in sending]
        assert len(set(ids)) == 3
        peer.say(b"\x40\x02" + ids[1])
        await sending[1]
        assert not sending[0].done()
        # A message, one that nobody waits for, and the rest, in one breath.
        both = b"\x40\x02" + ids[2] + b"\x40\x02" + ids[0]
        peer.say(packet(TOPIC, b"{}", b"", retained=False) + b"\x40\x02\xff\xfe" + both)
        await asyncio.gather(*sending)
        assert (await anext(client.messages)).payload == b"{}"


async def test_an_acknowledgement_may_come_in_pieces_and_behind_half_a_message() -> None:
    async with connected() as (client, peer):
        sending = asyncio.create_task(client.publish(TOPIC, b"x", qos=1))
        number = id_of(await peer.heard.get())
        come = packet(TOPIC, b"y" * 300, b"\x00\x09", retained=False) + b"\x40\x02" + number
        for byte in come:
            peer.say(bytes((byte,)))
            await asyncio.sleep(0)
        await sending
        assert (await anext(client.messages)).payload == b"y" * 300
        assert await peer.heard.get() == b"\x40\x00\x09"


async def test_whoever_waits_for_the_broker_hears_at_once_that_it_is_gone() -> None:
    async with connected() as (client, peer):
        sending = asyncio.create_task(client.publish(TOPIC, b"x", qos=1))
        await peer.heard.get()
        peer.hang_up()
        with pytest.raises(aiomqtt.MqttError, match="connection was lost"):
            await sending
        with pytest.raises(aiomqtt.MqttError):
            await client.publish(TOPIC, b"x", qos=1)
        with pytest.raises(aiomqtt.MqttError):
            await client.publish(CLOCK.of(Address("open", "t1")), b"x")
        with pytest.raises(aiomqtt.MqttError):
            await client.arrival()


async def test_a_broker_that_does_not_answer_is_not_waited_for_for_ever() -> None:
    async with connected(patience_s=0.05) as (client, peer):
        with pytest.raises(aiomqtt.MqttError, match="does not answer"):
            await client.publish(TOPIC, b"x", qos=1)
        late = id_of(await peer.heard.get())
        peer.say(b"\x40\x02" + late + packet(TOPIC, b"{}", b"", retained=False))
        assert (await anext(client.messages)).payload == b"{}"


async def test_a_broker_that_has_much_else_to_say_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever floods the bus makes nobody else lose it: an answer comes behind all that was said before."""
    monkeypatch.setattr(broker_client, "_KEEPALIVE_S", 1)
    async with connected(patience_s=2.0) as (client, peer), flooding(peer):
        sending = asyncio.create_task(client.publish(TOPIC, b"x", qos=1))
        number = id_of(await peer.heard.get())
        for _ in range(3):  # the first would have to be answered before the second
            assert await peer.heard.get() == _PINGREQ
        peer.say(b"\x40\x02" + number)
        await sending


async def test_more_than_the_socket_takes_is_written_as_the_broker_reads() -> None:
    """And the loop does not turn for nothing once it is written."""
    async with connected() as (client, peer):
        sending = [asyncio.create_task(client.publish(TOPIC, bytes(3_000_000), qos=1)) for _ in range(3)]
        for _ in sending:
            peer.say(b"\x40\x02" + id_of(await peer.heard.get()))
        await asyncio.gather(*sending)
        sock = client._client.socket()
        assert sock is not None
        assert not client._loop.remove_writer(sock.fileno())


async def test_an_agent_outlives_connections_that_end_at_every_stage() -> None:
    # A loop in C ends its process over a socket that was closed behind its back.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bus.cut_connections"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complaints = await asyncio.wait_for(process.communicate(), 100)
    assert (process.returncode, said.split()) == (0, [b"%d" % CONNECTIONS, b"0"])
    # Whoever is cut off so often is told what the reason may be, and nothing else goes wrong.
    assert [line for line in complaints.splitlines() if b"cuts us off again and again" not in line] == []
