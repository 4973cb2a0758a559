"""`flagfall track` on captures that begin anywhere, end anyhow, and were kept with care or without."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from drivers.transport.capture import Transfer
from gateway.games import registry
from gateway.model.sides import Side
from tests.tracking.captures import OPERA, Recorder, tracked

CHESS = registry.find("chess")
START = CHESS.start()
PIECES = START.board()
SECOND = ["d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6", "c1g5", "f8e7", "e2e3", "e8g8", "g1f3", "b8d7"]


def untimed(transfers: Sequence[Transfer]) -> list[Transfer]:
    """As recorders keep it that look at nothing but what the board says."""
    return [dataclasses.replace(transfer, t_ms=None) for transfer in transfers if transfer.way == "in"]


KEPT: dict[str, Callable[[list[Transfer]], Sequence[Transfer]]] = {"timed": list, "untimed": untimed}


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("clock", [False, True])
def test_a_whole_game(tmp_path: Path, kept: str, turned: bool, clock: bool) -> None:
    recorder = Recorder(turned=turned, clock=clock)
    recorder.play(START, OPERA)
    assert tracked(recorder.write(tmp_path / "game", KEPT[kept])) == (OPERA, [], "")


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("begun", [7, 12])
def test_a_game_that_is_joined_in_the_middle(tmp_path: Path, kept: str, turned: bool, begun: int) -> None:
    position = START
    for text in OPERA[:begun]:
        position = position.play(position.read(text))
    recorder = Recorder(start=position.board(), turned=turned, black=position.turn is Side.BLACK)
    recorder.play(position, OPERA[begun:])
    moves, after, said = tracked(recorder.write(tmp_path / "game", KEPT[kept]))
    assert (moves, after) == (OPERA[begun:], [])
    assert said.startswith(f"The capture does not begin at the start position, but at {position.fen().split()[0]} ")


def test_what_cannot_be_seen_is_asked_for(tmp_path: Path) -> None:
    position = START
    for text in OPERA[:10]:
        position = position.play(position.read(text))
    recorder = Recorder("squareoff-pro", start=position.board())
    recorder.play(position, OPERA[10:16])
    path = recorder.write(tmp_path / "game")
    moves, after, said = tracked(path)
    assert (moves, after) == ([], [])
    assert "--fen" in said
    assert tracked(path, "chess", "--fen", position.fen())[:2] == (OPERA[10:16], [])


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("first", ["." * 64, PIECES[::-1][8:] + PIECES[:8]])
def test_pieces_that_are_set_up_first(tmp_path: Path, kept: str, first: str) -> None:
    recorder = Recorder(start=first, clock=False)
    recorder.set_up(PIECES)
    recorder.play(START, OPERA)
    assert tracked(recorder.write(tmp_path / "game", KEPT[kept]))[:2] == (OPERA, [])


@pytest.mark.long
@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("rest_ms", [500, 8000])
def test_two_games_in_one_capture(tmp_path: Path, kept: str, rest_ms: int) -> None:
    recorder = Recorder(turned=True)
    recorder.play(START, OPERA[:30], rest_ms=rest_ms)
    recorder.stop_clock()
    recorder.set_up(PIECES)
    recorder.new_game()
    recorder.play(START, SECOND)
    moves, after, _ = tracked(recorder.write(tmp_path / "games", KEPT[kept]))
    assert (moves, after) == (OPERA[:30] + SECOND, ["new game after move 30"])


@pytest.mark.parametrize("kept", KEPT)
def test_a_game_that_ends_with_kings_in_the_centre(tmp_path: Path, kept: str) -> None:
    recorder = Recorder()
    recorder.play(START, OPERA[:29])
    for king, cell in (("K", 36), ("k", 27)):
        recorder.put(recorder.pieces.index(king), ".", 300)
        recorder.put(cell, king, 1000)
    recorder.stop_clock()
    recorder.rest(2000)
    assert tracked(recorder.write(tmp_path / "game", KEPT[kept]))[:2] == (OPERA[:29], [])


@pytest.mark.parametrize("kept", KEPT)
def test_a_game_that_is_swept_off_the_board(tmp_path: Path, kept: str) -> None:
    recorder = Recorder()
    recorder.play(START, OPERA[:29])
    for cell, piece in enumerate(recorder.pieces):
        if piece != ".":
            recorder.put(cell, ".", 300)
    moves, after, _ = tracked(recorder.write(tmp_path / "game", KEPT[kept]))
    assert moves == OPERA[:29]
    assert all(line.startswith("irregular after move 29:") for line in after)


@pytest.mark.parametrize("driver", ["chessnut", "ichessone", "squareoff-neo", "certabo"])
@pytest.mark.parametrize("kept", KEPT)
def test_hands_too_fast_for_a_board_without_a_clock(tmp_path: Path, driver: str, kept: str) -> None:
    recorder = Recorder(driver, hand="blitz")
    recorder.play(START, OPERA)
    assert tracked(recorder.write(tmp_path / "game", KEPT[kept]))[0] == OPERA


def test_a_sensor_that_loses_its_piece(tmp_path: Path) -> None:
    recorder = Recorder("squareoff-neo")
    position = recorder.play(START, OPERA[:13])
    recorder.lose(14)
    recorder.play(position, OPERA[13:20])
    moves, after, _ = tracked(recorder.write(tmp_path / "game"))
    assert (moves, after) == (OPERA[:20], ["irregular after move 13: sensor of g7"])


def test_what_is_tried_out_when_the_clock_has_been_stopped_is_no_game(tmp_path: Path) -> None:
    recorder = Recorder()
    position = recorder.play(START, OPERA[:20])
    recorder.stop_clock()
    recorder.play(position, OPERA[20:28])
    moves, _, said = tracked(recorder.write(tmp_path / "game"))
    assert moves[:20] == OPERA[:20]
    assert len(moves) <= 21, "the last move may still be on its way when the clock is stopped"
    assert "belong to no game" in said


def _one_byte_at_a_time(transfers: Sequence[Transfer]) -> list[Transfer]:
    return [dataclasses.replace(each, data=bytes([byte])) for each in transfers for byte in each.data]


def _without_the_board(transfers: Sequence[Transfer]) -> list[Transfer]:
    return [each for each in transfers if each.way == "in" and each.data[:1] != b"\x86"]


def _with_the_board_at_the_end(transfers: Sequence[Transfer]) -> list[Transfer]:
    boards = [each for each in transfers if each.way == "in" and each.data[:1] == b"\x86"]
    return [*_without_the_board(transfers), boards[-1]]


def _set_back(transfers: Sequence[Transfer]) -> list[Transfer]:
    half = len(transfers) // 2
    return [
        dataclasses.replace(each, t_ms=(each.t_ms or 0) - (150_000 if number > half else 0))
        for number, each in enumerate(transfers)
    ]


CARELESS = {
    "one byte at a time": _one_byte_at_a_time,
    "never the whole board": _without_the_board,
    "never the whole board, untimed": lambda transfers: untimed(_without_the_board(transfers)),
    "the whole board at the end only": _with_the_board_at_the_end,
    "from the middle of a message": lambda each: [Transfer(each[0].t_ms, "in", b"\x0c\x0b\x0a"), *each],
    "stamps that go back": _set_back,
    "stamps of whole seconds": lambda all_: [
        dataclasses.replace(each, t_ms=(each.t_ms or 0) // 1000 * 1000) for each in all_
    ],
    "a stamp now and then": lambda all_: [
        dataclasses.replace(each, t_ms=each.t_ms if number % 7 == 0 else None) for number, each in enumerate(all_)
    ],
    "always the same stamp": lambda all_: [dataclasses.replace(each, t_ms=5) for each in all_],
}


@pytest.mark.parametrize("how", CARELESS)
@pytest.mark.parametrize("turned", [False, True])
def test_a_capture_that_was_kept_without_care(tmp_path: Path, how: str, turned: bool) -> None:
    recorder = Recorder(turned=turned)
    recorder.play(START, OPERA)
    assert tracked(recorder.write(tmp_path / "game", CARELESS[how])) == (OPERA, [], "")


def test_stones_beside_the_middle_of_a_goban_are_no_moves_but_told(tmp_path: Path) -> None:
    recorder = Recorder("yihu", board="go")
    for point, stone in ((180, "s"), (161, "S"), (20, "s"), (181, "s")):
        recorder.put(point, stone, 3000)
    moves, after, _ = tracked(recorder.write(tmp_path / "game"), "renju")
    assert (moves, after) == (["h8", "h9", "i8"], ["irregular after move 2: a stone beside the board"])
