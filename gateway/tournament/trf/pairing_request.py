"""Between reports and pairing engines: what the coming round of a file is paired from, and a file for a round."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundResult, RoundScore
from gateway.tournament.pairing_engine import RoundRequest

from .report_tables import coming_round, crosstable, report
from .tournament_report import ForbiddenPairs, TournamentReport, VirtualPoints

__all__ = ["forbidden_pairs", "request_report", "round_request"]


def round_request(of: TournamentReport, number: RoundNumber | None = None) -> RoundRequest:
    """The request for a round of a report: the coming one, or one that has been played, as it was then."""
    number = coming_round(of) if number is None else number
    table = crosstable(of)
    return RoundRequest(
        crosstable=table,
        round=number,
        absent=frozenset(
            row.number
            for row in table.participants
            if (result := row.result(number)) is not None and not result.is_given
        ),
        forbidden=forbidden_pairs(of, number),
        virtual_points=_virtual_points(of, number),
        initial_side=of.initial_colour or _first_side(of) or Side.WHITE,
    )


def request_report(request: RoundRequest) -> TournamentReport:
    """The tournament up to the round to pair, absentees marked in that round's columns: every program reads that."""
    table, number = request.crosstable, request.round
    rows = []
    for row in table.participants:
        past = tuple(row.rounds[: number - 1])
        coming = row.result(number)
        if coming is not None and not coming.is_given:
            past = (*past, *[None] * (number - 1 - len(past)), coming)
        elif row.number in request.absent:
            past = (*past, *[None] * (number - 1 - len(past)), RoundResult(RoundScore.ZERO_BYE))
        rows.append(msgspec.structs.replace(row, rounds=past))
    return msgspec.structs.replace(
        report(msgspec.structs.replace(table, participants=tuple(rows))),
        initial_colour=request.initial_side,
        system="FIDE_DUTCH",
        forbidden_pairs=tuple(ForbiddenPairs(tuple(sorted(each)), number, number) for each in request.forbidden),
        virtual_points=tuple(VirtualPoints(at, points) for at, points in sorted(request.virtual_points.items())),
    )


def forbidden_pairs(of: TournamentReport, number: RoundNumber) -> tuple[frozenset[PairingNumber], ...]:
    """Sets of whom no two may meet in a round."""
    return tuple(
        frozenset(each.numbers)
        for each in of.forbidden_pairs
        if (each.first_round or 1) <= number <= (each.last_round or number)
    )


def _first_side(of: TournamentReport) -> Side | None:
    """The side of the top participant that was paired in the first round."""
    sides = (player.rounds[0].side for player in of.players if player.rounds and player.rounds[0] is not None)
    return next((side for side in sides if side is not None), None)


def _virtual_points(of: TournamentReport, number: RoundNumber) -> dict[PairingNumber, tuple[Fraction, ...]]:
    found: dict[PairingNumber, list[Fraction]] = {}
    for each in of.accelerations:
        for player in of.players:
            if each.first <= player.number <= each.last:
                points = found.setdefault(player.number, [Fraction(0)] * number)
                for at in range(each.first_round, min(each.last_round, number) + 1):
                    points[at - 1] += each.points or 0
    by_player = {each.number: (*each.points, *[Fraction(0)] * number)[:number] for each in of.virtual_points}
    return {**{at: tuple(points) for at, points in found.items()}, **by_player}
