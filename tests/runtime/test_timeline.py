"""The time line of a table, and of a relay: nobody moves it by setting a clock."""

from __future__ import annotations

import time

import pytest

from gateway.model.instants import Instant
from gateway.runtime.timeline import Timeline


@pytest.mark.parametrize("step_ms", [-3_600_000, 3_600_000, 50 * 365 * 24 * 3_600_000])
def test_a_step_of_the_wall_clock_changes_nothing(step_ms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    line = Timeline()
    before, wall = line.now(), time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: wall + step_ms * 1_000_000)
    assert before <= line.now() < before + 60_000


def test_it_begins_where_it_is_told_and_never_goes_back() -> None:
    line = Timeline()
    line.begin(Instant(5_000_000))
    assert 5_000_000 <= line.now() < 5_060_000
    line.go_on_from(Instant(4_000_000))
    assert line.now() >= 5_000_000
    line.go_on_from(Instant(9_000_000))
    assert line.now() >= 9_000_000
