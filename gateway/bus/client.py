"""The MQTT client: the only module that knows which library speaks the protocol.

A `Bus` keeps one connection alive for ever. Each time it stands, `session` is called with a `Session`; when the
connection breaks, whatever the session was doing raises `Disconnected`, and the bus connects again with growing,
jittered pauses, to the next of its brokers' addresses if there are several. Nothing is queued here: what must not be
lost is in a journal, and the session starts by saying all.
Topics are typed: what is published must fit its topic, and whoever subscribes is handed a value of its type.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import random
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Generic, NamedTuple, Self, TypeVar

import aiomqtt

from gateway.model.errors import BusError
from gateway.record.wire import WireError

from .addresses import BrokerAddress, Brokers, Credentials
from .batched_socket import BatchedSocket
from .mailboxes import Mailboxes
from .refusals import objection
from .topics import Address, Topic, parse

__all__ = ["BrokerClient", "Bus", "Disconnected", "Malformed", "Received", "Session", "Will"]

log = logging.getLogger(__name__)

_ANSWER_S = 3.0
"""Seconds that a broker may take to acknowledge. A publish in flight is not woken by a lost line, so this is also how
late a loss may be noticed; the keep-alive is what finds a silent one."""
_KEEPALIVE_S = 5
_PAUSES_S = (0.1, 0.3, 1.0, 2.0, 4.0)
_ASKED_WHY = 3
"""How many times in a row each broker that does not let us in is asked for its reason."""
_NOT_AUTHORISED = 135

_IN_A_ROW = 100
"""Messages that are handed out before others have their turn."""
_AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""A message does not wait until TCP has acknowledged the one before, which takes 40 ms where no answer is due."""

_library_log = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # what it has to say at each attempt, we say once and in words


class Disconnected(BusError):
    """The connection is gone; the bus is already trying again."""


T = TypeVar("T")


class Received(NamedTuple, Generic[T]):
    """A message that came on a topic of one table."""

    address: Address
    value: T
    payload: bytes
    """The value as it was sent, to be passed on untouched."""
    live: bool
    """Sent just now; else it is what the broker had kept, however old."""


class Malformed(NamedTuple):
    """A message that does not fit its topic."""

    address: Address
    topic: Topic[Any]
    error: WireError


class Will(NamedTuple, Generic[T]):
    """The message that the broker sends for us when we vanish."""

    address: Address
    topic: Topic[T]
    value: T


async def _heed_cancelling(call: Awaitable[T]) -> T:
    """Await a call of the client, and raise the cancellation that it may have swallowed.

    Before Python 3.12 a wait with a time limit loses a cancellation that comes together with the answer. A task that
    publishes in a loop would then go on for ever, and so would the task group that waits for it to end.
    """
    answer = await call
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    return answer


@functools.lru_cache(8192)
def _topic(name: str) -> aiomqtt.Topic:
    return aiomqtt.Topic(name)


class Session:
    """One standing connection."""

    def __init__(self, client: BrokerClient) -> None:
        self._client = client
        self._takers: dict[Topic[Any], Callable[[Received[Any]], Awaitable[None] | None]] = {}
        self._complained: set[Topic[Any]] = set()
        self._heard: set[tuple[Address, Topic[Any]]] = set()

    async def publish(self, address: Address, topic: Topic[T], value: T) -> None:
        """Return once the broker has it (QoS 1) or it is handed to the socket (QoS 0)."""
        payload = topic.form.encode(value)
        try:
            await _heed_cancelling(
                self._client.publish(topic.of(address), payload, qos=topic.qos, retain=topic.retained)
            )
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error

    async def subscribe(
        self, where: Address | str, topic: Topic[T], take: Callable[[Received[T]], Awaitable[None] | None]
    ) -> None:
        """Have `take` called, while `listen` runs, with what comes from one table, or from all tables of an event.

        While it is awaited messages wait, each table's in a bounded mailbox of its own.
        """
        self._takers[topic] = take
        pattern = topic.of(where) if isinstance(where, Address) else topic.of_all(where)
        try:
            granted = await _heed_cancelling(self._client.subscribe(pattern, qos=topic.qos))
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error
        if any(code.is_failure for code in granted if not isinstance(code, int)):
            log.error("The broker does not let us read %s: is our certificate for this event and this name?", pattern)

    async def listen(self, malformed: Callable[[Malformed], None] | None = None) -> None:
        """Hand out everything that arrives, until the connection breaks; what cannot be read goes to `malformed`, or
        into the log."""
        malformed = malformed or self._log_malformed
        try:
            while True:
                await self._client.arrival()
                for message in self._client.here(_IN_A_ROW):
                    taking = self._hand_out(message, malformed)
                    if taking is not None:
                        await taking
                await asyncio.sleep(0)
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error

    def _log_malformed(self, what: Malformed) -> None:
        """The first of a topic is news, the thousandth is not."""
        level = logging.DEBUG if what.topic in self._complained else logging.WARNING
        self._complained.add(what.topic)
        log.log(level, "%s: what came on %s cannot be read: %s", what.address.table, what.topic.name, what.error)

    def _hand_out(self, message: aiomqtt.Message, malformed: Callable[[Malformed], None]) -> Awaitable[None] | None:
        known = parse(message.topic.value)
        if known is None or not message.payload:  # an empty one only clears what the broker had kept
            return None
        address, topic = known
        # The first message of a retained topic is what the broker kept.
        live = not topic.retained or known in self._heard
        self._heard.add(known)
        take = self._takers.get(topic)
        if take is None:
            return None
        try:
            value = topic.form.receive(message.payload)
        except WireError as error:
            malformed(Malformed(address, topic, error))
            return None
        return take(Received(address, value, message.payload, live))


