"""The simulated DGT 3000 by literal bytes and instants."""

from __future__ import annotations

import pytest

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import ClockMode, DgtClock, FischerMode, SuddenDeathMode, ack


def run(control: ClockMode) -> DgtClock:
    clock = DgtClock(control)
    clock.run_stop(0)
    return clock


def test_before_the_start() -> None:
    assert DgtClock(SuddenDeathMode(3_600_000)).bwtime(0).hex() == "01000001000008"
    assert DgtClock(SuddenDeathMode(60_000), up=Seat.RIGHT).bwtime(0).hex() == "00010000010012"


def test_the_first_increment_is_in_the_starting_time() -> None:
    assert DgtClock(FischerMode(300_000, 5_000)).bwtime(0).hex() == "20050520050508"


def test_it_counts_whole_seconds_down_to_zero_at_the_very_end() -> None:
    clock = run(SuddenDeathMode(2_000))
    shown = [clock.seconds(Seat.LEFT, at) for at in (0, 1, 999, 1000, 1001, 1999, 2000)]
    assert shown == [2, 2, 2, 1, 1, 1, 0]


def test_it_wants_to_be_looked_at_once_a_second() -> None:
    clock = run(SuddenDeathMode(61_500))
    deadlines = []
    for _ in range(3):
        deadline = clock.next_deadline()
        assert deadline is not None
        deadlines.append(deadline)
        clock.wake(deadline)
    assert deadlines == [500, 1500, 2500]


def test_the_lever_switches_sides() -> None:
    clock = run(SuddenDeathMode(60_000))
    clock.press(Seat.LEFT, 1500)
    assert clock.up is Seat.RIGHT
    clock.press(Seat.LEFT, 1600)  # it is down already
    assert clock.up is Seat.RIGHT
    assert clock.bwtime(2500).hex() == "00005900005913"


def test_the_button_stops_and_starts() -> None:
    clock = run(SuddenDeathMode(60_000))
    clock.run_stop(1000)
    assert clock.bwtime(50_000).hex() == "00010000005908"
    clock.run_stop(50_000)
    assert clock.bwtime(51_000).hex() == "00010000005809"


def test_a_lever_moved_while_it_stands_gives_no_increment() -> None:
    clock = DgtClock(FischerMode(60_000, 10_000))
    clock.press(Seat.LEFT, 0)
    assert clock.bwtime(0).hex() == "20011020011012"


def test_sudden_death_shows_a_flag_and_goes_on() -> None:
    clock = run(SuddenDeathMode(5_000))
    clock.press(Seat.LEFT, 1_000)
    clock.wake(6_000)
    assert clock.flag is Seat.RIGHT
    assert clock.running
    assert clock.bwtime(6_000).hex() == "40000000000413"
    clock.press(Seat.RIGHT, 7_000)
    assert clock.up is Seat.LEFT
    assert clock.bwtime(11_000).hex() == "40000000000009"  # the second to reach zero gets no flag
    assert clock.flag is Seat.RIGHT
    assert clock.next_deadline() is None


def test_fischer_freezes() -> None:
    clock = run(FischerMode(3_000, 2_000))
    clock.press(Seat.LEFT, 1_000)
    clock.wake(6_000)
    assert clock.bwtime(6_000).hex() == "30000020000612"  # as captured: blocked, stopped, lever as it was
    clock.press(Seat.RIGHT, 7_000)
    clock.run_stop(7_000)
    assert clock.bwtime(9_000).hex() == "30000020000612"


def test_a_low_battery_is_told() -> None:
    clock = DgtClock(SuddenDeathMode(60_000))
    clock.battery_low = True
    assert clock.bwtime(0)[6] == 0x0C


def test_reset_and_adjust() -> None:
    clock = run(FischerMode(3_000, 2_000))
    clock.wake(9_000)
    assert clock.frozen
    clock.reset()
    assert clock.bwtime(9_000).hex() == "20000520000508"
    clock.reset(SuddenDeathMode(60_000))
    assert clock.bwtime(9_000).hex() == "00010000010008"
    clock.adjust(30_000, 45_000, 9_000)
    assert clock.bwtime(9_000).hex() == "00004500003008"


@pytest.mark.parametrize(
    ("code", "data", "answer"),
    [
        (0x09, "", "0a100900200000"),
        (0x0C, "5041555345202020" + "01", "0a100c00000000"),
        (0x03, "", "0a100300000000"),
        (0x0B, "04", "0a100b00000000"),
        (0x0A, "00000500000501", "0a400a00000000"),  # refused outside the remote option
        (0x0E, "", "0a400e00000000"),
    ],
)
def test_commands_are_answered_a_little_later(code: int, data: str, answer: str) -> None:
    clock = DgtClock(SuddenDeathMode(60_000), ack_ms=150)
    clock.command(code, bytes.fromhex(data), 1000)
    assert clock.next_deadline() == 1150
    assert clock.acks(1149) == []
    assert [ack.hex() for ack in clock.acks(1150)] == [answer]
    assert clock.acks(5000) == []


