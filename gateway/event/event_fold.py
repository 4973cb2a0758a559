"""The fold: the same entries give the same event anywhere. An act becomes an entry here, or is refused.

An entry that was undone stays in the record and is left out of the fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.instants import Instant
from gateway.model.messages import message

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
    Undo,
)
from .event_changes import changed, opened
from .event_deciding import EventRefused, check, check_regulations, outcome_of
from .event_entries import EventEntry
from .team_deciding import check_line_up_time

__all__ = ["EventFold"]

_OFFERED = 40
"""Entries that are looked at when it is asked what may be undone; an older one is undone by its number."""


class EventFold(msgspec.Struct, frozen=True):
    """An event, and the entries that made it."""

    event: Event | None = None
    """None until it is opened."""
    entries: tuple[EventEntry, ...] = ()

    @classmethod
    def of(cls, entries: Iterable[EventEntry]) -> Self:
        """The event of a whole record."""
        entries = tuple(entries)
        return cls(_fold(_standing(entries)), entries)

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
                _check_undo(self.entries, act.n)
            if isinstance(act, SetLineUp):
                check_line_up_time(self.event, act, at)
            return EventEntry(n, at, by, act, outcome_of(self.event, act))
        except TournamentError as error:
            raise EventRefused(error.message) from error

    def after(self, entry: EventEntry) -> Self:
        """The fold with one entry more."""
        entries = (*self.entries, entry)
        if isinstance(entry.act, Undo):
            return type(self).of(entries)
        return type(self)(_after(self.event, entry), entries)

    def undoable(self) -> Iterator[int]:
        """The numbers of entries that may be undone, the latest first, of those that were done last."""
        standing = _standing(self.entries)
        earlier, latest = standing[:-_OFFERED], standing[-_OFFERED:]
        before = _fold(earlier)
        for at in reversed(range(len(latest))):
            try:
                _check_without(before, latest, at)
            except EventRefused:
                continue
            yield latest[at].n


def _standing(entries: Sequence[EventEntry]) -> list[EventEntry]:
    """The entries that count: neither undone, nor an undoing."""
    undone = {entry.act.n for entry in entries if isinstance(entry.act, Undo)}
    return [entry for entry in entries if entry.n not in undone and not isinstance(entry.act, Undo)]


def _after(event: Event | None, entry: EventEntry) -> Event:
    return opened(entry) if event is None else changed(event, entry)


def _fold(entries: Iterable[EventEntry]) -> Event | None:
    event: Event | None = None
    for entry in entries:
        event = _after(event, entry)
    return event


def _check_undo(entries: Sequence[EventEntry], n: int) -> None:
    """Raise `EventRefused` unless all that was done later could have been done without this, with the same outcome."""
    standing = _standing(entries)
    at = next((at for at, entry in enumerate(standing) if entry.n == n), None)
    if at is None:
        raise EventRefused(message("event.nothing_to_undo", n=n))
    _check_without(_fold(standing[:at]), standing[at:], 0)


def _check_without(before: Event | None, standing: Sequence[EventEntry], at: int) -> None:
    """Raise `EventRefused` unless all after one of these entries could have been done without it."""
    for entry in standing[:at]:
        before = _after(before, entry)
    if before is None:
        raise EventRefused(message("event.opening_stands"))
    n = standing[at].n
    with_it, without = changed(before, standing[at]), before
    for entry in standing[at + 1 :]:
        if not _stands(entry, with_it, without):
            raise EventRefused(message("event.built_upon", n=n, later=entry.n))
        with_it, without = changed(with_it, entry), changed(without, entry)


def _stands(entry: EventEntry, before: Event, without: Event) -> bool:
    """Whether an entry would have been the same in another event."""
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
