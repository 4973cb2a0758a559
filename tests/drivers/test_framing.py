"""Cutting the stream: any split, any noise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drivers.framing import REPORT_AFTER, Dropped, Frame, MarkedFramer

GOOD = bytes.fromhex("8e00053400")


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    """Split data at the given places."""
    places = sorted(place % (len(data) + 1) for place in cuts)
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


def test_a_frame_is_its_code_and_what_follows_the_header() -> None:
    assert MarkedFramer(100).feed(GOOD) == [Frame(0x8E, b"\x34\x00")]


def test_the_length_has_fourteen_bits() -> None:
    frame = bytes([0x92, 0x01, 0x02]) + bytes(127)
    assert MarkedFramer(200).feed(frame) == [Frame(0x92, bytes(127))]


def test_an_unfinished_frame_is_dropped_when_the_next_begins() -> None:
    assert MarkedFramer(100).feed(GOOD[:4] + GOOD) == [Dropped(4), Frame(0x8E, b"\x34\x00")]


def test_bytes_outside_a_frame_are_noise() -> None:
    assert MarkedFramer(100).feed(b"\x01\x02" + GOOD) == [Dropped(2), Frame(0x8E, b"\x34\x00")]


def test_a_length_that_cannot_be_is_noise() -> None:
    assert MarkedFramer(100).feed(b"\x8e\x00\x02" + b"\x8e\x01\x00" + GOOD)[0] == Dropped(6)


def test_endless_noise_is_reported_all_the_same() -> None:
    assert MarkedFramer(100).feed(bytes(REPORT_AFTER * 2 + 5)) == [Dropped(REPORT_AFTER)] * 2


@given(st.binary(max_size=400), st.lists(st.integers(0, 1000), max_size=20))
def test_any_split_gives_the_same(noise: bytes, cuts: list[int]) -> None:
    data = noise + GOOD + noise + GOOD
    framer = MarkedFramer(0x1F03)
    assert [item for piece in cut(data, cuts) for item in framer.feed(piece)] == MarkedFramer(0x1F03).feed(data)


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_the_buffer_is_bounded_and_every_byte_accounted_for(pieces: list[bytes]) -> None:
    framer = MarkedFramer(50)
    kept = 0
    for piece in pieces:
        for item in framer.feed(piece):
            kept += item.count if isinstance(item, Dropped) else len(item.payload) + 3
        assert len(framer) <= 50
    unreported = sum(map(len, pieces)) - kept - len(framer)
    assert 0 <= unreported < REPORT_AFTER


@given(st.binary(max_size=500))
def test_a_good_frame_after_garbage_is_read(garbage: bytes) -> None:
    assert Frame(0x8E, b"\x34\x00") in MarkedFramer(0x1F03).feed(garbage + GOOD)
