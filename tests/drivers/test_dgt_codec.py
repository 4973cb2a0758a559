"""The host's side of the DGT protocol as a whole, by literal bytes and instants."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import registry
from drivers.boards.dgt.codec import QUIET_MS, WATCH_MS, DgtCodec
from drivers.boards.dgt.spec import SPEC
from drivers.errors import BadOptionError
from drivers.readings import (
    Battery,
    Calibrated,
    ClockMissing,
    ClockTimes,
    FlagSign,
    Identity,
    LinkDown,
    Noise,
    Reading,
    RequestAnswer,
    Seat,
    Snapshot,
    SquareChanged,
    Unknown,
)
from drivers.requests import ClearSquares, ClearText, ReadBoard, Request, SetClock, ShowSquares, ShowText, tag
from drivers.spec import Capability
from firmware_sim.devices.dgt import DgtBoard
from firmware_sim.surface import Surface

DUMP = bytes.fromhex("860043" + "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302")
CHESS = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"
VERSION = bytes.fromhex("9300050108")
SERIAL = bytes.fromhex("9100083031303235")
TIMES = bytes.fromhex("8d000a 000500 000500 08")
NO_CLOCK = bytes.fromhex("8d000a 000000 000000 20")
IS_3000 = bytes.fromhex("8d000a 0a1009 002000 00")
IS_XL = bytes.fromhex("8d000a 0a1009 001400 00")
SHOWN = bytes.fromhex("8d000a 0a100c 000000 00")
CLEARED = bytes.fromhex("8d000a 0a1003 000000 00")
E4 = bytes.fromhex("8e00053400 8e00052401")


class Talk:
    """A codec, the instants, and what passed between."""

    def __init__(self) -> None:
        self.codec = DgtCodec()
        self.at = 1000
        self.codec.connected(self.at)

    def sent(self) -> str:
        return " ".join(data.hex() for data in self.codec.data_to_send())

    def hear(self, data: bytes, after: int = 10) -> Sequence[Reading]:
        self.at += after
        return self.codec.receive(data, self.at)

    def ask(self, request: Request) -> Sequence[Reading]:
        return self.codec.request(request, self.at)

    def wait(self) -> Sequence[Reading]:
        """Until the codec's own deadline."""
        deadline = self.codec.next_deadline()
        assert deadline is not None
        assert deadline > self.at
        self.at = deadline
        return self.codec.wake(self.at)

    def wait_until(self, at: int) -> list[Reading]:
        """Let time pass on a board that answers every sign of life."""
        readings: list[Reading] = []
        while (deadline := self.codec.next_deadline()) is not None and deadline <= at:
            readings += self.wait()
            if b"\x45" in self.codec.data_to_send():
                readings += self.hear(SERIAL, 0)
        self.at = at
        return readings


def greeted(clock: bytes = IS_3000) -> Talk:
    talk = Talk()
    for answer in (VERSION, DUMP, SERIAL, clock):
        talk.hear(answer)
    talk.sent()
    return talk


def test_greets_one_thing_at_a_time() -> None:
    talk = Talk()
    assert talk.sent() == "4b 4d"
    assert talk.hear(VERSION) == [Identity("DGT board", firmware="1.08")]
    assert talk.sent() == "42"
    assert talk.hear(DUMP) == [Snapshot(8, 8, CHESS)]
    assert talk.sent() == "45 55 4c 2b03030900"
    assert talk.hear(SERIAL) == [Identity("DGT board", "01025", "1.08")]
    assert talk.hear(IS_3000) == [Identity("DGT board, DGT 3000 clock 2.0", "01025", "1.08")]
    assert talk.sent() == ""


def test_a_question_without_an_answer_is_asked_again() -> None:
    talk = Talk()
    talk.sent()
    sent = []
    for _ in range(4):
        talk.hear(TIMES)  # it lives, but does not say its version
        talk.wait()
        sent.append(talk.sent())
    assert "4d" in sent


def test_square_changes() -> None:
    assert greeted().hear(E4) == [SquareChanged(52, "."), SquareChanged(36, "P")]


