"""Codes of team events, colour preferences and colours of teams, each by its article; why a round is paired so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, PointScale, RoundResult, RoundScore
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest, Unpairable
from gateway.tournament.team_swiss.team_colours import TeamColourRule, allocate_sides
from gateway.tournament.team_swiss.team_engine import TeamSwissEngine
from gateway.tournament.team_swiss.team_explanation import TeamCriterion, TeamRoundExplanation, explain_teams
from gateway.tournament.team_swiss.team_field import Team, TeamField
from gateway.tournament.team_swiss.team_preferences import ColourPreference, preference_of
from gateway.tournament.team_swiss.team_rules import (
    NextScoregroup,
    PreferenceType,
    PrimaryScore,
    TeamSwissRules,
    rules_of,
)

W, B = Side.WHITE, Side.BLACK
SIDES = {"W": W, "B": B}
SCALE = PointScale(Fraction(2), Fraction(1), Fraction(0), Fraction(0), Fraction(1))


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("FIDE_TEAM", TeamSwissRules()),
        ("FIDE_TEAM_BAKU", TeamSwissRules()),
        ("FIDE_TEAM_TYPEA_MP_GP", TeamSwissRules()),
        ("fide_team_typeb_gp_mp", TeamSwissRules(primary=PrimaryScore.GAME_POINTS, preferences=PreferenceType.GRADED)),
        ("FIDE_TEAM_TYPEB_MP", TeamSwissRules(secondary_decides=False, preferences=PreferenceType.GRADED)),
        (
            "FIDE_TEAM_GP",
            TeamSwissRules(primary=PrimaryScore.GAME_POINTS, secondary_decides=False, preferences=PreferenceType.NONE),
        ),
        ("CUSTOM_TEAM_SWISS_GP", TeamSwissRules(primary=PrimaryScore.GAME_POINTS, secondary_decides=False)),
        ("FIDE_DUTCH", TeamSwissRules()),
        ("", TeamSwissRules()),
    ],
)
def test_a_code_names_the_rules(code: str, rules: TeamSwissRules) -> None:
    assert rules_of(code) == rules


def strong(side: Side) -> ColourPreference:
    return ColourPreference(side, True)


@pytest.mark.parametrize(
    ("sides", "simple", "graded", "graded_in_the_last_round"),
    [
        ("", None, None, None),
        ("W", None, ColourPreference(B), ColourPreference(B)),
        ("BW", None, ColourPreference(B), None),
        ("WB", None, ColourPreference(W), None),
        ("WW", ColourPreference(B), strong(B), strong(B)),
        ("BBWW", ColourPreference(B), strong(B), strong(B)),
        ("BWW", ColourPreference(B), strong(B), strong(B)),
        ("WWWBB", None, ColourPreference(B), ColourPreference(B)),
        ("WWBB", ColourPreference(W), strong(W), strong(W)),
        ("BBBW", ColourPreference(W), strong(W), strong(W)),
    ],
)
def test_preferences(
    sides: str,
    simple: ColourPreference | None,
    graded: ColourPreference | None,
    graded_in_the_last_round: ColourPreference | None,
) -> None:
    had = [SIDES[each] for each in sides]
    for is_last in (False, True):
        assert preference_of(had, PreferenceType.SIMPLE, is_last_round=is_last) == simple
        assert preference_of(had, PreferenceType.NONE, is_last_round=is_last) is None
    assert preference_of(had, PreferenceType.GRADED, is_last_round=False) == graded
    assert preference_of(had, PreferenceType.GRADED, is_last_round=True) == graded_in_the_last_round


def team(
    tpn: int, sides: str = "", score: int = 0, secondary: int = 0, kind: PreferenceType = PreferenceType.SIMPLE
) -> Team:
    had = tuple(SIDES[each] for each in sides)
    return Team(
        number=PairingNumber(tpn),
        tpn=tpn,
        score=score,
        secondary=Fraction(secondary),
        sides=had,
        difference=2 * had.count(W) - len(had),
        preference=preference_of(had, kind, is_last_round=False),
        opponents=frozenset(),
        floated=False,
        bye_barred=False,
        played=len(had),
    )


@pytest.mark.parametrize(
    ("one", "other", "white", "rule"),
    [
        (team(1), team(4), 1, "4.3.1"),
        (team(2), team(5), 5, "4.3.1"),
        (team(2), team(5, score=1), 5, "4.3.1"),
        (team(1, "WW"), team(2, "WB"), 2, "4.3.2"),
        (team(1, "WW"), team(2, "BB"), 2, "4.3.3"),
        (team(1, "WWB", kind=PreferenceType.GRADED), team(2, "WBWW", kind=PreferenceType.GRADED), 1, "4.3.4"),
        (team(1, "W"), team(2, "B"), 2, "4.3.5"),
        (team(1, "BBB"), team(2, "BB"), 1, "4.3.5"),
        (team(1, "WB"), team(2, "BW"), 1, "4.3.6"),
        (team(1, "WW"), team(2, "WW"), 2, "4.3.7"),
        (team(1, "WW"), team(2, "WW", secondary=1), 1, "4.3.7"),
        (team(1, "W"), team(2, "W"), 2, "4.3.8"),
        (team(1, "W"), team(2, "W", score=1), 1, "4.3.8"),
        (team(1), team(2, "WB"), 2, "4.3.9"),
    ],
)
def test_colours(one: Team, other: Team, white: int, rule: str) -> None:
    field = TeamField(teams=(one, other), unit=1, initial=W, rules=TeamSwissRules())
    for pair in ((one, other), (other, one)):
        first, second, by = allocate_sides(field, *pair)
        assert (first.tpn, by) == (white, TeamColourRule(rule))
        assert {first, second} == {one, other}


def test_the_secondary_score_decides_nothing_where_the_event_says_so() -> None:
    one, other = team(1, "WW"), team(2, "WW", secondary=1)
    rules = TeamSwissRules(secondary_decides=False)
    field = TeamField(teams=(one, other), unit=1, initial=W, rules=rules)
    assert allocate_sides(field, one, other)[0].tpn == 2


# ---------------------------------------------------------------------------------------------------- whole rounds
WIN, DRAW, LOSS = RoundScore.WIN, RoundScore.DRAW, RoundScore.LOSS


def request(count: int, rounds: list[list[tuple[int, int, str]]], of: int = 9) -> RoundRequest:
    """A round after these: white, black and what white got; who is not named was absent."""
    rows: dict[int, list[RoundResult]] = {number: [] for number in range(1, count + 1)}
    for matches in rounds:
        for white, black, score in matches:
            turned = {"1": "0", "0": "1"}.get(score, score)
            rows[white].append(RoundResult(RoundScore(score), PairingNumber(black), W))
            rows[black].append(RoundResult(RoundScore(turned), PairingNumber(white), B))
        for row in rows.values():
            if len(row) < len(rows[matches[0][0]]):
                row.append(RoundResult(RoundScore.ZERO_BYE))
    table = Crosstable(
        participants=tuple(Participant(number=PairingNumber(n), rounds=tuple(row)) for n, row in rows.items()),
        scale=SCALE,
        round_count=of,
    )
    return RoundRequest(crosstable=table, round=RoundNumber(len(rounds) + 1))


def written(rounds: str) -> RoundRequest:
    """The same, written down: `1-4 =, 5-2 1 / ...`, white first."""
    played: list[list[tuple[int, int, str]]] = []
    for a_round in rounds.split("/"):
        matches = [each.split() for each in a_round.split(",")]
        played.append([(*map(int, who.split("-")), score) for who, score in matches])  # type: ignore[misc]
    return request(max(max(white, black) for matches in played for white, black, _ in matches), played)


def pairs(asked: RoundRequest, rules: TeamSwissRules | None = None) -> set[tuple[int, int]]:
    made = TeamSwissEngine(rules).pair(asked)
    assert isinstance(made, RoundPairing)
    return {(min(each.white, each.black), max(each.white, each.black)) for each in made.pairs}


def explained(asked: RoundRequest, rules: TeamSwissRules | None = None) -> TeamRoundExplanation:
    found = explain_teams(asked, rules or TeamSwissRules())
    assert isinstance(found, TeamRoundExplanation)
    return found


SEATED_BY_NUMBER = request(8, [[(1, 5, "1"), (2, 6, "1"), (3, 7, "="), (4, 8, "1")]])
"""The top scoregroup is 1, 2, 4; 3 floats up, and its number is smaller than 4's."""


