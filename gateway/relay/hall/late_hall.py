"""A late hall: what one audience is shown. Where there is no delay it is level with the present hall, change by change;
else it is fed with what was kept, when its time comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from gateway.record.availability import Absence, Availability
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Audience, public_state
from gateway.record.wire import CLOCK, TABLE_STATE

from .announced import AnnouncedPairing
from .changes import (
    NOT_PUBLIC,
    AnnouncedChange,
    AvailabilityChange,
    BrokerChange,
    ClockChange,
    HallChange,
    KeptChange,
    LineChange,
    StateChange,
)
from .game_index import GameIndex
from .hall import Hall, Health
from .hall_table import HallTable
from .late_time import LateTime

__all__ = ["LateHall", "TableSnapshot"]

_STORE_FAILS: Final = "The relay cannot write what it records."


class TableSnapshot(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="table"):
    """One table as an audience was shown it."""

    table: str
    journal: int
    held: int
    heard: bool
    offset: int
    online: bool | None
    devices: dict[str, bool]
    version: str
    absence: Absence | None = None
    absent_since: int | None = None
    state: TableState | None = None
    clock: ClockMessage | None = None
    announced: AnnouncedPairing | None = None


class LateHall(Hall):
    """Every table of one event as an audience is shown it. Nobody who sees more than the public looks at it."""

    def __init__(self, audience: Audience, present: Hall) -> None:
        super().__init__(present.event, present.store, lambda: self.time.shown(present.now()))
        self.audience = audience
        self.time = LateTime()
        self.level = True
        """It is told each change at once; else what is kept, after number `cursor`."""
        self.cursor = 0
        self.snapshot_at = 0
        """The number of the last change that is in the tables as they were kept last."""
        self.ahead: deque[KeptChange] = deque()
        """What has been read of the feed behind the cursor, and is not due."""
        self._present = present
        self._told_still = False

    @property
    def title(self) -> str:
        """The event's name as people write it."""
        return self._present.title

    @property
    def behind(self) -> int:
        """How far the hall shown is behind the present, in milliseconds."""
        return self.time.behind(self._present.now())

    @property
    def still(self) -> bool:
        """Whether its time stands."""
        return self.time.stands(self._present.now())

    def acts_until(self, instant: int) -> int:
        """How many acts were done to the tournament up to an instant."""
        return self._present.acts_until(instant)

    def health(self, version: str) -> Health:
        """How the relay is now; what is counted at tables is of the moment that is shown."""
        now = self._present.health(version)
        if now.store:  # where the records are is nobody's business here
            now = msgspec.structs.replace(now, store=_STORE_FAILS)
        if self.level:
            return now
        counted = super().health(version)
        return msgspec.structs.replace(counted, ok=now.ok, broker=now.broker, store=now.store, viewers=now.viewers)

    # Level with the present -----------------------------------------------------------------------------------------

    def twin(self, table: HallTable) -> HallTable | None:
        """Our table for one of the present hall; None if there are too many."""
        own = self.find_or_add(table.name)
        if own is not None:
            own.offset.take_over(table.offset.value)
        return own

    def stand_level(self, present: Hall) -> None:
        """Begin with the tables of a present hall that has just been opened."""
        self.game_index = present.game_index.copy()
        for table in present.all_tables():
            own = self._tables[table.name] = HallTable(table.name, table.journal, table.held)
            own.announced = table.announced

    def _list(self, table: HallTable, n: int, line: bytes) -> None:
        if self.level:  # the present hall has just listed it, and who is level lists the same
            self.game_index.follow(self._present.game_index, table.name, table.journal, n, line)
        else:
            super()._list(table, n, line)

    # Fed with what was kept -----------------------------------------------------------------------------------------

    def show_kept(self, kept: KeptChange) -> None:
        """Show a change whose time has come."""
        self.cursor, change = kept.n, kept.change
        if isinstance(change, BrokerChange):
            self.show_broker(change.online)
        elif (table := self.find_or_add(change.table)) is not None:
            self._show(table, change)

    def _show(self, table: HallTable, change: HallChange) -> None:
        if isinstance(change, StateChange | ClockChange | AvailabilityChange):
            table.offset.take_over(change.offset)
        match change:
            case StateChange(state=state):
                self.show_state(table, state, TABLE_STATE.encode(state))
            case ClockChange(clock=clock):
                self.show_clock(table, clock, CLOCK.encode(clock))
            case AvailabilityChange(availability=availability, absence=absence):
                table.absent_since = change.absent_since
                self.show_availability(table, availability, absence)
            case AnnouncedChange(announced=announced):
                self.show_announced(table, announced)
            case LineChange():
                self._show_line(table, change)

    def _show_line(self, table: HallTable, change: LineChange) -> None:
        if change.journal != table.journal:
            table.journal = change.journal - 1
            self.begin_journal(table)
        if change.line == NOT_PUBLIC:  # it only counts
            table.held = change.n
            self._introduce(table)
        else:
            self.show_lines(table, [(change.n, bytes(change.line))])

    def tell_whether_still(self) -> bool:
        """Tell viewers when time begins to stand, or goes on; False if it does as before."""
        changed = self._told_still != self.still
        if changed:
            self.show_time()
        return changed

    def show_time(self) -> None:
        """The sign of life, and what everybody's clocks are set by."""
        self._told_still = self.still
        super().show_time()

    # Kept across restarts -------------------------------------------------------------------------------------------

    def snapshot(self, shift: int) -> list[TableSnapshot]:
        """Every table as it is shown, instants as on disk."""
        return [
            TableSnapshot(
                table=table.name,
                journal=table.journal,
                held=table.held,
                heard=table.heard,
                offset=table.offset.value - shift,
                online=table.online,
                devices=table.devices,
                version=table.version,
                absence=table.absence,
                absent_since=None if table.absent_since is None else table.absent_since - shift,
                state=None if table.state is None else public_state(table.state),
                clock=table.clock,
                announced=table.announced,
            )
            for table in self._tables.values()
        ]

    async def restore(self, tables: Iterable[TableSnapshot], shift: int) -> None:
        """Take up the tables as they were shown."""
        self._tables.clear()
        self.game_index = GameIndex()
        for kept in tables:
            table = self._tables[kept.table] = HallTable(kept.table, kept.journal, kept.held)
            table.offset.take_over(kept.offset + shift)
            await self.index_games(kept.table, kept.journal, kept.held)
            if kept.state is not None:
                self.show_state(table, kept.state, TABLE_STATE.encode(kept.state))
            if kept.clock is not None:
                self.show_clock(table, kept.clock, CLOCK.encode(kept.clock))
            table.absent_since = None if kept.absent_since is None else kept.absent_since + shift
            if kept.online is not None:
                self.show_availability(table, Availability(kept.online, kept.devices, kept.version), kept.absence)
            table.heard, table.announced = kept.heard, kept.announced