def test_the_board_is_read_again_when_it_has_become_quiet() -> None:
    talk = greeted()
    talk.hear(E4)
    changed_at = talk.at
    talk.hear(SERIAL, 300)
    sent = []
    while talk.at < changed_at + QUIET_MS:
        talk.wait()
        sent.append(talk.sent())
    assert sent[-1] == "42"
    assert talk.at == changed_at + QUIET_MS
    missed = DUMP[:3] + DUMP[3:].replace(b"\x01\x01\x01\x01\x01\x01\x01\x01", b"\x00\x01\x01\x01\x01\x01\x01\x01")
    (snapshot,) = talk.hear(missed)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.cells[48] == "."


def test_a_press_is_a_reason_to_read_the_board() -> None:
    talk = greeted()
    talk.hear(TIMES)
    talk.hear(bytes.fromhex("8d000a 000500 000459 13"))
    pressed_at = talk.at
    sent = []
    while talk.at < pressed_at + QUIET_MS:
        talk.wait()
        sent.append(talk.sent())
    assert sent[-1] == "42"


def test_now_and_then_board_and_clock_are_read_and_told_only_if_new() -> None:
    talk = greeted()
    talk.hear(TIMES)
    while "42 41" not in talk.sent():
        talk.wait()
        talk.hear(SERIAL, 0)
    assert talk.hear(DUMP + TIMES) == []
    while "42 41" not in talk.sent():
        talk.wait()
        talk.hear(SERIAL, 0)
    (snapshot,) = talk.hear(DUMP[:-1] + b"\x00")
    assert isinstance(snapshot, Snapshot)
    assert snapshot.cells[63] == "."


def test_clock_times() -> None:
    talk = greeted()
    assert talk.hear(bytes.fromhex("8d000a 011530 400000 07")) == [
        ClockTimes(0, 4530_000, running=True, up=Seat.RIGHT, left_flag=FlagSign.SHOWN, battery_low=True)
    ]
    assert talk.hear(bytes.fromhex("8d000a 300000 200016 12")) == [
        ClockTimes(16_000, 0, running=False, up=Seat.RIGHT, right_flag=FlagSign.BLOCKED)
    ]
    assert talk.hear(bytes.fromhex("8d000a 000000 000000 00")) == []


def test_battery_is_asked_once_a_minute_of_boards_that_answer() -> None:
    talk = Talk()
    for answer in (VERSION, DUMP, SERIAL):
        talk.hear(answer)
    assert talk.hear(bytes.fromhex("a0000c 57 7f7f 0102 0003 04 01")) == [Battery(87, charging=True)]
    asked_at = talk.at
    talk.sent()
    sent = []
    while talk.at < asked_at + 60_000:
        talk.wait()
        sent.append(talk.sent())
        talk.hear(SERIAL, 0)
    assert [text for text in sent if "4c" in text] == [sent[-1]]


# -- staying in touch -------------------------------------------------------------------------------------------------


def test_signs_of_life_are_no_news() -> None:
    talk = greeted()
    assert talk.wait_until(talk.at + 20_000) == []


def test_three_silent_watches_and_the_link_is_dead() -> None:
    talk = greeted()
    heard_at = talk.at
    readings: list[Reading] = []
    while talk.codec.next_deadline() is not None:
        readings += talk.wait()
    assert readings == [LinkDown("the board does not answer")]
    assert 3 * WATCH_MS <= talk.at - heard_at <= 4 * WATCH_MS


def test_a_computer_that_slept_does_not_blame_the_board() -> None:
    talk = greeted()
    talk.at += 3_600_000
    assert talk.codec.wake(talk.at) == []
    assert talk.sent() == "42 41 45"
    assert talk.hear(SERIAL) == []


def test_a_board_that_was_away_is_greeted_again() -> None:
    talk = greeted()
    while "45" not in talk.sent():
        talk.wait()
    talk.wait()  # one silence: the sign of life did not come
    talk.sent()
    talk.hear(SERIAL)
    talk.wait()
    assert talk.sent().startswith("4b 42")


def test_noise_alone_is_no_sign_of_life() -> None:
    talk = Talk()
    readings: list[Reading] = []
    while talk.codec.next_deadline() is not None:
        readings += talk.hear(b"\x55" * 40, 0)
        readings += talk.wait()
    assert readings[-1] == LinkDown("the board does not answer")


