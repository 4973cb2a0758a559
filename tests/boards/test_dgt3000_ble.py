"""The DGT 3000 behind its gateway, message by message."""

from __future__ import annotations

import json

import pytest

from drivers.clocks.dgt3000_ble.codec import VERSION, Dgt3000Codec
from drivers.clocks.dgt3000_ble.messages import LONGEST, JsonFramer
from drivers.codec import Packet
from drivers.framing import Dropped
from drivers.readings import (
    ClockMissing,
    ClockTimes,
    FlagSign,
    Identity,
    LinkDown,
    Reading,
    RequestAnswer,
    Seat,
    Unknown,
)
from drivers.requests import ClearText, ReadBoard, SetClock, ShowText

from .boards import hear


def times(left_s: int, right_s: int) -> dict[str, int]:
    return {
        f"{side}{unit}": value
        for side, seconds in (("left", left_s), ("right", right_s))
        for unit, value in (("Hours", seconds // 3600), ("Minutes", seconds // 60 % 60), ("Seconds", seconds % 60))
    }


def event(kind: str, **data: object) -> bytes:
    return json.dumps({"type": kind, "timestamp": 1, "data": data}).encode()


def commands(codec: Dgt3000Codec) -> list[dict[str, object]]:
    return [json.loads(write) for write in codec.data_to_send()]


def names(codec: Dgt3000Codec) -> list[object]:
    return [command["command"] for command in commands(codec)]


def response(name: object, **more: object) -> bytes:
    return json.dumps({"type": "command_response", "id": name, "status": "success", **more}).encode()


def talking() -> Dgt3000Codec:
    codec = Dgt3000Codec()
    codec.connected(0)
    (question,) = commands(codec)
    assert question["command"] == "getTime"
    assert hear(codec, response(question["id"], result=times(300, 300))) == [
        ClockTimes(300_000, 300_000, running=False, up=Seat.LEFT)
    ]
    return codec


def test_counting_down_is_running() -> None:
    codec = talking()
    (running,) = hear(codec, event("timeUpdate", **times(300, 299)), at=1000)
    assert running == ClockTimes(300_000, 299_000, running=True, up=Seat.RIGHT)
    assert codec.next_deadline() == 3500
    assert codec.wake(3500) == [ClockTimes(300_000, 299_000, running=False, up=Seat.RIGHT)]
    (set_back,) = hear(codec, event("timeUpdate", **times(100, 299)), at=4000)
    assert isinstance(set_back, ClockTimes)
    assert not set_back.running  # a jump is somebody setting it


def test_a_press_changes_sides() -> None:
    codec = talking()
    codec.request(SetClock(300_000, 300_000, left_runs=True), 0)
    assert names(codec) == ["setTime", "run"]
    (told,) = hear(codec, event("buttonEvent", button="lever_left", buttonCode=0xC0, isRepeat=False), at=500)
    assert told == ClockTimes(300_000, 300_000, running=True, up=Seat.RIGHT)
    (run,) = commands(codec)
    assert run["params"] == {"leftMode": 0, "rightMode": 1}
    assert hear(codec, event("buttonEvent", button="lever_left", isRepeat=True), at=600) == []
    (stopped,) = hear(codec, event("buttonEvent", button="play_pause", isRepeat=False), at=700)
    assert stopped == ClockTimes(300_000, 300_000, running=False, up=Seat.RIGHT)
    assert names(codec) == ["stop"]
    hear(codec, event("buttonEvent", button="lever_right", isRepeat=False), at=800)
    assert names(codec) == []  # a standing clock stays so


def test_zero_is_a_fallen_flag_when_it_was_counted_to() -> None:
    codec = talking()
    hear(codec, event("timeUpdate", **times(1, 300)))
    (fallen,) = hear(codec, event("timeUpdate", **times(0, 300)), at=1000)
    assert isinstance(fallen, ClockTimes)
    assert fallen.left_flag is FlagSign.BLOCKED
    assert fallen.right_flag is FlagSign.NONE


def test_texts_are_answered() -> None:
    codec = talking()
    assert codec.request(ShowText("ILLEGAL", beep=True), 0) == []
    (show,) = commands(codec)
    assert show["params"] == {"text": "ILLEGAL", "beep": 8}
    assert hear(codec, response(show["id"], result={"status": "ok"})) == [RequestAnswer("show_text", ok=True)]
    codec.request(ClearText(), 0)
    (clear,) = commands(codec)
    bad = {"type": "command_response", "id": clear["id"], "status": "error", "data": {"errorMessage": "I2C"}}
    assert hear(codec, json.dumps(bad).encode()) == [RequestAnswer("clear_text", ok=False, detail="I2C")]
    codec.request(ClearText(), 0)
    assert RequestAnswer("clear_text", ok=False, detail="the gateway does not answer") in codec.wake(5000)


@pytest.mark.parametrize(
    "request_",
    [
        ShowText("TWELVE CHARS"),
        ShowText("Schöß"),
        SetClock(36_000_000, 0),
        SetClock(1, 1, left_runs=True, right_runs=True),
        ReadBoard(),
    ],
)
def test_what_it_cannot_do(request_: ShowText | SetClock | ReadBoard) -> None:
    codec = talking()
    (answer,) = codec.request(request_, 0)
    assert isinstance(answer, RequestAnswer)
    assert not answer.ok


def test_version_missing_clock_and_errors() -> None:
    codec = talking()
    assert hear(codec, Packet(b"1.1", VERSION)) == [Identity("DGT 3000 behind a BLE gateway", firmware="1.1")]
    away = event("connectionStatus", connected=False, configured=False)
    assert hear(codec, away, away) == [ClockMissing()]
    assert hear(codec, event("error", errorCode=1002, errorMessage="CRC")) == [Unknown(1002, b"CRC".hex())]
    assert hear(codec, event("timeUpdate", leftHours="soon"))[0] == Unknown(0, b'{"leftHours":"soon"}'.hex())
    assert hear(codec, event("timeUpdate", **times(300, 300))) == [
        ClockTimes(300_000, 300_000, running=False, up=Seat.LEFT)
    ]


def test_a_silent_gateway_is_given_up() -> None:
    codec = Dgt3000Codec()
    codec.connected(0)
    told: list[Reading] = []
    while (at := codec.next_deadline()) is not None:
        told += codec.wake(at)
    assert told == [LinkDown("the clock's gateway does not answer")]


def test_json_in_any_split_and_behind_any_garbage() -> None:
    good = event("timeUpdate", **times(300, 299))
    for step in (1, 7, 50, 1000):
        framer = JsonFramer()
        found = [item for i in range(0, len(good), step) for item in framer.feed(good[i : i + step])]
        assert [dict(item) for item in found if not isinstance(item, Dropped)] == [json.loads(good)]
    framer = JsonFramer()
    for garbage in (b'{"a":{"b":', b'{"type": "x', b"}}}{{{" * 50, b"\xff" * 3000, good[:-3]):
        framer.feed(garbage)
        assert len(framer) <= LONGEST
        assert framer.feed(good)[-1] == json.loads(good)


def test_spaces_in_a_message_mean_nothing() -> None:
    message = json.dumps({"type": "timeUpdate", "data": times(300, 299)}, indent=2).encode()
    (reading,) = hear(Dgt3000Codec(), message)
    assert isinstance(reading, ClockTimes)
    assert (reading.left_ms, reading.right_ms) == (300_000, 299_000)
