"""One table as the relay knows it, and as a viewer is shown it."""

from __future__ import annotations

from typing import TypedDict

from gateway.record.availability import Absence
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility

from .clock_offset import Offset

__all__ = ["HallTable", "TableFields"]


class HallTable:
    """One table as the relay knows it. `held` lines are on disk and told."""

    def __init__(self, name: str, journal: int, held: int) -> None:
        self.name = name
        self.journal = journal
        """Which journal of the table this is, from 1; more than 1 means that the table has lost one."""
        self.held = held
        self.missing = 0
        self.malformed = 0
        self.heard = False
        """Something has come from the table since we started; until then it is not shown."""
        self.state: TableState | None = None
        self.clock: ClockMessage | None = None
        self.state_at = 0
        self.clock_at = 0
        """The table's instants of these two; what is older was overtaken on the way."""
        self.online: bool | None = None
        """None before the table's agent, or the broker for it, has said so."""
        self.absence: Absence | None = None
        """Why it is not online, where it is not."""
        self.devices: dict[str, bool] = {}
        self.version = ""
        self.offset = Offset()
        self.written = dict.fromkeys(Visibility, b"null")
        """The state as JSON, for each visibility."""

    @property
    def first(self) -> int:
        """The number of the line that set up the present game; 1 before any."""
        return max(1, self.state.first) if self.state is not None else 1


class TableFields(TypedDict):
    """The fields of a `TableBody`."""

    table: str
    journal: int
    offset: int
    online: bool | None
    absence: Absence | None
    devices: dict[str, bool]
    clock: ClockMessage | None
    state: TableState | None
