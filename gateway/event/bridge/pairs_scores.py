"""The scores of pairs and individuals: matchpoints, IMPs across the field, or against the datum. Law 78.

Tables that had the same board are compared. With averages, or with fewer results than another board has, matchpoints
are worth as much as if all had played: by Neuberg's formula, so that every board has the same top. An average plus is
worth no less than what its contestant has of the other boards, an average minus no more (Law 12 C 2 b).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from gateway.tournament.bridge.compass import CompassSeat, Partnership
from gateway.tournament.bridge.imps import imps
from gateway.tournament.bridge.matchpoints import datum

from .board_results import Average, ScorePart, TableScore, score_of
from .bridge_event import BridgeEvent, BridgeTable, ContestantNumber
from .bridge_regulations import BridgeSystem, PairsScoring, PenaltyUnit

__all__ = ["BoardScore", "PairsStanding", "against_datum", "board_scores", "pairs_standings"]

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


class BoardScore(NamedTuple):
    """The score of a board at one table."""

    table: BridgeTable
    board: int
    north_south: Fraction
    """Matchpoints or IMPs."""
    east_west: Fraction
    top: Fraction
    """The most matchpoints that could be had; 0 where IMPs are counted."""
    result: TableScore

    def of(self, side: Partnership) -> Fraction:
        """What a side has."""
        return self.north_south if side is NS else self.east_west


class PairsStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a pair or of a person."""

    place: int
    """Among those of its line."""
    line: Partnership | None
    """In a Mitchell North-South and East-West have no scores in common: each line has a winner of its own."""
    number: ContestantNumber
    score: Fraction
    """Matchpoints or IMPs, less penalties."""
    percent: Fraction | None
    """Of what could be had; None where IMPs are counted."""
    boards: int


def board_scores(event: BridgeEvent, board: int) -> tuple[BoardScore, ...]:
    """What a board brought at every table that has a result of it."""
    found = _held(event)
    averages = any(score.averages is not None for _, score in found.get(board, ()))
    shares = _shares(event, found) if averages else {}
    return tuple(_board_scores(event, board, found.get(board, []), _most(found), shares))


_Held = list[tuple[BridgeTable, TableScore]]
"""The results of a board."""


def _held(event: BridgeEvent) -> dict[int, _Held]:
    """The results of every board that count."""
    found: dict[int, _Held] = defaultdict(list)
    for a_round in event.rounds:
        for table in a_round.tables:
            for board in table.boards:
                outcome = event.counted(table, board)
                score = None if outcome is None else score_of(board, outcome)
                if score is not None:
                    found[board].append((table, score))
    return found


def _most(found: Mapping[int, _Held]) -> int:
    """The results of the board that has most of them."""
    return max(map(len, found.values()), default=0)


_Shares = Mapping[ContestantNumber, Fraction]
"""What contestants have of the boards that they have played, as a part of the tops."""


def _shares(event: BridgeEvent, found: Mapping[int, _Held]) -> _Shares:
    got, tops = defaultdict[ContestantNumber, Fraction](Fraction), defaultdict[ContestantNumber, Fraction](Fraction)
    for board, held in found.items():
        for each in _board_scores(event, board, held, _most(found), {}):
            for number, side in _players(each.table):
                if each.result.average(side) is None:
                    got[number] += each.of(side)
                    tops[number] += each.top
    return {number: got[number] / top for number, top in tops.items() if top}


def _board_scores(event: BridgeEvent, board: int, held: _Held, most: int, shares: _Shares) -> Iterator[BoardScore]:
    top = Fraction(2 * (most - 1)) if event.regulations.scoring is PairsScoring.MATCHPOINTS else Fraction(0)
    for at, (table, score) in enumerate(held):
        one, other = (_worth(event, held, at, side, most, shares.get(table.number(side))) for side in (NS, EW))
        yield BoardScore(table, board, one, other, top, score)


def _worth(event: BridgeEvent, held: _Held, at: int, side: Partnership, most: int, share: Fraction | None) -> Fraction:
    """What the side of one of these tables has; `share` is what it has of its other boards."""
    mine = held[at][1]
    others = [score for place, (_, score) in enumerate(held) if place != at and score.parts]
    given = mine.average(side)
    match event.regulations.scoring:
        case PairsScoring.MATCHPOINTS if given is not None:
            return _share(event, given, share) * 2 * (most - 1)
        case PairsScoring.MATCHPOINTS:
            return _neuberg(_against(mine, others, side), len(others) + 1, most)
        case _ if given is not None:
            return _average_imps(event, given)
        case PairsScoring.CROSS_IMPS:
            total = sum((_imps(one, score, side) for score in others for one in mine.parts), Fraction(0))
            return total / len(others) if others else Fraction(0)
        case PairsScoring.BUTLER:
            return _butler(held, mine, side)


def _share(event: BridgeEvent, given: Average, share: Fraction | None) -> Fraction:
    """The part of a top of an average: of a plus at least, of a minus at most what its contestant has otherwise."""
    plus = Fraction(event.regulations.average_percent, 100)
    if given is Average.EVEN:
        return Fraction(1, 2)
    if given is Average.PLUS:
        return plus if share is None else max(plus, share)
    return 1 - plus if share is None else min(1 - plus, share)


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
    return against_datum(mine, datum([score.mean for _, score in held if score.parts]), side)


def against_datum(score: TableScore, middle: int, side: Partnership) -> Fraction:
    """The IMPs of a side against the datum of North-South."""
    signed = middle if side is NS else -middle
    return sum((part.weight * imps(part.of(side) - signed) for part in score.parts), Fraction(0))


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
    found = _held(event)
    shares = _shares(event, found)
    for board, held in sorted(found.items()):
        for each in _board_scores(event, board, held, _most(found), shares):
            for number, side in _players(each.table):
                given = each.result.average(side)
                if each.top and given is not None:  # of two individuals on one side each has an average of his own
                    score[number] += _share(event, given, shares.get(number)) * each.top
                else:
                    score[number] += each.of(side)
                most[number] += each.top
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
    lines = {number: _line(event, number) for number in keys}
    rows.sort(key=lambda row: (lines[row[0]] is EW, -keys[row[0]], row[0]))
    return tuple(
        PairsStanding(
            place=1 + sum(keys[other] > keys[number] and lines[other] is lines[number] for other in keys),
            line=lines[number],
            number=number,
            score=got,
            percent=share if matchpoints else None,
            boards=played,
        )
        for number, got, share, played in rows
    )


def _line(event: BridgeEvent, number: ContestantNumber) -> Partnership | None:
    if event.regulations.system is not BridgeSystem.MITCHELL:
        return None
    return NS if 2 * number <= len(event.order) + 1 else EW