# -- texts ------------------------------------------------------------------------------------------------------------


def test_shows_a_text_on_a_dgt_3000() -> None:
    talk = greeted()
    assert talk.ask(ShowText("PAUSE", beep=True)) == []
    assert talk.sent() == "2b0c030c" + b"PAUSE   ".hex() + "0400"
    assert talk.hear(SHOWN, 200) == [RequestAnswer("show_text", ok=True)]
    assert talk.hear(SHOWN, 400) == []
    assert talk.ask(ClearText()) == []
    assert talk.sent() == "2b03030300"
    assert talk.hear(CLEARED, 200) == [RequestAnswer("clear_text", ok=True)]


def test_a_text_waits_until_the_clock_has_told_what_it_is() -> None:
    talk = Talk()
    talk.hear(VERSION + DUMP)
    assert talk.ask(ShowText("A")) == []
    assert talk.ask(ShowText("B")) == [RequestAnswer("show_text", ok=False, detail="replaced by a later text")]
    talk.sent()
    talk.hear(IS_3000)
    assert b"B       ".hex() in talk.sent()


def test_shows_a_text_on_the_segments_of_an_xl() -> None:
    talk = greeted(IS_XL)
    assert talk.ask(ShowText("Pause", beep=True)) == []
    # PAUSE: P 73, A 77, U 3E, S 6D, E 79, sent as C B A, F E D
    assert talk.sent() == "2b0b0301" + "3e7773" + "00796d" + "00" + "03" + "00"
    assert talk.hear(bytes.fromhex("8d000a 0a1001 000000 00"), 200) == [RequestAnswer("show_text", ok=True)]


@pytest.mark.parametrize("text", ["SEVENCH", "A.B", "Ü"])
def test_what_an_xl_cannot_show_it_refuses(text: str) -> None:
    (answer,) = greeted(IS_XL).ask(ShowText(text))
    assert answer == RequestAnswer("show_text", ok=False, detail="a DGT XL shows at most 6 letters and digits")


def test_a_clock_of_another_kind_refuses() -> None:
    (answer,) = greeted(bytes.fromhex("8d000a 0a1009 003400 00")).ask(ShowText("A"))
    assert isinstance(answer, RequestAnswer)
    assert not answer.ok


@pytest.mark.parametrize("text", ["NINE CHAR", "Ünfug", "a\nb"])
def test_a_text_that_does_not_fit_is_refused(text: str) -> None:
    talk = greeted()
    (answer,) = talk.ask(ShowText(text))
    assert isinstance(answer, RequestAnswer)
    assert not answer.ok
    assert talk.sent() == ""


def test_without_a_clock_texts_are_refused() -> None:
    talk = Talk()
    talk.hear(VERSION + DUMP)
    talk.ask(ShowText("A"))
    assert talk.hear(NO_CLOCK) == [
        ClockMissing(),
        RequestAnswer("show_text", ok=False, detail="no clock is attached to the board"),
    ]
    assert talk.hear(NO_CLOCK) == []
    assert talk.ask(ShowText("A")) == [
        RequestAnswer("show_text", ok=False, detail="no clock is attached to the board"),
    ]
    assert talk.ask(ClearText()) == [
        RequestAnswer("clear_text", ok=False, detail="no clock is attached to the board"),
    ]


def test_a_clock_that_is_plugged_in_is_asked_what_it_is() -> None:
    talk = Talk()
    talk.hear(VERSION + DUMP + NO_CLOCK)
    talk.sent()
    talk.hear(TIMES)
    assert talk.sent() == "2b03030900"


def test_a_silent_clock_is_asked_again_when_there_is_a_text() -> None:
    talk = greeted(b"")
    talk.wait_until(talk.at + 7500)
    talk.sent()
    assert talk.ask(ShowText("A")) == []
    assert talk.sent() == "2b03030900"
    readings = talk.wait_until(talk.at + 6000)
    assert readings == [RequestAnswer("show_text", ok=False, detail="the clock does not answer")]


def test_a_button_is_told_as_it_is() -> None:
    assert greeted().hear(bytes.fromhex("8d000a 1a1008 200133 00")) == [Unknown(0x8D, "1a100820013300")]


