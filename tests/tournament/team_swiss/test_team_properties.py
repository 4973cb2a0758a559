"""Properties of team Swiss: equal to the text read word for word, and what no tournament, however it goes, may show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.model.sides import Side
from gateway.tournament.crosstable import PointScale
from gateway.tournament.pairing_engine import RoundPairing, Unpairable
from gateway.tournament.team_swiss.team_engine import TeamSwissEngine
from gateway.tournament.team_swiss.team_field import team_field
from gateway.tournament.team_swiss.team_rules import NextScoregroup, PreferenceType, TeamSwissRules
from tests.examples import examples
from tests.tournament.random_swiss import Habits, play_tournament
from tests.tournament.team_swiss.naive_teams import naive_round

MATCH_POINTS = PointScale(win=2, draw=1, loss=0, absence=0, pairing_bye=1)  # type: ignore[arg-type]
HABITS = st.builds(
    Habits,
    forfeit=st.sampled_from([0.0, 0.05, 0.2]),
    half_bye=st.sampled_from([0.0, 0.1]),
    zero_bye=st.sampled_from([0.0, 0.1]),
    full_bye=st.sampled_from([0.0, 0.05]),
    late=st.sampled_from([0.0, 0.1]),
    draw=st.sampled_from([0.1, 0.3, 0.8]),
    strength=st.sampled_from([0.0, 40.0, 400.0]),
    forbidden=st.integers(0, 2),
)
RULES = st.builds(
    TeamSwissRules, preferences=st.sampled_from(PreferenceType), next_scoregroup=st.sampled_from(NextScoregroup)
)


@examples(100)
@given(st.integers(0, 10**6), st.integers(2, 7), st.integers(1, 6), HABITS, RULES)
def test_every_round_is_the_one_of_the_text(
    seed: int, teams: int, rounds: int, habits: Habits, rules: TeamSwissRules
) -> None:
    for request, answer in play_tournament(TeamSwissEngine(rules), seed, teams, rounds, habits, MATCH_POINTS):
        expected = naive_round(team_field(request, rules))
        if isinstance(answer, Unpairable):
            assert expected is None
        else:
            assert expected is not None
            assert {frozenset({each.white, each.black}) for each in answer.pairs} == expected[0]
            assert answer.bye == expected[1]


@examples(60)
@given(st.integers(0, 10**6), st.integers(2, 26), st.integers(1, 8), HABITS, RULES)
def test_every_round_keeps_the_absolute_criteria(
    seed: int, teams: int, rounds: int, habits: Habits, rules: TeamSwissRules
) -> None:
    for request, answer in play_tournament(TeamSwissEngine(rules), seed, teams, rounds, habits, MATCH_POINTS):
        if not isinstance(answer, RoundPairing):
            continue
        field = {team.number: team for team in team_field(request, rules).teams}
        seated = [at for each in answer.pairs for at in (each.white, each.black)]
        assert sorted([*seated, *([] if answer.bye is None else [answer.bye])]) == sorted(field)
        assert (answer.bye is not None) == (len(field) % 2 == 1)
        assert answer.bye is None or not field[answer.bye].bye_barred
        for each in answer.pairs:
            white, black = field[each.white], field[each.black]
            assert black.number not in white.opponents
            assert not any({each.white, each.black} <= group for group in request.forbidden)
            preferred = [(team.preference, side) for team, side in ((white, Side.WHITE), (black, Side.BLACK))]
            denied = [each for each, side in preferred if each is not None and each.side is not side]
            granted = [each for each, side in preferred if each is not None and each.side is side]
            assert len(denied) <= 1
            if denied:  # then the other has the same one, and not a weaker one
                assert granted
                assert granted[0].is_strong >= denied[0].is_strong
