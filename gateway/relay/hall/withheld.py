"""Withheld tables: boards whose display somebody holds back from every audience, until it is released. No I/O.

The table goes on behind a curtain, where nobody looks; what an audience is shown of it stands.
"""

from __future__ import annotations

import copy
from typing import Final

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.record.availability import Absence
from gateway.record.visibility import Audience

from .clock_offset import Offset
from .fed_hall import FedHall
from .hall import Hall
from .hall_table import HallTable
from .table_snapshot import TableSnapshot
from .viewer_frames import WithheldTable

__all__ = ["WHY_MAX", "Curtain", "HoldRefused", "Withheld"]

WHY_MAX: Final = 200
"""Characters of a reason."""


class HoldRefused(GatewayError):
    """A table is held back already, or is not."""

    def __init__(self, key: str, table: str) -> None:
        super().__init__(message(key, table=table))


class Withheld(msgspec.Struct, frozen=True):
    """A table that is held back, as it is kept on disk."""

    about: WithheldTable
    shown: dict[Audience, TableSnapshot]
    """What each audience goes on being shown of it; instants as on disk."""


class Curtain(FedHall):
    """The curtain behind which the withheld tables of one audience go on: nobody looks at it."""

    def __init__(self, front: Hall) -> None:
        super().__init__(front.event, front.store, front.now)
        self._front = front

    def close(self, shown: HallTable) -> None:
        """From now on what is told of the table comes here; the one that is shown stands, and says why."""
        behind = self._tables[shown.name] = copy.copy(shown)
        behind.offset, behind.changes = Offset(), dict(shown.changes)
        behind.offset.take_over(shown.offset.value)
        self.game_index.take_over(self._front.game_index, shown.name)
        shown.online, shown.absence, shown.absent_since = False, Absence.WITHHELD, self.now()

    def open(self, shown: HallTable) -> None:
        """Show again how the table stands."""
        behind = self._tables.pop(shown.name)
        self._front.game_index.take_over(self.game_index, shown.name)
        self.game_index.forget(shown.name)
        shown.journal, shown.held, shown.announced = behind.journal, behind.held, behind.announced
        shown.online, shown.absence, shown.absent_since = behind.online, behind.absence, behind.absent_since
        if not behind.heard:  # since a restart nothing has come of it: what was shown is the last word
            return
        shown.heard, shown.devices, shown.version = True, behind.devices, behind.version
        shown.state, shown.state_at, shown.written = behind.state, behind.state_at, behind.written
        shown.clock, shown.clock_at = behind.clock, behind.clock_at
        shown.offset.take_over(behind.offset.value)
