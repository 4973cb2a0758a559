"""Whether a side can still mate by any moves: what is proved is so, and what is not is not claimed."""

from __future__ import annotations

import chess
import pytest

from gateway.games.chess.mating import can_never_mate
from gateway.games.chess.position import ChessPosition
from gateway.model.sides import Side


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", True, True),
        ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", False, False),
        ("k7/P1K5/8/8/8/8/8/8 b - - 0 1", True, True),
        ("8/8/8/2k5/8/8/1p6/1K6 w - - 0 1", True, False),
        ("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", False, True),
        ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", False, False),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False, False),
        ("7k/7n/5K2/8/8/8/6R1/8 w - - 0 1", False, False),
    ],
    ids=["blocked", "a way round", "stalemate", "the pawn only", "bare king", "pawns", "start", "knight and rook"],
)
def test_what_is_proved(fen: str, white: bool, black: bool) -> None:
    board = chess.Board(fen)
    assert (can_never_mate(board, chess.WHITE), can_never_mate(board, chess.BLACK)) == (white, black)
    position = ChessPosition.from_record(fen)
    assert (position.can_never_win(Side.WHITE), position.can_never_win(Side.BLACK)) == (white, black)


def test_a_mate_that_only_a_helper_allows_is_found() -> None:
    """A line of legal moves leads to a mate by the knight, so that nothing is proved."""
    board = chess.Board("7k/8/8/8/8/p1K5/P7/n7 w - - 0 1")
    assert not can_never_mate(board, chess.BLACK)


@pytest.mark.parametrize(
    ("fen", "rests"),
    [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1", True),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 1 1", False),
        ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 b - - 0 1", False),
    ],
    ids=["just blocked", "blocked for a while", "a way round"],
)
def test_a_position_that_has_just_come_to_rest_is_told_once(fen: str, rests: bool) -> None:
    assert ChessPosition.from_record(fen).has_come_to_rest is rests
