"""How a stone looks to a player who sees fives, fours and threes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.games.registry import find
from gateway.games.renju.threats import move_cost

RENJU = find("renju")


@pytest.mark.parametrize(
    ("fen", "stone", "overlooked"),
    [
        pytest.param("B:B:W", "h8", False, id="an empty board"),
        pytest.param("B:Bh8,i8,j8,k8:Wa1,a3,a5,g8", "l8", False, id="five"),
        pytest.param("B:Bh8,i8,j8,k8:Wa1,a3,a5,g8", "h9", True, id="five left out"),
        pytest.param("W:Bh8,i8,j8,k8:Wa1,a3,g8", "l8", False, id="a four is stopped"),
        pytest.param("W:Bh8,i8,k8,l8:Wa1,a3,g8", "j8", False, id="also in its middle"),
        pytest.param("W:Bh8,i8,j8,k8:Wa1,a3,g8", "h9", True, id="a four is left alone"),
        pytest.param("W:Bh8,i8,j8,k8:Wc3,c4,c5,c6", "c7", False, id="but for five"),
        pytest.param("W:Bh8,i8,j8:Wa1,a3", "k8", False, id="a three is stopped"),
        pytest.param("W:Bh8,i8,j8:Wa1,a3", "h9", True, id="a three is left alone"),
        pytest.param("W:Bh8,i8,k8:Wa1,a3", "j8", False, id="a broken one"),
        pytest.param("W:Bh8,i8,j8:Wc3,c4,c5", "c6", False, id="but for a four"),
        pytest.param("W:Bh8,i8,j8:Wg8,a3", "h9", False, id="a three that has an end"),
    ],
)
def test_what_nobody_overlooks(fen: str, stone: str, overlooked: bool) -> None:
    position = RENJU.position(fen)
    assert (position.move_cost(position.read(stone)) > 0) is overlooked


@given(st.sets(st.integers(0, 224), max_size=60), st.integers(1, 2**60))
def test_there_is_always_a_stone_that_overlooks_nothing(points: set[int], colours: int) -> None:
    own = sum(1 << point for n, point in enumerate(sorted(points)) if colours >> n & 1)
    theirs = sum(1 << point for n, point in enumerate(sorted(points)) if not colours >> n & 1)
    free = [point for point in range(225) if point not in points]
    found = {point: move_cost(own, theirs, point) for point in free}
    assert 0 in found.values()
    assert all(value >= 0 for value in found.values())
