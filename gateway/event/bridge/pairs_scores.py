"""The scores of pairs and individuals: matchpoints, IMPs across the field, or against the datum. Law 78.

Tables that had the same board are compared. With averages, or with fewer results than tables, matchpoints are worth as
much as if all had played: by Neuberg's formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from gateway.tournament.bridge.compass import CompassSeat, Partnership
from gateway.tournament.bridge.imps import imps
from gateway.tournament.bridge.matchpoints import datum

from .board_results import Average, ScorePart, TableScore, score_of
from .bridge_event import BridgeEvent, BridgeTable, ContestantNumber
from .bridge_regulations import PairsScoring, PenaltyUnit

__all__ = ["BoardScore", "PairsStanding", "board_scores", "pairs_standings"]

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


class BoardScore(NamedTuple):
    """What a board brought at one table."""

    table: BridgeTable
    board: int
    north_south: Fraction
    """Matchpoints or IMPs."""
    east_west: Fraction
    top: Fraction
    """The most matchpoints that could be had; 0 where IMPs are counted."""

    def of(self, side: Partnership) -> Fraction:
        """What a side has."""
        return self.north_south if side is NS else self.east_west


class PairsStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a pair or of a person."""

    place: int
    number: ContestantNumber
    score: Fraction
    """Matchpoints or IMPs, less penalties."""
    percent: Fraction | None
    """Of what could be had; None where IMPs are counted."""
    boards: int


def board_scores(event: BridgeEvent, board: int) -> tuple[BoardScore, ...]:
    """What a board brought at every table that has a result of it."""
    held: list[tuple[BridgeTable, TableScore]] = []
    for a_round in event.rounds:
        for table in a_round.tables:
            outcome = event.counted(table, board) if board in table.boards else None
            score = None if outcome is None else score_of(board, outcome)
            if score is not None:
                held.append((table, score))
    return tuple(
        BoardScore(table, board, _worth(event, held, at, NS), _worth(event, held, at, EW), _top(event, held))
        for at, (table, _) in enumerate(held)
    )


_Held = list[tuple[BridgeTable, TableScore]]


def _top(event: BridgeEvent, held: _Held) -> Fraction:
    return Fraction(2 * (len(held) - 1)) if event.regulations.scoring is PairsScoring.MATCHPOINTS else Fraction(0)


def _worth(event: BridgeEvent, held: _Held, at: int, side: Partnership) -> Fraction:
    """What the side of one of these tables has."""
    mine = held[at][1]
    others = [score for place, (_, score) in enumerate(held) if place != at and score.parts]
    given = mine.average(side)
    match event.regulations.scoring:
        case PairsScoring.MATCHPOINTS if given is not None:
            return _share(event, given) * _top(event, held)
        case PairsScoring.MATCHPOINTS:
            return _neuberg(_against(mine, others, side), len(others) + 1, len(held))
        case _ if given is not None:
            return _average_imps(event, given)
        case PairsScoring.CROSS_IMPS:
            total = sum((_imps(one, score, side) for score in others for one in mine.parts), Fraction(0))
            return total / len(others) if others else Fraction(0)
        case PairsScoring.BUTLER:
            return _butler(held, mine, side)


def _share(event: BridgeEvent, given: Average) -> Fraction:
    plus = Fraction(event.regulations.average_percent, 100)
    return {Average.PLUS: plus, Average.EVEN: Fraction(1, 2), Average.MINUS: 1 - plus}[given]


def _average_imps(event: BridgeEvent, given: Average) -> Fraction:
    """IMPs of an average: across the field as against the datum, as the event has set them."""
    worth = event.regulations.average_imps
    return Fraction({Average.PLUS: worth, Average.EVEN: 0, Average.MINUS: -worth}[given])


def _against(mine: TableScore, others: list[TableScore], side: Partnership) -> Fraction:
    """Two for each score that is beaten, one for each that is equal, weighed."""
    return sum(
        (
            a.weight * b.weight * (1 + (a.of(side) > b.of(side)) - (a.of(side) < b.of(side)))
            for score in others
            for a in mine.parts
            for b in score.parts
        ),
        Fraction(0),
    )


def _neuberg(points: Fraction, scores: int, tables: int) -> Fraction:
    """As much as it would be worth had all tables a score: (points + 1) times all, by those there are, less 1."""
    return points if scores == tables else (points + 1) * Fraction(tables, scores) - 1


def _imps(one: ScorePart, other: TableScore, side: Partnership) -> Fraction:
    return sum((one.weight * part.weight * imps(one.of(side) - part.of(side)) for part in other.parts), Fraction(0))


def _butler(held: _Held, mine: TableScore, side: Partnership) -> Fraction:
    means = [
        round(sum((part.weight * part.north_south for part in score.parts), Fraction(0)))
        for _, score in held
        if score.parts
    ]
    middle = datum(means)
    signed = middle if side is NS else -middle
    return sum((part.weight * imps(part.of(side) - signed) for part in mine.parts), Fraction(0))


# Standings ------------------------------------------------------------------------------------------------------------


def _players(table: BridgeTable) -> Iterator[tuple[ContestantNumber, Partnership]]:
    if table.four:
        yield from ((number, seat.partnership) for number, seat in zip(table.four, CompassSeat, strict=True))
    else:
        yield from ((table.number(side), side) for side in Partnership)


def pairs_standings(event: BridgeEvent) -> tuple[PairsStanding, ...]:
    """The places by what has been played; matchpoints are ranked by their share of what could be had."""
    score = {ContestantNumber(at): Fraction(0) for at in range(1, len(event.order) + 1)}
    most, count = dict.fromkeys(score, Fraction(0)), dict.fromkeys(score, 0)
    boards = {board for a_round in event.rounds for table in a_round.tables for board in table.boards}
    for board in sorted(boards):
        for found in board_scores(event, board):
            for number, side in _players(found.table):
                score[number] += found.of(side)
                most[number] += found.top
                count[number] += 1
    for penalty in event.penalties:
        number = event.contestants[penalty.contestant].number
        # Of a top on one board: the mean of those that the contestant has played.
        top = most[number] / count[number] if count[number] else Fraction(0)
        share = Fraction(penalty.points) / 100 * top
        score[number] -= share if penalty.unit is PenaltyUnit.PERCENT else Fraction(penalty.points)
    rows = [
        (number, score[number], score[number] / most[number] if most[number] else None, count[number])
        for number in score
    ]
    matchpoints = event.regulations.scoring is PairsScoring.MATCHPOINTS
    keys = {row[0]: (row[2] or Fraction(0)) if matchpoints else row[1] for row in rows}
    rows.sort(key=lambda row: (-keys[row[0]], row[0]))
    return tuple(
        PairsStanding(
            place=1 + sum(keys[other] > keys[number] for other in keys),
            number=number,
            score=got,
            percent=share if matchpoints else None,
            boards=played,
        )
        for number, got, share, played in rows
    )
