"""Elo arithmetic by FIDE's tables."""

from __future__ import annotations

from fractions import Fraction
from math import erf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.tournament.elo import (
    expected_score,
    perfect_performance,
    performance,
    rating_change,
    rating_difference,
)
from tests.examples import examples

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("hundredths", "difference"), [(100, 800), (99, 677), (63, 95), (50, 0), (49, -7), (17, -273), (1, -677), (0, -800)]
)
def test_the_difference_of_a_score(hundredths: int, difference: int) -> None:
    assert rating_difference(Fraction(hundredths, 100)) == difference


def test_a_score_is_rounded_half_up_before_it_is_looked_up() -> None:
    assert rating_difference(Fraction(625, 1000)) == rating_difference(Fraction(63, 100))
    assert rating_difference(Fraction(1, 6)) == rating_difference(Fraction(17, 100))


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (735, 99), (736, 100), (-736, 0), (392, 92), (150, 70)],
)
def test_the_score_that_a_difference_lets_expect(difference: int, hundredths: int) -> None:
    assert expected_score(difference) == Fraction(hundredths, 100)


def test_the_tables_follow_the_normal_distribution_they_come_from() -> None:
    """A slip in a table would stand out: the classes have a spread of 200 points, the printed tables round to .01."""
    for difference in range(740):
        exact = (1 + erf(difference / (200 * sqrt(2)) / sqrt(2))) / 2
        assert abs(float(expected_score(difference)) - exact) < 0.0085, difference
    for hundredths in range(51, 99):
        exact = (1 + erf(rating_difference(Fraction(hundredths, 100)) / (200 * sqrt(2)) / sqrt(2))) / 2
        assert abs(hundredths / 100 - exact) < 0.003, hundredths


def test_a_change_counts_no_difference_above_400() -> None:
    assert rating_change(2000, [2000, 2100], Fraction(1), 20) == 20 * (1 - HALF - Fraction(36, 100))
    assert rating_change(2600, [1900], Fraction(1), 10) == 10 * (1 - Fraction(92, 100))


def test_performances_at_the_ends() -> None:
    assert perfect_performance([2000, 2200], Fraction(0)) == 2000 - 800
    assert perfect_performance([2000, 2200], Fraction(2)) == 2200 + 736
    assert performance([2000, 2200], Fraction(2)) == 2100 + 800


@examples(60)
@given(st.lists(st.integers(1000, 2800), min_size=1, max_size=9), st.data())
def test_the_perfect_performance_is_the_lowest_that_suffices(ratings: list[int], data: st.DataObject) -> None:
    score = Fraction(data.draw(st.integers(1, 2 * len(ratings))), 2)

    def expected(rating: int) -> Fraction:
        return sum((expected_score(rating - each) for each in ratings), Fraction(0))

    found = perfect_performance(ratings, score)
    assert expected(found) >= score > expected(found - 1)
