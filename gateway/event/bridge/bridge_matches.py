"""Matches of teams: boards compared, IMPs, and victory points with byes and penalties. BR (一), (三); Law 78 B.

A penalty in IMPs lowers what its team has won in the match, and so moves the margin of both; one in victory points is
taken from the team alone. Where a director has split a score, the two teams have margins of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import msgspec

from gateway.tournament.bridge.compass import Partnership
from gateway.tournament.bridge.imps import imps
from gateway.tournament.bridge.victory_points import VictoryPointScale

from .board_results import Average, BoardOutcome, TableScore, score_of
from .bridge_event import BridgeEvent, BridgeRoundState, BridgeTable, ContestantNumber, Room, TableId
from .bridge_regulations import BridgeSystem, EightResults, PenaltyUnit

__all__ = ["BoardImps", "BridgeMatch", "Comparison", "matches", "matches_of", "round_matches"]

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


class BoardImps(NamedTuple):
    """A board compared: what each of the two teams gains, mostly one the opposite of the other."""

    board: int
    home: Fraction
    away: Fraction


class Comparison(msgspec.Struct, frozen=True):
    """Two tables, at one of which the home team sits North-South and at the other East-West."""

    open: TableId
    closed: TableId
    boards: tuple[BoardImps, ...]
    """Those that both have a result of, and that count."""

    @property
    def home(self) -> Fraction:
        """The IMPs of the home team, less those of the visitors."""
        return sum((each.home for each in self.boards), Fraction(0))

    @property
    def away(self) -> Fraction:
        """The same for the visitors."""
        return sum((each.away for each in self.boards), Fraction(0))


class BridgeMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Two teams who meet, and how it stands."""

    round: int
    """In which it ends."""
    number: int
    home: ContestantNumber
    away: ContestantNumber
    tables: tuple[TableId, ...]
    comparisons: tuple[Comparison, ...]
    complete: bool
    """Every board has a result at every table."""
    home_won: Fraction
    """IMPs that the home team gained on single boards, less its penalties in IMPs."""
    away_won: Fraction
    home_margin: Fraction
    away_margin: Fraction
    """Mostly the opposite of the home team's."""
    home_vp: Decimal | None
    """Without penalties in victory points; None where the event has none."""
    away_vp: Decimal | None

    @property
    def winner(self) -> ContestantNumber | None:
        """Who has won; None: it is level or not over."""
        if not self.complete or self.home_margin == self.away_margin:
            return None
        return self.home if self.home_margin > self.away_margin else self.away


def matches(event: BridgeEvent) -> tuple[BridgeMatch, ...]:
    """Every match that has begun, round after round."""
    return tuple(match for a_round in event.rounds for match in round_matches(event, a_round))


def matches_of(event: BridgeEvent, number: ContestantNumber) -> tuple[BridgeMatch, ...]:
    """The matches of a team."""
    return tuple(match for match in matches(event) if number in (match.home, match.away))


def round_matches(event: BridgeEvent, a_round: BridgeRoundState) -> Iterator[BridgeMatch]:
    """The matches of a round; of whist, those whose second half is played in it."""
    if event.regulations.system is BridgeSystem.WHIST:
        yield from _whist_matches(event, a_round)
        return
    for number, tables in a_round.matches.items():
        opened = [table for table in tables if table.room is Room.OPEN]
        closed = [table for table in tables if table.room is Room.CLOSED]
        pairs = [(one, other) for one in opened for other in closed]
        yield _match(event, a_round.number, number, pairs)


def _whist_matches(event: BridgeEvent, a_round: BridgeRoundState) -> Iterator[BridgeMatch]:
    """Both halves of a match were played on the same boards, at two tables of different rounds."""
    before = {
        (table.north_south, table.east_west): table
        for earlier in event.rounds[: a_round.number - 1]
        for table in earlier.tables
    }
    for table in a_round.tables:
        first = before.get((table.east_west, table.north_south))
        if first is not None and first.boards == table.boards:
            yield _match(event, a_round.number, table.match, [(first, table)])


