"""The Chess Peripheral Protocol, line by line."""

from __future__ import annotations

import pytest

from drivers import registry
from drivers.boards.cpp.codec import BATTERY_LEVEL, CppCodec
from drivers.boards.cpp.fen import STARTS, CppPosition, format_fen, parse_fen
from drivers.boards.cpp.moves import changes, parse_move, square
from drivers.codec import Packet
from drivers.errors import BadOptionError
from drivers.readings import Battery, LinkDown, Noise, Reading, RequestAnswer, Snapshot, SquareChanged, Unknown
from drivers.requests import ClearSquares, ClearText, ReadBoard, Request, ShowSquares, ShowText, ShowTimes

from .boards import CHESS_START, cell, hear

FEN = STARTS["standard"]
DRAUGHTS = STARTS["draughts_standard"]


def asked(codec: CppCodec) -> list[str]:
    return [write.decode().rstrip("\n") for write in codec.data_to_send()]


def greet(*has: str, codec: CppCodec | None = None) -> CppCodec:
    """A codec that has heard which features its board has."""
    codec = codec or CppCodec()
    codec.connected(0)
    for _ in range(20):
        questions = [line for line in asked(codec) if line.startswith("feature ")]
        if not questions:
            break
        assert len(questions) == 1  # one at a time
        hear(codec, b"ok\n" if questions[0].removeprefix("feature ") in has else b"nok\n")
        if codec._features.known:
            break
    return codec


# -- how positions are written -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fen", STARTS.values())
def test_positions_there_and_back(fen: str) -> None:
    position = parse_fen(fen + " w")
    assert position is not None
    assert format_fen(position) == fen


@pytest.mark.parametrize(
    ("fen", "cells"),
    [
        ("??/2", "??.."),
        ("uU/1D", "??.D"),
        ("bb/ww", "????"),  # colours only
        ("bB/1k", "bB.k"),  # bishops
    ],
)
def test_what_a_board_cannot_name(fen: str, cells: str) -> None:
    assert parse_fen(fen) == CppPosition(2, 2, cells)


@pytest.mark.parametrize(
    "fen", ["", "/", "8/7", "x7/8", "0/0", "99/1", "/".join(["1"] * 21), "8//8", "٣", "123", "9" * 40]
)
def test_what_is_no_position(fen: str) -> None:
    assert parse_fen(fen) is None


# -- how moves are written ---------------------------------------------------------------------------------------------


def test_squares_on_ten_ranks() -> None:
    assert square(0, 10, 10) == "a10"
    assert square(99, 10, 10) == "j1"
    move = parse_move("a10b9", 10, 10)
    assert move is not None
    assert move.path == (0, 11)
    for text in ("a11b9", "k1a1", "a1", "a0b1", "a1b2c", "a1b2c3d4e5x9"):
        assert (parse_move(text, 10, 10) is None) is (text != "a1b2c")


def after(cells: dict[str, str], text: str, side: int) -> dict[str, str]:
    """The pieces after a move, by square."""
    board = ["."] * (side * side)
    names = {square(i, side, side): i for i in range(side * side)}
    for name, piece in cells.items():
        board[names[name]] = piece
    move = parse_move(text, side, side)
    assert move is not None
    made = changes(CppPosition(side, side, "".join(board)), move)
    assert made is not None
    for place, piece in made:
        board[place] = piece
    return {name: board[place] for name, place in names.items() if board[place] != "."}