def test_top_members_are_by_number_and_not_by_score() -> None:
    assert {(1, 3), (2, 4)} <= pairs(SEATED_BY_NUMBER)
    top = explained(SEATED_BY_NUMBER).brackets[0]
    assert (top.residents, top.upfloaters, top.pairs) == ((1, 2, 4), (3,), ((1, 3), (2, 4)))
    assert not top.unavoidable


@pytest.mark.parametrize(
    ("rounds", "upfloaters", "passed_over", "article"),
    [
        ("2-6 0, 4-8 1, 5-1 =, 7-3 = / 1-7 0, 3-5 =, 6-4 1, 8-2 =", (2,), 1, "C.04.6 2.3.1"),
        ("2-5 1, 4-1 0, 6-3 0 / 1-3 =, 4-2 1, 5-6 0", (2, 6), 4, "C.04.6 2.3.2"),
        ("2-5 =, 4-1 1, 6-3 0 / 3-4 0, 5-1 =, 6-2 1", (6,), 5, "C.04.6 2.3.3"),
        ("1-4 =, 3-6 =, 5-2 1 / 1-5 1, 4-3 1, 6-2 0", (2, 3), 5, "C.04.6 2.3.4"),
        ("1-5 1, 3-7 =, 6-2 1, 8-4 1 / 3-8 1, 4-5 =, 6-1 =, 7-2 =", (5,), 2, "C.04.6 2.2.1"),
        ("2-5 1, 4-1 =, 6-3 = / 1-2 =, 3-5 =, 6-4 =", (4,), 1, "C.04.6 2.1.1"),
        ("2-5 =, 4-1 1, 6-3 1 / 3-2 1, 5-1 0, 6-4 =", (1, 2), 3, "C.04.6 3.5.4"),
    ],
)
def test_why_others_did_not_float(rounds: str, upfloaters: tuple[int, ...], passed_over: int, article: str) -> None:
    found = [
        (bracket.upfloaters, each.number, each.article)
        for bracket in explained(written(rounds)).brackets
        for each in bracket.passed_over
    ]
    assert (upfloaters, passed_over, article) in found


