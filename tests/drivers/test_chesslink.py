"""Millennium ChessLink by literal bytes and against its double."""

from __future__ import annotations

import pytest

from drivers.boards.chesslink.codec import ChessLinkCodec
from drivers.boards.chesslink.messages import lamps, spell, strip
from drivers.readings import Identity, LinkDown, Noise, RequestAnswer, Snapshot
from drivers.requests import ClearSquares, ReadBoard, ShowSquares, ShowText
from firmware_sim.devices.chesslink import ChessLinkBoard
from firmware_sim.surface import CHESS_START, Surface
from tests.drivers.traces import transfers

# "s" + the start position + checksum; the parity bit of every character set so that the number of bits is odd.
START = bytes(byte if byte.bit_count() % 2 else byte | 0x80 for byte in b"s" + CHESS_START.encode() + b"73")


def test_the_captured_question_and_answer() -> None:
    (question, answer) = transfers("chesslink-version")
    assert spell(b"V") == question.data == bytes.fromhex("d6b5b6")
    assert strip(answer.data) == b"v010374"
    assert ChessLinkCodec().receive(answer.data, 0) == [Identity("ChessLink Performance", firmware="1.03")]


def test_a_position() -> None:
    codec = ChessLinkCodec()
    assert codec.receive(START, 0) == [Snapshot(8, 8, CHESS_START)]
    assert codec.receive(START, 40) == []  # sent at every scan, told once


def test_a_position_without_parity() -> None:
    assert ChessLinkCodec().receive(strip(START), 0) == [Snapshot(8, 8, CHESS_START)]


def test_a_wrong_checksum_is_noise() -> None:
    bad = START[:-1] + bytes([START[-1] ^ 0x01])
    codec = ChessLinkCodec()
    assert codec.receive(bad, 0) == []
    assert codec.receive(START, 0)[-1] == Snapshot(8, 8, CHESS_START)


def test_lamps_light_the_corners_of_a_square() -> None:
    on = strip(lamps([0]))
    assert len(on) == 1 + 2 + 81 * 2 + 2
    assert [lamp for lamp in range(81) if on[3 + 2 * lamp : 5 + 2 * lamp] == b"FF"] == [0, 1, 9, 10]
    corner = strip(lamps([63]))
    assert [lamp for lamp in range(81) if corner[3 + 2 * lamp : 5 + 2 * lamp] == b"FF"] == [70, 71, 79, 80]


def test_what_it_cannot_do_it_says() -> None:
    (answer,) = ChessLinkCodec().request(ShowText("HI"), 0)
    assert isinstance(answer, RequestAnswer)
    assert not answer.ok


def test_a_silent_board_is_given_up() -> None:
    codec = ChessLinkCodec()
    codec.connected(0)
    down: list[object] = []
    while not down and (deadline := codec.next_deadline()) is not None:
        down += codec.wake(deadline)
    assert [type(reading) for reading in down] == [LinkDown]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("reports", [0, 1, 3])
def test_the_double_is_understood(parity: bool, reports: int) -> None:
    surface = Surface(8, 8, CHESS_START)
    board = ChessLinkBoard(surface, parity=parity)
    board.registers[0x02] = reports
    codec = ChessLinkCodec()
    seen: list[str] = []
    at = 0

    def exchange() -> None:
        for _ in range(3):
            for data in codec.data_to_send():
                board.receive(data, at)
            board.wake(at)
            for data in board.data_to_send():
                seen.extend(reading.cells for reading in codec.receive(data, at) if isinstance(reading, Snapshot))

    board.power_on(at)
    codec.connected(at)
    exchange()
    assert seen == [CHESS_START]
    assert board.registers[0x02] == (3 if reports == 1 else reports)
    surface.put(36, surface.lift(52, at), at)
    at += 100
    exchange()
    assert seen[-1] == surface.cells
    codec.request(ShowSquares((52, 34)), at)
    exchange()
    assert board.lamps == {52, 34}
    codec.request(ClearSquares(), at)
    codec.request(ReadBoard(), at)
    exchange()
    assert board.lamps == frozenset()
    assert seen[-2:] == [surface.cells] * 2


def test_a_short_answer_behind_noise_is_read_at_once() -> None:
    readings = ChessLinkCodec().receive(b"s" + b"v010374", 0)
    assert readings == [Noise(1), Identity("ChessLink Performance", firmware="1.03")]


def test_a_board_without_parity_bits_says_the_same() -> None:
    assert ChessLinkCodec().receive(strip(START), 0) == [Snapshot(8, 8, CHESS_START)]


def test_the_double_reports_by_the_clock_if_its_register_says_so() -> None:
    board = ChessLinkBoard(Surface(8, 8, CHESS_START))
    board.power_on(0)
    board.receive(spell(b"W0202") + spell(b"W0332"), 0)
    board.data_to_send()
    said = 0
    for at in range(0, 2001, 5):
        board.wake(at)
        said += len(board.data_to_send())
    assert 8 <= said <= 11  # 50 times 4.096 ms
