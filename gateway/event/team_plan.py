"""The plan of a team event, checked before it is opened: whether teams can be paired and played by it."""

from __future__ import annotations

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.tournament.line_ups import TeamKind

from .regulations import Regulations, System

__all__ = ["check_teams"]

_OF_PERSONS = {System.DUTCH, System.SCHEVENINGEN, System.CHALLENGE_SERIES}
_KINDS = {TeamKind.FIXED, TeamKind.SUBSTITUTES, TeamKind.AD_HOC}


def check_teams(regulations: Regulations) -> None:
    """Raise a `TournamentError` that says what cannot be."""
    teams = regulations.teams
    systems = {rules.system for rules in regulations.plan}
    if teams is None:
        _demand(System.TEAM_SWISS not in systems, "team_plan.no_teams")
        return
    _demand(not systems & _OF_PERSONS, "team_plan.of_persons")
    _demand(teams.kind in _KINDS, "team_plan.kind")
    _demand(not teams.colours or len(teams.colours) >= teams.boards, "team_plan.colours")
    _demand(not any(rules.play_off for rules in regulations.plan), "team_plan.play_off")


def _demand(fulfilled: bool, key: str) -> None:
    if not fulfilled:
        raise TournamentError(message(key))
