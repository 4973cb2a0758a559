"""The hall as viewers see it: every table at one moment, and the one place from which viewers are told of a change.

Something puts in what the tables say; connections and requests take out. Only reading lines waits: a whole table is of
one moment, and the changes after it stand in the row behind it. `PresentHall` is the hall as it is now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from gateway.feeds.played_game import PlayedGame, games_of
from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.natural_order import natural_order
from gateway.record.availability import Absence, Availability
from gateway.record.entries import Entry
from gateway.record.lines import visibility_of_line
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility, public_state
from gateway.record.wire import ENTRY, TABLE_STATE
from gateway.store import LineStore

from .followers import Followers
from .game_index import GameIndex
from .hall_table import HallTable, TableFields
from .viewer_frames import (
    AvailabilityFrame,
    BrokerFrame,
    ClockFrame,
    EntryFrame,
    StateFrame,
    TableFrame,
    TimeFrame,
    as_sent,
    written,
)
from .viewers import Key, Viewer, Viewers

__all__ = ["TABLES_MAX", "Hall", "Health", "UnknownGame", "UnknownTable"]

TABLES_MAX = 2000
"""A sender gone wild must not fill our memory with tables."""


class UnknownTable(GatewayError, LookupError):
    """No such table has been heard of."""


class UnknownGame(GatewayError, LookupError):
    """The table has played no such game."""


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
        self.viewers = Viewers()
        self.followers = Followers()
        self.game_index = GameIndex()
        self.broker = False
        self.store_trouble = ""
        self._tables: dict[str, HallTable] = {}

    # What is there --------------------------------------------------------------------------------------------------

    @property
    def tables(self) -> list[HallTable]:
        """The tables to show, in the order of their names, numbers by value."""
        return sorted(
            (table for table in self._tables.values() if table.heard), key=lambda table: natural_order(table.name)
        )

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

    async def journal_lines(self, name: str, journal: int, after: int, upto: int) -> list[bytes]:
        """The public lines of a journal of a table, also of one that it has lost, above `after` up to number `upto`."""
        lines = await self.store.read(self._stream(name, journal), after, max(0, upto - after))
        return [line for line in lines if visibility_of_line(line) is Visibility.PUBLIC]

    async def lines(self, table: HallTable, visibility: Visibility, after: int, limit: int = -1) -> list[bytes]:
        """The stored lines above number `after` that may be seen so; `limit` counts all that are looked at."""
        # What is stored but not told yet comes to viewers as news in a moment.
        upto = table.held - after if limit < 0 else min(limit, table.held - after)
        lines = await self.store.read(self.stream(table), after, max(0, upto))
        return [line for line in lines if visibility.includes(visibility_of_line(line))]

    def table_fields(self, table: HallTable, visibility: Visibility) -> TableFields:
        """One table as it may be seen so."""
        return {
            "table": table.name,
            "journal": table.journal,
            "offset": table.offset.value,
            "online": table.online,
            "absence": table.absence,
            "devices": table.devices,
            "clock": table.clock,
            "state": as_sent(table.written[visibility], TableState),
        }

    async def games(self, table: HallTable) -> list[PlayedGame]:
        """The games of the table as everybody may see them, in the order in which they were set up."""
        lines = await self.lines(table, Visibility.PUBLIC, 0)
        return list(games_of(ENTRY.decode(line) for line in lines))

    async def game(self, table: HallTable, number: int) -> PlayedGame:
        """A game of the table as everybody may see it; raises `UnknownGame`."""
        for game in await self.games(table):
            if game.setup.game == number:
                return game
        raise UnknownGame(message("problem.unknown_game", table=table.name, game=number))

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
        """Tell the viewer everything, and every change from now on."""
        for table in self.tables:
            viewer.want(table.name)
        self.viewers.add(viewer)

    async def whole(self, name: str, viewer: Viewer) -> str:
        """The frame with a whole table, its lines from where the viewer left off.

        It is of the moment when this is called: what changes while the lines are read is in the row behind it.
        """
        table = self.find(name)
        fields = self.table_fields(table, viewer.visibility)
        after = table.first - 1
        lines: list[bytes] = []
        if viewer.follows(name):
            have = viewer.have.pop(name, None)
            if have is not None and have.journal == table.journal:
                after = max(after, have.n)
            lines = await self.lines(table, viewer.visibility, after)
        entries = [as_sent(line, Entry) for line in lines]
        return written(TableFrame(**fields, after=after, entries=entries))

    # What changes ---------------------------------------------------------------------------------------------------

    def show_broker(self, online: bool) -> None:
        """The broker is there, or has gone."""
        if self.broker != online:
            self.broker = online
            self.followers.wake_all()
            self._tell_all(Key("broker"), written(BrokerFrame(online)))

    def show_time(self) -> None:
        """The sign of life, and what everybody's clocks are set by."""
        self._tell_all(Key("time"), written(TimeFrame(self.now())))

    def show_state(self, table: HallTable, state: TableState, line: bytes) -> None:
        """The table says how it stands; `line` is what it said."""
        game = table.state.game if table.state is not None else state.game
        table.state, table.state_at = state, state.at
        table.written = {
            Visibility.ARBITERS: line,
            Visibility.PUBLIC: TABLE_STATE.encode(public_state(state)),
        }
        if state.clock is not None and state.at >= table.clock_at:
            table.clock, table.clock_at = ClockMessage(state.at, state.clock), state.at
        self.followers.wake(table.name)
        if self._introduce(table):
            return
        if game != state.game:  # a new game has a new list of lines
            self.viewers.want(table.name)
            return
        for visibility, own in table.written.items():
            frame = StateFrame(table.name, table.offset.value, as_sent(own, TableState))
            self.viewers.tell(visibility, Key("state", table.name), written(frame))

    def show_clock(self, table: HallTable, message: ClockMessage, line: bytes) -> None:
        """The table's clock has changed."""
        table.clock, table.clock_at = message, message.at
        self.followers.wake(table.name)
        if self._introduce(table):
            return
        frame = ClockFrame(table.name, table.offset.value, as_sent(line, ClockMessage))
        self._tell_all(Key("clock", table.name), written(frame))

    def show_availability(self, table: HallTable, availability: Availability, absence: Absence | None = None) -> None:
        """The table's agent came or went, or one of its devices did; or it only says that it is awake."""
        before = (table.online, table.absence, table.devices)
        table.online, table.devices, table.version = availability.online, availability.devices, availability.version
        table.absence = None if availability.online else absence or _absence(availability)
        self.followers.wake(table.name)
        if self._introduce(table) or before == (table.online, table.absence, table.devices):
            return
        frame = AvailabilityFrame(table.name, table.online, table.devices, table.absence)
        self._tell_all(Key("availability", table.name), written(frame))

    def show_lines(self, table: HallTable, lines: Iterable[tuple[int, bytes]]) -> None:
        """Lines that are on disk now, in order."""
        self.followers.wake_for_lines(table.name)
        for n, line in lines:
            table.held = n
            self.game_index.take(table.name, table.journal, n, line)
            if self._introduce(table) or n < table.first:  # an earlier game, caught up on: nobody watches it now
                continue
            key = Key("entry", table.name, n)
            frame = written(EntryFrame(table.name, as_sent(line, Entry)))
            needed = visibility_of_line(line)
            for visibility in Visibility:
                if visibility.includes(needed):
                    self.viewers.tell_line(visibility, key, frame)

    def begin_journal(self, table: HallTable) -> None:
        """The table's numbering began again: keep the old lines where they are and start a stream beside them."""
        table.journal += 1
        table.held = 0
        if table.heard:
            self.viewers.want(table.name)

    def _introduce(self, table: HallTable) -> bool:
        """Show a table whole the first time something comes from it; False if it was known already."""
        if table.heard:
            return False
        table.heard = True
        self.viewers.want(table.name)
        return True

    def _tell_all(self, key: Key, frame: str) -> None:
        for visibility in Visibility:
            self.viewers.tell(visibility, key, frame)

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
