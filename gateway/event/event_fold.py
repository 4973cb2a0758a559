"""The fold of a tournament: an act becomes an entry here, or is refused."""

from __future__ import annotations

from typing import ClassVar

from gateway.model.errors import TournamentError
from gateway.model.instants import Instant
from gateway.model.messages import message

from .act_fold import ActFold
from .event import Event
from .event_acts import (
    AcceptResult,
    CloseEntries,
    CloseStage,
    DrawLots,
    EventAct,
    OpenEvent,
    PairRound,
    Rank,
    ReportResult,
    SetLineUp,
)
from .event_changes import changed, opened
from .event_deciding import EventRefused, check, check_regulations, outcome_of
from .event_entries import EventEntry
from .recorded_acts import Undo
from .team_deciding import check_line_up_time

__all__ = ["EventFold"]


class EventFold(ActFold[Event, EventEntry], frozen=True):
    """A tournament, and the entries that made it."""

    offered: ClassVar[int] = 40

    def decide(self, act: EventAct, by: str, at: Instant) -> EventEntry:
        """The entry for an act; raises `EventRefused`."""
        n = len(self.entries) + 1
        if self.event is None:
            if not isinstance(act, OpenEvent):
                raise EventRefused(message("event.not_open"))
            check_regulations(act.regulations)
            return EventEntry(n, at, by, act)
        try:
            check(self.event, act)
            if isinstance(act, Undo):
                self.check_undo(act.n)
            if isinstance(act, SetLineUp):
                check_line_up_time(self.event, act, at)
            return EventEntry(n, at, by, act, outcome_of(self.event, act))
        except TournamentError as error:
            raise EventRefused(error.message) from error

    @classmethod
    def _opened(cls, entry: EventEntry) -> Event:
        return opened(entry)

    @classmethod
    def _changed(cls, event: Event, entry: EventEntry) -> Event:
        return changed(event, entry)

    @classmethod
    def _stands(cls, entry: EventEntry, before: Event, without: Event, /) -> bool:
        try:
            check(without, entry.act)
            match entry.act:
                case PairRound():
                    # Pairing a large round again takes long; from the same results it comes out the same.
                    return _basis(before) == _basis(without)
                case ReportResult(pairing=pairing) | AcceptResult(pairing=pairing):
                    # Of a board of teams the result is of those who sat there.
                    return before.find(pairing)[1].seated == without.find(pairing)[1].seated
                case CloseEntries() | DrawLots() | CloseStage() | Rank():
                    return outcome_of(without, entry.act) == entry.outcome
                case _:
                    return True
        except (EventRefused, TournamentError):
            return False


def _basis(event: Event) -> object:
    """All that a pairing depends on."""
    byes = {player: entrant.bye_in(event.next_round) for player, entrant in event.entrants.items()}
    results = [
        (game.id, game.white, game.black, event.counted(game), game.advanced)
        for a_round in event.rounds
        for game in a_round.games
    ]
    unpaired = [a_round.byes for a_round in event.rounds]
    persons = [event.entrants[player].person for player in event.order]
    return event.regulations, persons, event.stages, byes, event.forbidden, results, unpaired
