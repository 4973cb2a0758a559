"""Summaries: every table in few words, for whoever looks over the whole hall and has only some of them on the screen.

One frame tells of all tables that have changed, to all who see so much, as patches of what they hold. What somebody may
be waiting for goes at once; that clocks were pressed and moves made is gathered for a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.availability import Absence
from gateway.record.table_state import (
    Adjournment,
    AttendanceState,
    ClockMessage,
    Device,
    Lack,
    OpenAlert,
    Status,
    TableState,
)
from gateway.record.visibility import Visibility, public_state
from gateway.referee.rulings import Case, Ended
from gateway.referee.state import Stop

from .hall_table import HallTable
from .message_bytes import MessageBytes
from .patches import Patch, difference
from .viewer import SUMMARIES
from .viewer_frames import SummariesFrame, message_of
from .viewers import Viewers

__all__ = ["ArbitersSummary", "StateSummary", "Summaries", "TableSummary", "summary_of"]

_GATHER_S = 1.0
_SOON_S = 0.01


class ArbitersSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The matters that wait for an arbiter at a table."""

    alerts: tuple[OpenAlert, ...] = ()
    cases: tuple[Case, ...] = ()
    stopped: Stop | None = None
    unstarted: bool = False
    lacks: tuple[Lack, ...] = ()
    reasons_required: bool = False


class StateSummary(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table's state without its position and its moves; the fields mean what they mean there."""

    at: Instant
    last: int
    first: int
    game: int
    rules: str
    rulebook: str
    control: str
    players: BySide[Person]
    status: Status
    turn: Side
    ply: int
    devices: tuple[Device, ...]
    pairing: PairingId = PairingId("")
    round: RoundNumber = RoundNumber(0)
    adjourned: Adjournment | None = None
    attendance: AttendanceState | None = None
    swapped: bool = False
    result: Ended | None = None
    score: BySide[str] | None = None
    arbiters: ArbitersSummary | None = None


class TableSummary(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One table in few words."""

    journal: int
    offset: int
    online: bool | None
    devices: dict[str, bool]
    absence: Absence | None = None
    absent_since: int | None = None
    announced: int = 0
    """The number of the last assignment that announces a pairing; another one, and the round's list has changed."""
    clock: ClockMessage | None
    state: StateSummary | None


_PLAIN = tuple(name for name in StateSummary.__struct_fields__ if name != "arbiters")
_FOR_ARBITERS = ArbitersSummary.__struct_fields__
_QUIET = frozenset({"at", "last", "ply", "turn"})
_LOUD = tuple(name for name in _PLAIN if name not in _QUIET)


def summary_of(table: HallTable, visibility: Visibility) -> dict[str, Any]:
    """A table as viewers of one visibility hold it, as JSON has it."""
    summary = TableSummary(
        journal=table.journal,
        offset=table.offset.value,
        online=table.online,
        devices=table.devices,
        absence=table.absence,
        absent_since=table.absent_since,
        announced=0 if table.announced is None else table.announced.n,
        clock=table.clock,
        state=None if table.state is None else _short(table.state, visibility),
    )
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(summary))
    return found


def is_loud(before: TableState | None, now: TableState) -> bool:
    """Whether a new state tells more than that a move was made."""
    if before is None or any(getattr(before, name) != getattr(now, name) for name in _LOUD):
        return True
    was, part = before.arbiters, now.arbiters
    return part != was and (
        part is None or was is None or any(getattr(part, name) != getattr(was, name) for name in _FOR_ARBITERS)
    )


def _short(state: TableState, visibility: Visibility) -> StateSummary:
    seen = state if visibility is Visibility.ARBITERS else public_state(state)
    part = seen.arbiters
    short = ArbitersSummary(*(getattr(part, name) for name in _FOR_ARBITERS)) if part is not None else None
    return StateSummary(**{name: getattr(seen, name) for name in _PLAIN}, arbiters=short)


class Summaries:
    """The summaries as the viewers of one visibility hold them."""

    def __init__(self, visibility: Visibility, viewers: Viewers, tables: Callable[[], Iterable[HallTable]]) -> None:
        self._visibility = visibility
        self._viewers = viewers
        self._tables = tables
        self._held: dict[str, dict[str, Any]] | None = None
        """None while nobody holds any."""
        self._n = 0
        self._whole: MessageBytes | None = None
        self._changed: dict[str, HallTable] = {}
        self._timer: asyncio.TimerHandle | None = None

    @property
    def held(self) -> bool:
        """Whether anybody holds them."""
        return self._held is not None

    def touch(self, table: HallTable, *, loud: bool) -> None:
        """The table has changed."""
        if self._held is None or not table.heard:
            return
        self._changed[table.name] = table
        if self._timer is not None and loud:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_SOON_S if loud else _GATHER_S, self.tell)

    def whole(self) -> MessageBytes:
        """All of them as everybody holds them."""
        if self._held is None:
            self._held = {table.name: summary_of(table, self._visibility) for table in self._tables()}
            self._whole = None
        if self._whole is None:
            all_of_it = {name: Patch(set=held) for name, held in self._held.items()}
            self._whole = message_of(SummariesFrame(self._n, all_of_it, whole=True))
        return self._whole

    def tell(self) -> None:
        """Tell what has changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed, self._changed = self._changed, {}
        viewers = self._viewers.with_summaries(self._visibility)
        if not viewers or self._held is None:
            self._held = self._whole = None
            return
        patches: dict[str, Patch] = {}
        for name, table in changed.items():
            now = summary_of(table, self._visibility)
            patch = difference(self._held.get(name, {}), now)
            if patch is not None:
                patches[name], self._held[name] = patch, now
        if not patches:
            return
        self._n += 1
        self._whole = None
        message = message_of(SummariesFrame(self._n, patches))
        for viewer in viewers:
            viewer.tell(message, SUMMARIES)
