"""The engine: a round of teams by FIDE's rules of 2026, behind the port of pairing engines."""

from __future__ import annotations

from gateway.model.messages import message
from gateway.tournament.pairing_engine import Meeting, RoundPairing, RoundRequest, Unpairable
from gateway.tournament.team_swiss.team_colours import allocate_sides
from gateway.tournament.team_swiss.team_field import team_field
from gateway.tournament.team_swiss.team_pairing import pair_teams
from gateway.tournament.team_swiss.team_rules import TeamSwissRules

__all__ = ["TeamSwissEngine"]


class TeamSwissEngine:
    """FIDE C.04.6, in force from 1 February 2026."""

    def __init__(self, rules: TeamSwissRules | None = None) -> None:
        self.rules = rules or TeamSwissRules()

    def pair(self, request: RoundRequest) -> RoundPairing | Unpairable:
        """The pairings of the round, or why there are none."""
        field = team_field(request, self.rules)
        paired = pair_teams(field)
        if paired is None:
            return Unpairable(message("pairing.not_complete"))
        teams = field.teams
        met = [(teams[one], teams[other]) for bracket in paired.brackets for one, other in bracket.pairs]
        ranked = [sorted(pair, key=lambda team: (-team.score, team.tpn)) for pair in met]
        # C.04.2 3.6: the higher score of a pair, then the sum, then the number of the higher ranked.
        ranked.sort(key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].tpn))
        pairs = []
        for one, other in ranked:
            white, black, _ = allocate_sides(field, one, other)
            pairs.append(Meeting(white.number, black.number))
        return RoundPairing(tuple(pairs), None if paired.bye is None else teams[paired.bye].number)