def test_read_board() -> None:
    talk = greeted()
    assert talk.ask(ReadBoard()) == []
    assert talk.sent() == "42"
    assert talk.hear(DUMP) == [Snapshot(8, 8, CHESS)]


def test_read_board_without_an_answer() -> None:
    talk = greeted()
    talk.ask(ReadBoard())
    readings = talk.wait_until(talk.at + 6000)
    assert readings == [RequestAnswer("read_board", ok=False, detail="the board does not send its position")]


def test_the_bus_address_and_the_trademark_tell_the_serial_number_too() -> None:
    talk = Talk()
    assert talk.hear(bytes.fromhex("9000050801")) == [Identity("DGT board", "01025")]
    assert talk.hear(SERIAL) == []
    words = b"DGT Projects\r\nversion 1.02 serial no: 01026"
    assert talk.hear(bytes([0x92, 0, len(words) + 3]) + words) == [Identity("DGT board", "01025", "1.02")]


def test_a_file_that_begins_in_the_middle_is_told_as_of_a_chess_board() -> None:
    assert Talk().hear(E4) == [SquareChanged(52, "."), SquareChanged(36, "P")]
    assert Talk().hear(bytes.fromhex("8e00054401")) == []  # no chess board has such a field


def test_a_board_that_answers_to_halves_only_is_asked_for_them() -> None:
    talk = Talk()
    talk.hear(VERSION)
    talk.wait_until(talk.at + 4600)
    half = bytes.fromhex("940035") + b"\x04" * 20 + bytes(10) + b"\x01" * 20
    (*_, snapshot) = talk.hear(half)  # after the codes that it tells
    assert isinstance(snapshot, Snapshot)
    assert snapshot.cells.startswith(".m.m.m.m.mm.m")
    talk.sent()
    talk.ask(ReadBoard())
    assert talk.sent() == "50"


def test_a_board_that_tells_no_changes_is_told_the_older_mode() -> None:
    talk = greeted()
    talk.ask(ReadBoard())
    talk.hear(DUMP.replace(b"\x01\x01", b"\x01\x00", 1))
    assert "43" in talk.sent().split()
    talk.ask(ReadBoard())
    talk.hear(DUMP)
    assert "43" not in talk.sent().split()


def test_the_mode_can_be_chosen() -> None:
    for updates, first in (("nice", "4b"), ("all", "43"), ("board", "44")):
        codec = SPEC.configured({"updates": updates}).codec()
        codec.connected(0)
        assert codec.data_to_send()[0].hex() == first
        codec.receive(VERSION + DUMP, 10)
        asked = b"\x2b" in b"".join(codec.data_to_send())
        assert asked is (updates != "board")
    with pytest.raises(BadOptionError, match="one of nice, all, board"):
        SPEC.configured({"updates": "never"})


def test_old_times_after_the_clock_was_set_are_not_told() -> None:
    talk = greeted()
    talk.hear(TIMES)
    talk.ask(SetClock(600_000, 600_000))
    assert talk.hear(bytes.fromhex("8d000a 000459 000500 08")) == []
    assert talk.hear(bytes.fromhex("8d000a 0a100a 000000 00")) == [RequestAnswer("set_clock", ok=True)]
    assert talk.hear(bytes.fromhex("8d000a 000459 000500 08")) == []
    (times,) = talk.hear(bytes.fromhex("8d000a 001000 001000 08"))
    assert isinstance(times, ClockTimes)
    assert times.left_ms == 600_000
    assert talk.hear(bytes.fromhex("8d000a 000100 001000 08")) == []
    (later,) = talk.hear(bytes.fromhex("8d000a 000100 001000 08"), after=2000)
    assert isinstance(later, ClockTimes)


