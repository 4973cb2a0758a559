"""Bodies of answers about standings: places, points and tie-breaks, each number explained."""

from __future__ import annotations

import msgspec

from gateway.model.messages import Message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.explained import written
from gateway.tournament.standings.ranking import RankedRow, Standings

__all__ = ["StandingBody", "StandingsBody", "standing_body", "standings_body"]


class StandingRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One place."""

    rank: int
    """Shared by those whom nothing told apart."""
    number: PairingNumber
    points: str
    tie_breaks: list[str]
    """The numbers of the tie-breaks; `-` where one was not looked at."""
    by_lot: bool = False


class StandingsBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The standings after a round, or as they are."""

    tie_breaks: list[str] = []
    """Their codes, in the order in which they are looked at."""
    rows: list[StandingRow] = []
    remarks: list[Message] = []
    """Tie-breaks that were left out, and why."""


class TieBreakStory(msgspec.Struct, frozen=True, omit_defaults=True):
    """The story of how a number of a tie-break came about."""

    code: str
    value: str
    addends: list[Message]
    formula: Message | None = None


class StandingBody(msgspec.Struct, frozen=True):
    """One player's place, with every number explained."""

    row: StandingRow
    stories: list[TieBreakStory]


def standings_body(found: Standings) -> StandingsBody:
    """The standings as they are sent."""
    codes = [tie_break.code for tie_break in found.tie_breaks]
    return StandingsBody(tie_breaks=codes, rows=[_row(row) for row in found.rows], remarks=list(found.remarks))


def standing_body(found: Standings, number: PairingNumber) -> StandingBody:
    """One player's place; raises `LookupError`."""
    for row in found.rows:
        if row.number == number:
            stories = [
                TieBreakStory(tie_break.code, value.text, [each.told for each in value.addends], value.formula)
                for tie_break, value in zip(found.tie_breaks, row.values, strict=True)
                if value is not None
            ]
            return StandingBody(_row(row), stories)
    raise LookupError(f"Nobody has the number {number}.")


def _row(row: RankedRow) -> StandingRow:
    return StandingRow(
        rank=row.rank,
        number=row.number,
        points=written(row.points),
        tie_breaks=["-" if value is None else value.text for value in row.values],
        by_lot=row.by_lot,
    )
