"""The publisher of a table: every line of the record in order, and the latest of everything else.

The outbox is a cursor over the journal. It moves when the broker has acknowledged a line, so a lost connection only
means that the cursor waits. After a restart of the agent the lines of the present game are sent again: whoever listens
drops a number it knows. A line that is too long for a message, or that the broker will not have, goes in parts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from gateway.bus import topics
from gateway.bus.addresses import Brokers
from gateway.bus.client import Acknowledgement, Bus, Disconnected, Malformed, Session, Will
from gateway.bus.topics import Address, Topic
from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.record.availability import Availability, Question
from gateway.record.commands import Command, Reply, RestoreLines, SendLines, SendReadings, named_command
from gateway.record.line_parts import parts_of
from gateway.record.lines import EntryLine
from gateway.record.measurements import Measurements
from gateway.record.sensor_replay import ReplayPart
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.wire import LONGEST_MESSAGE, TABLE_STATE
from gateway.referee.assignment import Assignment
from gateway.store import LineStore

__all__ = ["ENTRIES", "Publisher"]

log = logging.getLogger(__name__)

ENTRIES = "entries"
"""The journal's stream of published lines."""
_CHUNK = 200
_AGAIN_LINES = 1000
"""Lines that are sent again upon one request; whoever wants more asks again."""
_AGAIN_REQUESTS = 16
"""Requests for lines that wait; whoever asked for more asks again."""
_READINGS = 100
"""Parts of readings that wait: a few requests' worth. Who goes without asks again."""
_REPLIES = 1000
"""Answers that wait; whoever goes without asks again."""
_SETTLE_S = 0.01
"""Seconds by which a state is behind the line that it goes with."""
_ONCE_MORE_S = 5.0
_FAREWELL_S = 0.7
_TRIES = 3
"""A line upon which the connection was lost so often is sent in parts: the broker may take less than others do."""

T = TypeVar("T")


class _Latest(Generic[T]):
    """The latest value of a retained topic, and whether the broker has to be told of it."""

    def __init__(self, topic: Topic[T], value: Callable[[], T | None]) -> None:
        self._topic = topic
        self._value = value
        self.fresh = False

    async def send(self, bus: Session, address: Address) -> None:
        """Publish it; what the broker has not acknowledged stays fresh."""
        self.fresh = False
        value = self._value()
        if value is None:
            return
        try:
            await bus.publish(address, self._topic, value)
        except BaseException:
            self.fresh = True
            raise


class _Begun(NamedTuple):
    n: int
    answer: Acknowledgement | None


