"""Between reports and pairing engines: what the coming round of a file is paired from."""

from __future__ import annotations

from fractions import Fraction

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.pairing_engine import RoundRequest

from .report_tables import coming_round, crosstable
from .tournament_report import TournamentReport

__all__ = ["round_request"]


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
        forbidden=tuple(
            frozenset(each.numbers)
            for each in of.forbidden_pairs
            if (each.first_round or 1) <= number <= (each.last_round or number)
        ),
        virtual_points=_virtual_points(of, number),
        initial_side=of.initial_colour or _first_side(of) or Side.WHITE,
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
