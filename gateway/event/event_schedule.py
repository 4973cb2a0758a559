"""The schedule of an event whose rounds are all known beforehand, and its crosstable after withdrawals."""

from __future__ import annotations

import msgspec

from gateway.games import registry
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import Crosstable, Participant
from gateway.tournament.round_robin import ScheduledRound, double_round_robin, round_robin
from gateway.tournament.withdrawal import withdraw_from_round_robin

from .event import Event
from .regulations import System

__all__ = ["schedule", "scheduled_crosstable", "scheduled_round"]

_replace = msgspec.structs.replace


def schedule(event: Event) -> tuple[ScheduledRound, ...]:
    """All rounds; none where they are paired one by one."""
    match event.regulations.system:
        case System.ROUND_ROBIN:
            return round_robin(len(event.order))
        case System.DOUBLE_ROUND_ROBIN:
            return double_round_robin(len(event.order))
        case _:
            return ()


def scheduled_round(event: Event) -> ScheduledRound | None:
    """The next round; None: there is no more."""
    rounds = schedule(event)
    return rounds[event.next_round - 1] if event.next_round <= len(rounds) else None


def scheduled_crosstable(event: Event, *, through: RoundNumber | None = None) -> Crosstable:
    """The crosstable of an event, where rounds are known beforehand with the results of those who have withdrawn
    cancelled, or what they left forfeited."""
    table = event.crosstable(through=through)
    rounds, games = table.rounds_known, schedule(event)
    if not games:
        return table
    for player in event.order:
        entrant = event.entrants[player]
        if entrant.until is None or entrant.number is None:
            continue
        left = _replace(table[entrant.number], rounds=table[entrant.number].rounds[: entrant.until])
        table = _with_row(table, left)
        first = registry.find(event.regulations.rules).start().turn
        table = withdraw_from_round_robin(table, entrant.number, games, first_side=first).table
    return _replace(table, participants=tuple(_replace(row, rounds=row.rounds[:rounds]) for row in table.participants))


def _with_row(table: Crosstable, row: Participant) -> Crosstable:
    rows = tuple(row if each.number == row.number else each for each in table.participants)
    return _replace(table, participants=rows)