class Publisher:
    """One table's voice and ear on the bus."""

    def __init__(
        self,
        address: Address,
        brokers: Brokers | str,
        store: LineStore,
        after: int,
        now: Callable[[], Instant],
        version: str,
        *,
        bridge: bool = False,
    ) -> None:
        """Lines numbered above `after` have not been sent by this process yet."""
        self._bridge = bridge
        self._address = address
        self._store = store
        self._now = now
        self._version = version
        self._cursor = after
        self._state: Callable[[], TableState] | None = None
        self._state_is_due = False
        self._face: ClockFace | None = None
        self._devices: dict[str, bool] = {}
        self._question: Question | None = None
        self._beat = Instant(0)
        self._latest_availability = _Latest(topics.AVAILABILITY, self._availability)
        self._latest_clock = _Latest(topics.CLOCK, self._clock)
        self._latest_state = _Latest(topics.STATE, self._short_state)
        self._measured: Measurements | None = None
        self._latest_measurements = _Latest(topics.MEASUREMENTS, lambda: self._measured)
        self.reached = asyncio.Event()
        """Set once a broker was there that takes what we say and passes on what we are told."""
        self.acknowledged: Callable[[int], None] = lambda _: None
        """Who is told up to which line the broker has all."""
        self._latest: tuple[_Latest[Any], ...] = (
            self._latest_availability,
            self._latest_clock,  # before the rest: it is what people watch
            self._latest_state,
            self._latest_measurements,
        )
        self._replies: deque[Reply] = deque(maxlen=_REPLIES)
        self._readings: deque[ReplayPart] = deque(maxlen=_READINGS)
        self._again: dict[int, int] = {}
        """Lines to send again: after which number, up to which."""
        self._tries = (0, 0)
        """The line that is being sent, and how often it has been tried."""
        self._listener: Session | None = None
        """The connection, while nothing is being said on it."""
        self._begun: _Begun | None = None
        """The line that was sent before its turn came."""
        self._news = asyncio.Event()
        will = Will(address, topics.AVAILABILITY, Availability(online=False, bridge=bridge))
        self._bus = Bus(brokers, f"flagfall-{address.event}-{address.table}", will)

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._bus.connected

    @property
    def connections(self) -> int:
        """How often the broker was reached."""
        return self._bus.connections

    @property
    def sent(self) -> int:
        """The number of the last line that the broker has acknowledged."""
        return self._cursor

    @property
    def replies_waiting(self) -> int:
        """Answers that wait to be sent."""
        return len(self._replies)

    # What the agent tells -------------------------------------------------------------------------------------------

    def lines_written(self, first: EntryLine | None = None) -> None:
        """The journal holds more lines. The first of them goes out in this very turn of the loop, if it is known and
        nothing else is being said."""
        if self._listener is not None and first is not None and first.n == self._cursor + 1:
            with contextlib.suppress(Disconnected):  # whoever speaks finds it out
                self._begin_line(self._listener, first)
        self._news.set()

    def _begin_line(self, bus: Session, line: EntryLine) -> None:
        self._listener = None
        if len(line.data) <= LONGEST_MESSAGE:
            self._tries = (line.n, 1)
            self._begun = _Begun(line.n, bus.send(self._address, topics.ENTRIES, line))

    def table_changed(self, devices: Mapping[str, bool], state: Callable[[], TableState]) -> None:
        """The table looks different. Its state is made when it is sent, a moment later: the line that changed it gets
        ahead, and what changes several times meanwhile is told once."""
        self._state = state
        if not self._state_is_due:
            self._state_is_due = True
            asyncio.get_running_loop().call_later(_SETTLE_S, self._say_state)
        if devices != self._devices:
            self._devices = dict(devices)
            self._say(self._latest_availability)

    def _say_state(self) -> None:
        self._state_is_due = False
        self._say(self._latest_state)

    def clock_changed(self, face: ClockFace) -> None:
        """The clock's face is another one than before."""
        self._face = face
        self._say(self._latest_clock)

    def reply(self, reply: Reply) -> None:
        """A command has been answered."""
        self._replies.append(reply)
        self._news.set()

    def send_readings(self, part: ReplayPart) -> None:
        """Readings that were asked for; they go after everything else."""
        self._readings.append(part)
        self._news.set()

    def measured(self, found: Measurements) -> None:
        """How the agent does."""
        self._measured = found
        self._say(self._latest_measurements)

    def beat(self) -> None:
        """The task that owns the table is awake."""
        self._beat = self._now()
        self._say(self._latest_availability)

    def ask(self, question: Question | None) -> None:
        """Ask whoever holds lines of this table for those that it may have lost; None: it need not know any more."""
        self._question = question
        self._say(self._latest_availability)

    def _say(self, *latest: _Latest[Any]) -> None:
        for each in latest:
            each.fresh = True
        self._news.set()

    def _availability(self) -> Availability:
        return Availability(
            online=True,
            devices=self._devices,
            version=self._version,
            beat=self._beat,
            bridge=self._bridge,
            question=self._question,
        )

    def _short_state(self) -> TableState | None:
        """The state, without the arbiters' part where that makes it too long for a message: the lines tell it too."""
        state = None if self._state is None else self._state()
        if state is not None and len(TABLE_STATE.encode(state)) > TABLE_STATE.longest:
            log.warning("The state is too long for a message, and goes without alerts and cases.")
            state = msgspec.structs.replace(state, arbiters=None)
        return state

    def _clock(self) -> ClockMessage | None:
        return None if self._face is None else ClockMessage(self._now(), self._face)

    # The bus --------------------------------------------------------------------------------------------------------

    async def run(
        self,
        commanded: Callable[[Command], None],
        assigned: Callable[[Assignment], None],
        restored: Callable[[RestoreLines], None] = lambda _: None,
        looked: Callable[[Command, SendReadings], None] = lambda _, __: None,
    ) -> None:
        """Speak and listen until cancelled."""

        def heard(command: Command) -> None:
            match command.do:
                case SendLines():
                    self._send_soon(command.id, command.do)
                case RestoreLines():
                    restored(command.do)
                case SendReadings():
                    looked(command, command.do)
                case _:
                    commanded(command)

        async def session(bus: Session) -> None:
            def unread(what: Malformed) -> None:
                bus.log_malformed(what)
                if what.topic is topics.COMMANDS and (command := named_command(what.payload)):
                    self.reply(Reply(command, ok=False, why=message("refusal.command_unreadable")))

            await bus.subscribe(self._address, topics.COMMANDS, lambda received: heard(received.value))
            await bus.subscribe(self._address, topics.ASSIGNMENT, lambda received: assigned(received.value))
            self.reached.set()
            # A broker may have forgotten what was retained, or keep our own will: say everything again.
            self._say(*self._latest)
            if self._bridge:  # before any line: what kind of table it is from
                await self._latest_availability.send(bus, self._address)
            try:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._speak(bus))
                    tasks.create_task(bus.listen(unread))
                    tasks.create_task(self._say_once_more())
            except asyncio.CancelledError:
                await self._say_farewell(bus)
                raise

        await self._bus.run(session)

    async def _say_once_more(self) -> None:
        """Tell everything again a while after the connection stands.

        After a broker's restart a relay subscribes together with all tables. A busy NATS may then pass on to it neither
        what was retained before nor what comes meanwhile.
        """
        await asyncio.sleep(_ONCE_MORE_S)
        self._say(*self._latest)

    async def _say_farewell(self, bus: Session) -> None:
        """Say that we stop properly; who is in a hurry does not wait for it."""
        with contextlib.suppress(asyncio.CancelledError, Disconnected, TimeoutError):
            async with asyncio.timeout(_FAREWELL_S):
                if self._state_is_due:
                    await self._latest_state.send(bus, self._address)
                farewell = Availability(online=False, stopped=True, bridge=self._bridge)
                await bus.publish(self._address, topics.AVAILABILITY, farewell)

    async def _speak(self, bus: Session) -> None:
        self._begun = None
        while True:
            if not self._news.is_set():
                self._listener = bus
                try:
                    await self._news.wait()
                finally:
                    self._listener = None
            self._news.clear()
            await self._send_lines(bus)
            await self._send_latest(bus)
            while self._replies:
                await bus.publish(self._address, topics.REPLIES, self._replies[0])
                self._replies.popleft()
            if self._again:
                await self._send_again(bus)
                self._news.set()
            elif self._readings:
                await bus.publish(self._address, topics.READINGS, self._readings[0])
                self._readings.popleft()
                self._news.set()

    async def _send_lines(self, bus: Session) -> None:
        while lines := await self._store.read(ENTRIES, self._cursor, _CHUNK):
            for line in lines:
                await self._send_line(bus, EntryLine(self._cursor + 1, line))
                self._cursor += 1
                self.acknowledged(self._cursor)

    async def _send_line(self, bus: Session, line: EntryLine) -> None:
        begun, self._begun = self._begun, None
        if begun is not None and begun.n == line.n:
            await bus.sent(begun.answer)
            self._tries = (0, 0)
            return
        n, tries = self._tries
        self._tries = (line.n, tries + 1 if n == line.n else 1)
        if len(line.data) <= LONGEST_MESSAGE and self._tries[1] <= _TRIES:
            await bus.publish(self._address, topics.ENTRIES, line)
        else:
            log.warning("Line %d of %d bytes goes to the broker in parts.", line.n, len(line.data))
            for part in parts_of(line):
                await bus.publish(self._address, topics.PARTS, part)
        self._tries = (0, 0)

    async def _send_latest(self, bus: Session) -> None:
        while latest := next((each for each in self._latest if each.fresh), None):
            await latest.send(bus, self._address)

    async def _send_again(self, bus: Session) -> None:
        """Send some of the lines that were asked for; new ones come first, so the rest waits for another turn."""
        after = next(iter(self._again))
        upto = self._again.pop(after)
        lines = await self._store.read(ENTRIES, after, max(0, min(_CHUNK, upto - after)))
        for line in lines:
            after += 1
            await self._send_line(bus, EntryLine(after, line))
        if after < upto and lines:
            self._again[after] = upto

    def _send_soon(self, command: str, asked: SendLines) -> None:
        after, upto = asked.after, min(asked.upto, asked.after + _AGAIN_LINES)
        if after in self._again or len(self._again) < _AGAIN_REQUESTS:
            self._again[after] = max(upto, self._again.get(after, 0))
            self.reply(Reply(command, ok=True))
