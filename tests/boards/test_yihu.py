"""The goban, byte by byte; the lamp writes are those of a capture."""

from __future__ import annotations

from drivers.boards.yihu.codec import YihuCodec, lamp_payload, sliced
from drivers.readings import Identity, Noise, RequestAnswer, SquareChanged
from drivers.requests import ClearSquares, ReadBoard, ShowSquares

from .boards import hear

STONE = bytes.fromhex("23500c110024001c010c1001")


def test_a_placement() -> None:
    assert hear(YihuCodec(), STONE) == [Identity("Yihu goban"), SquareChanged(12 * 19 + 2, "?")]


def test_what_cannot_be_a_point_is_noise() -> None:
    off_board = bytes.fromhex("23500c11002400ff010c1001")
    readings = hear(YihuCodec(), off_board, STONE)
    assert readings == [Noise(12), Identity("Yihu goban"), SquareChanged(12 * 19 + 2, "?")]


def test_lamps_as_captured() -> None:
    codec = YihuCodec()
    assert codec.request(ShowSquares((12 * 19 + 2, 400)), 0) == [RequestAnswer("show_squares", ok=True)]
    assert codec.data_to_send() == [bytes.fromhex("a50e234c0e000000000102060100086d")]
    codec.request(ShowSquares((12 * 19 + 2, 0)), 0)
    assert len(codec.data_to_send()) == 1  # the one that burns already is left alone
    codec.request(ClearSquares(), 0)
    assert [write[12] for write in codec.data_to_send()] == [0, 0]
    assert lamp_payload(2 * 19 + 16, 1).hex() == "234c0e0000000001101001000061"


def test_long_payloads_are_sliced() -> None:
    payload = bytes(range(105))
    writes = sliced(payload)
    assert [write[0] for write in writes] == [0xA5] + [0xA7] * 5
    assert writes[0][1] == 105
    assert max(map(len, writes)) == 20
    assert b"".join(write[1:] for write in writes)[1:] == payload


def test_it_cannot_be_read() -> None:
    (answer,) = YihuCodec().request(ReadBoard(), 0)
    assert isinstance(answer, RequestAnswer)
    assert not answer.ok
