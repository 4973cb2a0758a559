"""Checks that no last move can have given are refused, and none that one has given."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.games.chess.checks import can_have_arisen
from gateway.games.registry import find
from gateway.model.errors import NotationError
from tests.english import assert_sayable, english

CHESS = find("chess")
_ABOUT_TO_PROMOTE = "r3k2r/PPP2PPP/8/8/8/8/ppp2ppp/R3K2R w KQkq - 0 1"


@given(st.integers(0, 2**32), st.integers(-1, 959))
def test_every_position_of_a_game_can_have_arisen(seed: int, start: int) -> None:
    """Random games that seek checks and captures; a start of -1 is an ending with pawns about to promote."""
    lot = random.Random(seed)
    board = chess.Board.from_chess960_pos(start) if start >= 0 else chess.Board(_ABOUT_TO_PROMOTE)
    for _ in range(80):
        moves = list(board.legal_moves)
        if not moves:
            break
        rare = (board.gives_check, board.is_castling, board.is_en_passant)
        checks = [move for move in moves if any(is_rare(move) for is_rare in rare)]
        board.push(lot.choice(checks if checks and lot.random() < 0.6 else moves))
        assert can_have_arisen(board), board.fen()


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",  # two knights
        "4k3/8/8/8/4r3/8/8/r3K3 w - - 0 1",  # two rooks, and nothing that left both their lines
        "4k3/8/8/8/4r3/6n1/8/q3K3 w - - 0 1",
        "4k3/8/8/b7/8/8/8/r3K3 w - - 0 1",
        "4k3/8/8/8/4r3/3n4/8/4K3 w - - 0 1",  # the knight has not come from between rook and king
        "4k3/8/8/8/8/8/3p4/r3K3 w - - 0 1",  # the rook may be a pawn, but the other one gave check before
        "4k3/1p6/2K5/8/8/8/8/8 w - - 0 1",  # a pawn that has never moved
        "4k3/8/8/3pP3/8/8/8/K6r w - d6 0 1",  # by the position itself the pawn on d5 has moved last
        "8/8/8/8/8/3k4/8/2KRR3 b - - 0 1",  # king and rook have not castled past the other rook
    ],
)
def test_checks_that_no_move_gives(fen: str) -> None:
    board = chess.Board(fen)
    assert board.is_check()
    with pytest.raises(NotationError) as caught:
        CHESS.position(fen)
    assert "the check cannot have come about" in english(caught.value.message)
    assert_sayable(caught.value.message)


@pytest.mark.parametrize(
    "fen",
    [
        "7k/8/4r3/8/8/3n4/8/4K3 w - - 0 1",  # the knight has left the rook's line, and gives check itself
        "4r2k/8/8/8/8/3p4/4K3/8 w - - 0 1",  # a pawn has taken, perhaps in passing
        "4r2k/8/8/8/8/8/8/3qK3 w - - 0 1",  # a pawn has taken and become a queen
        "7k/8/8/3p4/4K3/8/8/8 w - d6 0 1",  # a pawn has gone two squares
        "7k/8/8/8/8/8/8/r3K3 w - - 0 1",
    ],
)
def test_checks_that_a_move_gives(fen: str) -> None:
    assert CHESS.position(fen).board()


def test_castling_past_a_piece_gives_check_where_the_first_row_is_drawn_by_lot() -> None:
    fen = "8/8/8/8/8/3k4/8/2KRR3 b - - 0 1"
    assert find("chess960").position(fen).fen() == fen
