"""How a chess move looks to a player who sees one exchange ahead."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.games.chess.exchanges import loss, move_cost
from gateway.games.registry import find


def lost(fen: str, san: str) -> int:
    board = chess.Board(fen)
    return loss(board, board.parse_san(san))


@pytest.mark.parametrize(
    ("fen", "san", "pawns"),
    [
        pytest.param(chess.STARTING_FEN, "e4", 0, id="nothing happens"),
        pytest.param("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0, id="a pawn is taken"),
        pytest.param("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "Kd2", 2, id="left alone, and lost"),
        pytest.param("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "Qxd5", 8, id="a queen for a protected pawn"),
        pytest.param("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 4, id="two rooks against two and a pawn"),
        pytest.param("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 0, id="two rooks against one and a pawn"),
        pytest.param("4k3/4r3/8/3p4/4N3/8/8/4K3 b - - 0 1", "Kd7", 3, id="a piece for a pawn left alone"),
        pytest.param("4k3/8/4n3/3p4/8/8/8/3RR1K1 w - - 0 1", "Rxe6+", 0, id="the larger piece"),
        pytest.param("4k3/8/4n3/3p4/8/8/8/3RR1K1 w - - 0 1", "Rxd5", 2, id="the smaller one"),
        pytest.param("4k3/8/8/8/1b6/8/3q4/R3K3 w Q - 0 1", "Kf1", 0, id="a queen that is protected"),
        pytest.param("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0, id="taken in passing"),
        pytest.param("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=R+", 0, id="another piece is judged apart"),
    ],
)
def test_what_another_move_would_have_saved(fen: str, san: str, pawns: int) -> None:
    assert lost(fen, san) == pawns


def test_who_can_mate_does_and_who_promotes_takes_a_queen() -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/r7/1R4K1 w - - 0 1")
    assert move_cost(board, board.parse_san("Rb8#")) < move_cost(board, board.parse_san("Rb7"))
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert move_cost(board, board.parse_san("a8=Q")) < move_cost(board, board.parse_san("a8=R"))


@given(st.integers(min_value=0), st.integers(min_value=0, max_value=80))
def test_there_is_always_a_move_that_loses_nothing(seed: int, plies: int) -> None:
    dice, board = random.Random(seed), chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if len(moves) == 0:
            break
        board.push(dice.choice(moves))
    found = [loss(board, move) for move in board.legal_moves]
    assert not found or min(found) <= 0
    assert all(one >= 0 or then_mates(board, move) for one, move in zip(found, board.legal_moves, strict=True))


def then_mates(board: chess.Board, move: chess.Move) -> bool:
    then = board.copy()
    then.push(move)
    return then.is_checkmate()


def test_of_other_games_nothing_is_known() -> None:
    start = find("draughts-international").start()
    assert {start.move_cost(move) for move in start.moves()} == {0}
