"""A physical board and its sensors."""

from __future__ import annotations

import pytest

from firmware_sim.surface import CHESS_START, DRAUGHTS_START, SensorGrid, Surface


def test_start_positions() -> None:
    assert DRAUGHTS_START.count("m") == DRAUGHTS_START.count("M") == 20
    assert all((cell // 10 + cell % 10) % 2 for cell, piece in enumerate(DRAUGHTS_START) if piece != ".")
    assert len(CHESS_START) == 64


def test_the_cells_must_fit_the_board() -> None:
    with pytest.raises(ValueError, match="64 cells"):
        Surface(8, 8, "...")


def test_cells_between_are_those_of_a_straight_line() -> None:
    surface = Surface(10, 10)
    assert surface.between(63, 54) == []
    assert list(surface.between(98, 65)) == [87, 76]
    assert list(surface.between(0, 3)) == [1, 2]
    assert list(surface.between(0, 12)) == []
    assert list(surface.between(5, 5)) == []


def test_a_change_is_seen_when_the_scan_comes_by() -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    sensors = SensorGrid(surface, scan_ms=200)
    surface.lift(63, at=1000)
    assert sensors.next_deadline() == 1126  # cell 63 has its turn 126 ms after the scan began
    assert sensors.wake(1125) == []
    assert sensors.shown[63] == "M"
    assert sensors.wake(1126) == [(63, ".")]
    assert sensors.shown[63] == "."
    assert sensors.next_deadline() is None


def test_the_new_square_may_be_seen_before_the_old_one_is_clear() -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    sensors = SensorGrid(surface, scan_ms=200)
    surface.lift(63, at=1050)
    surface.put(54, "M", at=1060)
    assert sensors.wake(1400) == [(54, "M"), (63, ".")]


def test_what_is_undone_within_a_scan_is_never_seen() -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    sensors = SensorGrid(surface, scan_ms=200)
    surface.lift(63, at=1000)
    surface.put(63, "M", at=1100)
    assert sensors.wake(1200) == []


def test_a_capture_by_replacement_shows_no_empty_square() -> None:
    surface = Surface(8, 8, CHESS_START)
    sensors = SensorGrid(surface, scan_ms=200)
    surface.lift(12, at=1000)
    surface.put(12, "Q", at=1020)
    assert sensors.wake(1200) == [(12, "Q")]
