"""The event at its tables: a published round is assigned to them, and their results come back as reports."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from gateway.event.event import Event
from gateway.event.event_acts import EnterPlayer, EnterTeam, EventAct, PublishRound, SetOpening
from gateway.event.event_entries import EventEntry
from gateway.event.game_scores import GameScore
from gateway.event.table_assignments import assignment_of, assignments, games_at_tables
from gateway.model.errors import JournalError
from gateway.model.sides import Side
from gateway.record.table_state import TableState
from gateway.referee.rulings import Ended
from gateway.tournament.crosstable import RoundScore

from .present_hall import PresentHall

__all__ = ["EventTables"]

log = logging.getLogger(__name__)
_RETRY_S = 2.0


class EventTables:
    """The one through whom the event acts and hears."""

    def __init__(self, hall: PresentHall) -> None:
        self._hall = hall
        self._heard: dict[str, TableState] = {}
        """The latest word of each table that has not been looked at."""
        self._some = asyncio.Event()
        hall.results = self._note

    async def act(self, act: EventAct, by: str) -> EventEntry:
        """Do it, and tell the tables; raises `EventRefused` or `JournalError`."""
        before = self._hall.event_record.fold.event
        entry = await self._hall.event_record.act(act, by)
        if isinstance(act, PublishRound | SetOpening):
            await self.assign()
        else:
            await self._assign_next(before)
        return entry

    async def enter_all(self, acts: Sequence[EnterPlayer | EnterTeam], by: str) -> list[EventEntry]:
        """Enter a whole list, or nobody of it; raises `EventRefused` or `JournalError`."""
        return await self._hall.event_record.act_all(acts, by)

    async def assign(self) -> None:
        """Tell every table its game of the round that was published last; raises `JournalError`."""
        event = self._hall.event_record.fold.event
        if event is None or not event.rounds or not event.rounds[-1].published:
            return
        for table, assignment in assignments(event, event.rounds[-1]).items():
            await self._hall.assignments.assign(table, assignment, self._hall.last_assigned(table))

    async def _assign_next(self, before: Event | None) -> None:
        """Tell the tables that have another game now than before: the next of a match, or of a play-off."""
        event = self._hall.event_record.fold.event
        if before is None or event is None or not event.rounds or len(before.rounds) != len(event.rounds):
            return
        was, is_now = before.rounds[-1], event.rounds[-1]
        if was is is_now or not was.published:
            return
        had = games_at_tables(before, was)
        for table, game in games_at_tables(event, is_now).items():
            if table not in had or (had[table].id, had[table].seated) == (game.id, game.seated):
                continue
            assignment = assignment_of(event, is_now, game)
            if assignment is not None:
                await self._hall.assignments.assign(table, assignment, self._hall.last_assigned(table))

    async def run(self) -> None:
        """Take results from tables for ever; what cannot be kept is tried again."""
        while True:
            await self._some.wait()
            self._some.clear()
            heard, self._heard = self._heard, {}
            for table, state in heard.items():
                before = self._hall.event_record.fold.event
                try:
                    await self._hall.event_record.hear(table, state.pairing, _score(state.result))
                    await self._assign_next(before)
                except JournalError as error:
                    log.warning("The result of %s cannot be kept, and is tried again: %s", table, error)
                    self._heard.setdefault(table, state)
            if self._heard:
                await asyncio.sleep(_RETRY_S)
                self._some.set()

    def _note(self, table: str, state: TableState) -> None:
        if state.pairing:
            self._heard[table] = state
            self._some.set()


def _score(ended: Ended | None) -> GameScore | None:
    if ended is None:
        return None
    score = GameScore.of(ended.result, ended.reason)
    if ended.lost is None:
        return score
    # GN 15.3: one is ruled lost after a draw, and the opponent keeps the half point.
    name = "white" if ended.lost is Side.WHITE else "black"
    return msgspec.structs.replace(score, **{name: RoundScore.LOSS})
