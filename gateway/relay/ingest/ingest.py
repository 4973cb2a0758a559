"""The ingest of one event, from the bus into the hall: decode, put in order, store, show; ask for what is missing.

Lines are stored before they are shown, by one task that writes whatever has piled up. A line is taken as the same if
number and bytes are the same. If a table sends other bytes under a number that we hold, its journal was lost and it
counts from 1 again: we keep the old stream untouched, begin a new one beside it, and ask for everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import msgspec

from gateway.bus import topics
from gateway.bus.client import Bus, Malformed, Received, Session
from gateway.bus.topics import Topic
from gateway.model.errors import JournalError
from gateway.record.availability import Absence, Availability, Question
from gateway.record.commands import Reply, RestoreLines
from gateway.record.exposition import Histogram
from gateway.record.line_parts import LinePart, PartsCollector
from gateway.record.lines import EntryLine
from gateway.record.measurements import Measurements
from gateway.record.sensor_replay import ReplayPart
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.wire import WireError
from gateway.referee.assignment import Assignment
from gateway.relay.hall.command_client import NoBroker
from gateway.relay.hall.hall import TABLES_MAX
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.present_hall import PresentHall
from gateway.store import StoredLine

from .answers import answers
from .gap_requests import GapRequests
from .line_quota import LineQuota
from .resequencer import Resequencer

__all__ = ["Ingest"]

log = logging.getLogger(__name__)

T = TypeVar("T")

_OLDER_MS = 120_000
"""A message older than the one we have was overtaken on the way, unless it is older than this: then the table's clock
was set back, and what it says counts."""
_LINGER_MS = 2000
"""A will may be published late. A table that speaks this long after it was called offline is there."""
_RETRY_S = 2.0
_SILENT_S = 16.0
"""A table says every five seconds that it is awake; one that has not for so long is not."""
_BUSY_S = 0.1
_GATHER_S = 0.03
"""Where one commit follows another within `_BUSY_S`, a line waits so long for others that can be written with it."""
_LOOK_S = 0.02
"""Looking at every table for what is missing takes long in a big hall: a flood of gaps must leave time for the rest."""
_REPEATS = 200
"""Lines that are read at once when a table says again what we hold."""


class _Dated(msgspec.Struct):
    at: int


_DATED = msgspec.json.Decoder(_Dated)


class _Source:
    """One table as a sender."""

    def __init__(self, table: HallTable, now: float) -> None:
        self.table = table
        self.quota = LineQuota(now)
        self.offline_at = 0
        self.beat = 0
        self.beat_at: float | None = None
        """When we last heard a new beat of the table; None if there is nothing to wait for."""
        self.start(table.held)

    def start(self, held: int) -> None:
        """Begin to count at `held`."""
        self.stored: dict[int, bytes] = {}
        """Lines that we hold and that are coming again."""
        self.parts = PartsCollector()
        self.resequencer = Resequencer(held)
        self.gap_requests = GapRequests(self.resequencer)

    def wake_at(self, now: float) -> float | None:
        """When there may be something to ask; None: nothing before something happens."""
        wake = self.gap_requests.wake_at(now)
        return max(wake or 0.0, self.quota.opens_at()) if self.quota.exceeded else wake

    def heard_beat(self, beat: int, now: float) -> bool:
        """A table says when it was last awake; True if that is news."""
        news = beat != self.beat
        if news:
            self.beat, self.beat_at = beat, now if beat else None
        return news


class Ingest:
    """The reader of one event's tables on the bus, for ever."""

    def __init__(self, hall: PresentHall, bus: Bus) -> None:
        self._hall = hall
        self._bus = bus
        self._sources: dict[str, _Source] = {}
        self._ready: list[tuple[_Source, int, int, bytes]] = []
        self._some_ready = asyncio.Event()
        self._look = asyncio.Event()
        self._open: set[_Source] = set()
        """Tables that may have to be asked for something."""
        self._too_many = False
        self.latency = Histogram()
        """Seconds from a sensor to the viewers, of lines that came at once."""
        self._assigned: dict[str, Assignment] = {}
        self._some_assigned = asyncio.Event()
        self._questions: dict[str, Question] = {}
        self._some_questions = asyncio.Event()

    @property
    def connections(self) -> int:
        """How often the broker was reached."""
        return self._bus.connections

    @property
    def lines_waiting(self) -> int:
        """Lines that wait to be stored."""
        return len(self._ready)

    async def run(self) -> None:
        """Read and store until cancelled; broker, tables and network may come and go."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._store(), name="relay store")
            group.create_task(self._ask(), name="relay ask")
            group.create_task(self._keep_assignments(), name="relay assignments")
            group.create_task(self._answer(), name="relay answers")
            group.create_task(self._watch(), name="relay watch")
            group.create_task(self._hall.bridge_signals.run(), name="bridge signals")
            await self._bus.run(self._session, self._gone)

    # The connection -------------------------------------------------------------------------------------------------

    async def _session(self, session: Session) -> None:
        async def hear(topic: Topic[T], take: Callable[[_Source, Received[T]], Awaitable[None] | None]) -> None:
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
        await session.subscribe(self._hall.event, topics.ASSIGNMENT, self._hear_assignment)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._hall.assignments.send_all())
            self._hall.clock_keeper.send_again()
            tasks.create_task(session.listen(self._malformed))

    def _gone(self, why: str) -> None:
        log.warning("The broker is gone: %s", why)
        self._hall.command_client.session = None
        self._hall.show_broker(False)

    def _contact(self, source: _Source) -> None:
        """The road to the table is new: is it still the table we know?"""
        if source.beat_at is not None:
            source.beat_at = self._time()
        source.gap_requests.contact()
        source.gap_requests.doubt(source.resequencer.held, self._time())
        self._look_at(source)

    # Messages -------------------------------------------------------------------------------------------------------

    def _take(
        self, received: Received[T], take: Callable[[_Source, Received[T]], Awaitable[None] | None]
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

    def _take_entry(self, source: _Source, received: Received[EntryLine]) -> Awaitable[None] | None:
        return self._take_line(source, received.value)

    def _take_part(self, source: _Source, received: Received[LinePart]) -> Awaitable[None] | None:
        try:
            line = source.parts.take(received.value)
        except WireError as error:
            self._malformed(Malformed(received.address, topics.PARTS, error))
            return None
        return None if line is None else self._take_line(source, line)

    def _take_line(self, source: _Source, entry: EntryLine) -> Awaitable[None] | None:
        if entry.n <= source.table.held:
            return self._take_again(source, entry)
        source.stored.clear()
        self._take_new(source, entry)
        return None

    async def _take_again(self, source: _Source, entry: EntryLine) -> None:
        """Take a line under a number that we hold: the same, or one of another journal."""
        try:
            known = await self._stored(source, entry.n)
        except JournalError as error:
            # The message is passed over: the lines it is about are asked for again with the next state.
            log.error("A message could not be compared with what is stored: %s", error)  # noqa: TRY400 - says all
            return
        if known == entry.data:
            source.gap_requests.took(entry.n)
            self._count(source)
        else:
            self._take_new(source, entry)

    def _take_new(self, source: _Source, entry: EntryLine) -> None:
        n, line = entry
        if not self._has_room(source):
            source.resequencer.hear(max(n, source.resequencer.last))
            self._count(source)
            self._look_at(source)  # when there is room again
            return
        if n <= source.table.held:
            self._begin_journal(source, n)
        for number, ready in source.resequencer.offer(n, line):
            self._ready.append((source, source.table.journal, number, ready))
            self._some_ready.set()
            source.quota.charge(ready)
        source.gap_requests.took(n)
        self._count(source)

    def _has_room(self, source: _Source) -> bool:
        """Whether a table may have more stored; arbiters are told when it may not, and when it may again."""
        before, admitted = source.quota.exceeded, source.quota.admits(self._time())
        if before == admitted:
            if not admitted:
                log.warning(
                    "Table %s sends more than any table has to tell: it is taken slowly from now on, so that it fills "
                    "no disk. See to that computer; if it is not yours, revoke its certificate.",
                    source.table.name,
                )
            self._hall.show_flooding(source.table, not admitted)
        return admitted

    async def _stored(self, source: _Source, n: int) -> bytes | None:
        """The line that we hold under this number; those behind it are read as well, since repeats come in rows."""
        if n not in source.stored:
            lines = await self._hall.store.read(self._hall.stream(source.table), n - 1, _REPEATS)
            source.stored = dict(enumerate(lines, n))
        return source.stored.get(n)

    def _take_state(self, source: _Source, received: Received[TableState]) -> None:
        state, table = received.value, source.table
        self._time_line(source, state.at, live=received.live)
        if _overtaken(state.at, table.state_at):
            return
        source.resequencer.hear(state.last)
        if state.last < source.resequencer.held:
            source.gap_requests.doubt(state.last, self._time(), settle=True)
            self._look_at(source)
        else:
            source.gap_requests.trust()
        self._hall.show_state(table, state, received.payload)
        self._count(source)

    def _take_clock(self, source: _Source, received: Received[ClockMessage]) -> None:
        message, table = received.value, source.table
        self._time_line(source, message.at, live=received.live)
        if not _overtaken(message.at, table.clock_at):
            self._hall.show_clock(table, message, received.payload)

    def _take_availability(self, source: _Source, received: Received[Availability]) -> None:
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
            self._questions[table.name] = availability.question
            self._some_questions.set()
        self._hall.show_availability(table, availability)

    def _take_reply(self, _: _Source, received: Received[Reply]) -> None:
        self._hall.command_client.take_reply(received.value)

    def _take_readings(self, source: _Source, received: Received[ReplayPart]) -> None:
        self._hall.command_client.take_readings(source.table.name, received.value)

    def _take_measurements(self, source: _Source, received: Received[Measurements]) -> None:
        source.table.measurements = received.value

    def _time_line(self, source: _Source, at: int, *, live: bool) -> None:
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

    def _begin_journal(self, source: _Source, n: int) -> None:
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

    def _count(self, source: _Source) -> None:
        source.table.missing = source.resequencer.missing
        if source.resequencer.missing:
            self._look_at(source)

    def _look_at(self, source: _Source) -> None:
        """There may be something to ask a table for."""
        self._open.add(source)
        self._look.set()

    def _find(self, name: str) -> _Source | None:
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
            source = self._sources[name] = _Source(table, self._time())
            self._contact(source)
        return source

    def _hear_assignment(self, received: Received[Assignment]) -> None:
        if received.address.table in self._assigned or len(self._assigned) < TABLES_MAX:
            self._assigned[received.address.table] = received.value
            self._some_assigned.set()

    async def _keep_assignments(self) -> None:
        """Keep what other relays have assigned."""
        while True:
            await self._some_assigned.wait()
            self._some_assigned.clear()
            while self._assigned:
                name, assignment = self._assigned.popitem()
                try:
                    await self._hall.assignments.hear(name, assignment)
                except JournalError as error:
                    log.error("An assignment could not be stored: %s", error)  # noqa: TRY400 - says all there is

    async def _answer(self) -> None:
        """Give tables that have started what they may have lost, each a piece in turn: nobody waits for one that asks
        for much."""
        while True:
            await self._some_questions.wait()
            self._some_questions.clear()
            under_way: dict[str, AsyncIterator[RestoreLines]] = {}
            while self._questions or under_way:
                while self._questions:
                    name, question = self._questions.popitem()
                    table = self._sources[name].table
                    under_way[name] = answers(self._hall.store, self._hall.stream(table), table.held, question)
                for name, each in list(under_way.items()):
                    if not await self._answer_once(name, each):
                        del under_way[name]

    async def _answer_once(self, name: str, all_of_it: AsyncIterator[RestoreLines]) -> bool:
        """Send the next piece of an answer; False if there is none."""
        try:
            if (answer := await anext(all_of_it, None)) is None:
                return False
            await self._hall.command_client.restore_lines(name, answer)
        except (JournalError, NoBroker) as error:
            log.warning("Table %s asks for its lines and cannot be answered: %s", name, error)
            return False
        return True

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

    # Storing and asking ---------------------------------------------------------------------------------------------

    async def _store(self) -> None:
        """Write what is ready, then show it. What the disk refuses is forgotten, and so asked for again."""
        written_at = -_BUSY_S
        while True:
            await self._some_ready.wait()
            if self._time() - written_at < _BUSY_S:
                await asyncio.sleep(_GATHER_S)
            written_at = self._time()
            self._some_ready.clear()
            batch, self._ready = self._ready, []
            # A table that began a new journal meanwhile has no use for the rest of the old one.
            batch = [item for item in batch if item[1] == item[0].table.journal]
            try:
                await self._hall.store.append_many(
                    [StoredLine(self._hall.stream(source.table), n, line) for source, _, n, line in batch]
                )
            except JournalError as error:
                level = logging.DEBUG if str(error) == self._hall.store_trouble else logging.ERROR  # once is enough
                log.log(level, "Lines could not be stored, and are not shown: %s", error)
                self._hall.show_store(str(error))
                await asyncio.sleep(_RETRY_S)
                self._ready.clear()
                for source in self._sources.values():
                    source.resequencer.rewind(source.table.held)
                    self._count(source)
                continue
            self._hall.show_store("")
            for source, journal, n, line in batch:
                if journal == source.table.journal:
                    self._hall.show_lines(source.table, [(n, line)])
                    self._time_taken(source, n, line)

    def _time_taken(self, source: _Source, n: int, line: bytes) -> None:
        """Count how long a line took; one that had to be asked for was late for another reason."""
        if n < source.resequencer.last or not source.table.online:
            return
        with contextlib.suppress(msgspec.MsgspecError):
            at = _DATED.decode(line).at + source.table.offset.value
            self.latency = self.latency.with_one((self._hall.now() - at) / 1000)

    async def _ask(self) -> None:
        """Ask each table for what it has and we have not."""
        while True:
            now = self._time()
            for source in list(self._open):
                if self._hall.command_client.session is None or source.table.online is False:
                    continue
                if source.quota.exceeded and not self._has_room(source):
                    continue
                lines = source.gap_requests.next(now)
                if lines is not None:
                    try:
                        await self._hall.command_client.request_lines(source.table.name, lines)
                    except NoBroker as error:
                        log.debug("Could not ask table %s for lines: %s", source.table.name, error)
            pause = self._pause(now)
            self._look.clear()
            # Not `wait_for`, which before Python 3.12 can lose a cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._look.wait()
            await asyncio.sleep(_LOOK_S)

    def _pause(self, now: float) -> float | None:
        """How long nobody need be asked; None: until something happens."""
        if self._hall.command_client.session is None:
            return None
        pauses: list[float] = []
        for source in list(self._open):
            wake = source.wake_at(now)
            if wake is None:
                self._open.discard(source)
            elif source.table.online is not False:
                pauses.append(max(0.0, wake - now))
        return min(pauses, default=None)

    def _time(self) -> float:
        return asyncio.get_running_loop().time()


def _overtaken(at: int, known: int) -> bool:
    return known - _OLDER_MS < at < known
