"""The table agent: one process, one task that owns the table, one queue in front of it.

    devices ──readings──┐                      ┌──> devices (texts for the clock, lamps)
    bus  ─────commands──┼──> inbox ──> step ──>│ journal ──> publisher
    deadline ───────────┘                      └──> state, clock, replies

Whatever has piled up in the inbox is stepped through together and written with one commit; nobody is told anything
before the commit has returned. Where the disk fails, the arbiters are told so, and the game goes on in memory.
"""

from __future__ import annotations

import asyncio
import logging
import operator
from typing import TYPE_CHECKING, Self

from drivers.readings import LinkDown
from gateway import __version__
from gateway.bus.topics import Address
from gateway.clock.face import ClockFace, Source
from gateway.clock.hardware_drift import ENOUGH_MS
from gateway.clock.mirror import Mirror
from gateway.model.instants import Instant
from gateway.record.commands import Command
from gateway.record.entries import Entry
from gateway.record.learned_options import LEARNED
from gateway.record.lines import EntryLine
from gateway.record.measurements import Measurements
from gateway.record.raw import RAW, FromClock, RawEvent, Stalled
from gateway.record.start_marks import START, StartMark
from gateway.record.wire import ENTRY
from gateway.referee.assignment import Assignment
from gateway.referee.inputs import DiskChanged
from gateway.store import StoredLine
from gateway.table.game_start import resume
from gateway.table.readiness import lacks
from gateway.table.reporting import public_clock, table_state
from gateway.table.state import Event, Step
from gateway.table.table import next_deadline, step

from .computer_clock import computer_time
from .hardware import Hardware
from .lost_lines import LostLines
from .publisher import ENTRIES, Publisher
from .readings_sender import ReadingsSender
from .service_manager import ServiceManager
from .settings import LiveChessSection, TableSettings, WatchSection
from .table_journal import LEARNED_STREAM, RAW_STREAM, STARTS_STREAM, TableJournal
from .table_measurements import EVERY_MS, LineLatency, certificate_until, measure
from .time_display import TimeDisplay
from .timeline import Timeline

if TYPE_CHECKING:  # imported by a table that serves its board
    from .livechess_server import LiveChessServer

__all__ = ["Agent"]

log = logging.getLogger(__name__)

_BEAT_MS = 5000
"""The longest that the task that owns the table sleeps, so that whoever listens can tell it from one that hangs."""
_PULSE_MS = 250
"""How often the computer shows that it does not stand still; it costs a ten-thousandth of a core."""
_STALL_MS = 300
"""The time by which that may be late without anything having been read late: computers have other things to do."""
_EARLY_MS = 20
_LATE_MS = 100
"""A computer that comes so late was asleep or too busy, and what devices said meanwhile has yet to be read."""
_HEAR_S = 0.02
"""Seconds in which all of that is read."""
_RAW_FLUSH_MS = 1000
"""Readings that changed nothing may wait this long for the disk: a flush a second wears an SD card less than four."""

_RAW_KEPT = 200_000
"""Raw events that are kept, some forty megabytes: a long day's games. The oldest go in steps of a tenth."""
_INBOX_MAX = 1000
"""Events that may wait before what comes from the bus is turned away; what devices say always waits."""


