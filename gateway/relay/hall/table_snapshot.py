"""A table as an audience was shown it at one moment, to be kept on disk."""

from __future__ import annotations

import msgspec

from gateway.record.availability import Absence
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import public_state

from .announced import AnnouncedPairing
from .hall_table import HallTable

__all__ = ["TableSnapshot"]


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

    @classmethod
    def of(cls, table: HallTable, shift: int) -> TableSnapshot:
        """The table as it is shown, instants as on disk."""
        return cls(
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
