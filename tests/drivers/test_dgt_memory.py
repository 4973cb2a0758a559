"""What a DGT board remembers, and a clock that is set from outside: by literal bytes, then against the double."""

from __future__ import annotations

import random

import pytest

from drivers.boards.dgt.codec import DgtCodec
from drivers.boards.dgt.messages import set_command
from drivers.boards.dgt.questions import ANSWER_MS
from drivers.readings import (
    ClockTimes,
    Identity,
    LinkDown,
    Milestone,
    Past,
    PastMark,
    PastTime,
    Reading,
    RequestAnswer,
    Seat,
    SquareChanged,
)
from drivers.requests import ReadPast, SetClock
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from firmware_sim.habits import Habits
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.sets import DgtSet
from firmware_sim.stroke import Stroke
from tests.drivers.test_dgt_codec import TIMES, Talk, greeted

HEADER = bytes.fromhex("8f 3e 03")
STORED = bytes.fromhex("6a 6f 40 34 41 24 7f 6a 6f 40 3c 51 2c 72 59 58").ljust(0x1F00, b"\x00")


def test_the_memory_since_the_last_start_position() -> None:
    talk = greeted()
    assert talk.ask(ReadPast()) == []
    assert talk.sent() == "49"
    assert talk.hear(HEADER + STORED) == [
        Past(
            (
                PastMark(Milestone.START),
                SquareChanged(60, "."),
                SquareChanged(44, "P"),
                PastTime(Seat.LEFT, 10_798_000),
            )
        )
    ]


def test_eight_seconds_of_memory_are_not_silence() -> None:
    talk = greeted()
    talk.ask(ReadPast())
    talk.sent()
    data = HEADER + STORED
    readings: list[Reading] = []
    for start in range(0, len(data), 96):
        readings += talk.hear(data[start : start + 96], after=100)
        while (deadline := talk.codec.next_deadline()) is not None and deadline <= talk.at:
            readings += talk.codec.wake(talk.at)
        assert talk.sent() in ("", "42")
    assert not any(isinstance(reading, LinkDown) for reading in readings)
    assert isinstance(readings[-1], Past)


def test_a_board_that_does_not_send_its_memory() -> None:
    talk = greeted()
    talk.ask(ReadPast())
    talk.sent()
    readings = []
    end = talk.at + ANSWER_MS + 1000
    while talk.at < end:
        talk.hear(TIMES, after=500)
        readings += list(talk.codec.wake(talk.at))
        assert "49" not in talk.sent().split()  # asked once only
    assert RequestAnswer("read_past", ok=False, detail="the board does not send its memory") in readings


def test_the_long_serial_number_is_kept() -> None:
    talk = greeted()
    long = bytes.fromhex("a2000d") + b"0000112233"
    (identity,) = talk.hear(long)
    assert isinstance(identity, Identity)
    assert identity.serial == "0000112233"
    assert talk.hear(bytes.fromhex("9100083031303235")) == []


def test_setting_the_clock() -> None:
    assert set_command(5400, 59, left_runs=True, right_runs=False).hex() == "2b0a030a011e0000003b0900"
    assert set_command(0, 3600, left_runs=False, right_runs=False).hex() == "2b0a030a0000000100000c00"


def refusal(talk: Talk, request: SetClock) -> RequestAnswer:
    (answer,) = talk.ask(request)
    assert isinstance(answer, RequestAnswer)
    return answer


def test_old_times_do_not_count_while_the_clock_is_being_set() -> None:
    talk = greeted()
    assert talk.ask(SetClock(60_000, 60_000, right_runs=True)) == []
    assert talk.sent() == "2b0a030a0001000001000a00"
    assert talk.hear(TIMES) == []
    assert talk.hear(bytes.fromhex("8d000a 0a100a 000000 00")) == [RequestAnswer("set_clock", ok=True)]
    assert talk.hear(bytes.fromhex("8d000a 000100 000100 13")) == [
        ClockTimes(60_000, 60_000, running=True, up=Seat.RIGHT)
    ]


