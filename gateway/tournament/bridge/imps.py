"""International match points: from a difference of scores to IMPs. Law 78 B."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

__all__ = ["MOST_IMPS", "imps"]

_LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000,
    3500, 4000,
)  # fmt: skip
"""The least difference for 1 IMP, for 2, and so on."""

MOST_IMPS = len(_LEAST)


def imps(difference: int | Fraction) -> int:
    """The IMPs of a difference, with its sign. Scores end in 0; what lies between two steps counts as the lower one."""
    found = bisect_right(_LEAST, int(difference if difference >= 0 else -difference))
    return found if difference >= 0 else -found
