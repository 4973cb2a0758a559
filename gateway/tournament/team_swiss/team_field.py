"""The field: every team that is paired in the coming round, as the rules see it (C.04.6 article 1)."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec

from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, Participant, RoundScore
from gateway.tournament.pairing_engine import RoundRequest
from gateway.tournament.team_swiss.team_preferences import ColourPreference, preference_of
from gateway.tournament.team_swiss.team_rules import TeamSwissRules
from gateway.tournament.tournament_pairing_numbers import entrants_of

__all__ = ["Team", "TeamField", "team_field"]

_BARS = {RoundScore.PAIRING_BYE, RoundScore.FORFEIT_WIN, RoundScore.FULL_BYE}
"""What keeps a team from the bye (C2)."""
_LAST_ROUNDS = 2
"""In so many rounds at the end floats of the round before do not count (C7, C10)."""


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team of the coming round."""

    number: PairingNumber
    """By which the crosstable knows the team."""
    tpn: int
    """The tournament pairing number, without gaps."""
    score: int
    """The primary score for pairing, in the field's units."""
    secondary: Fraction
    sides: tuple[Side, ...]
    """Of board 1, in the matches that were played (1.6.1)."""
    difference: int
    preference: ColourPreference | None
    opponents: frozenset[PairingNumber]
    floated: bool
    """Met an opponent of another score in the last round (1.5), and that still counts."""
    bye_barred: bool
    played: int
    """Matches."""


class TeamField(msgspec.Struct, frozen=True, kw_only=True):
    """All teams of the coming round, by tournament pairing number."""

    teams: tuple[Team, ...]
    unit: int
    """Scores are whole numbers of this part of a point."""
    initial: Side
    rules: TeamSwissRules
    forbidden: tuple[frozenset[PairingNumber], ...] = ()

    def points(self, score: int) -> Fraction:
        """A score, in points."""
        return Fraction(score, self.unit)


class _Scores:
    """The scores with which each team went into each round: with its virtual points of that round."""

    def __init__(self, request: RoundRequest) -> None:
        self._request = request
        self._scale = {each: request.crosstable.scale.of(each) for each in RoundScore}
        self._before = {row.number: self._running(row) for row in request.crosstable.participants}
        self.unit = math.lcm(*(each.denominator for scores in self._before.values() for each in scores))

    def _gained(self, row: Participant, at: int) -> Fraction:
        points = self._request.points.get(row.number)
        if points is not None:
            return points[at].primary if at < len(points) else Fraction(0)
        result = row.rounds[at] if at < len(row.rounds) else None
        return Fraction(0) if result is None else self._scale[result.score]

    def _running(self, row: Participant) -> list[Fraction]:
        virtual = self._request.virtual_points.get(row.number, ())
        total, found = Fraction(0), []
        for at in range(self._request.round):
            found.append(total + (virtual[at] if at < len(virtual) else 0))
            total += self._gained(row, at)
        return found

    def before(self, number: PairingNumber, at: int) -> int:
        """The score before a round, in units."""
        scores = self._before.get(number)
        return 0 if scores is None else int(scores[at - 1] * self.unit)


def team_field(request: RoundRequest, rules: TeamSwissRules) -> TeamField:
    """The field of a round."""
    coming, count = request.round, request.crosstable.round_count
    scores = _Scores(request)
    is_last = count is not None and coming >= count
    floats_count = count is None or coming <= count - _LAST_ROUNDS
    teams = tuple(
        _team(tpn, row, request, rules, scores, is_last=is_last, floats_count=floats_count)
        for tpn, row in entrants_of(request)
    )
    return TeamField(
        teams=teams, unit=scores.unit, initial=request.initial_side, rules=rules, forbidden=request.forbidden
    )


def _team(
    tpn: int,
    row: Participant,
    request: RoundRequest,
    rules: TeamSwissRules,
    scores: _Scores,
    *,
    is_last: bool,
    floats_count: bool,
) -> Team:
    coming = request.round
    past = row.rounds[: coming - 1]
    played = [each for each in past if each is not None and each.is_played]
    sides = tuple(each.side for each in played if each.side is not None)
    whites = sides.count(Side.WHITE)
    last = row.rounds[coming - 2] if 1 < coming <= len(row.rounds) + 1 else None
    return Team(
        number=row.number,
        tpn=tpn,
        score=scores.before(row.number, coming),
        secondary=sum((each.secondary for each in request.points.get(row.number, ())[: coming - 1]), Fraction(0)),
        sides=sides,
        difference=2 * whites - len(sides),
        preference=preference_of(sides, rules.preferences, is_last_round=is_last),
        opponents=frozenset(each.opponent for each in played if each.opponent is not None),
        floated=floats_count
        and last is not None
        and last.is_played
        and last.opponent is not None
        and scores.before(row.number, coming - 1) != scores.before(last.opponent, coming - 1),
        bye_barred=any(each is not None and each.score in _BARS for each in past),
        played=len(played),
    )
