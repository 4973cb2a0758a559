"""Scores of pairs on one board: matchpoints (Law 78 A), IMPs against the datum (Butler), IMPs across the field."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .imps import imps

__all__ = ["butler_imps", "cross_imps", "datum", "matchpoints"]


def matchpoints(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """For each North-South score of a board: two for each score it beats, one for each that equals it.

    East-West have the rest: twice the number of other scores, less this.
    """
    return tuple(
        Fraction(2 * sum(other < score for other in scores) + sum(other == score for other in scores) - 1)
        for score in scores
    )


def datum(scores: Sequence[int | Fraction], *, leave_out: int = 0) -> int:
    """The mean North-South score of a board without so many of the highest and the lowest, rounded to tens.

    Halves go away from zero, so that both directions have the same datum.
    """
    kept = sorted(scores)[leave_out : len(scores) - leave_out] or sorted(scores)
    mean = Fraction(sum(kept)) / len(kept)
    tens = (abs(mean) / 10 + Fraction(1, 2)).__floor__()
    return 10 * tens if mean >= 0 else -10 * tens


def butler_imps(scores: Sequence[int], *, leave_out: int = 0) -> tuple[int, ...]:
    """For each North-South score the IMPs of its difference to the datum; East-West the same with the other sign."""
    middle = datum(scores, leave_out=leave_out)
    return tuple(imps(score - middle) for score in scores)


def cross_imps(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """For each North-South score the mean of its IMPs against all others; 0 where there is no other."""
    others = len(scores) - 1
    return tuple(
        Fraction(sum(imps(score - other) for other in scores), others) if others else Fraction(0) for score in scores
    )
