"""Square Off Pro and Neo, byte by byte."""

from __future__ import annotations

import pytest

from drivers.boards.squareoff import neo
from drivers.boards.squareoff.pro import ProCodec
from drivers.boards.squareoff.squares import parse_bitmap, percent
from drivers.codec import Packet, channel_of
from drivers.readings import Battery, Noise, RequestAnswer, Snapshot, SquareChanged, Unknown
from drivers.requests import ClearSquares, ReadBoard, ShowSquares, ShowText

from .boards import cell, hear

START_BITS = b"11000011" * 8
START = "?" * 16 + "." * 32 + "?" * 16


def pro() -> ProCodec:
    codec = ProCodec()
    codec.connected(0)
    return codec


def test_bitmap_runs_up_the_files() -> None:
    assert parse_bitmap(START_BITS) == START
    only_b1 = b"0" * 8 + b"1" + b"0" * 55
    assert parse_bitmap(only_b1).index("?") == cell("b1")


def test_pro_greets_and_reads() -> None:
    codec = pro()
    assert codec.data_to_send() == [b"14#1*", b"30#R*"]
    codec.wake(0)
    assert codec.data_to_send() == [b"4#*"]
    assert hear(codec, b"14#GO*", b"30#", START_BITS, b"*") == [Snapshot(8, 8, START)]
    assert hear(codec, b"0#e2u*0#e4d*") == [SquareChanged(cell("e2"), "."), SquareChanged(cell("e4"), "?")]
    assert hear(codec, b"22#3.79*") == [Battery(76)]
    assert hear(codec, b"22#3.79*") == []
    assert hear(codec, b"0#z9u*") == [Unknown(0, b"z9u".hex())]
    assert hear(codec, b"22#volt*") == [Unknown(22, b"volt".hex())]


def test_pro_lamps() -> None:
    codec = pro()
    codec.data_to_send()
    assert codec.request(ShowSquares((cell("e2"), cell("e4"))), 0) == [RequestAnswer("show_squares", ok=True)]
    codec.request(ClearSquares(), 0)
    assert codec.data_to_send() == [b"25#e2e4*", b"25#*"]
    assert codec.request(ShowText("HELLO"), 0) == [
        RequestAnswer("show_text", ok=False, detail="a Square Off Pro has no clock")
    ]


def test_neo_writes_say_their_channel() -> None:
    codec = neo.NeoCodec()
    codec.connected(0)
    writes = codec.data_to_send()
    assert writes == [b"1#*", b"30#2000*", b"14#1*", b"R:ISG"]
    assert [channel_of(write) for write in writes] == ["", "", "", neo.GAME]


def test_neo_keeps_channels_apart() -> None:
    codec = neo.NeoCodec()
    codec.connected(0)
    readings = hear(
        codec,
        Packet(START_BITS[:20], neo.BITMAP),
        Packet(b"e2u", neo.EVENTS),
        Packet(START_BITS[20:], neo.BITMAP),
    )
    assert readings == [SquareChanged(cell("e2"), "."), Snapshot(8, 8, START)]
    cut, whole = Packet(START_BITS[:20], neo.BITMAP), Packet(b"0" * 64, neo.BITMAP)
    assert hear(codec, cut, whole) == [Noise(20), Snapshot(8, 8, "." * 64)]


def test_the_stump_of_a_bitmap_is_no_part_of_the_next() -> None:
    codec = neo.NeoCodec()
    codec.connected(0)
    assert hear(codec, Packet(START_BITS[:40], neo.BITMAP), at=0) == []
    slices = [Packet(START_BITS[start : start + 20], neo.BITMAP) for start in range(0, 64, 20)]
    assert hear(codec, *slices, at=2000) == [Noise(40), Snapshot(8, 8, START)]


def test_neo_is_read_by_waiting() -> None:
    codec = neo.NeoCodec()
    codec.connected(0)
    hear(codec, START_BITS)
    assert codec.request(ReadBoard(), 100) == []
    assert hear(codec, START_BITS, at=200) == [Snapshot(8, 8, START)]


@pytest.mark.parametrize(("millivolts", "charge"), [(3752.5, 73), (3792, 76), (0, 0), (9999, 100)])
def test_the_charge_follows_two_captured_points(millivolts: float, charge: int) -> None:
    assert percent(millivolts) == charge


def test_the_standard_battery_level_wins() -> None:
    codec = neo.NeoCodec()
    assert hear(codec, Packet(b"\x49", neo.BATTERY_LEVEL)) == [Battery(73)]
    assert hear(codec, b"4#4200.00*") == []
    assert hear(codec, Packet(b"\xff", neo.BATTERY_LEVEL)) == [Unknown(0x2A19, "ff")]
    assert hear(codec, b"4#" + b"9" * 80 + b"*", b"4#nan*") == [Unknown(4, b"nan".hex())]


def test_pro_a_digit_of_noise_is_no_part_of_a_code() -> None:
    for noise in (b"1", b"43", b"2d2"):
        readings = hear(ProCodec(), noise + b"0#e2u*")
        assert readings[-1] == SquareChanged(cell("e2"), ".")
