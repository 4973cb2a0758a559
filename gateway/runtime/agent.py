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
from typing import Self

from gateway import __version__
from gateway.bus.topics import Address
from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.record.commands import Command
from gateway.record.entries import Entry
from gateway.record.fold import Folded, fold
from gateway.record.learned_options import LEARNED
from gateway.record.raw import RAW, RawEvent
from gateway.record.wire import ENTRY
from gateway.referee.assignment import Assignment
from gateway.referee.inputs import DiskChanged
from gateway.store import SteadyStore, StoredLine
from gateway.table.game_start import resume
from gateway.table.reporting import public_clock, table_state
from gateway.table.state import Event, Step
from gateway.table.table import next_deadline, step

from .hardware import Hardware
from .publisher import ENTRIES, Publisher
from .settings import TableSettings
from .time_display import TimeDisplay
from .timeline import Timeline

__all__ = ["Agent"]

log = logging.getLogger(__name__)

_RAW, _LEARNED = "raw", "learned"
_RAW_FLUSH_MS = 1000
"""Readings that changed nothing may wait this long for the disk: a flush a second wears an SD card less than four."""

_RAW_KEPT = 200_000
"""Raw events that are kept, some forty megabytes: a long day's games. The oldest go in steps of a tenth."""
_INBOX_MAX = 1000
"""Events that may wait before what comes from the bus is turned away; what devices say always waits."""


class Agent:
    """One table, from its devices to the bus."""

    @classmethod
    async def open(cls, settings: TableSettings) -> Self:
        """Open the journal and take up the record where it ended."""
        timeline = Timeline()
        hardware = Hardware(settings, timeline.now)  # before the journal: wrong settings open none
        store = await SteadyStore.open(settings.journal, ENTRIES)
        try:
            entries = [ENTRY.decode(line) for line in await store.read(ENTRIES)]
            record = fold(entries)
            hardware.remember(map(LEARNED.decode, await store.read(_LEARNED)))
            counts = {stream: await store.last(stream) for stream in (_RAW, _LEARNED)}
        except BaseException:
            store.close()
            raise
        for difference in record.differences:
            # Rulings of another version of the rules: the game matters more than that, but somebody should know.
            log.warning("The journal %s is judged otherwise now: %s.", settings.journal, difference)
        if entries:
            timeline.go_on_from(entries[-1].at)
        log.info("Table %s of %s, %d entries on record.", settings.table, settings.event, record.last)
        return cls(settings, hardware, timeline, store, record, counts)

    def __init__(
        self,
        settings: TableSettings,
        hardware: Hardware,
        timeline: Timeline,
        store: SteadyStore,
        record: Folded,
        counts: dict[str, int],
    ) -> None:
        """`counts` has the last numbers of the streams that are kept beside the record; `open` finds all of it."""
        self._hardware = hardware
        self._timeline = timeline
        self._store = store
        self._counts = counts
        self._last = timeline.now()
        self._table = resume(hardware.setup, record, self._last)
        self._face: ClockFace | None = None
        self._told_devices = self._table.devices
        self._inbox: asyncio.Queue[tuple[Instant, Event]] = asyncio.Queue()
        self._raw: list[StoredLine] = []
        self._raw_since = self._last
        self._trim_at = _RAW_KEPT
        self._display = TimeDisplay(hardware.request, timeline.now) if hardware.shows_times else None
        address = Address(settings.event, settings.table)
        after = max(0, record.first - 1)
        self._publisher = Publisher(address, settings.broker.brokers(), store, after, timeline.now, __version__)
        self._note(RawEvent(self._last, resumed=record.last))

    async def run(self) -> None:
        """Serve the table until cancelled."""
        self._publisher.table_changed(table_state(self._table, self._timeline.now()))
        self._tell_clock()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._hardware.run(self._happened), name="devices")
                if self._display is not None:
                    tasks.create_task(self._display.run(), name="display")
                tasks.create_task(self._publisher.run(self._happened_now, self._happened_now), name="publisher")
                tasks.create_task(self._store.keep(self._disk_changed), name="disk")
                tasks.create_task(self._own_the_table(), name="table")
        finally:
            self._store.close()

    def _happened(self, at: Instant, event: Event) -> None:
        self._inbox.put_nowait((at, event))

    def _happened_now(self, event: Command | Assignment) -> None:
        if self._inbox.qsize() < _INBOX_MAX:  # a command without an answer is sent again, an assignment said again
            self._happened(self._timeline.now(), event)

    def _disk_changed(self, failing: bool) -> None:
        self._happened(self._timeline.now(), DiskChanged(failing))

    async def _own_the_table(self) -> None:
        while True:
            steps = [self._step(at, event) for at, event in await self._events()]
            await self._write([entry for done in steps for entry in done.entries])
            for done in steps:
                self._follow(done)
            self._tell(steps)

    async def _events(self) -> list[tuple[Instant, Event]]:
        """All that has piled up; if nothing comes before the deadline, the deadline itself."""
        due = next_deadline(self._table, self._last)
        try:
            async with asyncio.timeout(None if due is None else max(0, due - self._timeline.now()) / 1000):
                events = [await self._inbox.get()]
        except TimeoutError:
            # Timers may be a little early; the moment that is reached is the one that was asked for.
            return [(max(self._timeline.now(), due or Instant(0)), None)]
        while not self._inbox.empty():
            events.append(self._inbox.get_nowait())
        return events

    def _step(self, at: Instant, event: Event) -> Step:
        self._last = max(self._last, at)
        done = step(self._table, event, self._last)
        self._table = done.table
        self._note(RawEvent.of(self._last, event))
        if (learned := self._hardware.learned(event)) is not None:
            self._raw.append(self._line(_LEARNED, LEARNED.encode(learned)))
        return done

    # Disk -----------------------------------------------------------------------------------------------------------

    def _note(self, event: RawEvent) -> None:
        if not self._raw:
            self._raw_since = event.at
        self._raw.append(self._line(_RAW, RAW.encode(event)))

    def _line(self, stream: str, data: bytes) -> StoredLine:
        self._counts[stream] += 1
        return StoredLine(stream, self._counts[stream], data)

    async def _write(self, entries: list[Entry]) -> None:
        if not entries and self._last - self._raw_since < _RAW_FLUSH_MS:
            return
        raw, self._raw = self._raw, []
        await self._store.append_many([*raw, *(StoredLine(ENTRIES, entry.n, ENTRY.encode(entry)) for entry in entries)])
        if entries:
            self._publisher.lines_written()
        if self._counts[_RAW] > self._trim_at:
            self._trim_at = self._counts[_RAW] + _RAW_KEPT // 10
            await self._store.trim(_RAW, self._counts[_RAW] - _RAW_KEPT)

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
        if any(done.entries for done in steps) or self._table.devices != self._told_devices:
            self._told_devices = self._table.devices
            self._publisher.table_changed(table_state(self._table, self._timeline.now()))

    def _tell_clock(self) -> None:
        face = public_clock(self._table, self._timeline.now())
        if self._display is not None:
            self._display.follow(face if self._table.devices.board.online else None)
        if face != self._face:
            self._face = face
            self._publisher.clock_changed(face)
