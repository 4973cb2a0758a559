"""Elo arithmetic: FIDE's tables (B.02 8.1), expected scores, changes of rating, performances.

Fractions of a score are exact until a rule rounds them: to two decimals before the table is looked up, half up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

__all__ = [
    "expected_score",
    "half_up",
    "mean_rating",
    "perfect_performance",
    "performance",
    "rating_change",
    "rating_difference",
]

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)  # fmt: skip
"""dp for the fractions .50, .51, ... 1.00."""
_BANDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""The highest differences at which the stronger side is expected to score .50, .51, ... .99; above it is 1.00."""


def half_up(value: Fraction) -> int:
    """The nearest whole number; a half goes up."""
    return (value + Fraction(1, 2)).__floor__()


def rating_difference(score: Fraction) -> int:
    """dp: the difference of ratings that a fraction of the points stands for."""
    hundredths = half_up(score * 100)
    return _DIFFERENCES[hundredths - 50] if hundredths >= 50 else -_DIFFERENCES[50 - hundredths]


def expected_score(difference: int, *, most: int | None = None) -> Fraction:
    """PD: what is expected against somebody whose rating is lower by so much; `most` limits the difference (400)."""
    if most is not None:
        difference = max(-most, min(most, difference))
    stronger = Fraction(50 + bisect_left(_BANDS, abs(difference)), 100)
    return stronger if difference >= 0 else 1 - stronger


def rating_change(rating: int, opponents: Sequence[int], score: Fraction, factor: int) -> Fraction:
    """What a rating gains by rated games (B.02 8.3): factor by score less expectation, no difference above 400."""
    expected = sum((expected_score(rating - each, most=400) for each in opponents), Fraction(0))
    return factor * (score - expected)


def mean_rating(ratings: Sequence[int]) -> int:
    """The mean, rounded."""
    return half_up(Fraction(sum(ratings), len(ratings)))


def performance(opponents: Sequence[int], score: Fraction) -> int:
    """TPR (C.07 10.2): the mean rating of the opponents and what the fraction of the points stands for."""
    return mean_rating(opponents) + rating_difference(score / len(opponents))


def perfect_performance(opponents: Sequence[int], score: Fraction) -> int:
    """PTP (C.07 10.3): the lowest rating that would have been expected to score as much."""
    if score <= 0:
        return min(opponents) - 800
    low, high = min(opponents) - 800, max(opponents) + 736
    while low < high:
        middle = (low + high) // 2
        if sum((expected_score(middle - each) for each in opponents), Fraction(0)) >= score:
            high = middle
        else:
            low = middle + 1
    return low
