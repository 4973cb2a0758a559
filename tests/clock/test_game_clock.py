"""Each control by hand: presses at instants, and what the clock shows then, to the millisecond."""

from __future__ import annotations

import pytest

from gateway.clock.control import AT_START, PER_MOVE, ClockModel
from gateway.clock.control_notation import parse_control
from gateway.clock.facts import (
    ClockFact,
    ClockPressed,
    ClockStarted,
    ClockStopped,
    FlagFell,
    PeriodUsed,
    SharedTimeEnded,
    StageReached,
    TimeLow,
)
from gateway.clock.game_clock import ClockPhase, GameClock, new_clock
from gateway.clock.operation import pause, press, resume, start
from gateway.clock.passing import ms_at, wake
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side

W, B = Side.WHITE, Side.BLACK


def begun(text: str, model: ClockModel = PER_MOVE, thresholds: tuple[int, ...] = ()) -> GameClock:
    marks = tuple(Millis(mark) for mark in thresholds)
    clock = new_clock(parse_control(text), Instant(0), model=model, thresholds=marks)
    return start(clock, W, Instant(0))[0]


def pressed(clock: GameClock, *instants: int) -> tuple[GameClock, list[ClockFact]]:
    """The side on move presses at each of these instants."""
    told: list[ClockFact] = []
    for at in instants:
        assert clock.turn is not None
        clock, facts = press(clock, clock.turn, Instant(at))
        told += facts
    return clock, told


def shown(clock: GameClock, at: int) -> tuple[int, int]:
    return ms_at(clock, W, Instant(at)), ms_at(clock, B, Instant(at))


def test_sudden_death() -> None:
    clock = begun("15m")
    assert shown(clock, 1) == (899_999, 900_000)
    clock, told = pressed(clock, 10_000, 25_500)
    assert told == [ClockPressed(W), ClockPressed(B)]
    assert shown(clock, 25_500) == (890_000, 884_500)
    assert clock.next_deadline() == 25_500 + 890_000


def test_the_flag_falls_when_the_time_is_reached_and_not_a_millisecond_sooner() -> None:
    clock = begun("10s")
    assert wake(clock, Instant(9_999)) == (clock, ())
    assert shown(clock, 9_999) == (1, 10_000)
    over, told = wake(clock, Instant(10_000))
    assert told == (FlagFell(W, Instant(10_000)),)
    assert over.phase is ClockPhase.OVER
    assert over.next_deadline() is None
    # A press at the very millisecond comes too late, one before it does not.
    assert press(clock, W, Instant(10_000))[1] == (FlagFell(W, Instant(10_000)),)
    saved, told = press(clock, W, Instant(9_999))
    assert told == (ClockPressed(W),)
    assert shown(saved, 9_999) == (1, 10_000)


def test_a_late_look_tells_the_true_instant() -> None:
    over, told = wake(begun("10s"), Instant(3_600_000))
    assert told == (FlagFell(W, Instant(10_000)),)
    assert shown(over, 3_600_000) == (0, 10_000)
    assert press(over, W, Instant(3_600_001)) == (over, ())
    assert start(over, B, Instant(3_600_001)) == (over, ())
    assert resume(over, Instant(3_600_001)) == (over, ())


def test_fischer_pays_for_the_move_just_made() -> None:
    clock, _ = pressed(begun("10m+10s"), 4_000, 5_000)
    assert shown(clock, 5_000) == (606_000, 609_000)


def test_fischer_with_the_first_increment_in_the_starting_time() -> None:
    clock = begun("3m+2s", AT_START)
    assert shown(clock, 0) == (182_000, 182_000)
    clock, _ = pressed(clock, 3_000, 5_000)
    assert shown(clock, 5_000) == (181_000, 182_000)


def test_the_two_ways_of_paying_end_the_same_after_the_first_move() -> None:
    instants = (3_000, 4_000, 9_000, 9_500)
    per_move, _ = pressed(begun("1m+2s", PER_MOVE), *instants)
    at_start, _ = pressed(begun("1m+2s", AT_START), *instants)
    assert shown(at_start, 9_500) == tuple(ms + 2_000 for ms in shown(per_move, 9_500))


