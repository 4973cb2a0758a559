"""What an arbiter does to a clock: changes times, halves shared time, replaces it, interrupts."""

from __future__ import annotations

import pytest

from gateway.clock.adjustments import Adjustment, Change, adjust, halve, put_right
from gateway.clock.control_notation import parse_control
from gateway.clock.facts import (
    ClockAdjusted,
    ClockPressed,
    ClockReplaced,
    ClockStarted,
    ClockStopped,
    FlagCalled,
    FlagFell,
    SharedTimeHalved,
    TimesSealed,
)
from gateway.clock.flags import Overstepped, call_flag, overstepped
from gateway.clock.game_clock import ClockPhase, GameClock, new_clock
from gateway.clock.interruption import open_sealed, seal
from gateway.clock.keeper import face_of
from gateway.clock.operation import pause, press, start
from gateway.clock.passing import ms_at, wake
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

W, B = Side.WHITE, Side.BLACK


def begun(text: str, first: Side = W) -> GameClock:
    return start(new_clock(parse_control(text), Instant(0), thresholds=()), first, Instant(0))[0]


def shown(clock: GameClock, at: int) -> tuple[int, int]:
    return ms_at(clock, W, Instant(at)), ms_at(clock, B, Instant(at))


def change(side: Side, kind: Change, ms: int) -> Adjustment:
    return Adjustment(side, kind, Millis(ms), "chief arbiter", "FIDE 7.5.5")


@pytest.mark.parametrize(
    ("side", "kind", "ms", "after"),
    [
        (W, Change.SET, 30_000, (30_000, 60_000)),
        (W, Change.TAKE, 5_000, (45_000, 60_000)),
        (W, Change.TAKE, 500_000, (0, 60_000)),
        (B, Change.ADD, 120_000, (50_000, 180_000)),
    ],
)
def test_adjusting_a_running_clock(side: Side, kind: Change, ms: int, after: tuple[int, int]) -> None:
    clock, told = adjust(begun("1m"), change(side, kind, ms), Instant(10_000))
    before = 50_000 if side is W else 60_000
    assert told == (
        ClockAdjusted(side, Millis(before), Millis(after[0 if side is W else 1]), "chief arbiter", "FIDE 7.5.5"),
    )
    assert (clock.sides.white.ms, clock.sides.black.ms) == after
    assert clock.running is W


def test_taking_all_the_time_drops_the_flag_there_and_then() -> None:
    clock, _ = adjust(begun("1m"), change(W, Change.TAKE, 60_000), Instant(10_000))
    assert wake(clock, Instant(10_000))[1] == (FlagFell(W, Instant(10_000)),)


def test_a_flag_can_be_taken_back() -> None:
    clock, _ = wake(begun("1m"), Instant(60_000))
    clock, _ = adjust(clock, change(B, Change.ADD, 1_000), Instant(61_000))
    assert clock.phase is ClockPhase.OVER
    clock, _ = adjust(clock, change(W, Change.SET, 30_000), Instant(62_000))
    assert clock.phase is ClockPhase.PAUSED
    clock, _ = start(clock, W, Instant(70_000))
    assert shown(clock, 71_000) == (29_000, 61_000)


def test_in_shared_time_the_common_time_is_adjusted() -> None:
    clock, _ = adjust(begun("shared 1m"), change(W, Change.ADD, 10_000), Instant(5_000))
    assert shown(clock, 5_000) == (65_000, 65_000)


def test_a_clock_put_on_the_table_halves_what_is_left() -> None:
    clock, told = halve(begun("shared 60s, 5s+3s", B), Instant(20_001), by="arbiter", why="slow play")
    assert told == (SharedTimeHalved(Millis(39_999), "arbiter", "slow play"), ClockStarted(B))
    assert shown(clock, 20_001) == (19_999, 20_000)
    assert shown(clock, 20_101) == (19_999, 19_900)
    clock, _ = press(clock, B, Instant(21_001))
    assert shown(clock, 21_001) == (19_999, 19_000)  # sudden death: no increment yet
    clock, _ = wake(clock, Instant(21_001 + 19_999))
    assert shown(clock, 21_001 + 19_999) == (5_000, 19_000)  # then what was to follow
    assert halve(clock, Instant(45_000), by="", why="")[1] == ()


