"""The agent keeps the time: buttons, seats, deadlines, restart."""

from __future__ import annotations

import msgspec
import pytest

from drivers.readings import Battery, ClockTimes, LeverPressed, LinkDown, Reading, Seat
from gateway.clock.adjustments import Adjustment, Change
from gateway.clock.control_notation import parse_control
from gateway.clock.face import ClockFace, Flag, Source, Way
from gateway.clock.facts import ClockFact, ClockPressed, ClockStarted, ClockStopped, FlagFell, TimeLow
from gateway.clock.keeper import Keeper
from gateway.clock.timekeeper import Timekeeper
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

W, B = Side.WHITE, Side.BLACK
LEFT, RIGHT = LeverPressed(Seat.LEFT), LeverPressed(Seat.RIGHT)


def keeper(text: str = "10m+5s", white: Seat = Seat.LEFT) -> Keeper:
    return Keeper.set_up(parse_control(text), Instant(1_000), white=white)


def test_the_first_press_starts_the_opponent_and_each_press_is_told_once() -> None:
    clock: Timekeeper = keeper()
    told: list[ClockFact] = []
    for reading, at in ((RIGHT, 2_000), (LEFT, 5_000), (LEFT, 5_100), (RIGHT, 6_000)):
        clock, facts = clock.take(reading, Instant(at))
        told += facts
    assert told == [ClockStarted(W), ClockPressed(W), ClockPressed(B)]
    face = clock.face(Instant(6_000))
    assert (face.white_ms, face.black_ms, face.running, face.since) == (602_000, 604_000, W, 6_000)


def test_white_on_the_right() -> None:
    clock, told = keeper(white=Seat.RIGHT).take(LEFT, Instant(2_000))
    assert told == (ClockStarted(W),)
    clock, told = clock.seated(Seat.LEFT).take(LEFT, Instant(3_000))
    assert told == (ClockPressed(W),)


@pytest.mark.parametrize("reading", [Battery(50), LinkDown("gone"), ClockTimes(1, 1, running=True, up=Seat.LEFT)])
def test_other_readings_change_nothing(reading: Reading) -> None:
    clock = keeper()
    assert clock.take(reading, Instant(2_000)) == (clock, ())


def test_the_face_stays_equal_until_something_changes() -> None:
    clock, _ = keeper("2m").start(W, Instant(2_000))
    face = clock.face(Instant(2_000))
    assert clock.face(Instant(61_999)) == face
    clock, told = clock.wake(Instant(62_000))
    assert told == (TimeLow(W, Millis(60_000), Instant(62_000)),)
    assert clock.face(Instant(62_000)) == face  # a display knows that by itself
    assert clock.next_deadline() == 122_000


def test_a_face_in_full() -> None:
    clock, _ = keeper("2/10m delay 3s, 5m").start(B, Instant(2_000))
    assert clock.face(Instant(2_500)) == ClockFace(
        white_ms=Millis(600_000),
        black_ms=Millis(600_000),
        running=B,
        since=Instant(5_000),
        turn=B,
        to_go=BySide(2, 2),
        turn_ms=Millis(3_000),
        used_ms=BySide(Millis(0), Millis(3_000)),
        source=Source.AGENT,
    )


def test_a_face_before_the_start_and_in_shared_time() -> None:
    clock = keeper("shared 60m, 5m")
    face = clock.face(Instant(1_500))
    assert (face.turn, face.running, face.way, face.common_runs, face.since) == (None, None, Way.SHARED, False, 1_000)
    clock, _ = clock.start(B, Instant(2_000))
    face = clock.face(Instant(2_000))
    assert (face.turn, face.running, face.common_runs) == (B, None, True)
    assert face.shown_ms(W, Instant(3_000)) == face.shown_ms(B, Instant(3_000)) == 3_599_000
    clock, _ = clock.halve(Instant(3_000), by="arbiter", why="slow")
    face = clock.face(Instant(3_000))
    assert (face.running, face.way, face.white_ms) == (B, Way.DOWN, 1_799_500)
    again = Keeper.restore(parse_control("shared 60m, 5m"), face, Instant(4_000))
    assert again.face(Instant(4_000)) == face


def test_the_flag_is_told_once_with_its_instant() -> None:
    clock, _ = keeper("10s").start(W, Instant(2_000))
    assert clock.next_deadline() == 12_000
    clock, told = clock.wake(Instant(12_003))
    assert told == (FlagFell(W, Instant(12_000)),)
    assert clock.wake(Instant(13_000)) == (clock, ())
    assert clock.take(LEFT, Instant(13_000)) == (clock, ())
    face = clock.face(Instant(13_000))
    assert (face.flags, face.first_flag, face.running) == ((Flag(W, Instant(12_000)),), W, None)
    assert face.has_flag(W)
    assert not face.has_flag(B)


def test_a_restart_while_the_flag_falls_tells_it_at_its_instant() -> None:
    control = parse_control("10s")
    clock, _ = keeper("10s").start(W, Instant(2_000))
    again = Keeper.restore(control, clock.face(Instant(2_000)), Instant(60_000))
    again, told = again.wake(Instant(60_000))
    assert told == (FlagFell(W, Instant(12_000)),)
    once_more = Keeper.restore(control, again.face(Instant(60_000)), Instant(90_000))
    assert once_more.wake(Instant(90_000))[1] == ()


def test_the_arbiters_acts_reach_the_clock() -> None:
    clock, _ = keeper("1m+1s").start(W, Instant(0))
    clock, told = clock.pause(Instant(1_000))
    assert told == (ClockStopped(),)
    clock, _ = clock.adjust(Adjustment(B, Change.ADD, Millis(5_000), "arbiter", "FIDE 9.5.3"), Instant(2_000))
    clock, _ = clock.put_right(BySide(Millis(50_000), Millis(50_000)), Instant(3_000), by="arbiter", why="GN 14.5")
    clock, _ = clock.resume(Instant(4_000))
    clock, _ = clock.press(W, Instant(5_000))
    clock, _ = clock.seal(Instant(6_000), by="arbiter")
    clock, told = clock.open_sealed(Instant(90_000))
    assert told == (ClockStarted(B), ClockPressed(B))
    face = clock.face(Instant(91_000))
    assert (face.white_ms, face.black_ms, face.running) == (50_000, 50_000, W)


def test_a_face_is_small_json() -> None:
    face = keeper().face(Instant(0))
    assert msgspec.json.decode(msgspec.json.encode(face), type=ClockFace) == face


def test_a_display_draws_every_way_from_the_face_alone() -> None:
    def drawn(way: Way, *, common: bool = False, running: Side | None = W) -> tuple[int, int]:
        face = ClockFace(Millis(5_000), Millis(5_000), running, Instant(100), way=way, common_runs=common)
        return face.shown_ms(W, Instant(1_100)), face.shown_ms(B, Instant(1_100))

    assert drawn(Way.DOWN) == (4_000, 5_000)
    assert drawn(Way.UP) == (6_000, 5_000)
    assert drawn(Way.HOURGLASS) == (4_000, 6_000)
    assert drawn(Way.HOURGLASS, running=None) == (5_000, 5_000)
    assert drawn(Way.SHARED, common=True, running=None) == (4_000, 4_000)
    assert drawn(Way.SHARED, running=None) == (5_000, 5_000)
    ended = ClockFace(Millis(500), Millis(0), W, Instant(0))
    assert ended.shown_ms(W, Instant(900)) == 0
