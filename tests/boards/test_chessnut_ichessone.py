"""Chessnut and iChessOne, byte by byte."""

from __future__ import annotations

from drivers.boards.chessnut import codec as chessnut
from drivers.boards.ichessone import codec as ichessone
from drivers.codec import Packet
from drivers.readings import Battery, ButtonPressed, LinkDown, Noise, Reading, RequestAnswer, Snapshot, Unknown
from drivers.requests import ClearSquares, ShowSquares, ShowTimes
from firmware_sim.devices.chessnut import ChessnutBoard
from firmware_sim.devices.ichessone import IChessOneBoard
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.surface import Surface

from .boards import CHESS_START, cell, hear

NUT = bytes.fromhex("0124 58233185 44444444" + "00" * 16 + "77777777 a6c99b6a 0e00 0000")
ONE = bytes.fromhex("3d70 a89bc98a 77777777" + "00" * 16 + "11111111 42356324")


def test_chessnut_start_position_repeats_silently() -> None:
    codec = chessnut.ChessnutCodec()
    codec.connected(0)
    assert codec.data_to_send() == [bytes.fromhex("210100")]
    assert hear(codec, NUT) == [Snapshot(8, 8, CHESS_START)]
    assert hear(codec, NUT, bytes.fromhex("230100"), bytes.fromhex("210100")) == []


def test_chessnut_reassembles_small_packets_and_keeps_answers_apart() -> None:
    codec = chessnut.ChessnutCodec()
    readings = hear(
        codec,
        Packet(NUT[:20], chessnut.POSITIONS),
        Packet(bytes.fromhex("2a02e400"), chessnut.ANSWERS),
        Packet(NUT[20:], chessnut.POSITIONS),
    )
    assert readings == [Battery(100, charging=True), Snapshot(8, 8, CHESS_START)]


def test_chessnut_refuses_codes_that_do_not_exist() -> None:
    bad = NUT[:10] + b"\xdd" + NUT[11:]
    assert hear(chessnut.ChessnutCodec(), bad, NUT) == [Noise(38), Snapshot(8, 8, CHESS_START)]


def test_chessnut_asks_the_battery_in_the_language_that_is_answered() -> None:
    codec = chessnut.ChessnutCodec()
    codec.connected(0)
    hear(codec, NUT)
    asked = []
    for _ in range(3):
        at = codec.next_deadline()
        assert at is not None
        hear(codec, NUT, at=at)
        codec.wake(at)
        asked += [write for write in codec.data_to_send() if write[0] != 0x21]
    assert asked == [bytes.fromhex("290100"), bytes.fromhex("41010c"), bytes.fromhex("290100")]
    assert hear(codec, bytes.fromhex("41030c0164")) == [Battery(100, charging=True)]


def test_chessnut_lamps() -> None:
    codec = chessnut.ChessnutCodec()
    assert codec.request(ShowSquares((cell("e2"), cell("e4"), 99)), 0) == [RequestAnswer("show_squares", ok=True)]
    codec.request(ClearSquares(), 0)
    assert codec.data_to_send() == [bytes.fromhex("0a080000000008000800"), bytes.fromhex("0a08" + "00" * 8)]
    assert codec.request(ShowTimes(1, 2), 0)[0] == RequestAnswer(
        "show_times", ok=False, detail="a Chessnut board has no clock"
    )


def test_a_board_that_never_answers_is_given_up() -> None:
    codec = ichessone.IChessOneCodec()
    codec.connected(0)
    assert codec.data_to_send() == [b"CPIRQ", b"RP"]
    told: list[Reading] = []
    while (at := codec.next_deadline()) is not None:
        told += codec.wake(at)
    assert told == [LinkDown("the board does not answer")]


def test_ichessone_lamps_and_battery() -> None:
    codec = ichessone.IChessOneCodec()
    assert hear(codec, ONE, bytes.fromhex("3d620164"), bytes.fromhex("3d620164")) == [
        Snapshot(8, 8, CHESS_START),
        Battery(100, charging=True),
    ]
    codec.request(ShowSquares((cell("a8"), cell("h1"))), 0)
    # Two other programs set the file a in bit 0, and clear what was lit by a 1 before the time.
    assert codec.data_to_send() == [b"EL\x8f\x00\x00" + bytes.fromhex("0100000000000080") + b"\x00\x01\xff"]


def test_ichessone_lamps_add_up_unless_they_are_cleared() -> None:
    board = IChessOneBoard(Surface(8, 8, CHESS_START))
    a1, h8 = (b"EL\x80\x0f\x00" + bytes.fromhex(ranks) + b"\x00" for ranks in ("0" * 14 + "01", "80" + "0" * 14))
    for command, lit in ((a1 + b"\x01\xff", {56}), (h8 + b"\x00\xff", {7, 56}), (h8 + b"\x01\xff", {7})):
        board.receive(command, 0)
        assert board.lamps == lit


