"""Teams at the boards, by GN 26.2 and 10.1.4."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gateway.model.sides import Side
from gateway.tournament.crosstable import RoundScore
from gateway.tournament.line_ups import (
    TeamKind,
    TeamSheet,
    board_sides,
    check_line_up,
    points_of_board,
    team_round_robin,
)

SHEET = TeamSheet(name="North", regulars=("A", "B", "C", "D"), reserves=("E", "F"))


@pytest.mark.parametrize(
    ("kind", "seated", "wrong"),
    [
        (TeamKind.FIXED, "ABCD", []),
        (TeamKind.FIXED, "A-CD", []),
        (TeamKind.FIXED, "ABCE", ["out_of_order"]),
        (TeamKind.FIXED, "BACD", ["out_of_order", "out_of_order"]),
        (TeamKind.SUBSTITUTES, "AECF", []),
        # The others stay on their boards: nobody moves up.
        (TeamKind.SUBSTITUTES, "ACDE", ["out_of_order", "out_of_order"]),
        (TeamKind.AD_HOC, "FDBA", []),
        (TeamKind.AD_HOC, "AABC", ["twice"]),
        (TeamKind.AD_HOC, "ABCX", ["stranger"]),
        (TeamKind.AD_HOC, "ABC", ["boards"]),
    ],
)
def test_who_may_sit_where(kind: TeamKind, seated: str, wrong: list[str]) -> None:
    found = check_line_up(SHEET, [None if name == "-" else name for name in seated], kind)
    assert [each.key for each in found] == [f"line_up.{name}" for name in wrong]


def test_the_first_named_team_moves_first_on_odd_boards() -> None:
    white, black = Side.WHITE, Side.BLACK
    assert board_sides(4, Side.WHITE) == (white, black, white, black)
    assert board_sides(3, Side.BLACK) == (black, white, black)
    assert board_sides(4, Side.WHITE, game=2) == (black, white, black, white)


def test_a_round_robin_of_teams() -> None:
    rounds = team_round_robin(4, 4, Side.BLACK, games=2)
    assert len(rounds) == 3
    match = rounds[0][0]
    assert [(game.board, game.game, game.white, game.black) for game in match] == [
        (1, 1, 4, 1), (2, 1, 1, 4), (3, 1, 4, 1), (4, 1, 1, 4),
        (1, 2, 1, 4), (2, 2, 4, 1), (3, 2, 1, 4), (4, 2, 4, 1),
    ]  # fmt: skip
    odd = team_round_robin(5, 3, Side.WHITE)
    assert [len(matches) for matches in odd] == [2] * 5


@pytest.mark.parametrize(
    ("own", "theirs", "games", "point"),
    [
        ("1=", "0=", "3/2", "1"),
        ("10", "01", "1", "1/2"),
        ("0=", "1=", "1/2", "0"),
        ("--", "--", "0", "0"),
        ("+", "-", "1", "1"),
    ],
)
def test_two_games_on_a_board(own: str, theirs: str, games: str, point: str) -> None:
    found = points_of_board(tuple(map(RoundScore, own)), tuple(map(RoundScore, theirs)))
    assert found == (Fraction(games), Fraction(point))