def test_lamps_of_a_revelation() -> None:
    assert Capability.LAMPS not in SPEC.capabilities
    assert SPEC.codec().request(ShowSquares((1,)), 0) == [
        RequestAnswer("show_squares", ok=False, detail="a DGT board has no lamps")
    ]
    spec = SPEC.configured({"lamps": "revelation"})
    assert Capability.LAMPS in spec.capabilities
    board = DgtBoard(Surface(8, 8, CHESS))
    codec = spec.codec()
    for cells in ((52, 36, 0), (1,), ()):
        request = ShowSquares(cells) if cells else ClearSquares()
        assert codec.request(request, 0) == [RequestAnswer(tag(request), ok=True)]
        for data in codec.data_to_send():
            board.receive(data, 0)
        assert board.lamps == set(cells)
    with pytest.raises(BadOptionError, match="revelation"):
        SPEC.configured({"lamps": "yes"})


# -- bytes of any kind ------------------------------------------------------------------------------------------------

STREAM = b"".join(
    [VERSION, DUMP, IS_3000, TIMES, E4, b"\x12\x34", SERIAL, NO_CLOCK, b"\x8e\x00", TIMES, b"\x99\x00\x05\x01\x02", E4]
)


def all_at_once(data: bytes) -> Sequence[Reading]:
    codec = DgtCodec()
    codec.connected(0)
    return codec.receive(data, 0)


def test_unknown_messages_and_noise_are_told() -> None:
    readings = all_at_once(STREAM)
    assert Unknown(0x99, "0102") in readings
    assert [reading for reading in readings if isinstance(reading, Noise)] == [Noise(2), Noise(2)]


@given(st.lists(st.integers(0, len(STREAM)), max_size=30))
def test_any_split_gives_the_same_readings(cuts: list[int]) -> None:
    codec = DgtCodec()
    codec.connected(0)
    places = sorted(cuts)
    readings: list[Reading] = []
    for start, end in zip([0, *places], [*places, len(STREAM)], strict=True):
        readings += codec.receive(STREAM[start:end], 0)
    assert readings == all_at_once(STREAM)


@given(st.lists(st.tuples(st.binary(max_size=200), st.integers(0, 5000)), max_size=30))
def test_random_bytes_never_raise_nor_grow_the_buffers(pieces: list[tuple[bytes, int]]) -> None:
    codec = DgtCodec()
    at = 0
    codec.connected(at)
    for data, wait in pieces:
        at += wait
        codec.receive(data, at)
        codec.wake(at)
        assert len(codec._framer) <= 0x1F03
        assert sum(map(len, codec.data_to_send())) <= 64


def test_a_million_random_bytes() -> None:
    rng = random.Random(1)
    codec = DgtCodec()
    codec.connected(0)
    for at in range(1000):
        codec.receive(rng.randbytes(1000), at)
        codec.data_to_send()
    codec.receive(b"\x80", 1000)
    assert codec.receive(DUMP, 1000)[-1] == Snapshot(8, 8, CHESS)


@given(st.binary(max_size=300))
def test_a_good_message_after_garbage_is_read(garbage: bytes) -> None:
    assert all_at_once(garbage + DUMP)[-1] == Snapshot(8, 8, CHESS)


def test_the_codes_of_a_draughts_board_are_worth_keeping() -> None:
    def dumped(top: int, bottom: int, free: int) -> bytes:
        rows = [bytes([0, code] * 5 if row % 2 == 0 else [code, 0] * 5) for row, code in enumerate([top] * 4)]
        rows += [bytes(10)] * free
        rows += [bytes([0, code] * 5 if row % 2 == 0 else [code, 0] * 5) for row, code in enumerate([bottom] * 4)]
        return bytes.fromhex("860067") + b"".join(rows)

    talk = Talk()
    assert Calibrated("codes", "2011") in talk.hear(dumped(4, 1, 2))
    assert not any(isinstance(reading, Calibrated) for reading in talk.hear(dumped(4, 1, 2)))
    # After a restart nothing but black men and a king is left: read by the other codes they would be White's kings.
    again = registry.find("dgt").configured({"codes": "2011"}).codec()
    again.connected(0)
    only_black = bytearray(dumped(4, 0, 2))
    only_black[-10] = 0xA
    (told,) = [reading for reading in again.receive(bytes(only_black), 10) if isinstance(reading, Snapshot)]
    assert set(told.cells) == {".", "m", "d"}
    with pytest.raises(BadOptionError, match="2011 and before-2011"):
        registry.find("dgt").configured({"codes": "1999"})