class BrokerClient(aiomqtt.Client):
    """The library's client, which writes at once, and does not wait for an answer on a connection that is closed."""

    _loop_thread = 0
    _arriving: asyncio.Future[None] | None = None

    @classmethod
    def to(
        cls,
        address: BrokerAddress,
        credentials: Credentials,
        name: str,
        *,
        will: aiomqtt.Will | None = None,
        timeout: float = _ANSWER_S,
    ) -> Self:
        """A client to enter; raises `Disconnected` if the credentials cannot be read."""
        try:
            tls = credentials.context() if address.encrypted else None
        except BusError as error:  # at the start they were good: they are being renewed, or will be put right
            raise Disconnected(str(error)) from error
        client = cls(
            address.host,
            address.port,
            identifier=name,
            username=address.user,
            password=address.password,
            tls_context=tls,
            will=will,
            keepalive=_KEEPALIVE_S,
            timeout=timeout,
            protocol=aiomqtt.ProtocolVersion.V311,
            queue_type=Mailboxes,
            logger=_library_log,
        )
        client._loop_thread = threading.get_ident()
        client._batch()
        return client

    def _batch(self) -> None:
        """Read and write by the batch: the library takes four calls of the system to read a message, one to answer."""
        connect = self._client._create_socket  # noqa: SLF001 - it has no other door

        def batched() -> Any:
            sock = BatchedSocket(connect())
            for option in _AT_ONCE:
                sock.setsockopt(*option)
            return sock

        self._client._create_socket = batched  # type: ignore[method-assign]  # noqa: SLF001

    async def arrival(self) -> None:
        """Return as soon as a message is here; raises `MqttError` when the connection is gone and all were taken.

        The library's iterator makes a task for each message.
        """
        while self._queue.empty():
            if self._disconnected.done():
                raise aiomqtt.MqttError("the connection was lost") from self._disconnected.exception()
            self._arriving = self._loop.create_future()
            self._disconnected.add_done_callback(self._wake)
            try:
                await self._arriving
            finally:
                self._disconnected.remove_done_callback(self._wake)

    def _wake(self, _: object = None) -> None:
        if self._arriving is not None and not self._arriving.done():
            self._arriving.set_result(None)

    def _on_message(self, *args: Any) -> None:
        super()._on_message(*args)
        self._wake()

    def here(self, most: int) -> Iterator[aiomqtt.Message]:
        """The messages that need not be waited for."""
        while most > 0 and not self._queue.empty():
            most -= 1
            yield self._queue.get_nowait()

    def _on_socket_open(self, client: Any, userdata: Any, sock: Any) -> None:
        """Read as ours do, instead of as the library does."""
        super()._on_socket_open(client, userdata, sock)
        self._loop.call_soon_threadsafe(self._loop.add_reader, sock.fileno(), self._read, client, sock)

    def _read(self, client: Any, sock: Any) -> None:
        """Take all that has come, then write what it is answered with."""
        sock.reading = True
        try:
            if not sock.read_ahead():
                client.loop_read()  # it finds out why
            self._take_messages(client, sock)
            while client.socket() is sock and sock.pending():
                client.loop_read()
                self._take_messages(client, sock)
        except Exception as error:  # noqa: BLE001 - as in the library: whatever it is, the connection is gone
            if not self._disconnected.done():
                self._disconnected.set_exception(error)
        finally:
            sock.reading = False
        if client.want_write() or sock.unsent:
            self._write(client)

    def _take_messages(self, client: Any, sock: BatchedSocket) -> None:
        """Take the messages that are here in full, as the library would, without its detours; it is between two."""
        while client._in_packet["command"] == 0 and (come := sock.publish()) is not None:  # noqa: SLF001
            if come.packet_id:
                sock.acknowledge(come.packet_id)
            qos = 1 if come.packet_id else 0
            message = aiomqtt.Message(_topic(come.topic), come.payload, qos, come.retained, 0, None)
            self._queue.put_nowait(message)
            self._wake()

    def _on_socket_register_write(self, client: Any, userdata: Any, sock: Any) -> None:  # noqa: ARG002 - the library's
        """Write at once; the library would let the loop turn twice, and whatever else is due would come before.

        While it connects it calls from another thread. Then, and for what the socket does not take, the loop does it.
        """
        if threading.get_ident() != self._loop_thread:
            self._loop.call_soon_threadsafe(self._write_later, client, sock)
        elif not sock.reading:
            self._write(client)

    def _write(self, client: Any) -> None:
        sock = client.socket()
        if sock is None:
            return
        try:
            with sock.gathering():
                client.loop_write()
        except Exception as error:  # noqa: BLE001 - as in the library: whatever it is, the connection is gone
            if not self._disconnected.done():
                self._disconnected.set_exception(error)
        self._write_later(client, sock)

    def _write_later(self, client: Any, sock: Any) -> None:
        """Have the loop write when the socket takes more; one that was closed meanwhile takes nothing."""
        if (client.want_write() or sock.unsent) and sock.fileno() >= 0:
            self._loop.add_writer(sock.fileno(), self._write, client)

    def _on_disconnect(self, *args: Any, **more: Any) -> None:
        super()._on_disconnect(*args, **more)
        if self._disconnected.done() and not self._disconnected.cancelled():
            self._disconnected.exception()  # looked at: where a publish found it out, nobody else would
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError("the connection was closed before it stood"))
            self._connected.exception()  # the library may call again when nobody waits for it any more