class Agent:
    """One table, from its devices to the bus."""

    @classmethod
    async def open(cls, settings: TableSettings, manager: ServiceManager | None = None) -> Self:
        """Open the journal and take up the record where it ended; `manager` is told how the service does."""
        timeline = Timeline()
        hardware = Hardware(settings, timeline.now)  # before the journal: wrong settings open none
        journal = await TableJournal.open(settings.journal)
        hardware.remember(journal.learned)
        return cls(settings, hardware, timeline, journal, manager or ServiceManager({}))

    def __init__(
        self,
        settings: TableSettings,
        hardware: Hardware,
        timeline: Timeline,
        journal: TableJournal,
        manager: ServiceManager,
    ) -> None:
        """`open` finds all of it."""
        self._hardware = hardware
        self._manager = manager
        self._timeline = timeline
        self._journal = journal
        self._store = journal.store
        self._counts = journal.counts
        timeline.begin(journal.instant(computer_time()))
        self._resume()
        self._face: ClockFace | None = None
        self._told = (self._table.devices, lacks(self._table, self._timeline.now()))
        self._inbox: asyncio.Queue[tuple[Instant, Event]] = asyncio.Queue()
        self._raw: list[StoredLine] = []
        self._raw_since = self._last
        self._trim_at = _RAW_KEPT
        self._was_synchronised: bool | None = None
        self._awake = self._timeline.now()
        self._stalled: Stalled | None = None
        self._beaten = 0
        # Three times in the time after which the service manager takes us for hung.
        self._beat_ms = min(_BEAT_MS, int(manager.watchdog_s * 1000 / 3) or _BEAT_MS)
        self._display = TimeDisplay(hardware.request, timeline.now) if hardware.shows_times else None
        address = Address(settings.event, settings.table)
        after = max(0, journal.record.first - 1)
        self._publisher = Publisher(
            address, settings.broker.brokers(), self._store, after, timeline.now, __version__, bridge=settings.bridge
        )
        self._lost = LostLines(self._publisher)
        self._readings = ReadingsSender(
            self._store, RAW_STREAM, lambda: self._table, self._publisher.reply, self._publisher.send_readings
        )
        self._readings.begin(self._counts[RAW_STREAM])
        self._watch = settings.watch
        self._latency = LineLatency(timeline.now)
        self._publisher.acknowledged = self._latency.acknowledged
        self._taken, self._losses, self._measured_at = 0, 0, 0
        self._credentials = settings.broker.brokers().credentials
        self._livechess = settings.livechess
        self._server: LiveChessServer | None = None
        log.info("Table %s of %s, %d entries on record.", settings.table, settings.event, journal.record.last)

    def _resume(self) -> None:
        """The table as the record left it; where a clock ran that we keep, at the instant when it was last seen."""
        away = self._journal.unobserved(computer_time())
        self._last = self._timeline.now() if away is None else away.since
        self._table = resume(self._hardware.setup, self._journal.record, self._last)

    @property
    def sees_device(self) -> bool:
        """Whether the board is connected; at a bridge table, whether the buttons are."""
        return self._table.devices.all()[0].online

    async def run(self) -> None:
        """Serve the table until cancelled."""
        self._awake = self._timeline.now()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._hardware.run(self._happened), name="devices")
                tasks.create_task(self._pulse(), name="pulse")
                if self._display is not None:
                    tasks.create_task(self._display.run(), name="display")
                speaking = self._publisher.run(
                    self._happened_now, self._happened_now, self._lost.heard, self._readings.ask
                )
                tasks.create_task(speaking, name="publisher")
                tasks.create_task(self._readings.run(), name="readings")
                tasks.create_task(self._store.keep(self._disk_changed), name="disk")
                tasks.create_task(self._take_up(), name="table")
                if self._watch is not None:
                    tasks.create_task(self._serve_watch(self._watch), name="watch")
                if self._livechess is not None:
                    tasks.create_task(self._serve_board(self._livechess), name="livechess")
        finally:
            await self._store.finish()

    async def _serve_watch(self, section: WatchSection) -> None:
        """Serve metrics and health of this process."""
        from gateway.record.measurements import table_families

        from .watch_server import Readiness, WatchServer

        def readiness() -> Readiness:
            away = self._away()
            return Readiness(not away, self._standing())

        name = self._table.setup.table
        await WatchServer(section, lambda: table_families({name: self._measurements()}), readiness).run()

    def _measurements(self) -> Measurements:
        clock = self._table.clock
        ours, theirs = clock.drift.total() if isinstance(clock, Mirror) else (0, 0)
        return measure(
            self._journal.path,
            at=self._timeline.now(),
            entries=self._table.last,
            unsent=max(0, self._table.last - self._publisher.sent),
            inbox=self._inbox.qsize(),
            replies=self._publisher.replies_waiting,
            held=self._store.held,
            disk=not self._store.trouble,
            readings=self._taken,
            commits=self._store.commits,
            connections=self._publisher.connections,
            device_losses=self._losses,
            drift=round(theirs / ours - 1, 6) if ours >= ENOUGH_MS else None,
            certificate_until=certificate_until(self._credentials),
            sensor_to_broker=self._latency.counts,
        )

    async def _serve_board(self, section: LiveChessSection) -> None:
        """Serve the board to whoever plays from it on another site."""
        from .livechess_server import LiveChessServer
        from .table_boards import TableBoards

        boards = TableBoards(lambda: self._table, self._timeline.now)
        self._server = LiveChessServer(boards, self._timeline.now, section.origins)
        await self._server.run_for_ever(section.host, section.port)

    async def _take_up(self) -> None:
        """Take up the record, with what was lost of it as far as a relay still has it, and own the table from then
        on."""
        last, doubtful = self._journal.record.last, self._journal.is_doubtful(computer_time())
        lines = await self._lost.fetch(last, await self._store.hash(ENTRIES, last), doubtful=doubtful)
        if lines:
            log.warning("%d lines that were lost here came back from a relay.", len(lines))
            await self._journal.restore(lines)
            self._timeline.go_on_from(self._journal.last or self._last)
            self._resume()
        record = self._journal.record
        for difference in record.differences:
            # Rulings of another version of the rules: the game matters more than that, but somebody should know.
            log.warning("The journal %s is judged otherwise now: %s.", self._journal.path, difference)
        self._note(RawEvent(self._last, resumed=record.last))
        away = self._journal.unobserved(computer_time())
        self._mark_time()
        if away is not None:
            await self._step_all([(self._timeline.now(), away)])
        self._tell_state()
        self._tell_clock()
        self._manager.ready(self._standing())
        while True:
            await self._step_all(await self._events())

    async def _pulse(self) -> None:
        """Show that the computer does not stand still. What is not heard until the next beat after a stall has not
        waited."""
        while True:
            self._stalled = self._stall()
            await asyncio.sleep(_PULSE_MS / 1000)

    def _stall(self) -> Stalled | None:
        """The stall that is just over."""
        now, awake = self._timeline.now(), self._awake
        self._awake = now
        return Stalled(awake, now) if now - awake > _PULSE_MS + _STALL_MS else None

    def _happened(self, at: Instant, event: Event) -> None:
        stalled, self._stalled = self._stall() or self._stalled, None
        if stalled is not None:
            self._inbox.put_nowait((stalled.since, stalled))
        self._inbox.put_nowait((at, event))

    def _happened_now(self, event: Command | Assignment) -> None:
        if self._inbox.qsize() < _INBOX_MAX:  # a command without an answer is sent again, an assignment said again
            self._happened(self._timeline.now(), event)

    def _disk_changed(self, failing: bool) -> None:
        self._happened(self._timeline.now(), DiskChanged(failing))

    async def _step_all(self, events: list[tuple[Instant, Event]]) -> None:
        steps = [self._step(at, event) for at, event in events]
        await self._write([entry for done in steps for entry in done.entries])
        for done in steps:
            self._follow(done)
        self._tell(steps)
        if self._timeline.now() - self._beaten >= self._beat_ms:
            self._beaten = self._timeline.now()
            self._publisher.beat()
            # Here and nowhere else: it is this task that must not hang. A disk that does is waited for two seconds.
            self._manager.awake()
            self._manager.status(self._standing())
            if self._beaten - self._measured_at >= EVERY_MS:
                self._measured_at = self._beaten
                self._publisher.measured(self._measurements())

    def _standing(self) -> str:
        """The table in one line, for whoever looks at its service."""
        away = self._away()
        return f"{self._table.referee.phase.value}; {'without ' + ', '.join(away) if away else 'all connected'}"

    def _away(self) -> list[str]:
        """What the table lacks."""
        away = [device.name for device in self._table.devices.all() if not device.online]
        if not self._publisher.connected:
            away.append("broker")
        if self._store.trouble:
            away.append("disk")
        return away

    async def _events(self) -> list[tuple[Instant, Event]]:
        """All that has piled up; if nothing comes before the deadline, the deadline itself."""
        due = next_deadline(self._table, self._last)
        beat = Instant(self._timeline.now() + self._beat_ms)
        until = beat if due is None else min(due, beat)
        try:
            async with asyncio.timeout(max(0, until - self._timeline.now()) / 1000):
                events = [await self._inbox.get()]
        except TimeoutError:
            if due is None or self._timeline.now() - due < _LATE_MS:
                return self._moments(due)
            await asyncio.sleep(_HEAR_S)
            if self._inbox.empty():  # nobody has said anything: it is as if somebody had looked in time
                return [(due, None)]
            events = []
        while not self._inbox.empty():
            events.append(self._inbox.get_nowait())
        # Of what was read late some knows when it happened: a press counts from then, whatever was read before it.
        return sorted(events, key=operator.itemgetter(0))

    def _moments(self, due: Instant | None) -> list[tuple[Instant, Event]]:
        """The deadline, if it has come. A clock that only we keep is looked at with every beat, so that the journal
        tells up to when somebody was looking."""
        now = self._timeline.now()
        if due is not None and due <= now + _EARLY_MS:
            # Timers may be a little early; the moment that is reached is the one that was asked for.
            return [(max(now, due), None)]
        face = self._table.clock.face(now)
        kept = face.source is Source.AGENT and (face.running is not None or face.common_runs)
        if not self._was_synchronised:
            self._mark_time()
        return [(now, None)] if kept else []

    def _step(self, at: Instant, event: Event) -> Step:
        self._last = max(self._last, at)
        done = step(self._table, event, self._last)
        self._table = done.table
        self._taken += 1
        if isinstance(event, LinkDown) or (isinstance(event, FromClock) and isinstance(event.reading, LinkDown)):
            self._losses += 1
        self._note(RawEvent.of(self._last, event))
        if (learned := self._hardware.learned(event)) is not None:
            self._raw.append(self._line(LEARNED_STREAM, LEARNED.encode(learned)))
        return done

    def _mark_time(self) -> None:
        """Keep what the computer knows of the time: at the start, and once its clock has become right."""
        now = computer_time()
        if self._was_synchronised is None or now.synchronised:
            mark = StartMark(self._timeline.now(), now.boot, now.up_ms, now.wall_ms, now.synchronised)
            self._raw.append(self._line(STARTS_STREAM, START.encode(mark)))
            self._was_synchronised = now.synchronised

    # Disk -----------------------------------------------------------------------------------------------------------

    def _note(self, event: RawEvent) -> None:
        if not self._raw:
            self._raw_since = event.at
        line = self._line(RAW_STREAM, RAW.encode(event))
        self._raw.append(line)
        self._readings.note(line.n, line.data)

    def _line(self, stream: str, data: bytes) -> StoredLine:
        self._counts[stream] += 1
        return StoredLine(stream, self._counts[stream], data)

    async def _write(self, entries: list[Entry]) -> None:
        if not entries and self._last - self._raw_since < _RAW_FLUSH_MS:
            return
        raw, self._raw = self._raw, []
        if not entries:
            await self._store.append_many(raw)
        else:
            lines = [StoredLine(ENTRIES, entry.n, ENTRY.encode(entry)) for entry in entries]
            first = EntryLine(lines[0].n, lines[0].data)
            for entry in entries:
                self._latency.began(entry.n, entry.at)
            await self._store.append_many([*raw, *lines], lambda: self._publisher.lines_written(first))
            await asyncio.sleep(0)  # the lines go out before the state is made
        if self._counts[RAW_STREAM] > self._trim_at:
            self._trim_at = self._counts[RAW_STREAM] + _RAW_KEPT // 10
            await self._store.trim(RAW_STREAM, self._counts[RAW_STREAM] - _RAW_KEPT)

    # Telling --------------------------------------------------------------------------------------------------------

    def _follow(self, done: Step) -> None:
        for entry in done.entries:
            log.info("%d %s", entry.n, type(entry.what).__name__)
        for request in done.effects:
            self._hardware.request(request)
        for reply in done.replies:
            self._publisher.reply(reply)

    def _tell(self, steps: list[Step]) -> None:
        self._tell_clock()
        if self._server is not None:
            self._server.changed()
        now = self._timeline.now()
        told = (self._table.devices, lacks(self._table, now))  # neither of them is in the record
        if any(done.entries for done in steps) or told != self._told:
            self._told = told
            self._tell_state()

    def _tell_state(self) -> None:
        table = self._table  # as it is on disk: a later step may be made before the state is sent
        devices = {device.name: device.online for device in table.devices.all()}
        self._publisher.table_changed(devices, lambda: table_state(table, self._timeline.now()))

    def _tell_clock(self) -> None:
        if self._table.setup.bridge:
            return
        face = public_clock(self._table, self._timeline.now())
        if self._display is not None:
            self._display.follow(face if self._table.devices.board.online else None)
        if face != self._face:
            self._face = face
            self._publisher.clock_changed(face)
