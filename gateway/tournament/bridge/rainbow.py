"""The rainbow movement for individuals: North stays, the three others and the boards go round, each at its own pace.

With a prime number of tables, five or more, all five paces are different at every distance: each player has everybody
of the other three directions once at the table, and nobody comes to a board twice.
"""

from __future__ import annotations

from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["IndividualRound", "IndividualTable", "rainbow"]

LEAST_TABLES = 5
SEATS = 4


class IndividualTable(NamedTuple):
    """A table of individuals in one round."""

    table: int
    players: tuple[int, int, int, int]
    """North, East, South and West: the first quarter of the numbers sits North, the second East, and so on."""
    boards: int
    """The number of the set of boards."""


class IndividualRound(NamedTuple):
    """The seats of a round."""

    number: int
    tables: tuple[IndividualTable, ...]


def rainbow(players: int) -> tuple[IndividualRound, ...]:
    """The rounds for four times a prime number of players: as many as there are tables."""
    tables = players // SEATS
    if players % SEATS or tables < LEAST_TABLES or any(tables % each == 0 for each in range(2, tables)):
        raise TournamentError(message("bridge.rainbow_size"))
    return tuple(
        IndividualRound(number + 1, tuple(_table(tables, number, place) for place in range(tables)))
        for number in range(tables)
    )


def _table(tables: int, number: int, place: int) -> IndividualTable:
    north, east, south, west = (
        direction * tables + (place - direction * number) % tables + 1 for direction in range(SEATS)
    )
    return IndividualTable(place + 1, (north, east, south, west), (place + number) % tables + 1)
