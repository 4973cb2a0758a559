"""The hall as viewers see it: every table at one moment, and the one place from which viewers are told of a change.

Something puts in what the tables say; connections and requests take out. Only reading lines waits: a whole table is of
one moment, and the changes after it stand in the row behind it. `PresentHall` is the hall as it is now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.natural_order import natural_order
from gateway.record.availability import Absence, Availability
from gateway.record.lines import visibility_of_line
from gateway.record.round_clock_message import RoundClockMessage
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility
from gateway.store import LineStore

from .announced import AnnouncedPairing
from .broadcast import Broadcast
from .followers import Followers
from .game_index import GameIndex
from .hall_table import HallTable, TableFields, WrittenState
from .viewer import GENERAL, SUMMARIES, Subscription, Viewer, Whole
from .viewer_frames import BrokerFrame, RoundClockFrame, TimeFrame, as_sent, message_of
from .whole_tables import WholeTables

__all__ = ["TABLES_MAX", "Hall", "Health", "UnknownTable"]

TABLES_MAX = 2000
"""A sender gone wild must not fill our memory with tables."""


class UnknownTable(GatewayError, LookupError):
    """A table that has not been heard of."""


class Health(msgspec.Struct, frozen=True):
    """The health of the relay itself."""

    ok: bool
    event: str
    version: str
    broker: bool
    store: str
    """Empty, or why lines cannot be written."""
    tables: int
    online: int
    viewers: int
    lines: int
    gaps: dict[str, int]
    """Lines missing, by table."""
    malformed: dict[str, int]
    journals: dict[str, int]
    """Tables whose numbering began again, and which journal of theirs this is."""


class Hall:
    """Every table of one event, as it is at `now`."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int]) -> None:
        """`now` is the instant that the hall shows, in milliseconds since 1970."""
        self.event = event
        self.store = store
        self.now = now
        self._broadcast = Broadcast(lambda: self.tables)
        self._wholes = WholeTables(self)
        self.viewers = self._broadcast.viewers
        self.followers = Followers()
        self.game_index = GameIndex()
        self.broker = False
        self.round_clock: RoundClockMessage | None = None
        """As it was told last; None: nothing was ever told."""
        self.store_trouble = ""
        self.withheld: dict[str, int] = {}
        """The tables that are held back, and the instant at which each was."""
        self._tables: dict[str, HallTable] = {}

    @property
    def title(self) -> str:
        """The event's name as people write it."""
        return self.event

    @property
    def behind(self) -> int:
        """How far the hall shown is behind the present, in milliseconds."""
        return 0

    @property
    def still(self) -> bool:
        """Whether its time stands."""
        return False

    # What is there --------------------------------------------------------------------------------------------------

    @property
    def tables(self) -> list[HallTable]:
        """The tables to show, in the order of their names, numbers by value."""
        return sorted(
            (table for table in self._tables.values() if table.heard), key=lambda table: natural_order(table.name)
        )

    @property
    def announcing(self) -> list[HallTable]:
        """The tables that were assigned a pairing, in the order of their names; also those that are not shown yet."""
        found = (table for table in self._tables.values() if table.announced is not None)
        return sorted(found, key=lambda table: natural_order(table.name))

    def all_tables(self) -> list[HallTable]:
        """Also those that are not shown yet."""
        return list(self._tables.values())

    def find(self, name: str) -> HallTable:
        """The table of that name; raises `UnknownTable`."""
        table = self._tables.get(name)
        if table is None or not table.heard:
            raise UnknownTable(message("problem.unknown_table", table=name))
        return table

    def find_or_add(self, name: str) -> HallTable | None:
        """The table of that name, new if it must be; None if there are too many."""
        table = self._tables.get(name)
        if table is None:
            if len(self._tables) >= TABLES_MAX:
                return None
            table = self._tables[name] = HallTable(name, 1, 0)
        return table

    def stream(self, table: HallTable) -> str:
        """The name under which the table's lines are stored."""
        return self._stream(table.name, table.journal)

    def offset_of(self, name: str) -> int:
        """Milliseconds to add to a table's instants to get the relay's; 0 for a table that has not been heard."""
        table = self._tables.get(name)
        return table.offset.value if table is not None else 0

    async def stored_lines(self, name: str, journal: int, after: int, upto: int | None) -> list[tuple[int, bytes]]:
        """The lines of a journal of a table with their numbers, above `after`; without `upto`, all there are."""
        stream = self._stream(name, journal)
        if upto is None:
            upto = await self.store.contiguous(stream)
        return list(enumerate(await self.store.read(stream, after, max(0, upto - after)), after + 1))

    async def journal_lines(self, name: str, journal: int, after: int, upto: int) -> list[bytes]:
        """The public lines of a journal of a table, also of one that it has lost, above `after` up to number `upto`."""
        lines = await self.store.read(self._stream(name, journal), after, max(0, upto - after))
        return [line for line in lines if visibility_of_line(line) is Visibility.PUBLIC]

    async def lines(self, table: HallTable, visibility: Visibility, after: int, limit: int = -1) -> list[bytes]:
        """The stored lines above number `after` that may be seen so; `limit` counts all that are looked at."""
        lines = await self.numbered_lines(table, after, limit)
        return [line for _, line in lines if visibility.includes(visibility_of_line(line))]

    async def numbered_lines(self, table: HallTable, after: int, limit: int = -1) -> list[tuple[int, bytes]]:
        """The stored lines above number `after`, with their numbers."""
        # What is stored but not told yet comes to viewers as news in a moment.
        upto = table.held - after if limit < 0 else min(limit, table.held - after)
        lines = await self.store.read(self.stream(table), after, max(0, upto)) if upto > 0 else []
        return list(enumerate(lines, after + 1))

    def table_fields(self, table: HallTable, visibility: Visibility) -> TableFields:
        """One table as it may be seen so."""
        return {
            "table": table.name,
            "journal": table.journal,
            "offset": table.offset.value,
            "online": table.online,
            "absence": table.absence,
            "absent_since": table.absent_since,
            "devices": table.devices,
            "clock": table.clock,
            "state": as_sent(table.written[visibility], TableState),
        }

    def health(self, version: str) -> Health:
        """How things stand."""
        tables = self.tables
        return Health(
            ok=self.broker and not self.store_trouble,
            event=self.event,
            version=version,
            broker=self.broker,
            store=self.store_trouble,
            tables=len(tables),
            online=sum(table.online is True for table in tables),
            viewers=len(self.viewers),
            lines=sum(table.held for table in tables),
            gaps={table.name: table.missing for table in tables if table.missing},
            malformed={table.name: table.malformed for table in tables if table.malformed},
            journals={table.name: table.journal for table in tables if table.journal > 1},
        )

    # What viewers are sent ------------------------------------------------------------------------------------------

    def join(self, viewer: Viewer) -> None:
        """Tell the viewer what it looks at, and every change of it from now on."""
        if self.round_clock is not None:
            viewer.tell(message_of(RoundClockFrame(self.round_clock)))
        if viewer.subscription.summaries:
            viewer.want(SUMMARIES)
        watched = viewer.subscription.watched
        for table in self.tables:
            if watched is None or table.name in watched:
                viewer.want(table.name)
        self.viewers.add(viewer)

    def subscribe(self, viewer: Viewer, wanted: Subscription) -> None:
        """From now on the viewer looks at other things."""
        self.viewers.subscribe(viewer, wanted, [table.name for table in self.tables])

    async def whole(self, name: str, viewer: Viewer) -> Whole:
        """The whole of a table, its lines from where the viewer left off; or of what stands for one.

        It is of the moment when this is called: what changes while the lines are read comes behind it.
        """
        if name == SUMMARIES:
            return Whole([self._broadcast.summaries[viewer.visibility].whole()])
        if name == GENERAL:
            return Whole([message_of(frame) for frame in self._general(viewer.visibility)])
        return await self._wholes.write(self.find(name), viewer)

    def _general(self, visibility: Visibility) -> Iterator[msgspec.Struct]:  # noqa: ARG002
        """What is told of no table, as it stands."""
        yield BrokerFrame(self.broker)
        if self.round_clock is not None:
            yield RoundClockFrame(self.round_clock)

    # What changes ---------------------------------------------------------------------------------------------------

    def show_broker(self, online: bool) -> None:
        """The broker is there, or has gone."""
        if self.broker != online:
            self.broker = online
            self.followers.wake_all()
            self._broadcast.general(BrokerFrame(online))

    def show_round_clock(self, clock: RoundClockMessage) -> None:
        """The round clock was set or changed."""
        self.round_clock = clock
        self._broadcast.general(RoundClockFrame(clock))

    def show_time(self) -> None:
        """The sign of life, and what everybody's clocks are set by."""
        self._broadcast.general(TimeFrame(self.now(), self.behind, self.still, self.acts_until(self.now())))

    def acts_until(self, instant: int) -> int:  # noqa: ARG002
        """How many acts were done to the tournament up to an instant."""
        return 0

    def show_state(self, table: HallTable, state: TableState, line: bytes) -> None:
        """The table says how it stands; `line` is what it said."""
        self.show_written(table, state, WrittenState(state, line))

    def show_written(self, table: HallTable, state: TableState, written: WrittenState) -> None:
        """The table says how it stands, which may be written already."""
        before, text = table.state, table.written
        table.state, table.state_at, table.written = state, state.at, written
        if state.clock is not None and state.at >= table.clock_at:
            table.clock, table.clock_at = ClockMessage(state.at, state.clock), state.at
        self.followers.wake(table.name)
        if self._introduce(table):
            return
        if before is None or before.game != state.game:  # a new game has a new list of lines
            self._broadcast.table(table)
        else:
            self._broadcast.state(table, before, text)

    def show_clock(self, table: HallTable, message: ClockMessage, line: bytes) -> None:
        """The table's clock has changed; or its state has told it already."""
        known = table.clock is not None and table.clock.face == message.face
        table.clock, table.clock_at = message, message.at
        self.followers.wake(table.name)
        if not self._introduce(table) and not known:
            self._broadcast.clock(table, line)

    def show_availability(self, table: HallTable, availability: Availability, absence: Absence | None = None) -> None:
        """The table's agent came or went, or one of its devices did; or it only says that it is awake."""
        before = (table.online, table.absence, table.devices)
        self.note_availability(table, availability, absence)
        self.followers.wake(table.name)
        if self._introduce(table) or before == (table.online, table.absence, table.devices):
            return
        self._broadcast.availability(table)

    def note_availability(self, table: HallTable, availability: Availability, absence: Absence | None) -> None:
        """Keep what a table's agent, or the broker for it, says of its being there."""
        table.online, table.devices, table.version = availability.online, availability.devices, availability.version
        table.absence = None if availability.online else absence or _absence(availability)
        table.absent_since = None if availability.online else table.absent_since or self.now()

    def show_lines(self, table: HallTable, lines: Iterable[tuple[int, bytes]]) -> None:
        """Lines that are on disk now, in order."""
        self.followers.wake_for_lines(table.name)
        for n, line in lines:
            table.held = n
            self._list(table, n, line)
            if self._introduce(table) or n < table.first:  # an earlier game, caught up on: nobody watches it now
                continue
            self._broadcast.line(table, n, line)

    def _list(self, table: HallTable, n: int, line: bytes) -> None:
        """Take a line into the list of games."""
        self.game_index.take(table.name, table.journal, n, line)

    def show_announced(self, table: HallTable, announced: AnnouncedPairing | None) -> None:
        """The event has told the table what to play next."""
        table.announced = announced
        self.followers.wake(table.name)
        if table.heard:
            self._broadcast.announced(table)

    def begin_journal(self, table: HallTable) -> None:
        """The table's numbering began again: keep the old lines where they are and start a stream beside them."""
        table.journal += 1
        table.held = 0
        if table.heard:
            self._broadcast.table(table)

    def _introduce(self, table: HallTable) -> bool:
        """Show a table whole the first time something comes from it; False if it was known already."""
        if table.heard:
            return False
        table.heard = True
        self._broadcast.table(table)
        return True

    async def index_games(self, name: str, latest: int, held: int) -> None:
        """List the games of a table out of what is stored, also those of journals that it has lost."""
        for journal in range(1, latest + 1):
            stream = self._stream(name, journal)
            upto = held if journal == latest else await self.store.contiguous(stream)
            await self.game_index.load(self.store, name, journal, stream, upto)

    def _stream(self, name: str, journal: int) -> str:
        # "~" and "/" cannot be part of a table's name.
        return f"{self.event}/{name}" if journal == 1 else f"{self.event}/{name}~{journal}"


def _absence(availability: Availability) -> Absence:
    return Absence.STOPPED if availability.stopped else Absence.LOST
