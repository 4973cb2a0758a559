"""Between tables of teams and the port of pairing engines: what a round of teams is paired from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, PointScale, RoundResult
from gateway.tournament.pairing_engine import RoundPoints, RoundRequest
from gateway.tournament.team_swiss.team_rules import PrimaryScore
from gateway.tournament.team_tables import TeamRound, TeamTable

__all__ = ["round_points", "team_crosstable", "team_request"]


def team_request(
    table: TeamTable,
    primary: PrimaryScore,
    number: RoundNumber,
    *,
    absent: frozenset[PairingNumber] = frozenset(),
    forbidden: tuple[frozenset[PairingNumber], ...] = (),
    virtual_points: Mapping[PairingNumber, tuple[Fraction, ...]] | None = None,
    initial_side: Side = Side.WHITE,
) -> RoundRequest:
    """The request for a round of teams."""
    return RoundRequest(
        crosstable=team_crosstable(table),
        round=number,
        absent=absent,
        forbidden=forbidden,
        virtual_points=virtual_points or {},
        initial_side=initial_side,
        points=round_points(table, primary),
    )


def round_points(table: TeamTable, primary: PrimaryScore) -> dict[PairingNumber, tuple[RoundPoints, ...]]:
    """Both scores of each team, round by round."""
    return {row.number: tuple(_points(each, primary) for each in row.rounds) for row in table.rows}


def team_crosstable(table: TeamTable) -> Crosstable:
    """The teams as participants, each match as one result; its scale is that of matches."""
    scale = table.match_scale
    return Crosstable(
        participants=tuple(
            Participant(number=row.number, name=row.name, rounds=tuple(map(_result, row.rounds))) for row in table.rows
        ),
        scale=PointScale(scale.win, scale.draw, scale.loss, scale.loss, scale.draw),
        round_count=table.round_count,
    )


def _result(each: TeamRound | None) -> RoundResult | None:
    return None if each is None else RoundResult(each.score, each.opponent, each.side)


def _points(each: TeamRound | None, primary: PrimaryScore) -> RoundPoints:
    if each is None:
        return RoundPoints(Fraction(0))
    if primary is PrimaryScore.MATCH_POINTS:
        return RoundPoints(each.match_points, each.game_points)
    return RoundPoints(each.game_points, each.match_points)
