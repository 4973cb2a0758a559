from __future__ import annotations

import pytest

from gateway.games.perft import perft
from gateway.games.registry import find


@pytest.mark.parametrize(("depth", "count"), list(enumerate([9, 81, 658, 4265, 27117, 167140], 1)))
def test_perft_from_the_start(depth: int, count: int) -> None:
    assert perft(find("draughts-international"), depth) == count
