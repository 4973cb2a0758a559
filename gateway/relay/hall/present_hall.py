"""The present hall: every table as it is now, and what only arbiters see and do about it.

`Ingest` puts in what the bus says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Protocol, Self

import msgspec

from gateway.model.natural_order import natural_order
from gateway.record.availability import Absence, Availability
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility
from gateway.referee.assignment import Assignment
from gateway.store import LineStore

from .announced import AnnouncedPairing
from .assignments import Assignments
from .bridge_buttons import buttons_matters
from .bridge_matters import BRIDGE, bridge_matters
from .bridge_overtime import overtime_matters
from .bridge_record import BridgeRecord
from .bridge_signal_counter import BridgeSignalCounter, SignalStream
from .colleagues import Colleagues
from .command_client import CommandClient
from .event_matters import EVENT, event_matters
from .event_record import EventRecord
from .hall import Hall, Health
from .hall_table import HallTable
from .matters import Matter, by_need, matters_of
from .push_reports import PushReports
from .queue_record import QueueRecord
from .round_clock_keeper import RoundClockKeeper
from .sectors import Sectors
from .viewer import Viewer
from .viewer_frames import (
    ColleaguesFrame,
    DelaysFrame,
    FloodingFrame,
    HandlingsFrame,
    JoiningFrame,
    KnockingFrame,
    SectorsFrame,
    StoreFrame,
    WithheldFrame,
    WithheldTable,
    message_of,
)

__all__ = ["KNOCKING_MAX", "Onlooker", "PresentHall"]

log = logging.getLogger(__name__)

KNOCKING_MAX = 50


class Onlooker(Protocol):
    """An onlooker who is told each change of the present hall once the hall has it."""

    def state(self, table: HallTable, state: TableState) -> None:
        """A table has said how it stands."""

    def clock(self, table: HallTable, message: ClockMessage, line: bytes) -> None:
        """A table's clock has changed."""

    def availability(self, table: HallTable, availability: Availability, absence: Absence | None) -> None:
        """A table's agent came or went, or one of its devices did."""

    def line(self, table: HallTable, n: int, line: bytes) -> None:
        """A line more."""

    def announced(self, table: HallTable, announced: AnnouncedPairing | None) -> None:
        """A table was told what to play next."""

    def journal(self, table: HallTable) -> None:
        """A table's numbering began again."""

    def broker(self, online: bool) -> None:
        """The broker is there, or is not."""