@pytest.mark.parametrize(
    ("side", "cells", "move", "wanted"),
    [
        (8, {"e2": "P"}, "e2e4", {"e4": "P"}),
        (8, {"e4": "P", "d5": "p"}, "e4d5", {"d5": "P"}),
        (8, {"e5": "P", "d5": "p"}, "e5d6", {"d6": "P"}),  # en passant
        (8, {"f1": "K", "g1": "R"}, "f1g1", {"g1": "K", "f1": "R"}),  # castling in chess 960
        (8, {"c8": "k", "b8": "r"}, "c8b8", {"c8": "k", "d8": "r"}),
        (8, {"e1": "K", "h1": "R"}, "e1g1", {"g1": "K", "f1": "R"}),
        (8, {"e8": "k", "a8": "r"}, "e8c8", {"c8": "k", "d8": "r"}),
        (8, {"a7": "P"}, "a7a8q", {"a8": "Q"}),
        (8, {"b1": "N"}, "b1c3", {"c3": "N"}),
        (10, {"c3": "M"}, "c3d4", {"d4": "M"}),
        (10, {"c3": "M", "d4": "m"}, "c3e5", {"e5": "M"}),
        (10, {"c3": "M", "d4": "m", "f6": "m", "f8": "m"}, "c3e5g7e9", {"e9": "M"}),
        (10, {"a1": "D", "g7": "m"}, "a1j10", {"j10": "D"}),
        (10, {"d4": "D", "e5": "m", "e7": "m", "c7": "m", "c5": "m"}, "d4f6d8b6d4", {"d4": "D"}),  # round and home
        (10, {"e9": "M", "d8": "m"}, "e9c7d", {"c7": "D"}),
    ],
)
def test_moves_are_geometry(side: int, cells: dict[str, str], move: str, wanted: dict[str, str]) -> None:
    assert after(cells, move, side) == wanted


def test_what_cannot_be_applied() -> None:
    position = CppPosition(8, 8, "." * 56 + "M......P")
    assert changes(position, parse_move("b1c2", 8, 8) or pytest.fail("it is a move")) is None  # nothing stands there
    assert changes(position, parse_move("a1b3", 8, 8) or pytest.fail("it is a move")) is None  # not in line
    assert changes(position, parse_move("h1h2h3", 8, 8) or pytest.fail("it is a move")) is None  # a pawn goes once


# -- the conversation --------------------------------------------------------------------------------------------------


def test_a_board_with_states_is_read_like_any_other() -> None:
    codec = greet("get_state", "state_stream")
    assert asked(codec) == ["get_state"]
    assert hear(codec, f"state {FEN}\n".encode()) == [Snapshot(8, 8, CHESS_START)]
    lifted = CHESS_START[:52] + "." + CHESS_START[53:]
    assert hear(codec, b"state rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR\n") == [Snapshot(8, 8, lifted)]
    assert hear(codec, b"move e2e4\n") == []
    assert asked(codec) == ["ok"]


def test_ten_by_ten_is_found_out() -> None:
    codec = greet("get_state", "state_stream")
    (snapshot,) = hear(codec, f"state {DRAUGHTS}\n".encode())
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.rows, snapshot.cols, len(snapshot.cells)) == (10, 10, 100)
    assert hear(codec, f"state {DRAUGHTS}\n".encode()) == []
    assert codec.next_deadline() is not None


def test_stones_on_fifteen_lines() -> None:
    codec = greet("get_state", "state_stream", "squares")
    rows = ["15"] * 15
    hear(codec, f"state {'/'.join(rows)}\n".encode())
    rows[7] = "7s1S5"
    (snapshot,) = hear(codec, f"state {'/'.join(rows)}\n".encode())
    assert snapshot == Snapshot(15, 15, "." * 112 + "s.S" + "." * 110)
    asked(codec)
    codec.request(ShowSquares((112, 224)), 0)
    assert asked(codec) == ["squares h8 o1"]


def test_a_board_with_moves_only_is_followed() -> None:
    codec = greet(codec=CppCodec("draughts_standard"))
    assert asked(codec) == ["set_variant draughts_standard", f"begin {DRAUGHTS} w"]
    hear(codec, f"sync {DRAUGHTS}\n".encode())
    assert hear(codec, b"move b4c5\n") == [SquareChanged(61, "."), SquareChanged(52, "M")]
    assert asked(codec) == ["ok"]
    assert codec.next_deadline() is None  # begin is more than a question: not asked without need
    codec.request(ReadBoard(), 0)
    (question,) = asked(codec)
    assert question.startswith("begin ")
    assert question.endswith(" b")
    assert "1M1M1M1M1M" not in question.split("/")[6]