def test_a_clock_in_another_option_refuses() -> None:
    talk = greeted()
    talk.ask(SetClock(60_000, 60_000))
    (answer,) = talk.hear(bytes.fromhex("8d000a 0a400a 000000 00"))
    assert isinstance(answer, RequestAnswer)
    assert "option 25" in answer.detail


def test_times_that_no_clock_shows() -> None:
    assert not refusal(greeted(), SetClock(36_000_000, 0)).ok
    assert not refusal(greeted(), SetClock(1000, 1000, left_runs=True, right_runs=True)).ok
    talk = Talk()
    talk.hear(bytes.fromhex("8d000a 000000 000000 20"))
    assert refusal(talk, SetClock(1000, 1000)).detail == "no clock is attached to the board"


def test_a_game_that_was_played_while_the_cable_was_out() -> None:
    kit = DgtSet.draughts(SuddenDeathMode(600_000))
    kit.clock.remote = True
    kit.board.power_on(0)
    kit.clock.run_stop(0)
    game = [Stroke((63, 54)), Stroke((36, 45)), Stroke((54, 36), taken=(45,)), Stroke((27, 45), taken=(36,))]
    alone = DeviceScene(kit.surface, kit.board, Deaf(), Habits(slides=0), random.Random(1), lever=kit.clock.press)
    assert list(alone.talk(game)) == []
    # now somebody plugs the cable in
    codec = DgtCodec()
    scene = DeviceScene(kit.surface, kit.board, codec, rng=random.Random(1), begins_ms=alone.now_ms)
    list(scene.talk([]))
    codec.request(ReadPast(), scene.now_ms)
    readings = [heard.reading for heard in scene.talk([]) if isinstance(heard, SceneReading)]
    (past,) = [reading for reading in readings if isinstance(reading, Past)]
    assert past.events[0] == PastMark(Milestone.START)
    cells = list(kit.start)
    for event in past.events:
        if isinstance(event, SquareChanged):
            cells[event.cell] = event.piece
    assert "".join(cells) == kit.surface.cells
    assert [event.seat for event in past.events if isinstance(event, PastTime)] == [Seat.LEFT, Seat.RIGHT] * 2
    codec.request(SetClock(120_000, 90_000, right_runs=True), scene.now_ms)
    readings = [heard.reading for heard in scene.talk([]) if isinstance(heard, SceneReading)]
    assert RequestAnswer("set_clock", ok=True) in readings
    assert (kit.clock.counts, kit.clock.running) == (Seat.RIGHT, True)
    # Nothing moves the lever but a hand: it goes on showing the other side, and the times tell whose turn it is.
    assert kit.clock.up is Seat.LEFT
    kit.clock.press(Seat.LEFT, scene.now_ms)
    readings += [heard.reading for heard in scene.talk([]) if isinstance(heard, SceneReading)]
    turns = [reading.up for reading in readings if isinstance(reading, ClockTimes)]
    assert (turns[0], turns[-1], kit.clock.counts) == (Seat.RIGHT, Seat.LEFT, Seat.LEFT)


@pytest.mark.parametrize("lever", ["13", "09"])
def test_whose_time_falls_is_on_move_whatever_the_lever_says(lever: str) -> None:
    talk = greeted()
    faces = ["000459 000500", "000458 000500", "000457 000500"]
    told = [reading for face in faces for reading in talk.hear(bytes.fromhex(f"8d000a {face} {lever}"))]
    assert [reading.up for reading in told if isinstance(reading, ClockTimes)][-1] is Seat.RIGHT


class Deaf:
    """A host that is not there."""

    def connected(self, at: int) -> None:
        pass

    def receive(self, data: bytes, at: int) -> list[Reading]:
        return []

    def wake(self, at: int) -> list[Reading]:
        return []

    def data_to_send(self) -> list[bytes]:
        return []

    def next_deadline(self) -> int | None:
        return None


def test_a_memory_in_a_file_is_told_though_nobody_asked() -> None:
    (past,) = Talk().hear(HEADER + STORED)
    assert isinstance(past, Past)
    assert past.events[1] == SquareChanged(60, ".")
    assert greeted().hear(HEADER + STORED) == []
