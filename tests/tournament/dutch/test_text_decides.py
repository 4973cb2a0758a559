"""Rounds that programs pair differently, and what the text says."""

from __future__ import annotations

from fractions import Fraction

from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, PointScale
from tests.tournament.caissify import caissify_pairs

from .small_tables import coming, confirmed, row, table

N = PairingNumber


def test_the_number_of_downfloaters_comes_before_their_scores() -> None:
    """C6 asks for the fewest downfloaters, C7 for the lowest scores among as few; C6 stands first (2.4).

    Twelve to pair in round 9, scores by a scale of 2, 1, 0. 1 and 5 (14) have met; 3 (12) has met both, 10 (10) all
    three; of them 4 (7) can meet 1 alone. So 5, 3 and 10 come down to 7, 8, 11 and 12 (6). There 3 can meet 8 alone,
    5 and 10 can meet 12 alone, 7 can meet 8 and 11: three pairs at most, 3-8, 7-11 and 12 with 5 or with 10.

    If 12 meets 5, then 10 goes on, to 2, 13 (5) and 9 (4); but 9 has met 2, 10 and 13: no complete pairing (C4). So
    12 meets 10, and 5 goes on, to meet 9; 2 meets 13. One downfloater, with 14 points.

    Another program lets three down, 10, 7 and 11, because 10, 6, 6 begins lower than 14. That would be C7 before C6.
    """
    crosstable = table(
        row(1, "8w1", "13b1", "7w1", "5b1", "3b0", "10w1", "11b1", "12w1"),
        row(2, "-Z", "-Z", "-Z", "-Z", "-U", "-H", "9w1", "5w0"),
        row(3, "9b1", "5w0", "12b1", "7b1", "1w1", "4w1", "10b0", "11w1"),
        row(4, "-H", "7w0", "10b1", "13w1", "5w0", "3b0", "12b0", "9w1"),
        row(5, "10w1", "3b1", "11w1", "1w0", "4b1", "7b1", "8w1", "2b1"),
        row(6, "11b1", "-Z", "-Z", "-Z", "-Z", "-Z", "-Z", "-Z"),
        row(7, "12w1", "4b1", "1b0", "3w0", "10b0", "5w0", "-U", "13b0"),
        row(8, "1b0", "11w0", "9b1", "12w0", "13b1", "-U", "5b0", "10w0"),
        row(9, "3w0", "10b0", "8w0", "-U", "11b0", "13w1", "2b0", "4b0"),
        row(10, "5b0", "9w1", "4w0", "11b1", "7w1", "1b0", "3w1", "8b1"),
        row(11, "6w0", "8b1", "5b0", "10w0", "9w1", "12b1", "1w0", "3b0"),
        row(12, "7b0", "-U", "3w0", "8b1", "-Z", "11w0", "4w1", "1b0"),
        row(13, "-U", "1w0", "-H", "4b0", "8w0", "9b0", "-Z", "7w1"),
        rounds=11,
        scale=PointScale(Fraction(2), Fraction(1), Fraction(0)),
    )
    request = coming(crosstable, absent=frozenset({N(6)}), initial_side=Side.WHITE)
    pairs = {(int(each.white), int(each.black)) for each in confirmed(request).pairs}
    assert pairs == {(1, 4), (8, 3), (10, 12), (7, 11), (9, 5), (13, 2)}
    assert {(10, 13), (9, 7), (11, 2)} < {(int(white), int(black or 0)) for white, black in caissify_pairs(request)}
