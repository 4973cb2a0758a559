"""The order of the tests: nothing is lost, and every worker begins with what takes long."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples

from .long_first import long_first


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5))), st.integers(1, 5))
@examples(60)
def test_every_test_is_run_once(kinds: list[tuple[bool, int]], workers: int) -> None:
    items = [(*kind, number) for number, kind in enumerate(kinds)]
    order = long_first(items, workers, lambda item: item[0], lambda item: item[1])
    assert sorted(order, key=lambda item: item[2]) == items


def test_each_stretch_begins_with_long_ones_and_ends_with_short_ones() -> None:
    items = [*range(100), *range(1000, 1012)]
    order = long_first(items, 4, lambda item: item >= 1000, lambda item: item // 3)
    assert [sorted(each >= 1000 for each in order[at : at + 28]) for at in range(0, 112, 28)] == [
        [False] * 25 + [True] * 3
    ] * 4
    assert [order[at] >= 1000 for at in range(0, 112, 28)] == [True] * 4
    assert [order[at] < 1000 for at in range(27, 112, 28)] == [True] * 4
