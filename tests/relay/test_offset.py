"""A table's time line on the relay's clock."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.relay.hall.clock_offset import Offset


@given(st.integers(-(10**9), 10**9), st.lists(st.integers(0, 5000), min_size=1, max_size=50))
def test_the_least_delayed_message_decides(true: int, delays: list[int]) -> None:
    offset = Offset()
    for index, delay in enumerate(delays):
        at = 1_000_000 + index * 1000
        offset.live(at, at + true + delay)
    assert offset.value == true + min(delays)


def test_an_old_estimate_leaves_the_window() -> None:
    offset = Offset()
    offset.live(0, 10)
    offset.live(500_000, 500_050)
    assert offset.value == 10
    offset.live(601_000, 601_040)
    assert offset.value == 40


def test_a_quiet_hour_keeps_the_last_estimate() -> None:
    offset = Offset()
    offset.live(0, 7)
    assert offset.value == 7
    offset.live(3_600_000, 3_600_090)
    assert offset.value == 90


def test_a_retained_message_only_bounds() -> None:
    offset = Offset()
    assert offset.value == 0
    offset.retained(0, 40_000)  # forty seconds old, or a clock forty seconds slow: the clock is trusted
    assert offset.value == 0
    offset.retained(90_000, 30_000)  # from the future: the table's clock is ahead
    assert offset.value == -60_000
    offset.live(100_000, 40_020)
    assert offset.value == -59_980
    offset.forget()
    assert offset.value == 0
