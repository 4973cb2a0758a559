"""One connection to a broker: the library connects, subscribes and keeps alive; messages go past it.

For each message the library makes a handful of objects and takes a dozen calls, both ways. A table that has not spoken
for a while spends half a millisecond there before a line leaves, which is as long as its disk takes; a relay that a
thousand tables speak to spends more time there than with what they say. What is here is MQTT 3.1.1, 2.2, 3.3 and 3.4:
messages, at most and at least once, and their acknowledgements. All else is the library's.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiomqtt

from gateway.model.errors import BusError

from .addresses import BrokerAddress, Credentials
from .batched_socket import BatchedSocket, packet
from .mailboxes import Letter, Mailboxes
from .reading_pace import ReadingPace

__all__ = ["Acknowledgement", "BrokerClient", "Disconnected"]

_ANSWER_S = 3.0
"""Seconds that a broker may take to acknowledge, where nothing else comes of it either."""
_PATIENCE = 3
"""As many times that, where much else comes before the acknowledgement. A node of a cluster that has lost the others
acknowledges nothing, and passes on the rest: it is to be left soon."""
_KEEPALIVE_S = 5
_LAST_ID = 0xFFFF

_AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""A message does not wait until TCP has acknowledged the one before, which takes 40 ms where no answer is due."""

_library_log = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # what it has to say at each attempt, we say once and in words


class Disconnected(BusError):
    """The connection is gone; the bus is already trying again."""


class Acknowledgement(NamedTuple):
    """The broker's acknowledgement of a message, which has yet to come."""

    number: int
    come: asyncio.Future[None]