def test_bronstein_gives_back_what_was_used_and_no_more() -> None:
    clock, _ = pressed(begun("1m bronstein 3s"), 1_200, 1_200 + 5_000)
    assert shown(clock, 6_200) == (60_000, 58_000)
    clock, _ = pressed(clock, 6_200 + 3_000)
    assert shown(clock, 9_200)[0] == 60_000
    clock, _ = pressed(begun("1m bronstein 3s"), 3_001)
    assert shown(clock, 3_001)[0] == 59_999


def test_bronstein_cannot_save_a_flag_that_has_fallen() -> None:
    assert wake(begun("1s bronstein 3s"), Instant(1_000))[1] == (FlagFell(W, Instant(1_000)),)


def test_simple_delay_waits_first() -> None:
    clock = begun("1m delay 3s")
    assert shown(clock, 3_000) == (60_000, 60_000)
    assert shown(clock, 3_001) == (59_999, 60_000)
    assert clock.next_deadline() == 63_000
    clock, _ = pressed(clock, 2_000, 2_000 + 3_001)
    assert shown(clock, 5_001) == (60_000, 59_999)


def test_a_pause_does_not_give_the_delay_again() -> None:
    clock, _ = pause(begun("1m delay 3s"), Instant(2_000))
    clock, _ = resume(clock, Instant(10_000))
    assert shown(clock, 11_000) == (60_000, 60_000)
    assert shown(clock, 11_500) == (59_500, 60_000)


def test_moves_in_a_period_carry_over() -> None:
    clock = begun("2/10s, 5s+1s")
    clock, told = pressed(clock, 1_000, 2_000, 3_000)
    assert told[-1] == StageReached(W, 1, Instant(3_000))
    assert shown(clock, 3_000) == (8_000 + 5_000, 9_000)
    clock, told = pressed(clock, 4_000, 5_000)
    assert told[0:2] == [ClockPressed(B), StageReached(B, 1, Instant(4_000))]
    assert shown(clock, 5_000) == (13_000, 13_000)  # a second used, a second won


def test_an_increment_paid_ahead_comes_with_its_stage() -> None:
    clock, _ = pressed(begun("1/10s, 5s+1s", AT_START), 1_000)
    assert shown(clock, 1_000) == (9_000 + 5_000 + 1_000, 10_000)
    clock, _ = pressed(begun("1/10s+3s, 5s", AT_START), 1_000)
    assert shown(clock, 1_000) == (12_000 + 5_000, 13_000)
    clock, _ = pressed(begun("1/10s+3s, 5s", PER_MOVE), 1_000)
    assert shown(clock, 1_000) == (9_000 + 3_000 + 5_000, 10_000)


def test_too_few_moves_when_the_period_ends_is_a_flag() -> None:
    assert wake(begun("2/10s, 5s"), Instant(10_000))[1] == (FlagFell(W, Instant(10_000)),)


def test_a_last_period_of_moves_begins_again() -> None:
    clock, _ = pressed(begun("1/10s"), 4_000)
    assert shown(clock, 4_000) == (16_000, 10_000)


def test_main_time_then_byo_yomi() -> None:
    clock, told = wake(begun("10s, 3x2s"), Instant(13_000))
    assert told == (StageReached(W, 1, Instant(10_000)), PeriodUsed(W, 2, Instant(12_000)))
    assert shown(clock, 13_000) == (1_000, 10_000)
    clock, _ = pressed(clock, 13_500)
    assert shown(clock, 13_500) == (2_000, 10_000)
    clock, _ = pressed(clock, 14_000)
    over, told = wake(clock, Instant(18_000))
    assert told == (PeriodUsed(W, 1, Instant(16_000)), FlagFell(W, Instant(18_000)))
    assert over.phase is ClockPhase.OVER


def test_canadian_overtime_loses_what_is_left_over() -> None:
    clock, _ = wake(begun("1s, canadian 2/10s"), Instant(1_000))
    clock, _ = pressed(clock, 2_000, 2_500)
    assert shown(clock, 2_500)[0] == 9_000
    clock, _ = pressed(clock, 3_500)
    assert shown(clock, 3_500)[0] == 10_000


def test_hourglass() -> None:
    clock, _ = pressed(begun("hourglass 10s"), 4_000)
    assert shown(clock, 4_000) == (6_000, 14_000)
    assert shown(clock, 5_000) == (7_000, 13_000)
    over, told = wake(clock, Instant(30_000))
    assert told == (FlagFell(B, Instant(18_000)),)
    assert shown(over, 30_000) == (20_000, 0)


