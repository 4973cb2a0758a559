"""Nonsense on a board for a while; `make fuzz ARGS="boards --hours 10"` does it for hours."""

from __future__ import annotations

import pytest

from fuzz.boards import show_nonsense
from fuzz.nonsense import KINDS
from gateway.tracking.vision import Vision


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "vision", "seconds"),
    [("draughts-russian", Vision.PIECES, 90), ("chess", Vision.OCCUPANCY, 60), ("gomoku", Vision.OCCUPANCY, 10)],
)
def test_nonsense_breaks_nothing_and_is_no_game(name: str, vision: Vision, seconds: int, kind: str) -> None:
    done = show_nonsense(name, vision, hours=seconds / 3600, kinds=(kind,))
    assert done.broken == []
    assert done.readings