class BrokerClient(aiomqtt.Client):
    """The library's client, which writes at once, and does not wait for an answer on a connection that is closed."""

    _is_over = False
    _heard = 0
    """How often something has come."""
    _loop_thread = 0
    _waits_to_write = False
    _arriving: asyncio.Future[None] | None = None
    _boxes: Mailboxes
    _pace: ReadingPace | None
    """None: whatever comes is read at once."""
    _unacknowledged: dict[int, asyncio.Future[None]]
    """Those who wait until the broker has a message, by its id."""

    @classmethod
    def to(
        cls,
        address: BrokerAddress,
        credentials: Credentials,
        name: str,
        *,
        will: aiomqtt.Will | None = None,
        timeout: float = _ANSWER_S,
        gathers: bool = False,
    ) -> Self:
        """A client to enter; `gathers`: what comes thick may be read a little later, together. Raises `Disconnected` if
        the credentials cannot be read."""
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
            logger=_library_log,
        )
        client._loop_thread = threading.get_ident()
        client._boxes = Mailboxes()
        client._pace = ReadingPace() if gathers else None
        client._unacknowledged = {}
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

    async def __aenter__(self) -> Self:
        """Connect."""
        try:
            await super().__aenter__()
        except BaseException:
            self._close()
            raise
        self._disconnected.add_done_callback(self._lost)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect. The library leaves a connection open that was lost in the middle of something."""
        try:
            await super().__aexit__(kind, error, trace)
        finally:
            self._close()

    def _close(self) -> None:
        self._is_over = True
        self._client._sock_close()  # noqa: SLF001 - it has no other door

    def _lost(self, _: object) -> None:
        """Nobody waits for an answer on a connection that is gone."""
        self._wake()
        for waiting in self._unacknowledged.values():
            if not waiting.done():
                waiting.set_exception(aiomqtt.MqttError("the connection was lost"))
                waiting.exception()  # looked at: who sent it may be gone as well

    # Sending --------------------------------------------------------------------------------------------------------

    async def publish(self, topic: str, payload: bytes, qos: int = 0, retain: bool = False) -> None:  # type: ignore[override]
        """Return once the broker has it (at least once), or it is handed to the socket (at most once: `qos` 0)."""
        answer = self.send(topic, payload, qos=qos, retain=retain)
        if answer is not None:
            await self.acknowledged(answer)

    def send(self, topic: str, payload: bytes, *, qos: int, retain: bool) -> Acknowledgement | None:
        """Write a message, now. It is acknowledged by and by, unless `qos` is 0; whoever sends it waits for that."""
        sock = self._client.socket()
        if sock is None or self._disconnected.done():
            raise aiomqtt.MqttError("there is no connection")
        if qos == 0:
            self._send(sock, packet(topic, payload, b"", retained=retain))
            return None
        number = self._free_id()
        answer = self._unacknowledged[number] = self._loop.create_future()
        self._send(sock, packet(topic, payload, number.to_bytes(2, "big"), retained=retain))
        return Acknowledgement(number, answer)

    async def acknowledged(self, answer: Acknowledgement) -> None:
        """Return once the broker has a message; raises `MqttError` if the connection is lost before, or silent."""
        try:
            for _ in range(_PATIENCE):
                heard = self._heard
                if (await asyncio.wait({answer.come}, timeout=self.timeout))[0]:
                    return answer.come.result()
                if self._heard == heard:
                    break
            raise aiomqtt.MqttError("the broker does not answer")
        finally:
            del self._unacknowledged[answer.number]
            answer.come.cancel()

    def _free_id(self) -> int:
        """A number for a packet; the library counts on, also for its own, and does not ask which are taken."""
        if len(self._unacknowledged) >= _LAST_ID:
            raise aiomqtt.MqttError("too many messages wait for the broker")
        while (number := self._client._mid_generate()) in self._unacknowledged:  # noqa: SLF001
            pass
        return number

    def _send(self, sock: Any, data: bytes) -> None:
        sock.gather(data)
        if not sock.reading:
            self._write(self._client)

    # Receiving ------------------------------------------------------------------------------------------------------

    async def arrival(self) -> None:
        """Return as soon as a message is here; raises `MqttError` when the connection is gone and all were taken."""
        while self._boxes.empty():
            if self._disconnected.done():
                raise aiomqtt.MqttError("the connection was lost") from self._disconnected.exception()
            self._arriving = self._loop.create_future()
            await self._arriving

    def here(self, most: int) -> Iterator[Letter]:
        """The messages that need not be waited for."""
        while most > 0 and not self._boxes.empty():
            most -= 1
            yield self._boxes.get()

    @property
    def has_more(self) -> bool:
        """Whether a message need not be waited for."""
        return not self._boxes.empty()

    @property
    def messages(self) -> AsyncIterator[Letter]:  # type: ignore[override]
        """The messages as they come."""
        return self._one_by_one()

    async def _one_by_one(self) -> AsyncIterator[Letter]:
        while True:
            await self.arrival()
            for letter in self.here(1):
                yield letter

    def _wake(self) -> None:
        if self._arriving is not None and not self._arriving.done():
            self._arriving.set_result(None)

    def _on_message(self, client: Any, userdata: Any, message: Any) -> None:  # noqa: ARG002 - the library's
        """The library has read a message: one that came in pieces."""
        self._boxes.put(message.topic, message.payload)
        self._wake()

    # The loop's view of the socket ----------------------------------------------------------------------------------
    #
    # The library connects in a thread. Were its socket in the loop's hands meanwhile, it could be closed there, and
    # another one with the same number be taken for it: a loop in C ends the whole process over that. So the loop gets
    # to know a socket when the thread is done with it, and forgets it before it is closed.

    def _client_connect(self) -> None:
        """Connect, in a thread of the library's."""
        super()._client_connect()
        self._loop.call_soon_threadsafe(self._watch)

    def _watch(self) -> None:
        """Have the loop read what comes."""
        sock = self._client.socket()
        if sock is None:
            return
        if self._is_over:  # nobody waits for it any more
            self._close()
            return
        self._loop.add_reader(sock.fileno(), self._read, self._client, sock)
        self._misc_task = self._loop.create_task(self._misc_loop())
        self._write_later(self._client, sock)

    def _on_socket_open(self, client: Any, userdata: Any, sock: Any) -> None:
        """The library connects."""

    def _on_socket_close(self, client: Any, userdata: Any, sock: Any) -> None:  # noqa: ARG002 - the library's
        """Have the loop forget a socket that it knows."""
        if threading.get_ident() != self._loop_thread:
            return
        self._waits_to_write = False
        self._loop.remove_reader(sock.fileno())
        self._loop.remove_writer(sock.fileno())
        if self._misc_task is not None:
            self._misc_task.cancel()

    def _read(self, client: Any, sock: Any) -> None:
        """Take all that has come, then write what it is answered with."""
        sock.reading = True
        taken = 0
        try:
            if sock.read_ahead():
                self._heard += 1
                # The broker is there, though its answer to the library's question may be behind much else.
                client._ping_t = 0.0  # noqa: SLF001 - it has no other door
            else:
                client.loop_read()  # it finds out why
            while True:
                taken += self._take_packets(sock)
                if client.socket() is not sock or not sock.pending():
                    break
                if not self._library_reads and sock.is_partial():
                    if not sock.has_more() or not sock.read_ahead():
                        break
                else:
                    client.loop_read()
        except Exception as error:  # noqa: BLE001 - as in the library: whatever it is, the connection is gone
            if not self._disconnected.done():
                self._disconnected.set_exception(error)
        finally:
            sock.reading = False
        if client.want_write() or sock.unsent:
            self._write(client)
        if self._pace is not None and client.socket() is sock and not sock.pending():  # else more comes at once
            self._rest(self._pace.took(taken, self._loop.time()), client, sock)

    def _rest(self, rest_s: float, client: Any, sock: Any) -> None:
        """Read nothing for so long, unless there is more already."""
        if rest_s and sock.is_drained:
            self._loop.remove_reader(sock.fileno())
            self._loop.call_later(rest_s, self._read_on, client, sock)

    def _read_on(self, client: Any, sock: Any) -> None:
        """Read again, if the connection still stands."""
        if client.socket() is sock and sock.fileno() >= 0:
            self._loop.add_reader(sock.fileno(), self._read, client, sock)

    @property
    def _library_reads(self) -> bool:
        """Whether the library is in the middle of a packet."""
        return self._client._in_packet["command"] != 0  # noqa: SLF001

    def _take_packets(self, sock: BatchedSocket) -> int:
        """Take the messages and acknowledgements that are here in full; returns how many were messages."""
        taken = 0
        while not self._library_reads:
            if (come := sock.publish()) is not None:
                if come.packet_id:
                    sock.acknowledge(come.packet_id)
                self._boxes.put(come.topic, come.payload)
                taken += 1
            elif (number := sock.acknowledged()) is not None:
                answer = self._unacknowledged.get(number)
                if answer is not None and not answer.done():  # else nobody waits for it any more
                    answer.set_result(None)
            else:
                break
        if taken:
            self._wake()
        return taken

    # Writing --------------------------------------------------------------------------------------------------------

    def _on_socket_register_write(self, client: Any, userdata: Any, sock: Any) -> None:  # noqa: ARG002 - the library's
        """Write at once; the library would let the loop turn twice, and whatever else is due would come before.

        While it connects it calls from another thread: then the loop does it, as soon as it knows the socket.
        """
        if threading.get_ident() == self._loop_thread and not sock.reading:
            self._write(client)

    def _on_socket_unregister_write(self, client: Any, userdata: Any, sock: Any) -> None:
        """We look ourselves whether there is more to write."""

    def _write(self, client: Any) -> None:
        sock = client.socket()
        if sock is None:
            return
        try:
            if client.want_write():
                with sock.gathering():
                    client.loop_write()
            else:
                sock.flush()
        except Exception as error:  # noqa: BLE001 - as in the library: whatever it is, the connection is gone
            if not self._disconnected.done():
                self._disconnected.set_exception(error)
        if self._waits_to_write or sock.unsent or client.want_write():
            self._write_later(client, sock)

    def _write_later(self, client: Any, sock: Any) -> None:
        """Have the loop write when the socket takes more; one that was closed meanwhile takes nothing."""
        if sock.fileno() < 0:
            return
        if client.want_write() or sock.unsent:
            self._waits_to_write = True
            self._loop.add_writer(sock.fileno(), self._write, client)
        elif self._waits_to_write:
            self._waits_to_write = False
            self._loop.remove_writer(sock.fileno())

    def _on_disconnect(self, *args: Any, **more: Any) -> None:
        super()._on_disconnect(*args, **more)
        if self._disconnected.done() and not self._disconnected.cancelled():
            self._disconnected.exception()  # looked at: where a publish found it out, nobody else would
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError("the connection was closed before it stood"))
            self._connected.exception()  # the library may call again when nobody waits for it any more
