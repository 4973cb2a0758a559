"""Passing on what the present hall tells: at once to audiences that are level with it, and kept for the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import msgspec

from gateway.record.availability import Absence, Availability
from gateway.record.lines import visibility_of_line
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility, public_state

from .announced import AnnouncedPairing
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
from .late_hall import LateHall

__all__ = ["PassingOn", "line_change"]


class PassingOn:
    """The onlooker of a present hall."""

    def __init__(self, late: Collection[LateHall], keep: Callable[[HallChange], None]) -> None:
        self.keeps = False
        """Whether changes are kept for somebody."""
        self._late = late
        self._keep = keep

    def state(self, table: HallTable, state: TableState) -> None:
        """A table has said how it stands; what is written of that is the same for all who are level."""
        for shown, own in self._twins(table):
            shown.show_written(own, state, table.written)
        if self.keeps:
            self._keep(StateChange(table.name, table.offset.value, public_state(state)))

    def clock(self, table: HallTable, message: ClockMessage, line: bytes) -> None:
        """A table's clock has changed."""
        for shown, own in self._twins(table):
            shown.show_clock(own, message, line)
        if self.keeps:
            self._keep(ClockChange(table.name, table.offset.value, message))

    def availability(self, table: HallTable, availability: Availability, absence: Absence | None) -> None:
        """A table's agent came or went, or one of its devices did."""
        for shown, own in self._twins(table):
            shown.show_availability(own, availability, absence)
        if self.keeps:
            told = Availability(availability.online, availability.devices, availability.version, availability.stopped)
            self._keep(AvailabilityChange(table.name, table.offset.value, told, absence, table.absent_since))

    def line(self, table: HallTable, n: int, line: bytes) -> None:
        """A line more."""
        for shown, own in self._twins(table):
            shown.show_lines(own, [(n, line)])
        if self.keeps:
            self._keep(line_change(table.name, table.journal, n, line))

    def announced(self, table: HallTable, announced: AnnouncedPairing | None) -> None:
        """A table was told what to play next."""
        for shown, own in self._twins(table):
            shown.show_announced(own, announced)
        if self.keeps:
            self._keep(AnnouncedChange(table.name, announced))

    def journal(self, table: HallTable) -> None:
        """A table's numbering began again; those who are shown it later learn it from its first line."""
        for shown, own in self._twins(table):
            shown.begin_journal(own)

    def broker(self, online: bool) -> None:
        """The broker is there, or is not."""
        for late in self._late:
            if late.level:
                late.show_broker(online)
        if self.keeps:
            self._keep(BrokerChange(online))

    def _twins(self, table: HallTable) -> Iterator[tuple[Hall, HallTable]]:
        """The table in each hall that is level, or behind its curtain."""
        for late in self._late:
            if late.level and (twin := late.twin(table)) is not None:
                yield twin


def line_change(table: str, journal: int, n: int, line: bytes) -> LineChange:
    """A line as it is kept: with what it says if everybody may see it."""
    public = visibility_of_line(line) is Visibility.PUBLIC
    return LineChange(table, journal, n, msgspec.Raw(line) if public else NOT_PUBLIC)
