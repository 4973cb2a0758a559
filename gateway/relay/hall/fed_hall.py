"""A hall that is fed with changes and snapshots, as they are kept on disk."""

from __future__ import annotations

from gateway.record.availability import Availability
from gateway.record.wire import CLOCK, TABLE_STATE

from .changes import (
    NOT_PUBLIC,
    AnnouncedChange,
    AvailabilityChange,
    BrokerChange,
    ClockChange,
    HallChange,
    LineChange,
    StateChange,
)
from .hall import Hall
from .hall_table import HallTable
from .table_snapshot import TableSnapshot

__all__ = ["FedHall"]


class FedHall(Hall):
    """Every table that it was fed with; nobody who sees more than the public looks at it."""

    def show_change(self, change: HallChange) -> None:
        """Show a change."""
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

    async def take_up(self, kept: TableSnapshot, shift: int) -> HallTable:
        """A table as it was shown; instants on disk are `shift` behind ours."""
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
        return table
