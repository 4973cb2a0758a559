"""What a table says on the bus: every line of the record in order, and the latest of everything else.

The outbox is a cursor over the journal. It moves when the broker has acknowledged a line, so a lost connection only
means that the cursor waits. After a restart of the agent the lines of the present game are sent again: whoever listens
drops a number it knows.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from gateway.bus.availability import AVAILABILITY, Availability
from gateway.bus.client import Bus, Message, Session, Will
from gateway.bus.topics import Address, Channel, topic
from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.record.commands import Command, Reply, SendLines
from gateway.record.glance import ClockMessage, Glance
from gateway.record.wire import CLOCK, COMMAND, GLANCE, REPLY, WireError
from gateway.store import Store

__all__ = ["ENTRIES", "Publisher"]

log = logging.getLogger(__name__)

ENTRIES = "entries"
"""The journal's stream of published lines."""
_CHUNK = 200


class Publisher:
    """One table's voice and ear on the bus."""

    def __init__(
        self, address: Address, broker: str, store: Store, after: int, now: Callable[[], Instant], version: str
    ) -> None:
        """Lines numbered above `after` have not been sent by this process yet."""
        self._address = address
        self._store = store
        self._now = now
        self._version = version
        self._cursor = after
        self._glance: Glance | None = None
        self._face: ClockFace | None = None
        self._devices: dict[str, bool] = {}
        self._fresh: set[Channel] = set()
        self._replies: deque[Reply] = deque()
        self._again: deque[SendLines] = deque()
        self._news = asyncio.Event()
        offline = AVAILABILITY.encode(Availability(online=False))
        self._bus = Bus(
            broker, f"flagfall-{address.event}-{address.table}", Will(address, Channel.AVAILABILITY, offline)
        )

    # What the agent tells -------------------------------------------------------------------------------------------

    def lines_written(self) -> None:
        """The journal holds more lines."""
        self._news.set()

    def table_changed(self, glance: Glance) -> None:
        """The table looks different."""
        self._glance = glance
        self._say(Channel.STATE)
        devices = {device.name: device.online for device in glance.devices}
        if devices != self._devices:
            self._devices = devices
            self._say(Channel.AVAILABILITY)

    def clock_changed(self, face: ClockFace) -> None:
        """The clock's face is another one than before."""
        self._face = face
        self._say(Channel.CLOCK)

    def reply(self, reply: Reply) -> None:
        """A command has been answered."""
        self._replies.append(reply)
        self._news.set()

    def _say(self, channel: Channel) -> None:
        self._fresh.add(channel)
        self._news.set()

    # The bus --------------------------------------------------------------------------------------------------------

    async def run(self, commanded: Callable[[Command], None]) -> None:
        """Speak and listen until cancelled."""

        async def session(bus: Session) -> None:
            await bus.subscribe(topic(self._address, Channel.COMMANDS), Channel.COMMANDS)
            # A broker may have forgotten what was retained, or keep our own will: say everything again.
            self._fresh |= {Channel.AVAILABILITY, Channel.STATE, Channel.CLOCK}
            self._news.set()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._speak(bus))
                tasks.create_task(self._listen(bus, commanded))

        await self._bus.run(session)

    async def _speak(self, bus: Session) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            await self._send_lines(bus)
            await self._send_latest(bus)
            while self._replies:
                await bus.publish(self._address, Channel.REPLIES, REPLY.encode(self._replies[0]))
                self._replies.popleft()
            while self._again:
                await self._send_again(bus, self._again[0])
                self._again.popleft()

    async def _send_lines(self, bus: Session) -> None:
        while lines := self._store.read(ENTRIES, self._cursor, _CHUNK):
            for line in lines:
                await bus.publish(self._address, Channel.ENTRIES, line)
                self._cursor += 1

    async def _send_latest(self, bus: Session) -> None:
        while self._fresh:
            channel = min(self._fresh, key=_ORDER.index)
            self._fresh.discard(channel)
            payload = self._latest(channel)
            if payload is not None:
                try:
                    await bus.publish(self._address, channel, payload)
                except BaseException:
                    self._fresh.add(channel)
                    raise

    def _latest(self, channel: Channel) -> bytes | None:
        match channel:
            case Channel.AVAILABILITY:
                return AVAILABILITY.encode(Availability(online=True, devices=self._devices, version=self._version))
            case Channel.CLOCK if self._face is not None:
                return CLOCK.encode(ClockMessage(self._now(), self._face))
            case Channel.STATE if self._glance is not None:
                return GLANCE.encode(self._glance)
            case _:
                return None

    async def _send_again(self, bus: Session, asked: SendLines) -> None:
        after = asked.after
        while after < asked.upto and (lines := self._store.read(ENTRIES, after, min(_CHUNK, asked.upto - after))):
            for line in lines:
                await bus.publish(self._address, Channel.ENTRIES, line)
            after += len(lines)

    async def _listen(self, bus: Session, commanded: Callable[[Command], None]) -> None:
        async for message in bus.messages():
            self._heard(message, commanded)

    def _heard(self, message: Message, commanded: Callable[[Command], None]) -> None:
        try:
            command = COMMAND.decode(message.payload)
        except WireError as error:
            log.warning("A command was not understood and is not carried out. %s", error)
            return
        if isinstance(command.do, SendLines):
            self._again.append(command.do)
            self.reply(Reply(command.id, ok=True))
        else:
            commanded(command)


_ORDER = (Channel.AVAILABILITY, Channel.CLOCK, Channel.STATE)
"""The clock before the rest: it is what people watch."""