class PresentHall(Hall):
    """Every table of one event as it is now."""

    @classmethod
    async def open(
        cls, event: str, store: LineStore, now: Callable[[], int], known: Container[str] | None = None
    ) -> Self:
        """The hall as the store left it, with nothing heard from any table yet."""
        hall = cls(event, store, now, known)
        await hall.assignments.load()
        await hall.queue_record.load()
        await hall.sectors.load()
        await hall.event_record.load()
        await hall.bridge_record.load()
        for name, journal in _journals(event, await store.streams()).items():
            held = await store.contiguous(hall._stream(name, journal))
            table = hall._tables[name] = HallTable(name, journal, held)
            table.bridge = hall.bridge_signals.has_counted(name)
            await hall.index_games(name, journal, held)
        for name, assignment in hall.assignments:
            hall._announce(name, assignment)
        hall.assignments.told = hall._announce
        return hall

    def __init__(
        self, event: str, store: LineStore, now: Callable[[], int], known: Container[str] | None = None
    ) -> None:
        """`store` is open with `skip_repeats`; `now` is the wall clock in milliseconds since 1970.

        `known` holds the names of the tables that there are; without it, every sender is a table.
        """
        super().__init__(event, store, now)
        self.command_client = CommandClient(event)
        self.assignments = Assignments(event, store, self.command_client)
        self.queue_record = QueueRecord(event, store, now)
        self.sectors = Sectors(event, store, now)
        self.event_record = EventRecord(event, store, now)
        self.bridge_record = BridgeRecord(event, store, now)
        self.bridge_signals = BridgeSignalCounter(self.bridge_record, store, self._bridge_streams)
        self.clock_keeper = RoundClockKeeper(event, store, now, self.command_client)
        self.results: Callable[[str, TableState], None] | None = None
        """Whoever is told of each table's state what came of its game."""
        self.colleagues = Colleagues(now)
        self.push_reports = PushReports()
        self.joining: Callable[[], JoiningFrame] | None = None
        """Tells who asks to be enrolled, where the relay can enrol."""
        self.onlooker: Onlooker | None = None
        self.viewers_elsewhere: Callable[[], int] = lambda: 0
        """How many look at what the audiences are shown."""
        self.delays: Callable[[], DelaysFrame] | None = None
        """Tells how far each audience is behind."""
        self.withheld_tables: Callable[[], list[WithheldTable]] = list
        """Tells which tables are held back from every audience."""
        self._known = known
        self._knocking: dict[str, int] = {}
        self._flooding: set[str] = set()
        self.named = ""
        """The event's name as people write it, where the settings have one."""

    @property
    def title(self) -> str:
        """The event's name as people write it."""
        return self.named or self.event

    # What is there --------------------------------------------------------------------------------------------------

    def last_assigned(self, name: str) -> int:
        """The number of the last assignment that a table says to have taken."""
        table = self._tables.get(name)
        return table.state.assigned if table is not None and table.state is not None else 0

    def knows(self, name: str) -> bool:
        """Whether a table of this name belongs to the event."""
        return self._known is None or name in self._known

    @property
    def knocking(self) -> dict[str, int]:
        """Senders that say to be tables and are not known, and since when they have been heard."""
        return {name: since for name, since in self._knocking.items() if not self.knows(name)}

    def health(self, version: str) -> Health:
        """How things stand."""
        found = super().health(version)
        return msgspec.structs.replace(found, viewers=found.viewers + self.viewers_elsewhere())

    def acts_until(self, instant: int) -> int:
        """How many acts were done to the tournament and to the bridge event up to an instant."""
        return self.event_record.count_until(instant) + self.bridge_record.count_until(instant)

    def matters(self) -> list[Matter]:
        """All that waits for an arbiter: what is urgent first, of that the oldest."""
        at_tables = (matter for table in self.tables for matter in _waiting(table))
        of_events = (*event_matters(self.event_record.fold), *self._of_bridge())
        return sorted([*at_tables, *of_events], key=by_need)

    def matter(self, wanted: str) -> Matter | None:
        """What waits under this id; None: nothing does, any more or yet."""
        where = wanted.partition("/")[0]
        table = self._tables.get(where)
        found = _waiting(table) if table is not None else ()
        if where == EVENT:
            found = event_matters(self.event_record.fold)
        if where == BRIDGE:
            found = self._of_bridge()
        return next((matter for matter in found if matter.id == wanted), None)

    def _of_bridge(self) -> Iterator[Matter]:
        yield from bridge_matters(self.bridge_record.fold)
        yield from overtime_matters(self.bridge_record.fold, self.clock_keeper)
        yield from buttons_matters(self.bridge_tables)

    @property
    def bridge_tables(self) -> list[HallTable]:
        """The bridge tables whose agents have spoken, in the order of their names."""
        found = (table for table in self._tables.values() if table.bridge)
        return sorted(found, key=lambda table: natural_order(table.name))

    def _bridge_streams(self) -> Iterator[SignalStream]:
        for table in self.bridge_tables:
            for journal in range(1, table.journal + 1):
                yield SignalStream(table.name, journal, self._stream(table.name, journal), table.offset.value)

    # What viewers are sent ------------------------------------------------------------------------------------------

    def join(self, viewer: Viewer) -> None:
        """Tell the viewer what it looks at, and every change of it from now on."""
        if viewer.visibility is Visibility.ARBITERS:
            for frame in self._for_arbiters():
                viewer.tell(message_of(frame))
        super().join(viewer)

    def _general(self, visibility: Visibility) -> Iterator[msgspec.Struct]:
        yield from super()._general(visibility)
        if visibility is Visibility.ARBITERS:
            yield from self._for_arbiters(also_nothing=True)

    def _for_arbiters(self, *, also_nothing: bool = False) -> Iterator[msgspec.Struct]:
        """What arbiters are told of no table, as it stands; somebody who has just come need not hear of nothing."""
        if self.store_trouble or also_nothing:
            yield StoreFrame(failing=bool(self.store_trouble))
        if self.knocking or also_nothing:
            yield KnockingFrame(sorted(self.knocking))
        if self._flooding or also_nothing:
            yield FloodingFrame(sorted(self._flooding))
        if self.joining is not None:
            yield self.joining()
        if self.delays is not None:
            yield self.delays()
        if (withheld := self.withheld_tables()) or also_nothing:
            yield WithheldFrame(withheld)
        yield self._handlings()
        yield ColleaguesFrame(self.colleagues.about())
        yield SectorsFrame(self.sectors.all)

    # What changes ---------------------------------------------------------------------------------------------------

    def knock(self, name: str) -> None:
        """Somebody who is no table of the event speaks on the bus: arbiters are told, and nothing is taken from him."""
        if name in self._knocking or len(self._knocking) >= KNOCKING_MAX:
            return
        log.warning("%s speaks on the bus, and is not a table of this event: it is left out.", name)
        self._knocking[name] = self.now()
        self._tell_arbiters(KnockingFrame(sorted(self.knocking)))

    def show_flooding(self, table: HallTable, flooding: bool) -> None:
        """A table sends more than any table has to tell, or no longer."""
        (self._flooding.add if flooding else self._flooding.discard)(table.name)
        self._tell_arbiters(FloodingFrame(sorted(self._flooding)))

    def show_joining(self) -> None:
        """Somebody asks to be enrolled, or was answered."""
        if self.joining is not None:
            self._tell_arbiters(self.joining())

    def show_delays(self) -> None:
        """An audience is shown the hall later, or sooner."""
        if self.delays is not None:
            self._tell_arbiters(self.delays())

    def show_withheld(self) -> None:
        """A table is held back, or was released."""
        self._tell_arbiters(WithheldFrame(self.withheld_tables()))

    def show_handlings(self) -> None:
        """Somebody has done something about a matter."""
        self._tell_arbiters(self._handlings())

    def show_sectors(self) -> None:
        """Somebody watches other tables than before."""
        self._tell_arbiters(SectorsFrame(self.sectors.all))

    def show_colleagues(self) -> None:
        """Somebody came or went who sees to matters."""
        self._tell_arbiters(ColleaguesFrame(self.colleagues.about()))

    def show_store(self, trouble: str) -> None:
        """Lines cannot be written, and why; empty: they can be."""
        if bool(trouble) != bool(self.store_trouble):
            if not trouble:
                log.info("Lines can be stored again.")
            self._tell_arbiters(StoreFrame(failing=bool(trouble)))
        self.store_trouble = trouble

    # What is passed on ----------------------------------------------------------------------------------------------

    def show_state(self, table: HallTable, state: TableState, line: bytes) -> None:
        """The table says how it stands; `line` is what it said."""
        if state.bridge:
            table.bridge, table.state, table.state_at = True, state, state.at
            self.bridge_signals.wake()
            return
        super().show_state(table, state, line)
        if self.results is not None:
            self.results(table.name, state)
        if self.onlooker is not None:
            self.onlooker.state(table, state)

    def show_clock(self, table: HallTable, message: ClockMessage, line: bytes) -> None:
        """The table's clock has changed."""
        super().show_clock(table, message, line)
        if self.onlooker is not None:
            self.onlooker.clock(table, message, line)

    def show_availability(self, table: HallTable, availability: Availability, absence: Absence | None = None) -> None:
        """The table's agent came or went, or one of its devices did; or it only says that it is awake."""
        table.bridge = availability.bridge if availability.online else availability.bridge or table.bridge
        if table.bridge:
            table.heard = False
            self.note_availability(table, availability, absence)
            self.bridge_signals.wake()
            return
        before = (table.heard, table.online, table.absence, table.devices, table.version)
        super().show_availability(table, availability, absence)
        after = (table.heard, table.online, table.absence, table.devices, table.version)
        if self.onlooker is not None and before != after:
            self.onlooker.availability(table, availability, table.absence)

    def show_lines(self, table: HallTable, lines: Iterable[tuple[int, bytes]]) -> None:
        """Lines that are on disk now, in order."""
        lines = list(lines)
        if table.bridge:
            table.held = lines[-1][0] if lines else table.held
            self.bridge_signals.wake()
            return
        super().show_lines(table, lines)
        if self.onlooker is not None:
            for n, line in lines:
                self.onlooker.line(table, n, line)

    def begin_journal(self, table: HallTable) -> None:
        """The table's numbering began again: keep the old lines where they are and start a stream beside them."""
        super().begin_journal(table)
        if self.onlooker is not None:
            self.onlooker.journal(table)

    def show_broker(self, online: bool) -> None:
        """The broker is there, or has gone."""
        super().show_broker(online)
        if self.onlooker is not None:
            self.onlooker.broker(online)

    def show_announced(self, table: HallTable, announced: AnnouncedPairing | None) -> None:
        """The event has told the table what to play next."""
        super().show_announced(table, announced)
        if self.onlooker is not None:
            self.onlooker.announced(table, announced)

    def _announce(self, name: str, assignment: Assignment) -> None:
        if self.knows(name) and (table := self.find_or_add(name)) is not None:
            self.show_announced(table, AnnouncedPairing.of(assignment))

    def _introduce(self, table: HallTable) -> bool:
        new = super()._introduce(table)
        if new and self._knocking.pop(table.name, None) is not None:
            self._tell_arbiters(KnockingFrame(sorted(self.knocking)))
        return new

    def _tell_arbiters(self, frame: msgspec.Struct) -> None:
        self._broadcast.general(frame, Visibility.ARBITERS)

    def _handlings(self) -> HandlingsFrame:
        """The hands on what waits, also at tables that have not been heard since we started."""
        waiting = {matter.id for table in self.tables for matter in _waiting(table)}
        unheard = {table.name for table in self._tables.values() if not table.heard}
        hands = [
            hand
            for hand in self.queue_record.known()
            if hand.matter in waiting or hand.matter.partition("/")[0] in unheard
        ]
        return HandlingsFrame(hands)


def _waiting(table: HallTable) -> Iterator[Matter]:
    return matters_of(table)


def _journals(event: str, streams: Iterable[str]) -> dict[str, int]:
    """The latest journal of each table that the store knows."""
    latest: dict[str, int] = {}
    for stream in streams:
        home, _, rest = stream.partition("/")
        name, _, journal = rest.partition("~")
        if home == event:
            latest[name] = max(latest.get(name, 1), int(journal or 1))
    return latest
