"""The MQTT client, as the rest of the gateway knows it.

A `Bus` keeps one connection alive for ever. Each time it stands, `session` is called with a `Session`; when the
connection breaks, whatever the session was doing raises `Disconnected`, and the bus connects again with growing,
jittered pauses, to the next of its brokers' addresses if there are several. Nothing is queued here: what must not be
lost is in a journal, and the session starts by saying all.
Topics are typed: what is published must fit its topic, and whoever subscribes is handed a value of its type.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any, Generic, NamedTuple, TypeVar

import aiomqtt

from gateway.record.wire import WireError

from .addresses import BrokerAddress, Brokers
from .broker_client import Acknowledgement, BrokerClient, Disconnected
from .mailboxes import Letter
from .refusals import objection
from .topics import Address, EventTopic, Topic

__all__ = ["Acknowledgement", "Bus", "Disconnected", "Malformed", "Received", "Session", "Will"]

log = logging.getLogger(__name__)

_PAUSES_S = (0.1, 0.3, 1.0, 2.0, 4.0)
_NOBODY_PAUSES_S = (0.1, 0.3, 0.6)
"""Where nobody listens, to ask costs nobody anything: a broker that is starting is found soon, by a whole hall too."""
_ASKED_WHY = 3
"""How many times in a row each broker that does not let us in is asked for its reason."""
_NOT_AUTHORISED = 135
_SUBSCRIBED_S = 6.0
"""Seconds that a broker may take to answer a subscription: what it delivers of another one may come before."""

_SHORT_S = 5.0
_SHORT_LIVED = 4
"""Connections in a row that did not last: whoever has our name at the broker takes ours away, and we take his."""
_IN_A_ROW = 100
"""Messages that are handed out before others have their turn."""
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
    payload: bytes = b""
    """What came."""


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


class Session:
    """One standing connection."""

    def __init__(self, client: BrokerClient) -> None:
        self._client = client
        self._takers: dict[Topic[Any], Callable[[Received[Any]], Awaitable[None] | None]] = {}
        self._complained: set[Topic[Any]] = set()
        self._heard: set[tuple[Address, Topic[Any]]] = set()

    async def publish(self, address: Address, topic: Topic[T], value: T) -> None:
        """Return once the broker has it (QoS 1) or it is handed to the socket (QoS 0)."""
        await self.sent(self.send(address, topic, value))

    def send(self, address: Address, topic: Topic[T], value: T) -> Acknowledgement | None:
        """Write a message at once; whoever does so awaits `sent` with what comes of it."""
        payload = topic.form.encode(value)
        try:
            return self._client.send(topic.of(address), payload, qos=topic.qos, retain=topic.retained)
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error

    async def publish_for_event(self, event: str, topic: EventTopic[T], value: T) -> None:
        """Return once the broker has what is told of a whole event, and keeps it."""
        try:
            answer = self._client.send(topic.of(event), topic.form.encode(value), qos=topic.qos, retain=True)
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error
        await self.sent(answer)

    async def sent(self, answer: Acknowledgement | None) -> None:
        """Return once the broker has a message."""
        if answer is None:
            return
        try:
            await self._client.acknowledged(answer)
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
            granted = await _heed_cancelling(self._client.subscribe(pattern, qos=topic.qos, timeout=_SUBSCRIBED_S))
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error
        if any(code.is_failure for code in granted if not isinstance(code, int)):
            log.error("The broker does not let us read %s: is our certificate for this event and this name?", pattern)

    async def listen(self, malformed: Callable[[Malformed], None] | None = None) -> None:
        """Hand out everything that arrives, until the connection breaks; what cannot be read goes to `malformed`, or
        into the log."""
        malformed = malformed or self.log_malformed
        try:
            while True:
                await self._client.arrival()
                for letter in self._client.here(_IN_A_ROW):
                    taking = self._hand_out(letter, malformed)
                    if taking is not None:
                        await taking
                if self._client.has_more:
                    await asyncio.sleep(0)
        except aiomqtt.MqttError as error:
            raise Disconnected(str(error)) from error

    def log_malformed(self, what: Malformed) -> None:
        """The first of a topic is news, the thousandth is not."""
        level = logging.DEBUG if what.topic in self._complained else logging.WARNING
        self._complained.add(what.topic)
        log.log(level, "%s: what came on %s cannot be read: %s", what.address.table, what.topic.name, what.error)

    def _hand_out(self, letter: Letter, malformed: Callable[[Malformed], None]) -> Awaitable[None] | None:
        address, topic, payload = letter
        if not payload:  # it only clears what the broker had kept
            return None
        # The first message of a retained topic is what the broker kept.
        live = not topic.retained or (address, topic) in self._heard
        if not live:
            self._heard.add((address, topic))
        take = self._takers.get(topic)
        if take is None:
            return None
        try:
            value = topic.form.receive(payload)
        except WireError as error:
            malformed(Malformed(address, topic, error, payload))
            return None
        return take(Received(address, value, payload, live))


class Bus:
    """A connection to the broker that comes back by itself."""

    def __init__(
        self, brokers: Brokers | str, name: str, will: Will[Any] | None = None, *, gathers: bool = False
    ) -> None:
        """`brokers` may be one address, for a client that has no certificate; `name` must be unique at the broker;
        `gathers`: what comes thick may be taken a little later, together."""
        self._brokers = Brokers.at(brokers) if isinstance(brokers, str) else brokers
        if any(address.encrypted for address in self._brokers.addresses):
            self._brokers.credentials.context()  # what cannot work is told at the start
        self._name = self._brokers.credentials.client_name(name)
        self._will = will
        self._gathers = gathers
        self.connected = False
        self.connections = 0
        """How often it was connected."""

    async def run(
        self, session: Callable[[Session], Awaitable[None]], gone: Callable[[str], None] | None = None
    ) -> None:
        """Connect and call `session` again and again, until cancelled; `gone` is told of each loss."""
        failures, short_lived, told = 0, 0, set[tuple[BrokerAddress, str]]()
        while True:
            address = self._brokers.addresses[failures % len(self._brokers.addresses)]
            # In a task of its own: a disconnect that fails while we are being cancelled must not swallow that.
            connection = asyncio.create_task(self._connection(address, session), name=f"{self._name} connection")
            began = asyncio.get_running_loop().time()
            try:
                await asyncio.wait({connection})
            except asyncio.CancelledError:
                # Once may not be enough: before Python 3.12 a wait with a time limit can lose a cancellation.
                while not connection.done():
                    connection.cancel()
                    await asyncio.wait({connection}, timeout=1)
                if not connection.cancelled():
                    connection.exception()  # looked at: it may have been lost in this very moment
                raise
            why = _why_lost(connection)
            rounds = failures // len(self._brokers.addresses)
            if not self.connected and address.encrypted and rounds < _ASKED_WHY:
                why = await objection(address, self._brokers.credentials) or why
            if self.connected:
                short_lived = short_lived + 1 if asyncio.get_running_loop().time() - began < _SHORT_S else 0
                if short_lived == _SHORT_LIVED:
                    log.error("The broker cuts us off again and again: is another program there as %s?", self._name)
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
            pauses = _NOBODY_PAUSES_S if _nobody_listens(connection) else _PAUSES_S
            pause = pauses[min(rounds, len(pauses) - 1)]
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))  # noqa: S311 - spreads a hall's reconnects

    async def _connection(self, address: BrokerAddress, session: Callable[[Session], Awaitable[None]]) -> None:
        async with self._client(address) as client:
            self.connected = True
            self.connections += 1
            log.info("Connected to the broker at %s.", address)
            await session(Session(client))

    def _client(self, address: BrokerAddress) -> BrokerClient:
        will = None
        if self._will is not None:
            where, topic, value = self._will
            will = aiomqtt.Will(topic.of(where), topic.form.encode(value), qos=topic.qos, retain=topic.retained)
        return BrokerClient.to(address, self._brokers.credentials, self._name, will=will, gathers=self._gathers)


def _nobody_listens(connection: asyncio.Task[None]) -> bool:
    """Whether the computer is there, and has nobody at the broker's port."""
    error = None if connection.cancelled() else connection.exception()
    return error is not None and isinstance(error.__context__, ConnectionRefusedError)  # the library hides its cause


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
