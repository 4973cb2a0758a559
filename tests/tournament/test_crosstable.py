"""The crosstable: points by the scale, and what counts as played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import (
    Crosstable,
    PairingNumber,
    Participant,
    PointScale,
    RoundResult,
    RoundScore,
)

BY_DEFAULT = PointScale()
ONE, TWO, THREE = (PairingNumber(n) for n in (1, 2, 3))


def table(*scores: str, scale: PointScale = BY_DEFAULT) -> Crosstable:
    rounds = tuple(RoundResult(RoundScore(score)) for score in scores)
    return Crosstable(participants=(Participant(number=ONE, rounds=rounds), Participant(number=THREE)), scale=scale)


def test_each_score_has_its_points() -> None:
    worth = {score: table(score).points(ONE) for score in "1=0WDL+-UFHZ"}
    half = Fraction(1, 2)
    assert worth == {
        **dict.fromkeys("1W+UF", Fraction(1)),
        **dict.fromkeys("=DH", half),
        **dict.fromkeys("0L-Z", Fraction(0)),
    }


def test_the_scale_is_the_events() -> None:
    scale = PointScale(Fraction(3), Fraction(1), Fraction(0), Fraction(-1), Fraction(2))
    assert table("1", "=", "U", "Z", scale=scale).points(ONE) == 3 + 1 + 2 - 1
    assert table("1", "=", "U", "Z", scale=scale).points(ONE, through=2) == 4


def test_only_a_game_over_the_board_is_played() -> None:
    assert RoundResult(RoundScore.WIN, TWO, Side.WHITE).is_played
    assert not RoundResult(RoundScore.WIN).is_played
    assert not RoundResult(RoundScore.FORFEIT_WIN, TWO, Side.WHITE).is_played
    assert RoundScore.FORFEIT_LOSS.is_forfeit
    assert {score for score in RoundScore if score.is_bye} == set("UFHZ")


def test_rows_are_found_by_their_number() -> None:
    found = table("1", "0")
    assert found[THREE].rounds == ()
    assert found[ONE].result(RoundNumber(2)) == RoundResult(RoundScore.LOSS)
    assert found[ONE].result(RoundNumber(3)) is None
    assert found.rounds_known == 2
    with pytest.raises(LookupError, match="number 2"):
        found[TWO]