def _match(event: BridgeEvent, number: int, match: int, pairs: list[tuple[BridgeTable, BridgeTable]]) -> BridgeMatch:
    home, away = pairs[0][0].north_south, pairs[0][0].east_west
    comparisons = tuple(_compared(event, one, other) for one, other in pairs)
    tables = {table.id: table for pair in pairs for table in pair}
    lost = _penalty(event, home, number), _penalty(event, away, number)
    won = [sum((max(Fraction(0), each) for each in side), Fraction(0)) for side in _gains(comparisons)]
    home_margin, away_margin = (
        sum((each.home for each in comparisons), Fraction(0)) - lost[0] + lost[1],
        sum((each.away for each in comparisons), Fraction(0)) - lost[1] + lost[0],
    )
    points = _victory_points(event, comparisons, home_margin, away_margin, lost)
    return BridgeMatch(
        round=number,
        number=match,
        home=home,
        away=away,
        tables=tuple(tables),
        comparisons=comparisons,
        complete=not any(event.missing(table) for table in tables.values()),
        home_won=won[0] - lost[0],
        away_won=won[1] - lost[1],
        home_margin=home_margin,
        away_margin=away_margin,
        home_vp=points[0],
        away_vp=points[1],
    )


def _gains(comparisons: tuple[Comparison, ...]) -> tuple[list[Fraction], list[Fraction]]:
    boards = [each for comparison in comparisons for each in comparison.boards]
    return [each.home for each in boards], [each.away for each in boards]


def _penalty(event: BridgeEvent, number: ContestantNumber, round_number: int) -> Fraction:
    """IMPs that a team loses in a round."""
    contestant = event.contestant(number).id
    return sum(
        (
            Fraction(each.points)
            for each in event.penalties
            if each.unit is PenaltyUnit.IMPS and each.contestant == contestant and each.round == round_number
        ),
        Fraction(0),
    )


def _victory_points(
    event: BridgeEvent,
    comparisons: tuple[Comparison, ...],
    home: Fraction,
    away: Fraction,
    lost: tuple[Fraction, Fraction],
) -> tuple[Decimal | None, Decimal | None]:
    scale = event.regulations.scale.made(event.regulations.boards)
    if scale is None:
        return None, None
    if event.regulations.eight_results is EightResults.TOGETHER or len(comparisons) == 1:
        return _of_margin(scale, home), _of_margin(scale, away)
    # A penalty in IMPs is taken from one of the four results, the first.
    moved = [lost[1] - lost[0], *(Fraction(0) for _ in comparisons[1:])]
    return (
        sum((_of_margin(scale, each.home + by) for each, by in zip(comparisons, moved, strict=True)), Decimal(0)),
        sum((_of_margin(scale, each.away - by) for each, by in zip(comparisons, moved, strict=True)), Decimal(0)),
    )


def _of_margin(scale: VictoryPointScale, margin: Fraction) -> Decimal:
    """The victory points of a margin; parts of an IMP, which only weighted scores leave, are rounded, halves up."""
    whole = int(abs(margin) + Fraction(1, 2))
    points = scale.of(whole)
    return points.winner if margin >= 0 else points.loser


# Boards ---------------------------------------------------------------------------------------------------------------


def _compared(event: BridgeEvent, opened: BridgeTable, closed: BridgeTable) -> Comparison:
    found = []
    for board in opened.boards:
        one, other = event.counted(opened, board), event.counted(closed, board)
        if one is not None and other is not None:
            compared = _board_imps(event, board, one, other)
            if compared is not None:
                found.append(compared)
    return Comparison(opened.id, closed.id, tuple(found))


def _board_imps(event: BridgeEvent, board: int, opened: BoardOutcome, closed: BoardOutcome) -> BoardImps | None:
    """What a board brings; None: it does not count."""
    one, other = score_of(board, opened), score_of(board, closed)
    if one is None or other is None:
        return None
    if one.averages is not None or other.averages is not None:
        return BoardImps(board, _average(event, one, other, NS), _average(event, one, other, EW))
    return BoardImps(board, _gain(one, other, NS), _gain(one, other, EW))


def _gain(opened: TableScore, closed: TableScore, side: Partnership) -> Fraction:
    """What a team gains that sits on this side of the open table and on the other of the closed one."""
    return sum(
        (a.weight * b.weight * imps(a.of(side) + b.of(side.opponents)) for a in opened.parts for b in closed.parts),
        Fraction(0),
    )


def _average(event: BridgeEvent, opened: TableScore, closed: TableScore, side: Partnership) -> Fraction:
    """What a team has of a board that could not be played at one of the tables, or at both: the sum of its averages,
    and no more than one of them."""
    worth = {Average.PLUS: 1, Average.EVEN: 0, Average.MINUS: -1}
    given = [opened.average(side), closed.average(side.opponents)]
    total = sum(worth[each] for each in given if each is not None)
    return Fraction(max(-1, min(1, total)) * event.regulations.average_imps)
