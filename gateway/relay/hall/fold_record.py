"""A record that is kept on disk before anybody is told, folded to what it says: of the event, of the bridge event.

Each audience is shown what held at the moment that it is shown the hall of: no result comes out early by a standing.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from gateway.model.errors import JournalDamaged
from gateway.model.instants import Instant
from gateway.store import LineStore, StoredLine

__all__ = ["FoldRecord"]

_KEPT = 16
"""Moments of which the fold is remembered: the present, those of the audiences, and when tables were held back."""


class _Entry(Protocol):
    @property
    def n(self) -> int: ...
    @property
    def at(self) -> Instant: ...


class _Fold(Protocol):
    """The state that entries are folded to; an act becomes an entry of it, or is refused."""

    @property
    def entries(self) -> tuple[Any, ...]: ...
    @classmethod
    def of(cls, entries: Iterable[Any]) -> Self: ...
    def decide(self, act: Any, by: str, at: Instant) -> Any: ...
    def after(self, entry: Any) -> Self: ...


FoldT = TypeVar("FoldT", bound=_Fold)
EntryT = TypeVar("EntryT", bound=_Entry)
ActT = TypeVar("ActT")


class FoldRecord(Generic[FoldT, EntryT, ActT]):
    """A record as it is folded now, and as it was earlier."""

    def __init__(
        self, stream: str, store: LineStore, now: Callable[[], int], empty: FoldT, line: msgspec.json.Decoder[EntryT]
    ) -> None:
        self._store = store
        self._now = now
        self._stream = stream
        self._empty = empty
        self._line = line
        self.fold = empty
        self._instants: list[int] = []
        self._earlier: dict[int, FoldT] = {}
        self._writing = asyncio.Lock()

    async def load(self) -> None:
        """Take up what the store holds; raises `JournalError`."""
        try:
            entries = [self._line.decode(line) for line in await self._store.read(self._stream)]
        except msgspec.DecodeError as error:
            raise JournalDamaged(f"The record of the event has a line that cannot be read: {error}.") from error
        self.fold = self._empty.of(entries)
        self._instants = [entry.at for entry in entries]

    def count_until(self, instant: int) -> int:
        """How many acts had been done at an instant."""
        return bisect_right(self._instants, instant)

    def as_of(self, instant: int) -> FoldT:
        """What the record said at an instant."""
        count = self.count_until(instant)
        if count == len(self._instants):
            return self.fold
        found = self._earlier.pop(count, None) or self._going_on_to(count)
        self._earlier[count] = found  # the latest to be asked for is the last to be forgotten
        while len(self._earlier) > _KEPT:
            del self._earlier[next(iter(self._earlier))]
        return found

    def _going_on_to(self, count: int) -> FoldT:
        """The fold after so many entries, from the latest earlier one that is remembered: time mostly goes on."""
        fold = self._earlier.get(max((known for known in self._earlier if known < count), default=0), self._empty)
        for entry in self.fold.entries[len(fold.entries) : count]:
            fold = fold.after(entry)
        return fold

    async def act(self, act: ActT, by: str) -> EntryT:
        """Do it and keep it; raises `EventRefused`, or `JournalError` where it cannot be kept and does not hold."""
        async with self._writing:
            return await self._act(act, by)

    async def act_all(self, acts: Sequence[ActT], by: str) -> list[EntryT]:
        """Do them all and keep them, or none; raises `EventRefused` for the first that may not be done."""
        async with self._writing:
            at = max(self._now(), self._instants[-1] if self._instants else 0)
            fold = self.fold
            for act in acts:
                fold = fold.after(fold.decide(act, by, Instant(at)))
            entries: list[EntryT] = list(fold.entries[len(self.fold.entries) :])
            lines = [StoredLine(self._stream, entry.n, msgspec.json.encode(entry)) for entry in entries]
            await self._store.append_many(lines)
            self.fold = fold
            self._instants += [at] * len(entries)
            return entries

    async def _act(self, act: ActT, by: str) -> EntryT:
        # Instants never go back, or an audience would be shown one entry before another.
        at = max(self._now(), self._instants[-1] if self._instants else 0)
        entry: EntryT = self.fold.decide(act, by, Instant(at))
        await self._store.append_many([StoredLine(self._stream, entry.n, msgspec.json.encode(entry))])
        self.fold = self.fold.after(entry)
        self._instants.append(at)
        return entry
