"""One table as the relay knows it, and as a viewer is shown it."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from gateway.record.availability import Absence
from gateway.record.measurements import Measurements
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility, public_state
from gateway.record.wire import TABLE_STATE

from .announced import AnnouncedPairing
from .clock_offset import Offset

__all__ = ["HallTable", "TableFields", "WrittenState"]


class WrittenState:
    """A table's state as JSON, for each visibility; made when somebody needs it."""

    def __init__(self, state: TableState | None, line: bytes) -> None:
        """`line` is the state as the table has written it."""
        self._state = state
        self._texts = {Visibility.ARBITERS: line}
        self._fields: dict[Visibility, dict[str, Any]] = {}

    def __getitem__(self, visibility: Visibility) -> bytes:
        text = self._texts.get(visibility)
        if text is None:
            text = b"null" if self._state is None else TABLE_STATE.encode(public_state(self._state))
            self._texts[visibility] = text
        return text

    def fields(self, visibility: Visibility) -> dict[str, Any]:
        """What the JSON says; there must be a state."""
        if visibility not in self._fields:
            self._fields[visibility] = msgspec.json.decode(self[visibility])
        return self._fields[visibility]


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
        self.absent_since: int | None = None
        """When it was found not to be online, by the relay's clock."""
        self.absence: Absence | None = None
        """Why it is not online, where it is not."""
        self.devices: dict[str, bool] = {}
        self.version = ""
        self.measurements: Measurements | None = None
        """How its agent does, as it last said."""
        self.bridge = False
        """A bridge table: it has buttons and no game, and is not shown among the tables."""
        self.announced: AnnouncedPairing | None = None
        """What it is assigned; it may have set it up by now."""
        self.offset = Offset()
        self.written = WrittenState(None, b"null")
        self.changes = dict.fromkeys(Visibility, 0)
        """How many changes of the state the viewers of each visibility have been told."""
        self.touched = 0
        """Counts whatever changes about the table."""

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
    absent_since: int | None
    devices: dict[str, bool]
    clock: ClockMessage | None
    state: TableState | None
