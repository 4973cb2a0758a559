"""DGT Pegasus and ChessUp, byte by byte."""

from __future__ import annotations

import pytest

from drivers import registry
from drivers.boards.chessup.codec import ChessUpCodec
from drivers.boards.pegasus.codec import PegasusCodec
from drivers.codec import Codec
from drivers.errors import BadOptionError
from drivers.readings import Battery, Identity, LinkDown, Reading, RequestAnswer, Snapshot, SquareChanged, Unknown
from drivers.requests import ClearSquares, ShowSquares, ShowText

from .boards import CHESS_START, cell, hear

START = "?" * 16 + "." * 32 + "?" * 16
KEY = "be ef 01 02 03 04"


def greeting(codec: Codec) -> list[bytes]:
    codec.connected(0)
    return list(codec.data_to_send())


def test_pegasus_shows_its_key_first() -> None:
    assert [write.hex() for write in greeting(PegasusCodec())] == ["40", "4d", "55", "44", "42"]
    configured = registry.find("pegasus").configured({"key": KEY})
    assert greeting(configured.codec())[0].hex() == "6307beef0102030400"


@pytest.mark.parametrize("options", [{"key": "12"}, {"key": "not hexadecimal"}, {"kez": "00"}])
def test_pegasus_refuses_other_keys_at_once(options: dict[str, str]) -> None:
    with pytest.raises(BadOptionError, match="pegasus"):
        registry.find("pegasus").configured(options)


@pytest.mark.parametrize("empty", ["00", "7f"])
def test_pegasus_knows_both_kinds_of_emptiness(empty: str) -> None:
    dump = bytes.fromhex("860043" + "01" * 16 + empty * 32 + "01" * 16)
    assert hear(PegasusCodec(), dump) == [Snapshot(8, 8, START)]


def test_pegasus_changes_and_introductions() -> None:
    codec = PegasusCodec()
    assert hear(codec, bytes.fromhex("8e00053400 8e00052401")) == [SquareChanged(52, "."), SquareChanged(36, "?")]
    assert hear(codec, bytes.fromhex("9300050100")) == [Identity("DGT Pegasus", firmware="1.00")]
    assert hear(codec, b"\xa2\x00\x0d0000054321") == [Identity("DGT Pegasus", "0000054321", "1.00")]
    assert hear(codec, bytes.fromhex("a0000c 3a7f7f000000000001")) == [Battery(58, charging=True)]
    assert hear(codec, bytes.fromhex("a5000401")) == []
    assert hear(codec, bytes.fromhex("8e00054001")) == [Unknown(0x8E, "4001")]


def test_pegasus_lamps() -> None:
    codec = PegasusCodec()
    assert codec.request(ShowSquares((36, 52, 99)), 0) == [RequestAnswer("show_squares", ok=True)]
    codec.request(ClearSquares(), 0)
    assert [write.hex() for write in codec.data_to_send()] == ["600705040003243400", "60020000"]


POSITION = (
    b"\x67"
    + bytes([1, 2, 3, 4, 5, 3, 2, 1] + [0] * 8 + [0x40] * 32 + [8] * 8 + [9, 10, 11, 12, 13, 11, 10, 9])
    + bytes([0, 1, 1, 1, 1, 0, 0, 1])
)


def test_chessup_position_and_move() -> None:
    codec = ChessUpCodec()
    assert greeting(codec) == [b"\x67"]
    assert hear(codec, POSITION[:30], POSITION[30:]) == [Snapshot(8, 8, CHESS_START)]
    assert hear(codec, bytes.fromhex("b80c00 bb a335 0401 0403")) == [
        SquareChanged(cell("e2"), "."),
        SquareChanged(cell("e4"), "P"),
    ]
    assert codec.data_to_send() == [b"\x21"]
    at = codec.next_deadline()
    assert at is not None
    codec.wake(at)
    assert codec.data_to_send() == [b"\x67"]  # what else the move changed


def test_chessup_reads_again_when_a_piece_was_let_go() -> None:
    codec = ChessUpCodec()
    greeting(codec)
    hear(codec, POSITION)
    hear(codec, POSITION, at=1000)
    assert hear(codec, bytes.fromhex("b80c00 bb"), at=2000) == []
    assert codec.next_deadline() == 2100


def test_chessup_reads_again_what_it_does_not_understand() -> None:
    codec = ChessUpCodec()
    greeting(codec)
    hear(codec, POSITION)
    assert hear(codec, bytes.fromhex("a335 0403 0404")) == []  # nothing stands on e4
    assert codec.data_to_send() == [b"\x21", b"\x67"]
    assert hear(codec, POSITION) == [Snapshot(8, 8, CHESS_START)]
    assert hear(codec, b"\x97\x04") == []
    assert codec.data_to_send() == [b"\x67"]
    assert not codec.request(ShowText("x"), 0)[0].ok  # type: ignore[union-attr]


def test_chessup_may_name_the_square_of_en_passant() -> None:
    white, black = bytes([1, 2, 3, 4, 5, 3, 2, 1]), bytes([9, 10, 11, 12, 13, 11, 10, 9])
    squares = white + b"\x00" * 8 + b"\x40" * 32 + b"\x08" * 8 + black
    message = b"\x67" + squares + b"\x00" + b"\x01" * 4 + b"\x14\x00\x01"
    assert hear(ChessUpCodec(), message) == [Snapshot(8, 8, CHESS_START)]


@pytest.mark.parametrize(("key", "wants"), [("", "a developer's key, which DGT issues"), (KEY, "another")])
def test_a_pegasus_that_does_not_open_says_what_it_may_want(key: str, wants: str) -> None:
    codec = registry.find("pegasus").configured({"key": key} if key else {}).codec()
    codec.connected(0)
    down: list[Reading] = []
    while not down and (at := codec.next_deadline()) is not None and at < 60_000:
        codec.receive(bytes.fromhex("93 00 05 01 00"), at)  # it answers, but not this
        down += [reading for reading in codec.wake(at) if isinstance(reading, LinkDown)]
    (only,) = down
    assert isinstance(only, LinkDown)
    assert only.permanent
    assert wants in only.reason


def test_a_pegasus_that_opens_is_not_doubted_later() -> None:
    codec = PegasusCodec()
    codec.connected(0)
    codec.receive(bytes.fromhex("86 00 43") + bytes(64), 100)
    for at in range(1000, 60_000, 1000):
        codec.receive(bytes.fromhex("86 00 43") + bytes(64), at)
        assert not [reading for reading in codec.wake(at) if isinstance(reading, LinkDown)]


def test_chessup_a_touch_without_a_piece_is_noise() -> None:
    squares = bytes([1, 2, 3, 4, 5, 3, 2, 1]) + b"\x40" * 56
    message = b"\x67" + squares + b"\x00" + b"\x01" * 4 + b"\x00\x00\x01"
    readings = hear(ChessUpCodec(), b"\xb8\x02" + message)
    assert isinstance(readings[-1], Snapshot)


def test_chessup_tells_a_move_before_its_position() -> None:
    codec = ChessUpCodec()
    told = hear(codec, bytes.fromhex("a33504010403"))
    assert told == [SquareChanged(cell("e2"), "."), SquareChanged(cell("e4"), "?")]
    assert b"\x67" in codec.data_to_send()
