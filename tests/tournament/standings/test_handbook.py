"""Tie-breaks by the handbooks' definitions, and the orders of GN 29."""

from __future__ import annotations

import pytest

from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings import UnplayedRule, parse_tie_break, parse_tie_breaks, person_event, rank, team_event
from gateway.tournament.standings import tie_break_value as value
from gateway.tournament.standings.direct_encounter import handbook_encounter
from gateway.tournament.trf import crosstable, read_trf
from tests.tournament.trf.test_trf_reader import TINY

from .test_c07_examples import four_teams, round_robin

SEVEN = person_event(crosstable(read_trf(TINY).report), rule=UnplayedRule.HANDBOOK)


def text(code: str, number: int) -> str:
    return value(SEVEN, parse_tie_break(code), PairingNumber(number)).text


def test_a_bye_is_no_opponent_and_a_forfeited_one_is() -> None:
    assert text("buchholz", 6) == "6.5"  # 3 + 2.5 + 1, nothing for the bye
    assert text("buchholz", 4) == "8"  # 2.5 + 1 by forfeit + 1.5 + 3, and the one who left counts what he has
    assert text("sonneborn_berger", 4) == "1.75"  # 1 for the forfeit, half of 1.5
    assert text("sonneborn_berger", 6) == "2.25"  # half of 2.5, and 1


def test_median_and_descending_cut() -> None:
    assert text("median_buchholz", 1) == "4"  # of 1.5 1.5 3 2.5
    assert text("median_buchholz/m2", 1) == "0"
    assert text("buchholz_cut_desc", 1) == "7 5.5 3"
    assert text("buchholz_cut_desc", 3) == "7.5 5 2.5"  # of 2.5 2.5 2.5 1.5


def test_wins_count_what_was_won_without_play() -> None:
    assert [text("wins", number) for number in (4, 6, 5)] == ["1", "2", "0"]


def test_progressive_and_its_cut() -> None:
    assert text("progressive", 6) == "5"
    assert text("progressive/c1", 1) == "7"


def test_the_mean_of_ratings_is_that_of_opponents_met() -> None:
    assert text("avg_opp_rating", 1) == "1973.75"
    assert text("avg_opp_rating/c1", 1) == "2045"


def test_a_round_robin_of_gn_29_1_1() -> None:
    games = {(1, 2): "1", (2, 3): "1", (3, 1): "1", (1, 4): "1", (2, 4): "=", (3, 4): "="}
    event = person_event(round_robin(4, games), rule=UnplayedRule.HANDBOOK)
    found = rank(event, parse_tie_breaks(["sonneborn_berger", "wins", "direct"]))
    assert [(row.rank, row.number) for row in found.rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_direct_encounter_of_the_handbooks() -> None:
    group = [PairingNumber(number) for number in (1, 2, 3)]
    direct = parse_tie_break("direct")
    beat_all = person_event(round_robin(3, {(1, 2): "1", (1, 3): "1"}), rule=UnplayedRule.HANDBOOK)
    assert handbook_encounter(beat_all, direct, group) == [[1], [2, 3]]
    not_all = person_event(round_robin(3, {(1, 2): "1", (2, 3): "="}), rule=UnplayedRule.HANDBOOK)
    assert handbook_encounter(not_all, direct, group) == [[1, 2, 3]]
    circle = person_event(round_robin(3, {(1, 2): "1", (2, 3): "1", (3, 1): "1"}), rule=UnplayedRule.HANDBOOK)
    assert handbook_encounter(circle, direct, group) == [[1, 2, 3]]


@pytest.mark.parametrize(
    ("codes", "order"),
    [
        ("game_points,team_sonneborn_berger,direct,board_order", [1, 3, 2, 4]),  # GN 29.1.2
        ("buchholz,median_buchholz,game_points,direct,board_order", [1, 3, 2, 4]),  # GN 29.2.2: both 8, then 4 - 3.5
        ("direct", [3, 1, 2, 4]),
        ("match_wins", [1, 3, 2, 4]),
    ],
)
def test_teams_of_gn_29(codes: str, order: list[int]) -> None:
    found = rank(team_event(four_teams(), rule=UnplayedRule.HANDBOOK), parse_tie_breaks(codes.split(",")))
    assert [row.number for row in found.rows] == order
    assert found.remarks == ()


def test_the_team_sonneborn_berger_takes_the_share_of_the_boards() -> None:
    event = team_event(four_teams(), rule=UnplayedRule.HANDBOOK)
    found = value(event, parse_tie_break("team_sonneborn_berger"), PairingNumber(1))
    assert found.text == "4.5"  # 3.5 * 1.5/2 + 3.5 * 0.5/2 + 1 * 2/2
