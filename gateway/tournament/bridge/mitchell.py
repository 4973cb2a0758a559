"""The Mitchell movement for pairs: North-South stay, East-West go up one table, the boards down one.

With an odd number of tables everybody meets everybody of the other direction on boards of its own. With an even number
East-West would come back to boards that they have played: half-way they skip a table, and the last round falls away.
Or nobody skips: two tables share their boards, and a set rests at the other end, between the two tables in the middle
(relay and bye-stand); then all rounds are played.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["EvenTables", "PairsRound", "PairsTable", "mitchell"]

LEAST_TABLES = 2


class PairsTable(NamedTuple):
    """A table of pairs in one round."""

    table: int
    north_south: int
    east_west: int
    boards: int
    """The number of the set of boards."""


class PairsRound(NamedTuple):
    """The seats of a round."""

    number: int
    tables: tuple[PairsTable, ...]


class EvenTables(enum.StrEnum):
    """The treatment of an even number of tables."""

    SKIP = "skip"
    RELAY = "relay"


def mitchell(tables: int, *, even: EvenTables = EvenTables.SKIP, rounds: int | None = None) -> tuple[PairsRound, ...]:
    """The rounds for so many tables; the pairs of each direction have numbers of their own, from 1."""
    if tables < LEAST_TABLES:
        raise TournamentError(message("bridge.too_few_tables", least=LEAST_TABLES))
    skips = tables % 2 == 0 and even is EvenTables.SKIP
    relay = tables % 2 == 0 and even is EvenTables.RELAY
    most = tables - 1 if skips else tables
    count = most if rounds is None else rounds
    if not 1 <= count <= most:
        raise TournamentError(message("bridge.too_many_rounds", most=most))
    return tuple(
        PairsRound(
            number + 1, tuple(_table(tables, number, place, skips=skips, relay=relay) for place in range(tables))
        )
        for number in range(count)
    )


def _table(tables: int, number: int, place: int, *, skips: bool, relay: bool) -> PairsTable:
    gone = number + (1 if skips and number >= tables // 2 else 0)
    # A set that rests in the middle takes a place in the row; the last table then comes to that of the first.
    at = place + (1 if relay and place >= tables // 2 else 0)
    return PairsTable(place + 1, place + 1, (place - gone) % tables + 1, (at + number) % tables + 1)
