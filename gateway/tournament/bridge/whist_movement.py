"""The American Whist movement: an odd number of teams meet in half a day, all at the same boards. BR (四)1.

North-South stay; before each round East-West go up two tables and the boards one. A match has its two halves in round r
and in round n - r, at two tables, on the same boards. For even numbers print has only the heading of the New England
Relay; there a team that is not there is added, and whoever would meet it sits out (decision B5).
"""

from __future__ import annotations

from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["WhistMatch", "WhistRound", "WhistTable", "american_whist", "whist_matches"]

LEAST_TEAMS = 3


class WhistTable(NamedTuple):
    """A table in one round."""

    table: int
    north_south: int
    boards: int
    """The number of the set of boards."""
    east_west: int


class WhistRound(NamedTuple):
    """A round: where everybody sits."""

    number: int
    """As in the whole movement; the first and the last may be left out."""
    tables: tuple[WhistTable, ...]


class WhistMatch(NamedTuple):
    """Two teams, and the two tables whose scores are compared."""

    boards: int
    first: WhistTable
    second: WhistTable
    rounds: tuple[int, int]


def american_whist(teams: int, *, leave_out: int = 0) -> tuple[WhistRound, ...]:
    """The rounds for so many teams, without the first and the last `leave_out` of them.

    With an even number the highest team of the movement is not there: its tables are idle.
    """
    size = teams + (1 - teams % 2)
    if teams < LEAST_TEAMS or not 0 <= 2 * leave_out < size - 1:
        raise TournamentError(message("bridge.whist_size", teams=teams, most=(size - 3) // 2))
    return tuple(
        WhistRound(number, tuple(_table(table, number, size) for table in range(1, size + 1)))
        for number in range(1 + leave_out, size - leave_out)
    )


def whist_matches(teams: int, *, leave_out: int = 0) -> tuple[WhistMatch, ...]:
    """Every match with its two halves, in the order in which their second half is played."""
    size = teams + (1 - teams % 2)
    rounds = {each.number: each for each in american_whist(teams, leave_out=leave_out)}
    found = []
    for number in sorted(rounds):
        back = size - number
        if number >= back:
            continue
        seats = {(table.north_south, table.east_west): table for table in rounds[back].tables}
        for table in rounds[number].tables:
            if max(table.north_south, table.east_west) <= teams:
                other = seats[table.east_west, table.north_south]
                found.append(WhistMatch(table.boards, table, other, (number, back)))
    return tuple(sorted(found, key=lambda match: (match.rounds[1], match.first.table)))


def _table(table: int, number: int, size: int) -> WhistTable:
    return WhistTable(table, table, (table - number - 1) % size + 1, (table - 2 * number - 1) % size + 1)