@pytest.mark.parametrize(
    ("control", "counts", "running"),
    [(0x01, Seat.LEFT, True), (0x02, Seat.RIGHT, True), (0x00, None, False), (0x04, Seat.LEFT, False)],
)
def test_setting_moves_no_lever_and_runs_whom_it_says(control: int, counts: Seat | None, running: bool) -> None:
    clock = DgtClock(SuddenDeathMode(60_000), remote=True)
    clock.command(0x0A, bytes([0, 0, 5, 0, 0, 9, control]), 0)
    assert (clock.up, clock.counts, clock.running) == (Seat.LEFT, counts, running)
    fell = {Seat.LEFT: (4, 9), Seat.RIGHT: (5, 8)}.get(counts or Seat.LEFT, (5, 9)) if running else (5, 9)
    assert (clock.seconds(Seat.LEFT, 1000), clock.seconds(Seat.RIGHT, 1000)) == fell
    clock.press(Seat.LEFT, 1000)
    assert (clock.up, clock.counts) == (Seat.RIGHT, counts)  # the lever toggles only if that is asked for


def test_the_lever_toggles_who_counts_if_it_was_set_so() -> None:
    clock = DgtClock(SuddenDeathMode(60_000), remote=True)
    clock.command(0x0A, bytes([0, 0, 5, 0, 0, 9, 0x02 | 0x08]), 0)
    clock.press(Seat.LEFT, 1000)
    assert (clock.up, clock.counts) == (Seat.RIGHT, Seat.LEFT)
    assert (clock.seconds(Seat.LEFT, 2000), clock.seconds(Seat.RIGHT, 2000)) == (4, 8)


def test_a_side_counts_up_if_it_was_set_so() -> None:
    clock = DgtClock(SuddenDeathMode(60_000), remote=True)
    clock.command(0x0A, bytes([0x10, 0, 5, 0, 0, 9, 0x01 | 0x08]), 0)
    assert clock.next_deadline() == 150  # the answer
    clock.acks(150)
    assert clock.next_deadline() == 1000
    assert [clock.seconds(Seat.LEFT, at) for at in (0, 999, 1000, 2500)] == [5, 5, 6, 7]
    clock.press(Seat.LEFT, 2500)
    assert (clock.seconds(Seat.LEFT, 4500), clock.seconds(Seat.RIGHT, 4500)) == (7, 7)
    assert clock.flag is None
    an_xl = DgtClock(SuddenDeathMode(60_000), remote=True, version=(1, 14))
    an_xl.command(0x0A, bytes([0x10, 0, 5, 0, 0, 9, 0x01]), 0)
    assert an_xl.seconds(Seat.LEFT, 1000) == 4


def test_answers_may_come_twice() -> None:
    clock = DgtClock(SuddenDeathMode(60_000), repeats_acks=True)
    clock.command(0x03, b"", 0)
    assert len(clock.acks(1000)) == 2


def test_texts_are_shown_until_cleared_while_time_goes_on() -> None:
    seen: list[str | None] = []
    clock = run(SuddenDeathMode(60_000))
    clock.watch(lambda: seen.append(clock.text))
    clock.command(0x0C, b"PAUSE   \x04", 0)
    assert clock.text == "PAUSE"
    assert clock.beeps == 1
    assert clock.bwtime(1000)[5] == 0x59
    clock.command(0x0C, b"        \x00", 0)
    clock.command(0x03, b"", 0)
    assert seen == ["PAUSE", "", None]


def test_an_xl_knows_no_such_text() -> None:
    clock = DgtClock(SuddenDeathMode(60_000), version=(1, 4))
    clock.command(0x0C, b"PAUSE   \x00", 0)
    assert clock.text is None
    assert clock.acks(1000)[0].hex() == "0a200000000000"


def test_an_xl_shows_seven_segments() -> None:
    clock = DgtClock(SuddenDeathMode(60_000), version=(1, 4))
    clock.command(0x01, bytes.fromhex("3e7773 00796d 00 03"), 0)
    assert clock.text == "PAUSE"
    assert clock.beeps == 1
    assert clock.acks(1000)[0].hex() == "0a100100000000"


def test_a_deaf_clock_never_answers() -> None:
    clock = DgtClock(SuddenDeathMode(60_000))
    clock.deaf = True
    clock.command(0x09, b"", 0)
    assert clock.acks(10_000) == []


def test_a_fast_clock_counts_faster() -> None:
    clock = DgtClock(SuddenDeathMode(100_000), drift_ppm=10_000)
    clock.run_stop(0)
    assert clock.next_deadline() == 991
    assert clock.seconds(Seat.LEFT, 990) == 100
    assert clock.seconds(Seat.LEFT, 991) == 99
    clock.wake(99_010)
    assert clock.flag is Seat.LEFT


def test_a_confused_clock_answers_something_else_first() -> None:
    clock = DgtClock(SuddenDeathMode(100_000), wrong_acks=True)
    clock.command(0x03, b"", 0)
    assert clock.acks(1000) == [ack(0x10, 0x08), ack(0x10, 0x03)]
