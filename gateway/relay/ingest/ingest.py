"""The ingest of one event, from the bus into the hall: decode, put in order, store, show; ask for what is missing.

Lines are stored before they are shown (`line_writer.py`). A line is taken as the same if number and bytes are the
same. If a table sends other bytes under a number that we hold, its journal was lost and it counts from 1 again: we keep
the old stream untouched, begin a new one beside it, and ask for everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from gateway.bus import topics
from gateway.bus.client import Bus, Malformed, Received, Session
from gateway.bus.topics import Topic
from gateway.model.errors import JournalError
from gateway.record.availability import Absence, Availability, Question
from gateway.record.commands import Reply
from gateway.record.exposition import Histogram
from gateway.record.line_parts import LinePart
from gateway.record.lines import EntryLine
from gateway.record.measurements import Measurements
from gateway.record.sensor_replay import ReplayPart
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.wire import WireError
from gateway.relay.hall.present_hall import PresentHall

from .heard_assignments import HeardAssignments
from .line_requests import LineRequests
from .line_writer import LineWriter
from .restoring import LineRestorer
from .table_source import TableSource

__all__ = ["Ingest"]

log = logging.getLogger(__name__)

T = TypeVar("T")

_OLDER_MS = 120_000
"""A message older than the one we have was overtaken on the way, unless it is older than this: then the table's clock
was set back, and what it says counts."""
_LINGER_MS = 2000
"""A will may be published late. A table that speaks this long after it was called offline is there."""
_SILENT_S = 16.0
"""A table says every five seconds that it is awake; one that has not for so long is not."""
_REPEATS = 200
"""Lines that are read at once when a table says again what we hold."""


class Ingest:
    """The reader of one event's tables on the bus, for ever."""

    def __init__(self, hall: PresentHall, bus: Bus) -> None:
        self._hall = hall
        self._bus = bus
        self._sources: dict[str, TableSource] = {}
        self._too_many = False
        self._writer = LineWriter(hall, self._refused)
        self._requests = LineRequests(hall)
        self._restorer = LineRestorer(hall)
        self._heard_assignments = HeardAssignments(hall)

    @property
    def connections(self) -> int:
        """How often the broker was reached."""
        return self._bus.connections

    @property
    def lines_waiting(self) -> int:
        """Lines that wait to be stored."""
        return self._writer.waiting

    @property
    def latency(self) -> Histogram:
        """Seconds from a sensor to the viewers, of lines that came at once."""
        return self._writer.latency

    async def run(self) -> None:
        """Read and store until cancelled; broker, tables and network may come and go."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._writer.run(), name="relay store")
            group.create_task(self._requests.run(), name="relay ask")
            group.create_task(self._heard_assignments.run(), name="relay assignments")
            group.create_task(self._restorer.run(), name="relay answers")
            group.create_task(self._watch(), name="relay watch")
            group.create_task(self._hall.bridge_signals.run(), name="bridge signals")
            await self._bus.run(self._session, self._gone)

    # The connection -------------------------------------------------------------------------------------------------

    async def _session(self, session: Session) -> None:
        async def hear(topic: Topic[T], take: Callable[[TableSource, Received[T]], Awaitable[None] | None]) -> None:
            await session.subscribe(self._hall.event, topic, lambda received: self._take(received, take))

        await hear(topics.ENTRIES, self._take_entry)
        await hear(topics.PARTS, self._take_part)
        await hear(topics.AVAILABILITY, self._take_availability)
        await hear(topics.STATE, self._take_state)
        await hear(topics.CLOCK, self._take_clock)
        await hear(topics.REPLIES, self._take_reply)
        await hear(topics.READINGS, self._take_readings)
        await hear(topics.MEASUREMENTS, self._take_measurements)
        self._hall.command_client.session = session
        self._hall.show_broker(True)
        for source in self._sources.values():
            self._contact(source)
        await session.subscribe(self._hall.event, topics.ASSIGNMENT, self._heard_assignments.hear)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._hall.assignments.send_all())
            self._hall.clock_keeper.send_again()
            tasks.create_task(session.listen(self._malformed))

    def _gone(self, why: str) -> None:
        log.warning("The broker is gone: %s", why)
        self._hall.command_client.session = None
        self._hall.show_broker(False)

    def _contact(self, source: TableSource) -> None:
        """The connection to the table is new: is it still the table we know?"""
        if source.beat_at is not None:
            source.beat_at = self._time()
        source.gap_requests.contact()
        source.gap_requests.doubt(source.resequencer.held, self._time())
        self._requests.look_at(source)

    # Messages -------------------------------------------------------------------------------------------------------

    def _take(
        self, received: Received[T], take: Callable[[TableSource, Received[T]], Awaitable[None] | None]
    ) -> Awaitable[None] | None:
        source = self._find(received.address.table)
        return None if source is None else take(source, received)

    def _malformed(self, what: Malformed) -> None:
        """Bad input is counted and logged once for each table, and changes nothing else; it makes nobody a table."""
        source = self._sources.get(what.address.table)
        if source is None:
            log.debug("%s sent what we cannot read on %s: %s", what.address.table, what.topic.name, what.error)
        else:
            table = source.table
            level = logging.WARNING if not table.malformed else logging.DEBUG
            table.malformed += 1
            log.log(level, "Table %s sent what we cannot read on %s: %s", table.name, what.topic.name, what.error)

    def _take_entry(self, source: TableSource, received: Received[EntryLine]) -> Awaitable[None] | None:
        return self._take_line(source, received.value)

    def _take_part(self, source: TableSource, received: Received[LinePart]) -> Awaitable[None] | None:
        try:
            line = source.parts.take(received.value)
        except WireError as error:
            self._malformed(Malformed(received.address, topics.PARTS, error))
            return None
        return None if line is None else self._take_line(source, line)

    def _take_line(self, source: TableSource, entry: EntryLine) -> Awaitable[None] | None:
        if entry.n <= source.table.held:
            return self._take_again(source, entry)
        source.stored.clear()
        self._take_new(source, entry)
        return None

    async def _take_again(self, source: TableSource, entry: EntryLine) -> None:
        """Take a line under a number that we hold: the same, or one of another journal."""
        try:
            known = await self._stored(source, entry.n)
        except JournalError as error:
            # The message is passed over: the lines it is about are asked for again with the next state.
            log.error("A message could not be compared with what is stored: %s", error)  # noqa: TRY400 - says all
            return
        if known == entry.data:
            source.gap_requests.took(entry.n)
            self._requests.count(source)
        else:
            self._take_new(source, entry)

    def _take_new(self, source: TableSource, entry: EntryLine) -> None:
        n, line = entry
        if not self._requests.has_room(source):
            source.resequencer.hear(max(n, source.resequencer.last))
            self._requests.count(source)
            self._requests.look_at(source)  # when there is room again
            return
        if n <= source.table.held:
            self._begin_journal(source, n)
        for number, ready in source.resequencer.offer(n, line):
            self._writer.put(source, number, ready)
            source.quota.charge(ready)
        source.gap_requests.took(n)
        self._requests.count(source)

    def _refused(self) -> None:
        """The disk would not have lines."""
        for source in self._sources.values():
            source.resequencer.rewind(source.table.held)
            self._requests.count(source)

    async def _stored(self, source: TableSource, n: int) -> bytes | None:
        """The line that we hold under this number; those behind it are read as well, since repeats come in rows."""
        if n not in source.stored:
            lines = await self._hall.store.read(self._hall.stream(source.table), n - 1, _REPEATS)
            source.stored = dict(enumerate(lines, n))
        return source.stored.get(n)

    def _take_state(self, source: TableSource, received: Received[TableState]) -> None:
        state, table = received.value, source.table
        self._time_line(source, state.at, live=received.live)
        if _overtaken(state.at, table.state_at):
            return
        source.resequencer.hear(state.last)
        if state.last < source.resequencer.held:
            source.gap_requests.doubt(state.last, self._time(), settle=True)
            self._requests.look_at(source)
        else:
            source.gap_requests.trust()
        self._hall.show_state(table, state, received.payload)
        self._requests.count(source)

    def _take_clock(self, source: TableSource, received: Received[ClockMessage]) -> None:
        message, table = received.value, source.table
        self._time_line(source, message.at, live=received.live)
        if not _overtaken(message.at, table.clock_at):
            self._hall.show_clock(table, message, received.payload)

    def _take_availability(self, source: TableSource, received: Received[Availability]) -> None:
        availability, table = received.value, source.table
        if not source.heard_beat(availability.beat, self._time()) and table.absence is Absence.SILENT:
            return  # what a table that hangs says again upon a new connection
        if not availability.online:
            source.offline_at = self._hall.now()
            # The agent that comes back may count its instants anew.
            table.offset.forget()
            table.state_at = table.clock_at = 0
        elif table.online is not True:
            self._contact(source)
        if availability.question is not None:
            self._asked(source, availability.question)
        self._hall.show_availability(table, availability)

    def _asked(self, source: TableSource, question: Question) -> None:
        """A table has started anew. What it said before may still be on its way to our disk, and is part of the answer;
        what came early of it waits for lines that it may not have any more."""
        source.resequencer.forget_early(question.last)
        self._requests.count(source)
        self._writer.afterwards(lambda: self._restorer.ask(source.table, question))

    def _take_reply(self, _: TableSource, received: Received[Reply]) -> None:
        self._hall.command_client.take_reply(received.value)

    def _take_readings(self, source: TableSource, received: Received[ReplayPart]) -> None:
        self._hall.command_client.take_readings(source.table.name, received.value)

    def _take_measurements(self, source: TableSource, received: Received[Measurements]) -> None:
        source.table.measurements = received.value

    def _time_line(self, source: TableSource, at: int, *, live: bool) -> None:
        now, table = self._hall.now(), source.table
        if not live:
            table.offset.retained(at, now)
            return
        table.offset.live(at, now)
        if table.absence is Absence.SILENT:
            return
        if table.online is False and now - source.offline_at > _LINGER_MS:
            log.info("Table %s was called offline, yet it speaks: it is online.", table.name)
            self._hall.show_availability(table, Availability(True, table.devices, table.version))

    def _begin_journal(self, source: TableSource, n: int) -> None:
        table = source.table
        log.warning(
            "Table %s sent another line %d than the one we hold: its journal was lost or replaced. "
            "The %d lines held stay in stream %s; a new stream begins.",
            table.name,
            n,
            table.held,
            self._hall.stream(table),
        )
        source.quota.charge_journal()
        self._hall.begin_journal(table)
        source.start(0)
        if table.state is not None:
            source.resequencer.hear(table.state.last)

    def _find(self, name: str) -> TableSource | None:
        source = self._sources.get(name)
        if source is None:
            if not self._hall.knows(name):
                self._hall.knock(name)
                return None
            table = self._hall.find_or_add(name)
            if table is None:
                if not self._too_many:
                    log.error("There are too many tables on the bus; %s and later ones are left out.", name)
                self._too_many = True
                return None
            source = self._sources[name] = TableSource(table, self._time())
            self._contact(source)
        return source

    async def _watch(self) -> None:
        """Find out who hangs: its connection stands, and what the broker keeps says that it is there."""
        while True:
            await asyncio.sleep(_SILENT_S / 8)
            if self._hall.command_client.session is None:
                continue
            for source in list(self._sources.values()):
                if source.beat_at is not None and self._time() - source.beat_at > _SILENT_S:
                    source.beat_at = None
                    if source.table.online:
                        log.warning("Table %s no longer says that it is awake.", source.table.name)
                        gone = Availability(online=False, version=source.table.version)
                        self._hall.show_availability(source.table, gone, Absence.SILENT)

    def _time(self) -> float:
        return asyncio.get_running_loop().time()


def _overtaken(at: int, known: int) -> bool:
    return known - _OLDER_MS < at < known
