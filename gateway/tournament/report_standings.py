"""Standings of a tournament report: the event that its lines make, and the tie-breaks that it names."""

from __future__ import annotations

from fractions import Fraction

from gateway.tournament.crosstable import PairingNumber

from .standings import TieBreakEvent, UnplayedRule, person_event, team_event
from .trf import TournamentReport, coming_round, crosstable, team_table

__all__ = ["participant_names", "report_event", "report_rule", "report_tie_breaks"]

_SWISS = ("BH/C1", "BH", "SB", "DE", "WIN")
_ROUND_ROBIN = ("DE", "WIN", "SB", "KS")
_TEAM_SWISS = ("MPvGP", "DE", "BH:MP/C1", "EMGSB")
_TEAM_ROUND_ROBIN = ("MPvGP", "DE", "EMGSB")


def report_rule(report: TournamentReport) -> UnplayedRule:
    """How rounds not played count: by fixed pairings in a round robin, else as in a Swiss."""
    fixed = ("ROUNDROBIN", "SCHEVENINGEN", "SCHILLER")
    return UnplayedRule.FIXED if any(word in report.system.upper() for word in fixed) else UnplayedRule.SWISS


def report_tie_breaks(report: TournamentReport, rule: UnplayedRule) -> tuple[str, ...]:
    """The codes of the file; where it names none, those that suit the event."""
    named = report.tie_breaks or tuple(
        code for code in report.rank_order if code.upper() not in {"PTS", "MPTS", "GPTS"}
    )
    if named:
        return named
    fixed = rule is UnplayedRule.FIXED
    if report.is_team_event:
        return _TEAM_ROUND_ROBIN if fixed else _TEAM_SWISS
    return _ROUND_ROBIN if fixed else _SWISS


def report_event(
    report: TournamentReport,
    *,
    rule: UnplayedRule | None = None,
    through: int | None = None,
    unrated_as: int | None = None,
) -> TieBreakEvent:
    """The event of a file, to the end of a round; teams are ranked by the score that its coded type names first."""
    rule = rule or report_rule(report)
    if report.is_team_event:
        words = report.system.upper().split("_")
        scores = [word for word in words if word in {"MP", "GP"}]
        return team_event(team_table(report), primary=scores[0] if scores else "MP", rule=rule, through=through)
    played = _played(report) if through is None else through
    return person_event(crosstable(report), rule=rule, through=played, unrated_as=unrated_as, extra=_extra(report))


def _played(report: TournamentReport) -> int:
    """The last round in which somebody was paired: who is named as absent in the coming one has nothing from it yet."""
    return coming_round(report) - 1


def _extra(report: TournamentReport) -> dict[tuple[PairingNumber, int], Fraction]:
    """What record 299 adds to a player's round, or takes from it."""
    found: dict[tuple[PairingNumber, int], Fraction] = {}
    for change in report.adjustments:
        for player in report.players:
            if change.game_points is None or (change.numbers and player.number not in change.numbers):
                continue
            for at, each in enumerate(player.rounds, start=1):
                here = change.round_number in {None, at}
                key = (player.number, at)
                if change.kind and here and each is not None and each.score is not None:
                    if each.score.value in _LETTERS[change.kind]:
                        found[key] = change.game_points - report.scale.of(each.score)
                elif not change.kind and at == (change.round_number or 1):
                    found[key] = found.get(key, Fraction(0)) + change.game_points
    return found


_LETTERS = {"W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-"}
"""Which results each kind of record 299 is about."""


def participant_names(report: TournamentReport) -> dict[PairingNumber, str]:
    """Players, or teams in a team event, by number."""
    if report.is_team_event:
        return {row.number: row.name for row in team_table(report).rows}
    return {player.number: player.name for player in report.players}
