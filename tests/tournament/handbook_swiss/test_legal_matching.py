"""Matchings: as large as can be, also after somebody has left."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from gateway.tournament.handbook_swiss.legal_matching import LegalMatching, bits
from tests.examples import examples


def largest(neighbours: list[int], present: int) -> int:
    """How many find a partner, by trying all."""
    if not present:
        return 0
    first = (present & -present).bit_length() - 1
    rest = present & ~(1 << first)
    found = largest(neighbours, rest)
    for other in bits(neighbours[first] & rest):
        found = max(found, 2 + largest(neighbours, rest & ~(1 << other)))
    return found


@examples(150)
@given(st.data())
def test_nobody_is_alone_who_need_not_be(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 9))
    pairs = list(combinations(range(count), 2))
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    neighbours = [0] * count
    for one, other in edges:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    everybody = (1 << count) - 1
    matching = LegalMatching(neighbours, everybody)
    assert count - matching.lacking == largest(neighbours, everybody)
    leaving = data.draw(st.lists(st.integers(0, count - 1), unique=True, max_size=4))
    left = everybody
    for vertex in leaving:
        left &= ~(1 << vertex)
    assert left.bit_count() - matching.without(*leaving).lacking == largest(neighbours, left)
    assert count - matching.lacking == largest(neighbours, everybody), "a value"
