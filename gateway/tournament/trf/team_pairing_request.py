"""Between reports of team events and pairing engines: what a round of teams is paired from, and by which rules."""

from __future__ import annotations

from fractions import Fraction

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.pairing_engine import RoundRequest
from gateway.tournament.team_swiss.team_request import team_request
from gateway.tournament.team_swiss.team_rules import PrimaryScore, TeamSwissRules, rules_of

from .pairing_request import forbidden_pairs
from .report_teams import team_table
from .tournament_report import Acceleration, TournamentReport

__all__ = ["team_round_request"]


def team_round_request(of: TournamentReport, number: RoundNumber | None = None) -> tuple[TeamSwissRules, RoundRequest]:
    """The rules that a report of a team event names, and the request for a round of it."""
    rules, table = rules_of(of.system), team_table(of)
    number = RoundNumber(table.rounds_known + 1) if number is None else number
    rows = {row.number: row for row in table.rows}
    absent = frozenset(team for each in of.byes if each.round_number == number for team in each.numbers)
    if number > table.rounds_known:
        absent |= frozenset(of.absent)
    else:
        absent |= frozenset(
            at for at, row in rows.items() if (result := row.rounds[number - 1]) is None or not result.is_given
        )
    return rules, team_request(
        table,
        rules.primary,
        number,
        absent=absent,
        forbidden=forbidden_pairs(of, number),
        virtual_points={
            at: tuple(_virtual_of_team(of, rules.primary, at, past) for past in range(1, number + 1)) for at in rows
        },
        initial_side=of.initial_colour
        or next((row.rounds[0].side for row in table.rows if row.rounds and row.rounds[0] and row.rounds[0].side), None)
        or Side.WHITE,
    )


def _virtual_of_team(of: TournamentReport, primary: PrimaryScore, team: PairingNumber, number: int) -> Fraction:
    def worth(each: Acceleration) -> Fraction:
        # Some files have the points of teams in the column of the other score.
        matches, games = each.match_points, each.points
        first, second = (matches, games) if primary is PrimaryScore.MATCH_POINTS else (games, matches)
        return first or second or Fraction(0)

    return sum(
        (
            worth(each)
            for each in of.accelerations
            if each.first <= team <= each.last and each.first_round <= number <= each.last_round
        ),
        Fraction(0),
    )
