"""The pairing of a round of teams (C.04.6 3.3): the bye, then bracket by bracket from the top."""

from __future__ import annotations

import msgspec

from gateway.tournament.graphs.completion import Matching, bits
from gateway.tournament.graphs.meetings import kept_apart
from gateway.tournament.team_swiss.identifiers import BracketTeams, PairFailures, first_pairing, pair_failures
from gateway.tournament.team_swiss.team_bye import choose_bye
from gateway.tournament.team_swiss.team_field import TeamField
from gateway.tournament.team_swiss.upfloaters import Standing, Upfloaters, choose_upfloaters

__all__ = ["PairedTeams", "TeamBracket", "opponents_of", "pair_teams"]


class TeamBracket(msgspec.Struct, frozen=True):
    """The outcome of a bracket. Teams by tournament pairing number, from 0."""

    standing: Standing
    upfloaters: Upfloaters
    pairs: tuple[tuple[int, int], ...]
    """The top member first, in the order of the identifier."""
    failures: PairFailures

    @property
    def score(self) -> int:
        """The residents' score."""
        return self.standing.field.teams[next(bits(self.standing.residents))].score

    @property
    def teams(self) -> BracketTeams:
        """Those of the bracket."""
        standing = self.standing
        return BracketTeams(standing.field, standing.opponents, standing.residents, self.upfloaters.teams)


class PairedTeams(msgspec.Struct, frozen=True):
    """A round of teams."""

    brackets: tuple[TeamBracket, ...]
    bye: int | None


def opponents_of(field: TeamField) -> list[int]:
    """For each team those whom it may meet: C1, and what the event forbids."""
    teams = field.teams
    everybody = (1 << len(teams)) - 1
    apart = kept_apart([team.number for team in teams], [team.opponents for team in teams], field.forbidden)
    return [everybody & ~each for each in apart]


def pair_teams(field: TeamField) -> PairedTeams | None:
    """All brackets of a round; None where it cannot be completed (3.3.3)."""
    opponents = opponents_of(field)
    left = (1 << len(field.teams)) - 1
    bye: int | None = None
    if len(field.teams) % 2:
        bye = choose_bye(field, opponents)
        if bye is None:
            return None
        left &= ~(1 << bye)
    elif Matching(opponents, left).deficiency:
        return None
    groups: dict[int, int] = {}
    for at in bits(left):
        score = field.teams[at].score
        groups[score] = groups.get(score, 0) | 1 << at
    scores = sorted(groups, reverse=True)
    brackets: list[TeamBracket] = []
    for place, score in enumerate(scores):
        residents = groups[score] & left
        if not residents:
            continue
        following = groups[scores[place + 1]] & left if place + 1 < len(scores) else 0
        standing = Standing(field, opponents, residents, following, left & ~residents & ~following)
        bracket = _pair(standing)
        brackets.append(bracket)
        left &= ~(residents | bracket.upfloaters.teams)
    return PairedTeams(tuple(brackets), bye)


def _pair(standing: Standing) -> TeamBracket:
    chosen = choose_upfloaters(standing)
    assert chosen is not None  # noqa: S101 - the round can be completed, and each bracket kept it so
    bracket = BracketTeams(standing.field, standing.opponents, standing.residents, chosen.teams)
    pairs = first_pairing(bracket)
    assert pairs is not None  # noqa: S101 - as above
    return TeamBracket(standing, chosen, tuple(pairs), pair_failures(bracket, pairs))