@pytest.mark.parametrize(
    ("rounds", "team", "opponent", "nearer", "article"),
    [
        ("1-4 =, 3-6 =, 5-2 =", 1, 5, 4, "C.04.6 2.1.1"),
        ("1-4 =, 3-6 =, 5-2 =", 2, 6, 4, "C.04.6 2.2.1"),
        ("1-5 =, 3-7 0, 6-2 =, 8-4 0 / 2-5 1, 4-7 1, 6-1 =, 8-3 1", 1, 8, 7, "C.04.6 2.3.5"),
        ("2-5 =, 4-1 0, 6-3 = / 1-2 =, 3-5 1, 4-6 0", 1, 6, 3, "C.04.6 2.3.7"),
        ("1-5 =, 3-7 =, 6-2 0, 8-4 = / 2-1 0, 4-7 =, 5-8 =, 6-3 0", 2, 8, 7, "C.04.6 3.6.3"),
    ],
)
def test_why_not_a_nearer_opponent(rounds: str, team: int, opponent: int, nearer: int, article: str) -> None:
    told = explained(written(rounds)).opponent(PairingNumber(team))
    assert told is not None
    assert told.opponent == opponent
    assert (nearer, article) in [(each.number, each.article) for each in told.rejected]
    assert isinstance(told.colour_rule, TeamColourRule)


def test_nobody_is_told_of_who_is_not_there() -> None:
    assert explained(SEATED_BY_NUMBER).opponent(PairingNumber(77)) is None


TWO_READINGS = request(
    10,
    [
        [(1, 7, "1"), (3, 4, "="), (5, 6, "="), (2, 8, "=")],
        [(1, 8, "1"), (3, 5, "="), (4, 6, "="), (2, 9, "=")],
        [(1, 9, "1"), (3, 6, "="), (4, 5, "="), (2, 10, "=")],
    ],
    of=5,
)
"""1 alone has 6. 2 to 6 have 3, and 3 to 6 have all met: without 2 they need four upfloaters, else two."""


def test_the_following_scoregroup_by_either_reading() -> None:
    assert (1, 2) in pairs(TWO_READINGS)
    top = explained(TWO_READINGS).brackets[0]
    assert [(each.criterion, each.article) for each in top.unavoidable] == [
        (TeamCriterion.C6, "C.04.6 2.3.3"),
        (TeamCriterion.C8, "C.04.6 2.3.5"),
    ]
    assert (1, 3) in pairs(TWO_READINGS, TeamSwissRules(next_scoregroup=NextScoregroup.AS_FEW_AS_CAN_BE))


def test_a_round_that_nobody_can_pair() -> None:
    asked = request(2, [[(1, 2, "=")]])
    assert isinstance(TeamSwissEngine().pair(asked), Unpairable)
    assert isinstance(explain_teams(asked, TeamSwissRules()), Unpairable)