def test_a_move_that_cannot_be_applied_makes_it_look() -> None:
    codec = greet()
    asked(codec)
    hear(codec, f"sync {FEN}\n".encode())
    assert hear(codec, b"move e4e5\n") == []
    assert [line.split()[0] for line in asked(codec)] == ["ok", "begin"]
    assert hear(codec, b"unsync 8/8/8/8/8/8/8/8\n") == [Snapshot(8, 8, "." * 64)]
    assert hear(codec, b"undo e2e4\n") == []
    assert [line.split()[0] for line in asked(codec)] == ["ok", "begin"]


def test_a_position_cut_by_small_packets() -> None:
    codec = greet("get_state")
    line = f"state {DRAUGHTS} w"
    pieces = [line[i : i + 20].encode() + b"\n" for i in range(0, len(line), 20)]
    (snapshot,) = hear(codec, *pieces)
    assert isinstance(snapshot, Snapshot)
    assert len(snapshot.cells) == 100


def test_other_lines() -> None:
    codec = greet("get_state")
    assert hear(codec, b"resign\r\n") == [Unknown(0, b"resign".hex())]
    assert hear(codec, b"moved\n", b"ok\n") == []
    assert hear(codec, b"what is this\n") == [Noise(12)]
    assert hear(codec, Packet(b"\x5a", BATTERY_LEVEL)) == [Battery(90)]
    assert hear(codec, Packet(b"\x5a", BATTERY_LEVEL), Packet(b"\xff", BATTERY_LEVEL)) == [Unknown(0x2A19, "ff")]


def test_what_the_board_can_show() -> None:
    codec = greet("get_state", "msg", "time", "squares")
    asked(codec)
    requests: list[Request] = [
        ShowText("clock\nstopped"),
        ClearText(),
        ShowTimes(61_000, 500),
        ShowSquares((cell("e2"), 99)),
        ClearSquares(),
    ]
    for request in requests:
        (answer,) = codec.request(request, 0)
        assert isinstance(answer, RequestAnswer)
        assert answer.ok
    assert asked(codec) == ["msg clock stopped", "msg", "time 61000 500", "squares e2", "squares"]


def test_a_board_without_lamps_shows_squares_in_letters() -> None:
    codec = greet("get_state", "msg")
    asked(codec)
    assert [codec.request(request, 0)[0] for request in (ShowSquares((52,), "E2"), ClearSquares())] == [
        RequestAnswer("show_squares", ok=True),
        RequestAnswer("clear_squares", ok=True),
    ]
    assert asked(codec) == ["msg E2", "msg"]


def test_what_it_cannot_show_is_refused() -> None:
    codec = greet("get_state")
    asked(codec)
    for request in (ShowText("x"), ClearText(), ShowTimes(1, 2), ShowSquares((1,)), ClearSquares()):
        (answer,) = codec.request(request, 0)
        assert isinstance(answer, RequestAnswer)
        assert not answer.ok
    assert asked(codec) == []


def test_a_silent_board_is_asked_twice_then_begun_then_given_up() -> None:
    codec = CppCodec()
    codec.connected(0)
    told: list[Reading] = []
    lines = asked(codec)
    while (at := codec.next_deadline()) is not None:
        told += codec.wake(at)
        lines += asked(codec)
    assert lines == ["feature get_state"] * 2 + [f"begin {FEN} w"] * 3
    assert told == [LinkDown("the board does not answer")]


def test_the_variant_is_an_option() -> None:
    codec = registry.find("cpp").configured({"variant": "draughts_russian"}).codec()
    assert isinstance(codec, CppCodec)
    with pytest.raises(BadOptionError, match="draughts_standard"):
        registry.find("cpp").configured({"variant": "checkers"})


@pytest.mark.parametrize("before", ["\x07\x1b[2J", "state 1m1m1m", "ok", "state rnbqkbnr/pppppp"])
def test_a_line_whose_beginning_belongs_to_another(before: str) -> None:
    codec = greet("get_state", "state_stream")
    assert hear(codec, f"{before}state {FEN}\n".encode())[-1] == Snapshot(8, 8, CHESS_START)
