"""What comes of a chess move, as a player sees it who looks two moves ahead."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.games.chess import lookahead
from gateway.games.chess.lookahead import outlook
from gateway.games.registry import find
from tests.examples import examples

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def reckoned(board: chess.Board, replies: int) -> int:
    """The same without any short cut: every position to the end."""
    material = sum(
        WORTH[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in board.piece_map().values()
    )
    moves = [move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)]
    if replies <= -4:
        return material
    values = []
    if replies <= 0 and not board.is_check():
        values.append(material)
        moves = [move for move in moves if board.is_capture(move) or move.promotion]
    elif not moves:
        return -1000 - replies if board.is_check() else 0
    for move in moves:
        board.push(move)
        values.append(-reckoned(board, replies - 1))
        board.pop()
    return max(values)


@examples(5)
@given(st.integers(min_value=0), st.integers(min_value=0, max_value=120))
def test_no_short_cut_changes_what_comes_of_a_move(seed: int, plies: int) -> None:
    dice, board = random.Random(seed), chess.Board()
    for _ in range(plies):
        if board.is_game_over():
            return
        board.push(dice.choice(list(board.legal_moves)))
    moves = [move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)]
    if not moves:
        return
    move = dice.choice(moves)
    then = board.copy()
    then.push(move)
    search = lookahead._Search(board.copy())
    search.left = 1_000_000
    assert search.after(move, -2000, 2000, 1) == -reckoned(then, 1)


@pytest.mark.parametrize(
    ("fen", "rather", "than"),
    [
        pytest.param("4r1k1/5ppp/8/2n5/1b6/8/4QPPP/4R1K1 w - - 0 1", "Qxe8+", "Qe5", id="mate on the last rank"),
        pytest.param("4k3/5p1p/p5p1/6n1/5qPK/4bP1B/P6r/6R1 b - - 0 1", "Nxf3#", "Nxh3", id="mate at once"),
        pytest.param("r3k3/8/2p5/1N6/3p4/8/8/4K3 w - - 0 1", "Nc7+", "Nxd4", id="a fork"),
    ],
)
def test_what_one_exchange_does_not_see(fen: str, rather: str, than: str) -> None:
    board = chess.Board(fen)
    assert outlook(board, board.parse_san(rather)) > outlook(board, board.parse_san(than))


def test_what_looks_worse_is_chosen_more_rarely() -> None:
    chess_game = find("chess")
    position = chess_game.position("4k3/8/8/2p5/8/1N6/n7/4K3 w - - 0 1")
    assert list(position.choice_costs([position.read("Nxc5"), position.read("Na5")])) == [0, 2]
    promoting = chess_game.position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    queen, rook = promoting.choice_costs([promoting.read("a8=Q"), promoting.read("a8=R")])
    assert queen == 0
    assert rook > 12, "only what a queen cannot do tells otherwise"


def test_a_look_ahead_has_an_end() -> None:
    """Queens everywhere: nobody waits for all that might be taken."""
    board = chess.Board("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    started = lookahead._Search(board.copy())
    outlook(board, next(iter(board.legal_moves)))
    started.after(next(iter(board.legal_moves)), -2000, 2000, 2)
    assert started.left > -200


def test_of_other_games_nothing_is_preferred() -> None:
    start = find("draughts-russian").start()
    assert set(start.choice_costs(start.moves())) == {0}
