"""Contracts and their score: every contract, doubled or not, vulnerable or not, with every number of tricks."""

from __future__ import annotations

from itertools import product

import pytest

from gateway.model.errors import TournamentError
from gateway.tournament.bridge.compass import CompassSeat, Partnership, dealer, vulnerable
from gateway.tournament.bridge.contract import Contract, Denomination, Doubling, PlayedContract, read_played
from gateway.tournament.bridge.contract_score import declarers_score, north_south_score

EVERY = [
    (PlayedContract(Contract(level, denomination, CompassSeat.NORTH, doubling), tricks), is_vulnerable)
    for level, denomination, doubling, tricks, is_vulnerable in product(
        range(1, 8), Denomination, Doubling, range(14), (False, True)
    )
]


def by_formula(level: int, denomination: str, doubled: int, over: int, vul: int) -> int:
    """The score in closed forms, written from the tables that players carry; doubled is 1, 2 or 4."""
    if over < 0:
        down = -over
        if doubled == 1:
            return -(50 + 50 * vul) * down
        plain = 300 * down - 100 if vul else max(200 * down - 100, 300 * down - 400)
        return -plain * doubled // 2
    per_trick = 20 if denomination in "CD" else 30
    below = (per_trick * level + (10 if denomination == "N" else 0)) * doubled
    game = (500 if vul else 300) if below >= 100 else 50
    slam = {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vul]
    above = over * per_trick if doubled == 1 else over * 50 * doubled * (1 + vul)
    return below + game + slam + above + {1: 0, 2: 50, 4: 100}[doubled]


def test_every_score_is_that_of_the_formula() -> None:
    assert len(EVERY) == 7 * 5 * 3 * 14 * 2
    for played, is_vulnerable in EVERY:
        contract = played.contract
        assert contract is not None
        assert declarers_score(played, vulnerable=is_vulnerable) == by_formula(
            contract.level, contract.denomination.value, contract.doubling.factor, played.over, int(is_vulnerable)
        ), (played, is_vulnerable)


@pytest.mark.parametrize(
    ("text", "plain", "at_risk"),
    [
        ("3N N =", 400, 600),
        ("4S N =", 420, 620),
        ("4S N +2", 480, 680),
        ("2C N +1", 110, 110),
        ("1N N -3", -150, -300),
        ("6H N =", 980, 1430),
        ("7N N =", 1520, 2220),
        ("2SX N =", 470, 670),
        ("1CX N +1", 240, 340),
        ("1CXX N +1", 430, 630),
        ("4HX N -4", -800, -1100),
        ("7NXX N -13", -7000, -7600),
        ("7NXX N =", 2280, 2980),
    ],
)
def test_well_known_scores(text: str, plain: int, at_risk: int) -> None:
    played = read_played(text)
    assert (declarers_score(played, vulnerable=False), declarers_score(played, vulnerable=True)) == (plain, at_risk)


def test_dealer_and_vulnerability_repeat_after_sixteen_boards() -> None:
    signs = {frozenset(): "-", frozenset({Partnership.NORTH_SOUTH}): "n", frozenset({Partnership.EAST_WEST}): "e"}
    assert "".join(signs.get(vulnerable(board), "b") for board in range(1, 17)) == "-nebneb-eb-nb-ne"
    assert "".join(dealer(board).value for board in range(1, 6)) == "NESWN"
    assert [vulnerable(board) for board in range(17, 33)] == [vulnerable(board) for board in range(1, 17)]


def test_the_score_is_north_souths() -> None:
    assert north_south_score(1, read_played("4S E =")) == -420
    assert north_south_score(3, read_played("4S E =")) == -620
    assert north_south_score(2, read_played("3N S -1")) == -100
    assert north_south_score(5, read_played("pass")) == 0
    assert declarers_score(PlayedContract(), vulnerable=True) == 0


def test_what_is_written_is_read_again() -> None:
    for played, _ in EVERY:
        assert read_played(str(played)) == played
    assert str(read_played("3nt by e +1 ♥q")) == "3N E +1 HQ"
    assert str(read_played("4♠** w −2 sT")) == "4SXX W -2 S10"
    assert str(read_played(" Passed Out ")) == "pass"


@pytest.mark.parametrize("text", ["", "8S N =", "4S =", "4S Q =", "3N N +5", "7N N +1", "1C N -8", "4S N = Z9", "4S N"])
def test_what_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(TournamentError, match=r"bridge\."):
        read_played(text)
