"""The standings of teams: victory points with byes and penalties, and what parts those who are level (decision B4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import msgspec

from .bridge_event import BridgeEvent, ContestantNumber
from .bridge_matches import BridgeMatch, matches
from .bridge_regulations import BridgeTieBreak, PenaltyUnit, ScaleKind

__all__ = ["TeamStanding", "bye_rounds", "team_standings", "vp_penalty"]


class TeamStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A team's place."""

    place: int
    """From 1; those whom nothing parts share one."""
    number: ContestantNumber
    points: Decimal
    """Victory points with byes, less penalties; the difference of IMPs where the event has no victory points."""
    matches: int
    wins: int
    won: Fraction
    """IMPs won on single boards."""
    lost: Fraction
    byes: int
    penalty: Decimal
    """Victory points that were taken."""
    tie_breaks: tuple[Fraction | None, ...] = ()
    """In the order of the event; None: IMPs were won and none lost, or it did not come to that."""


class _Row(msgspec.Struct):
    number: ContestantNumber
    points: Decimal = Decimal(0)
    matches: int = 0
    wins: int = 0
    won: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)
    byes: int = 0
    penalty: Decimal = Decimal(0)


def team_standings(
    event: BridgeEvent,
    *,
    through: int | None = None,
    numbers: Iterable[ContestantNumber] | None = None,
    carried: bool = False,
) -> tuple[TeamStanding, ...]:
    """The places after a round, or now, of all teams or of these.

    With `carried` only matches between these teams count, and byes of the final stage alone: qualifiers take along what
    they had against each other, and nothing else. A match counts when every board of it has a result.
    """
    last = len(event.rounds) if through is None else through
    among = set(numbers) if numbers is not None else {ContestantNumber(at) for at in range(1, len(event.order) + 1)}
    rows = {number: _Row(number) for number in sorted(among)}
    counted = [
        match
        for match in matches(event)
        if match.complete and match.round <= last and (not carried or {match.home, match.away} <= among)
    ]
    for match in counted:
        for number in {match.home, match.away} & among:
            _count(rows[number], match, at_home=number == match.home)
    for number, row in rows.items():
        row.byes = sum(
            1
            for each in bye_rounds(event, number)
            if each <= last and (not carried or event.rounds[each - 1].stage > 1)
        )
        worth = Decimal(0) if event.regulations.scale.kind is ScaleKind.NONE else event.regulations.bye
        row.points += row.byes * worth
        row.penalty = vp_penalty(event, number, last)
        row.points -= row.penalty
    return tuple(_placed(event, list(rows.values()), counted))


def bye_rounds(event: BridgeEvent, number: ContestantNumber) -> tuple[int, ...]:
    """The published rounds in which a team had no opponent."""
    return tuple(each.number for each in event.rounds if each.published and number in each.byes)


def vp_penalty(event: BridgeEvent, number: ContestantNumber, last: int | None = None) -> Decimal:
    """The victory points that were taken from a contestant until a round."""
    contestant = event.contestant(number).id
    return sum(
        (
            Decimal(each.points)
            for each in event.penalties
            if each.unit is PenaltyUnit.VICTORY_POINTS
            and each.contestant == contestant
            and (last is None or each.round <= last)
        ),
        Decimal(0),
    )


def _count(row: _Row, match: BridgeMatch, *, at_home: bool) -> None:
    points, margin = (match.home_vp, match.home_margin) if at_home else (match.away_vp, match.away_margin)
    won, lost = (match.home_won, match.away_won) if at_home else (match.away_won, match.home_won)
    row.points += Decimal(margin.numerator) / Decimal(margin.denominator) if points is None else points
    row.matches += 1
    row.wins += match.winner == row.number
    row.won += won
    row.lost += lost


# Level ----------------------------------------------------------------------------------------------------------------


def _placed(event: BridgeEvent, rows: list[_Row], counted: Sequence[BridgeMatch]) -> Iterable[TeamStanding]:
    groups = _parted(rows, [row.points for row in rows])
    shown: dict[ContestantNumber, list[Fraction | None]] = {row.number: [] for row in rows}
    for tie_break in event.regulations.tie_breaks:
        following = []
        for group in groups:
            if len(group) == 1:
                following.append(group)
                continue
            values = [_value(tie_break, row, group, counted) for row in group]
            for row, value in zip(group, values, strict=True):
                shown[row.number].append(value)
            following += _parted(group, [(value is None, value or Fraction(0)) for value in values])
        groups = following
    place = 1
    for group in groups:
        for row in sorted(group, key=lambda each: each.number):
            yield TeamStanding(
                place=place,
                number=row.number,
                points=row.points,
                matches=row.matches,
                wins=row.wins,
                won=row.won,
                lost=row.lost,
                byes=row.byes,
                penalty=row.penalty,
                tie_breaks=tuple(shown[row.number]),
            )
        place += len(group)


def _parted(rows: Sequence[_Row], values: Sequence[object]) -> list[list[_Row]]:
    """The rows by their values, the highest first."""
    found: dict[object, list[_Row]] = {}
    for row, value in zip(rows, values, strict=True):
        found.setdefault(value, []).append(row)
    return [found[value] for value in sorted(found, reverse=True)]  # type: ignore[type-var]


def _all_have_met(level: set[ContestantNumber], between: Sequence[BridgeMatch]) -> bool:
    """Whether every two have met as often as every other two: in a Swiss, or before the end, nothing is said else."""
    met = Counter(frozenset((each.home, each.away)) for each in between)
    return len({met[frozenset(pair)] for pair in combinations(level, 2)}) == 1


def _value(
    tie_break: BridgeTieBreak, row: _Row, group: Sequence[_Row], counted: Sequence[BridgeMatch]
) -> Fraction | None:
    """The number by which a team of a group that is level is ranked; None is more than every number."""
    match tie_break:
        case BridgeTieBreak.BETWEEN:
            level = {each.number for each in group}
            between = [each for each in counted if {each.home, each.away} <= level]
            if not _all_have_met(level, between):
                return Fraction(0)
            total = _Row(row.number)
            for each in between:
                if row.number in (each.home, each.away):
                    _count(total, each, at_home=row.number == each.home)
            return Fraction(total.points)
        case BridgeTieBreak.QUOTIENT:
            if row.lost > 0:
                return row.won / row.lost
            return None if row.won > 0 else Fraction(0)
        case BridgeTieBreak.DIFFERENCE:
            return row.won - row.lost
        case BridgeTieBreak.WINS:
            return Fraction(row.wins)
