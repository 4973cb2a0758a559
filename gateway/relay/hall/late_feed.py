"""The late feed: what has happened in the hall and is not yet shown to every audience, in order, on disk.

Instants on disk go on across restarts of the relay, whatever was done to its wall clock meanwhile: `shift` leads from
them to those of this process.
"""

from __future__ import annotations

import logging

import msgspec

from gateway.record.wire import WireError
from gateway.store import LineStore, StoredLine

from .changes import KEPT, AvailabilityChange, BrokerChange, ClockChange, HallChange, KeptChange, StateChange

__all__ = ["LateFeed"]

log = logging.getLogger(__name__)

PENDING_MAX = 5000
"""Changes that wait for a disk that fails; beyond that only the latest of each kind and table."""


class LateFeed:
    """The changes that are kept. `last` was put in, `written` is on disk."""

    def __init__(self, event: str, store: LineStore) -> None:
        # ":" cannot be part of an event's name, so no table's own stream is called like this.
        self.stream = f"{event}:late"
        self.shift = 0
        """Milliseconds to add to an instant on disk to get one of this process."""
        self.last = 0
        self.written = 0
        self._store = store
        self._pending: list[KeptChange] = []

    async def load(self) -> int:
        """Go on behind what is on disk; returns the instant on disk of the last change, 0 if there is none."""
        self.last = self.written = await self._store.last(self.stream)
        lines = await self._store.read(self.stream, self.last - 1) if self.last else []
        return KEPT.decode(lines[-1]).at if lines else 0

    @property
    def waits(self) -> bool:
        """Whether something is not on disk yet."""
        return bool(self._pending)

    def put(self, change: HallChange, at: int) -> None:
        """Something has happened."""
        self.last += 1
        self._pending.append(KeptChange(self.last, at, change))
        if len(self._pending) > PENDING_MAX:
            self._thin_out()

    async def write(self) -> None:
        """Have on disk what was put in; raises `JournalError`, and then it waits for the next time."""
        batch = list(self._pending)
        lines = [StoredLine(self.stream, kept.n, KEPT.encode(_shifted(kept, -self.shift))) for kept in batch]
        await self._store.append_many(lines)
        if batch:
            self.written = batch[-1].n
            self._pending = [kept for kept in self._pending if kept.n > self.written]

    async def read(self, after: int, limit: int) -> list[KeptChange]:
        """What is on disk above a number, if there is anything; what cannot be read is left out."""
        while lines := await self._store.read(self.stream, after, limit):
            found: list[KeptChange] = []
            for line in lines:
                try:
                    found.append(_shifted(KEPT.decode(line), self.shift))
                except WireError as error:
                    log.warning("A change that was kept for later cannot be read, and is left out: %s", error)
            if found:
                return found
            after += len(lines)
        return []

    def pending(self, after: int) -> list[KeptChange]:
        """What is not on disk yet."""
        return [kept for kept in self._pending if kept.n > after]

    async def trim(self, upto: int) -> None:
        """Forget the changes up to a number. The last one stays, so that numbers go on."""
        await self._store.trim(self.stream, min(upto, self.written - 1))

    def _thin_out(self) -> None:
        """Leave out states and clocks that later ones stand for; lines cannot have come while nothing is written."""
        latest: dict[object, int] = {}
        for kept in self._pending:
            latest[_subject(kept)] = kept.n
        self._pending = [kept for kept in self._pending if latest[_subject(kept)] == kept.n]


def _subject(kept: KeptChange) -> object:
    match kept.change:
        case StateChange() | ClockChange() | AvailabilityChange():
            return type(kept.change), kept.change.table
        case BrokerChange():
            return BrokerChange
        case _:
            return kept.n


def _shifted(kept: KeptChange, by: int) -> KeptChange:
    """The same on the other time line."""
    if not by:
        return kept
    change = kept.change
    if isinstance(change, StateChange | ClockChange | AvailabilityChange):
        change = msgspec.structs.replace(change, offset=change.offset + by)
    if isinstance(change, AvailabilityChange) and change.absent_since is not None:
        change = msgspec.structs.replace(change, absent_since=change.absent_since + by)
    return KeptChange(kept.n, kept.at + by, change)