def test_count_up() -> None:
    clock, _ = pressed(begun("count-up"), 4_000, 4_500)
    assert shown(clock, 6_000) == (5_500, 500)
    assert clock.next_deadline() is None


def test_unequal_times() -> None:
    clock, _ = pressed(begun("white 10s; black 5s+1s"), 1_000)
    assert wake(clock, Instant(60_000))[1] == (FlagFell(B, Instant(6_000)),)


def test_shared_time_runs_for_nobody_and_then_for_the_side_on_move() -> None:
    clock = begun("shared 10s, 5s+1s")
    assert clock.running is None
    clock, told = pressed(clock, 4_000)
    assert told == [ClockPressed(W)]
    assert shown(clock, 4_000) == (6_000, 6_000)
    clock, facts = wake(clock, Instant(10_500))
    at = Instant(10_000)
    assert facts == (StageReached(W, 1, at), StageReached(B, 1, at), ClockStarted(B))
    assert shown(clock, 10_500) == (5_000, 4_500)


def test_shared_time_alone_ends_without_a_loser() -> None:
    clock, told = wake(begun("shared 10s"), Instant(10_000))
    assert told == (SharedTimeEnded(Instant(10_000)), ClockStopped())
    assert clock.phase is ClockPhase.PAUSED
    assert shown(clock, 20_000) == (0, 0)


def test_pause_and_resume() -> None:
    clock, told = pause(begun("10s"), Instant(3_000))
    assert told == (ClockStopped(),)
    assert shown(clock, 8_000) == (7_000, 10_000)
    clock, told = resume(clock, Instant(8_000))
    assert told == (ClockStarted(W),)
    assert shown(clock, 9_000) == (6_000, 10_000)
    assert resume(clock, Instant(9_000)) == (clock, ())


def test_an_arbiter_may_resume_with_the_other_side() -> None:
    clock, _ = pause(begun("10s delay 2s"), Instant(1_500))
    clock, told = start(clock, B, Instant(5_000))
    assert told == (ClockStarted(B),)
    assert shown(clock, 8_000) == (10_000, 9_000)


def test_only_the_side_on_move_can_press() -> None:
    clock = begun("10s")
    assert press(clock, B, Instant(1_000)) == (clock, ())
    fresh = new_clock(parse_control("10s"), Instant(0))
    assert press(fresh, W, Instant(0)) == (fresh, ())
    assert pause(fresh, Instant(0)) == (fresh, ())
    assert resume(fresh, Instant(0)) == (fresh, ())


def test_thresholds_are_told_once_and_in_order() -> None:
    clock, told = wake(begun("10s+5s", thresholds=(3_000, 8_000)), Instant(2_000))
    assert told == (TimeLow(W, Millis(8_000), Instant(2_000)),)
    assert clock.next_deadline() == 7_000
    clock, facts = pressed(clock, 7_500, 8_000)  # up to 7.5 s and down again
    assert facts == [TimeLow(W, Millis(3_000), Instant(7_000)), ClockPressed(W), ClockPressed(B)]
    assert clock.next_deadline() == 8_000 + 7_500


def test_a_time_that_starts_below_a_threshold_says_nothing() -> None:
    assert begun("10s", thresholds=(60_000,)).next_deadline() == 10_000
    assert begun("60s", thresholds=(60_000,)).next_deadline() == 60_000


def test_a_clock_that_does_not_freeze_lets_the_second_flag_fall() -> None:
    clock = begun("10s+1s", ClockModel(freezes=False))
    clock, told = pressed(clock, 12_000)
    assert told == [FlagFell(W, Instant(10_000)), ClockPressed(W)]
    assert shown(clock, 12_000) == (0, 10_000)
    clock, facts = wake(clock, Instant(40_000))
    assert facts == (FlagFell(B, Instant(22_000)),)
    assert clock.next_deadline() is None


@pytest.mark.parametrize("moves", [1, 40])
def test_a_long_game_is_exact(moves: int) -> None:
    clock, _ = pressed(begun("90m+30s"), *range(61_000, 61_000 * (2 * moves + 1), 61_000))
    assert shown(clock, 61_000 * 2 * moves) == (5_400_000 - 31_000 * moves,) * 2
    assert clock.sides.white.used_ms == clock.sides.black.used_ms == 61_000 * moves
