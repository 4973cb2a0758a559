"""Team Swiss as its text has it, word for word and without haste: every set of upfloaters, every pairing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.team_swiss.team_field import Team, TeamField
from gateway.tournament.team_swiss.team_rules import NextScoregroup

__all__ = ["naive_round"]

Pair = tuple[Team, Team]


def naive_round(field: TeamField) -> tuple[set[frozenset[PairingNumber]], PairingNumber | None] | None:
    """The pairs of a round and the bye, or None where there is no pairing."""
    teams = list(field.teams)
    bye: Team | None = None
    if len(teams) % 2:
        order = sorted(
            (team for team in teams if not team.bye_barred), key=lambda team: (team.score, -team.played, -team.tpn)
        )
        bye = next((team for team in order if _can_pair(field, [each for each in teams if each != team])), None)
        if bye is None:
            return None
        teams.remove(bye)
    elif not _can_pair(field, teams):
        return None
    scores = sorted({team.score for team in teams}, reverse=True)
    pairs: set[frozenset[PairingNumber]] = set()
    while teams:
        top = max(team.score for team in teams)
        residents = [team for team in teams if team.score == top]
        lower = [team for team in teams if team.score != top]
        following = next((score for score in scores if score < top), None)
        floating = _upfloaters(field, residents, lower, following)
        found = _pairing(field, [*residents, *floating], floating)
        pairs |= {frozenset({one.number, other.number}) for one, other in found}
        teams = [team for team in lower if team not in floating]
    return pairs, None if bye is None else bye.number


def _may_meet(field: TeamField, one: Team, other: Team) -> bool:
    return other.number not in one.opponents and not any({one.number, other.number} <= each for each in field.forbidden)


def _pairings(teams: list[Team]) -> Iterator[list[Pair]]:
    if not teams:
        yield []
        return
    first, *others = teams
    for other in others:
        for rest in _pairings([team for team in others if team != other]):
            yield [(first, other), *rest]


def _can_pair(field: TeamField, teams: list[Team]) -> bool:
    if len(teams) % 2:
        return False
    if not teams:
        return True
    first, *others = teams
    return any(
        _may_meet(field, first, other) and _can_pair(field, [team for team in others if team != other])
        for other in others
    )


def _is_legal(field: TeamField, residents: list[Team], lower: list[Team], floating: tuple[Team, ...]) -> bool:
    return _can_pair(field, [*residents, *floating]) and _can_pair(
        field, [each for each in lower if each not in floating]
    )


def _fewest(field: TeamField, residents: list[Team], lower: list[Team]) -> int | None:
    """C4: how many upfloaters a scoregroup needs."""
    return next(
        (
            count
            for count in range(len(lower) + 1)
            if any(_is_legal(field, residents, lower, each) for each in itertools.combinations(lower, count))
        ),
        None,
    )


def _upfloaters(field: TeamField, residents: list[Team], lower: list[Team], following: int | None) -> tuple[Team, ...]:
    count = _fewest(field, residents, lower)
    assert count is not None
    ordered = sorted(lower, key=lambda team: (-team.score, team.tpn))  # 3.5.3
    sets = [each for each in itertools.combinations(ordered, count) if _is_legal(field, residents, lower, each)]
    best = max(sorted(team.score for team in each) for each in sets)  # C5
    sets = [each for each in sets if sorted(team.score for team in each) == best]
    excess = {each: _excess(field, [team for team in lower if team not in each], following) for each in sets}
    if field.rules.next_scoregroup is NextScoregroup.FEWEST_BY_NUMBER:
        excess = {each: min(value, 1) for each, value in excess.items()}
    return min(
        sets,
        key=lambda each: (excess[each], sum(team.floated for team in each), _as_in_a_set(each)),
    )


def _as_in_a_set(teams: tuple[Team, ...]) -> list[int]:
    return [team.tpn for team in sorted(teams, key=lambda team: (-team.score, team.tpn))]


def _excess(field: TeamField, left: list[Team], following: int | None) -> int:
    """C6: how many upfloaters more than its number makes necessary the following scoregroup would need."""
    group = [team for team in left if team.score == following]
    if not group:
        return 0
    needed = _fewest(field, group, [team for team in left if team.score != following])
    assert needed is not None
    return needed - len(group) % 2


def _pairing(field: TeamField, teams: list[Team], floating: tuple[Team, ...]) -> list[Pair]:
    teams = sorted(teams, key=lambda team: team.tpn)
    legal = [each for each in _pairings(teams) if all(_may_meet(field, one, other) for one, other in each)]

    def failures(pairs: list[Pair]) -> tuple[int, int, int]:
        same = [
            (one.preference, other.preference)
            for one, other in pairs
            if one.preference and other.preference and one.preference.side is other.preference.side
        ]
        return (
            len(same),
            sum(one.is_strong and other.is_strong for one, other in same),
            sum((one in floating and other.floated) + (other in floating and one.floated) for one, other in pairs),
        )

    def identifier(pairs: list[Pair]) -> list[int]:
        tops = sorted((min(one.tpn, other.tpn), max(one.tpn, other.tpn)) for one, other in pairs)
        return [top for top, _ in tops] + [bottom for _, bottom in tops]

    return min(legal, key=lambda pairs: (failures(pairs), identifier(pairs)))
