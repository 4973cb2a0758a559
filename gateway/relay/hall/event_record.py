"""The record of the event: who was entered, paired and ranked, kept on disk before anybody is told. A fold over lines.

Each audience is shown the event of the moment that it is shown the hall of: no result comes out early by a standing.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable

import msgspec

from gateway.event.event_acts import EventAct, ReportResult
from gateway.event.event_deciding import EventRefused
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.game_scores import GameScore
from gateway.model.errors import JournalDamaged
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId
from gateway.store import LineStore, StoredLine

__all__ = ["EventRecord"]

_LINE = msgspec.json.Decoder(EventEntry)
_KEPT = 4
"""Moments of which the event is remembered: the present, and those of the audiences."""


class EventRecord:
    """The event as it stands, and as it stood."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        # ":" cannot be part of an event's name, so no table's own stream is called like this.
        self._stream = f"{event}:event"
        self.fold = EventFold()
        self._instants: list[int] = []
        self._earlier: dict[int, EventFold] = {}
        self._writing = asyncio.Lock()

    async def load(self) -> None:
        """Take up what the store holds; raises `JournalError`."""
        try:
            entries = [_LINE.decode(line) for line in await self._store.read(self._stream)]
        except msgspec.DecodeError as error:
            raise JournalDamaged(f"The record of the event has a line that cannot be read: {error}.") from error
        self.fold = EventFold.of(entries)
        self._instants = [entry.at for entry in entries]

    def count_until(self, instant: int) -> int:
        """How many acts had been done at an instant."""
        return bisect_right(self._instants, instant)

    def as_of(self, instant: int) -> EventFold:
        """The event as it stood at an instant."""
        count = self.count_until(instant)
        if count == len(self._instants):
            return self.fold
        found = self._earlier.pop(count, None) or self._going_on_to(count)
        self._earlier[count] = found  # the latest to be asked for is the last to be forgotten
        while len(self._earlier) > _KEPT:
            del self._earlier[next(iter(self._earlier))]
        return found

    def _going_on_to(self, count: int) -> EventFold:
        """The event after so many entries, from the latest earlier one that is remembered: time mostly goes on."""
        fold = self._earlier.get(max((known for known in self._earlier if known < count), default=0), EventFold())
        for entry in self.fold.entries[len(fold.entries) : count]:
            fold = fold.after(entry)
        return fold

    async def act(self, act: EventAct, by: str) -> EventEntry:
        """Do it and keep it; raises `EventRefused`, or `JournalError` where it cannot be kept and does not hold."""
        async with self._writing:
            return await self._act(act, by)

    async def hear(self, table: str, pairing: PairingId, score: GameScore | None) -> EventEntry | None:
        """A table tells the result of its game, or that there is none any more; None: that is nothing new."""
        async with self._writing:
            source = f"table {table}"
            if not self._is_news(table, pairing, source, score):
                return None
            try:
                return await self._act(ReportResult(pairing=pairing, score=score, source=source), table)
            except EventRefused:  # the ranking is fixed: what is said later stays at the table
                return None

    def _is_news(self, table: str, pairing: PairingId, source: str, score: GameScore | None) -> bool:
        if self.fold.event is None:
            return False
        try:
            a_round, game = self.fold.event.find(pairing)
        except LookupError:
            return False
        return a_round.published and game.table == table and game.reports.get(source, game.accepted) != score

    async def _act(self, act: EventAct, by: str) -> EventEntry:
        # Instants never go back, or an audience would be shown one entry before another.
        at = max(self._now(), self._instants[-1] if self._instants else 0)
        entry = self.fold.decide(act, by, Instant(at))
        await self._store.append_many([StoredLine(self._stream, entry.n, msgspec.json.encode(entry))])
        self.fold = self.fold.after(entry)
        self._instants.append(at)
        return entry