def test_the_lamps_of_a_move_once_it_is_known_for_one() -> None:
    codec = chessnut.ChessnutCodec()
    board = ChessnutBoard(Surface(8, 8, CHESS_START), motors=True)
    scene: DeviceScene[Reading] = DeviceScene(board.surface, board, codec)
    codec.request(ShowSquares((0, 36)), 0)  # before anything is known of it
    readings = [heard.reading for heard in scene.talk([], rest_ms=10_000) if isinstance(heard, SceneReading)]
    assert Battery(87) in readings
    assert board.lamps == {0, 36}
    for cells in ((63,), (7, 8, 28), ()):
        codec.request(ShowSquares(cells), scene.now_ms)
        list(scene.look(scene.now_ms))
        assert board.lamps == set(cells)


def test_chessnut_reports_in_a_file_are_told_by_how_they_begin() -> None:
    report = b"\x01\x3d" + NUT[2:34]
    assert hear(chessnut.ChessnutCodec(), report) == [Snapshot(8, 8, CHESS_START)]


def test_chessnut_answers_that_nobody_asked_for_are_no_noise() -> None:
    codec = chessnut.ChessnutCodec()
    assert hear(codec, Packet(b"\x28\x04V1.2", chessnut.ANSWERS)) == [Unknown(0x28, b"V1.2".hex())]
    assert hear(codec, Packet(b"\x32\x01\x05", chessnut.ANSWERS), b"\x41\x89\x0b" + bytes(136)) == []


def test_chessnut_move_is_known_by_its_version_too() -> None:
    codec = chessnut.ChessnutCodec()
    codec.request(ShowSquares((0,)), 0)
    codec.data_to_send()
    hear(codec, b"\x41\x05\x15\x01\x02\x03\x04")
    assert [write[:2].hex() for write in codec.data_to_send()] == ["4320"]


def test_chessnut_a_report_that_was_cut_off_does_not_spoil_the_next() -> None:
    for length in range(2, 37):
        readings = hear(chessnut.ChessnutCodec(), NUT[:length] + NUT)
        assert [reading for reading in readings if isinstance(reading, Snapshot)] == [Snapshot(8, 8, CHESS_START)]
        small = [Packet(part, chessnut.POSITIONS) for part in (NUT[:length][:20], NUT[:20], NUT[20:])]
        assert hear(chessnut.ChessnutCodec(), *small)[-1] == Snapshot(8, 8, CHESS_START)


def test_chessnut_a_position_may_look_like_a_beginning() -> None:
    odd = NUT[:10] + b"\x01\x24" + NUT[12:]  # queen, nothing, pawn and king of Black side by side
    codec = chessnut.ChessnutCodec()
    assert hear(codec, odd) == []  # who knows
    (first,) = hear(codec, odd)
    assert isinstance(first, Snapshot)
    assert first.cells.count("k") == 2


def test_chessnut_buttons_and_what_confirms_a_command() -> None:
    codec = chessnut.ChessnutCodec()
    for answer in (b"\x23\x01\x00", b"\x23\x01\x01", b"\x21\x01\x00", b"\x32\x01\x07"):
        assert hear(codec, Packet(answer, chessnut.ANSWERS)) == []
    assert hear(codec, Packet(b"\x0f\x01\x02", chessnut.ANSWERS), b"\x0f\x01\x01") == [
        ButtonPressed("new game"),
        ButtonPressed("power"),
    ]
    assert hear(codec, Packet(b"\x37\x01\xbe", chessnut.ANSWERS)) == [Unknown(0x37, "be")]  # a stored game follows


def test_chessnut_battery_as_three_programs_read_it() -> None:
    for answer, told in (
        ("2a025000", [Battery(80)]),
        ("2a025001", [Battery(80, charging=True)]),
        ("2a02d000", [Battery(80, charging=True)]),
        ("2a026e00", [Battery(100)]),
        ("2a020000", []),  # a Move, asked in the others' language
    ):
        assert hear(chessnut.ChessnutCodec(), Packet(bytes.fromhex(answer), chessnut.ANSWERS)) == told


def test_chessnut_reports_by_usb_give_themselves_different_lengths() -> None:
    for second in (0x20, 0x24, 0x3D, 0x3E):
        report = Packet(bytes([0x01, second]) + NUT[2:34] + bytes(30), chessnut.HID)
        assert hear(chessnut.ChessnutCodec(), report) == [Snapshot(8, 8, CHESS_START)]
    assert hear(chessnut.ChessnutCodec(), Packet(b"\x01\x1f" + bytes(62), chessnut.HID)) == [Noise(64)]


def test_a_chessnut_answers_as_its_programs_expect() -> None:
    board = ChessnutBoard(Surface(8, 8, CHESS_START), stored=2)
    said = {"0a08" + "00" * 8: "230100", "0b04010000c8": "230100", "310100": "320102", "290100": "2a025700"}
    for command, answer in said.items():
        for byte in bytes.fromhex("ffff" + command):  # noise before it, and one byte at a time
            board.receive(bytes([byte]), 0)
        assert [one.hex() for one in board.data_to_send()] == [answer]