class Bus:
    """A connection to the broker that comes back by itself."""

    def __init__(self, brokers: Brokers | str, name: str, will: Will[Any] | None = None) -> None:
        """`brokers` may be one address, for a client that has no certificate; `name` must be unique at the broker."""
        self._brokers = Brokers.at(brokers) if isinstance(brokers, str) else brokers
        if any(address.encrypted for address in self._brokers.addresses):
            self._brokers.credentials.context()  # what cannot work is told at the start
        self._name = self._brokers.credentials.client_name(name)
        self._will = will
        self.connected = False

    async def run(
        self, session: Callable[[Session], Awaitable[None]], gone: Callable[[str], None] | None = None
    ) -> None:
        """Connect and call `session` again and again, until cancelled; `gone` is told of each loss."""
        failures, told = 0, set[tuple[BrokerAddress, str]]()
        while True:
            address = self._brokers.addresses[failures % len(self._brokers.addresses)]
            # In a task of its own: a disconnect that fails while we are being cancelled must not swallow that.
            connection = asyncio.create_task(self._connection(address, session), name=f"{self._name} connection")
            try:
                await asyncio.wait({connection})
            except asyncio.CancelledError:
                # Once may not be enough: before Python 3.12 a wait with a time limit can lose a cancellation.
                while not connection.done():
                    connection.cancel()
                    await asyncio.wait({connection}, timeout=1)
                raise
            why = _why_lost(connection)
            rounds = failures // len(self._brokers.addresses)
            if not self.connected and address.encrypted and rounds < _ASKED_WHY:
                why = await objection(address, self._brokers.credentials) or why
            if self.connected:
                failures = rounds = 0
                told.clear()
                if gone is not None:
                    gone(why)
            self.connected = False
            # A reason is news once, not a hundred times.
            level = logging.DEBUG if (address, why) in told else logging.WARNING
            told.add((address, why))
            log.log(level, "No connection to the broker at %s (%s); trying again.", address, why)
            failures += 1
            pause = _PAUSES_S[min(rounds, len(_PAUSES_S) - 1)]
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))  # noqa: S311 - spreads a hall's reconnects

    async def _connection(self, address: BrokerAddress, session: Callable[[Session], Awaitable[None]]) -> None:
        async with self._client(address) as client:
            self.connected = True
            log.info("Connected to the broker at %s.", address)
            await session(Session(client))

    def _client(self, address: BrokerAddress) -> BrokerClient:
        will = None
        if self._will is not None:
            where, topic, value = self._will
            will = aiomqtt.Will(topic.of(where), topic.form.encode(value), qos=topic.qos, retain=topic.retained)
        return BrokerClient.to(address, self._brokers.credentials, self._name, will=will)


def _why_lost(connection: asyncio.Task[None]) -> str:
    """The reason why a connection ended, in words; raises what is no loss of the connection but a mistake of ours."""
    error = None if connection.cancelled() else connection.exception()
    while isinstance(error, BaseExceptionGroup):
        ours = error.split((aiomqtt.MqttError, Disconnected))[1]
        if ours is not None:
            raise ours
        error = error.exceptions[0]
    if error is not None and not isinstance(error, aiomqtt.MqttError | Disconnected):
        raise error
    if isinstance(error, aiomqtt.MqttCodeError) and error.rc == _NOT_AUTHORISED:
        return "the broker does not know us, or our certificate is revoked"
    return str(error or "") or "the connection was closed"