def test_halves_of_shared_time_alone_end_with_a_flag() -> None:
    clock, _ = halve(begun("shared 10s"), Instant(0), by="arbiter", why="slow play")
    assert wake(clock, Instant(5_000))[1] == (FlagFell(W, Instant(5_000)),)


def test_halving_a_pause() -> None:
    clock, _ = pause(begun("shared 10s"), Instant(2_000))
    clock, told = halve(clock, Instant(3_000), by="a", why="b")
    assert told == (SharedTimeHalved(Millis(8_000), "a", "b"),)
    assert clock.phase is ClockPhase.PAUSED


def test_a_faulty_clock_is_replaced_with_corrected_times() -> None:
    times = BySide(Millis(50_000), Millis(60_000))
    clock, told = put_right(begun("1m"), times, Instant(20_000), by="arbiter", why="GN 14.5")
    assert told == (
        ClockReplaced("arbiter", "GN 14.5"),
        ClockAdjusted(W, Millis(40_000), Millis(50_000), "arbiter", "GN 14.5"),
    )
    assert clock.phase is ClockPhase.PAUSED
    assert shown(clock, 90_000) == (50_000, 60_000)
    fresh = new_clock(parse_control("1m"), Instant(0))
    assert put_right(fresh, times, Instant(0), by="a", why="b")[0].phase is ClockPhase.READY


# ---------------------------------------------------------------------------------------------------- GN 20


def test_an_interrupted_game_goes_on_with_its_sealed_times() -> None:
    clock, _ = press(begun("1m+2s"), W, Instant(10_000))
    clock, _ = pause(clock, Instant(15_000))  # GN 20.1.1: writing down the position is charged to nobody
    clock, _ = start(clock, B, Instant(200_000))
    clock, told = seal(clock, Instant(205_000), by="arbiter")
    times = TimesSealed(B, BySide(Millis(52_000), Millis(50_000)), BySide(Millis(10_000), Millis(10_000)), "arbiter")
    assert told == (ClockStopped(), times)
    clock, told = open_sealed(clock, Instant(9_000_000))
    assert told == (ClockStarted(B), ClockPressed(B))
    assert clock.running is W
    assert shown(clock, 9_000_000) == (52_000, 52_000)


def test_a_flag_comes_before_an_envelope() -> None:
    clock, told = seal(begun("1m"), Instant(60_000), by="arbiter")
    assert told == (FlagFell(W, Instant(60_000)),)
    assert open_sealed(clock, Instant(61_000)) == (clock, ())
    fresh = new_clock(parse_control("1m"), Instant(0), thresholds=())
    assert seal(fresh, Instant(0), by="arbiter") == (fresh, ())
    assert open_sealed(fresh, Instant(0)) == (fresh, ())


# ---------------------------------------------------------------------------------------------------- flags


def test_falling_and_calling_are_two_facts() -> None:
    clock = begun("10s")
    assert call_flag(face_of(clock), W, Instant(5_000), "black") is None
    face = face_of(wake(clock, Instant(10_000))[0])
    assert call_flag(face, W, Instant(17_300), "black") == FlagCalled(W, Instant(10_000), Instant(17_300), "black")
    assert call_flag(face, B, Instant(17_300), "white") is None


def test_who_overstepped() -> None:
    assert overstepped(face_of(begun("10s"))) is Overstepped.NOBODY
    assert overstepped(face_of(wake(begun("10s"), Instant(10_000))[0])) is Overstepped.WHITE
    assert overstepped(face_of(wake(begun("10s", B), Instant(10_000))[0])) is Overstepped.BLACK
