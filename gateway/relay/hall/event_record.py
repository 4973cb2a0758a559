"""The record of the event: who was entered, paired and ranked, kept on disk before anybody is told: a fold."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gateway.event.event_acts import EventAct, ReportResult
from gateway.event.event_deciding import EventRefused
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.game_scores import GameScore
from gateway.model.pairings import PairingId
from gateway.store import LineStore

from .fold_record import FoldRecord

__all__ = ["EventRecord"]

_LINE = msgspec.json.Decoder(EventEntry)


class EventRecord(FoldRecord[EventFold, EventEntry, EventAct]):
    """The event as it stands, and as it stood."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int]) -> None:
        # ":" cannot be part of an event's name, so no table's own stream is called like this.
        super().__init__(f"{event}:event", store, now, EventFold(), _LINE)

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
