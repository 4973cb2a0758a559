"""Attendance at the start of a round: whose clock runs, and what lateness costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.arrival import Attendance, arrive, begin
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side
from tests.examples import examples

W, B = Side.WHITE, Side.BLACK
BOTH = (W, B)
START = Instant(0)


def expected(
    grace: int = 0, *there: Side, absent_runs: bool = True, both_owe: bool = True, first: Side = B
) -> Attendance:
    """By GN 14.3 unless said otherwise; these sides have come before the start."""
    attendance = Attendance(first, Millis(grace), absent_runs, both_owe)
    for side in there:
        attendance, owed = arrive(attendance, side, Instant(-60_000), Instant(-60_000))
        assert owed == BySide(0, 0)
    return attendance


def at_start(*args: int | Side, **rules: bool) -> Attendance:
    return begin(expected(*args, **rules), START)  # type: ignore[arg-type]  # a test's own shorthand


@pytest.mark.parametrize(
    ("there", "absent_runs", "runs"),
    [(BOTH, True, B), ((B,), True, W), ((W,), True, B), ((), True, B), ((B,), False, B), ((W,), False, B)],
)
def test_whose_clock_runs_at_the_start(there: tuple[Side, ...], absent_runs: bool, runs: Side) -> None:
    assert begin(expected(0, *there, absent_runs=absent_runs), START).runs is runs


def test_who_was_absent_alone_has_paid_by_his_own_clock() -> None:
    for late in BOTH:
        attendance, owed = arrive(at_start(20_000, late.other), late, Instant(7_000), Instant(7_000))
        assert (owed, attendance.runs) == (BySide(0, 0), B)


@pytest.mark.parametrize("sooner", BOTH)
def test_one_clock_measures_both(sooner: Side) -> None:
    attendance, owed = arrive(at_start(30_000), sooner, Instant(10_000), Instant(10_000))
    assert owed == BySide(10_000, 0)  # black's clock has run
    assert attendance.runs is sooner.other
    attendance, owed = arrive(attendance, sooner.other, Instant(25_000), Instant(25_000))
    assert (owed, attendance.runs) == (BySide(0, 0), B)
    assert attendance.late_ms(sooner, Instant(99_000)) == 10_000


def test_renju_charges_both_and_leaves_the_first_movers_clock_running() -> None:
    attendance, owed = arrive(at_start(absent_runs=False), B, Instant(10_000), Instant(10_000))
    assert (owed, attendance.runs) == (BySide(10_000, 0), B)
    attendance, owed = arrive(attendance, W, Instant(15_000), Instant(15_000))
    assert (owed, attendance.runs) == (BySide(0, 0), B)


@pytest.mark.parametrize("sooner", BOTH)
def test_chess_charges_the_first_mover_alone(sooner: Side) -> None:
    attendance = at_start(absent_runs=False, both_owe=False)
    for side, came in ((sooner, 10_000), (sooner.other, 15_000)):
        attendance, owed = arrive(attendance, side, Instant(came), Instant(came))
        assert (owed, attendance.runs) == (BySide(0, 0), B)


def test_an_arrival_that_is_told_late_gives_back_what_ran_too_long() -> None:
    attendance, owed = arrive(at_start(20_000, B), W, Instant(5_000), Instant(7_000))
    assert (owed, attendance.runs) == (BySide(-2_000, 0), B)
    _, owed = arrive(at_start(20_000), B, Instant(5_000), Instant(7_000))
    assert owed == BySide(7_000, -2_000)  # White is absent still


def test_what_was_said_before_can_be_put_right() -> None:
    attendance, _ = arrive(at_start(20_000, B), W, Instant(7_000), Instant(7_000))
    attendance, owed = arrive(attendance, W, Instant(-1_000), Instant(9_000))
    assert (owed, attendance.too_late(Instant(30_000))) == (BySide(-7_000, 0), ())


@pytest.mark.parametrize(("came", "too_late"), [(20_000, ()), (20_001, (B,))])
def test_arriving_at_the_limit_is_in_time_and_a_millisecond_later_is_not(came: int, too_late: tuple[Side, ...]) -> None:
    attendance = at_start(20_000, W)
    assert attendance.next_limit == 20_001
    attendance, _ = arrive(attendance, B, Instant(came), Instant(came))
    assert attendance.too_late(Instant(99_000)) == too_late
    assert attendance.next_limit is None


def test_before_the_start_nobody_is_late() -> None:
    attendance = expected()
    assert (attendance.next_limit, attendance.limit_at, attendance.too_late(Instant(5))) == (None, None, ())


TOLD = st.tuples(st.sampled_from(BOTH), st.integers(-5, 60), st.integers(0, 30))
TEXTS = ((True, True), (False, True), (False, False))
"""GN, RIF, FIDE."""


@examples(150)
@given(
    st.lists(TOLD, max_size=4), st.integers(-5, 60), st.integers(-5, 60), st.sampled_from(BOTH), st.sampled_from(TEXTS)
)
def test_what_is_paid_in_the_end_is_what_was_said_last(
    told: list[tuple[Side, int, int]], white: int, black: int, first: Side, text: tuple[bool, bool]
) -> None:
    """Whatever was told late, or otherwise before: the second mover has paid what the text says. So has the first,
    whose clock runs for the rest of the time where both have come."""
    attendance = begin(Attendance(first, Millis(0), *text), START)
    at = START
    for side, came, later in [*told, (W, white, 0), (B, black, 0)]:
        at = Instant(max(at, came + later, 0))
        attendance, _ = arrive(attendance, side, Instant(came), at)
    late = {side: attendance.late_ms(side, at) for side in Side}
    together = min(late.values()) if attendance.both_owe else 0
    assert attendance.counted[first.other] == (late[first.other] if attendance.absent_runs else together)
    assert attendance.counted[first] >= (late[first] if attendance.both_owe else 0)
