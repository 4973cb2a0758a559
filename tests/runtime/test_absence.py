"""How long nobody was looking: across wall clock steps, within one switching-on of the computer and across two."""

from __future__ import annotations

from pathlib import Path

from gateway.model.instants import Instant, Millis
from gateway.record.absence import ComputerTime, absence
from gateway.record.raw import Unobserved
from gateway.record.start_marks import StartMark
from gateway.runtime.computer_clock import computer_time

YEAR = 365 * 24 * 3_600_000
MARK = StartMark(Instant(1_000_000), "first", up_ms=50_000, wall_ms=1_000_000, synchronised=False)
LAST = Instant(1_060_000)
"""A minute after the mark."""


def test_within_one_boot_the_wall_clock_may_do_what_it_likes() -> None:
    for wall in (0, 1_000_000, 50 * YEAR):
        now = ComputerTime("first", up_ms=50_000 + 60_000 + 7_000, wall_ms=wall, synchronised=True)
        assert absence(MARK, LAST, now) == Unobserved(LAST, Millis(7_000), Millis(7_000))


def test_across_two_boots_a_wall_clock_is_believed_that_was_right_both_times() -> None:
    right = StartMark(Instant(1_000_000), "first", 50_000, wall_ms=5_000_000, synchronised=True)
    now = ComputerTime("second", up_ms=20_000, wall_ms=5_000_000 + 60_000 + 90_000, synchronised=True)
    assert absence(right, LAST, now) == Unobserved(LAST, Millis(90_000), Millis(90_000))
    assert absence(right, LAST, now._replace(wall_ms=1)) == Unobserved(LAST, Millis(20_000))


def test_else_only_the_least_is_known() -> None:
    now = ComputerTime("second", up_ms=20_000, wall_ms=50 * YEAR, synchronised=True)
    assert absence(MARK, LAST, now) == Unobserved(LAST, Millis(20_000))
    assert absence(None, LAST, now) == Unobserved(LAST, Millis(0))
    assert absence(MARK, LAST, now._replace(boot="")) == Unobserved(LAST, Millis(0))


def test_clocks_that_contradict_one_another_tell_nothing() -> None:
    now = ComputerTime("first", up_ms=10, wall_ms=1_000_000, synchronised=True)
    assert absence(MARK, LAST, now) == Unobserved(LAST, Millis(0))
    nearly = ComputerTime("first", up_ms=50_000 + 60_000 - 5, wall_ms=0, synchronised=False)
    assert absence(MARK, LAST, nearly) == Unobserved(LAST, Millis(0), Millis(0))


def test_the_computer_tells_its_times() -> None:
    now = computer_time()
    assert now.boot == Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    assert 0 < now.up_ms < now.wall_ms
    assert computer_time().up_ms >= now.up_ms
