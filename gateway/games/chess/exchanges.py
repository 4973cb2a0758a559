"""Exchanges in chess: a move as a player judges it who sees one exchange ahead.

Where a board does not show what was captured, several moves fit, and people rarely play the one that gives a piece
away. Nothing here judges a move for the referee.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import chess

__all__ = ["LESSER", "WORTH", "is_lesser", "loss", "move_cost", "won_at_once"]

WORTH = (0, 1, 3, 3, 5, 9, 100)
"""Worth of pieces in pawns, by the library's type of piece. A king that takes what is protected loses everything."""
_MATE = 1000
_OTHERS = 16
"""The number of other moves a move is compared with, captures first: nearly always one of them will do."""

_BLUNDERS = (0, 3, 5, 5, 6, 6, 7)
"""Costs of losing pawns, in bits: as counted in games of people and of engines."""
_MATES = -6
"""The cost of not winning at once."""
LESSER = 24
"""Nearly everybody takes a queen: only a move that no queen makes tells otherwise, not one that she left out."""
_WALKS = 2
"""A king goes for a walk that might have castled."""


def move_cost(board: chess.Board, move: chess.Move) -> int:
    """How rarely people make such a move, in bits."""
    lost = loss(board, move)
    if lost < 0:
        return _MATES
    cost = _BLUNDERS[min(lost, len(_BLUNDERS) - 1)]
    if is_lesser(move):
        cost += LESSER
    might_castle = board.kings & chess.BB_SQUARES[move.from_square] and board.has_castling_rights(board.turn)
    if might_castle and not (board.is_castling(move) or board.is_capture(move) or board.is_check()):
        cost += _WALKS
    return cost


def loss(board: chess.Board, move: chess.Move) -> int:
    """By how many pawns another move would have been better: 0 for most moves that people play, less if it mates."""
    won, within_reach = _value(board, move), _threat(board)
    if won == _MATE:
        return within_reach - won
    best = won
    for other in itertools.islice(_captures_first(board), _OTHERS):
        if best >= within_reach:
            break
        best = max(best, _value(board, other))
    return best - won


def _value(board: chess.Board, move: chess.Move) -> int:
    """What a move wins at once, less what the other side may win then."""
    then = board.copy(stack=False)
    then.push(move)
    return _MATE if then.is_checkmate() else won_at_once(board, move) - _threat(then)


def is_lesser(move: chess.Move) -> bool:
    """Whether it promotes to anything but a queen."""
    return move.promotion not in (None, chess.QUEEN)


def won_at_once(board: chess.Board, move: chess.Move) -> int:
    """What a move takes, and makes of a pawn."""
    if board.is_en_passant(move):
        return WORTH[chess.PAWN]
    won = WORTH[move.promotion] - WORTH[chess.PAWN] if move.promotion else 0
    taken = board.occupied_co[not board.turn] & chess.BB_SQUARES[move.to_square]
    return won + _worth(board, move.to_square) if taken else won


def _worth(board: chess.Board, square: chess.Square) -> int:
    return WORTH[board.piece_type_at(square) or 0]


def _captures_first(board: chess.Board) -> Iterator[chess.Move]:
    theirs = board.occupied_co[not board.turn]
    yield from board.generate_legal_moves(to_mask=theirs)
    yield from board.generate_legal_moves(to_mask=chess.BB_ALL & ~theirs)


def _threat(board: chess.Board) -> int:
    """The most that the side to move may win by taking on one square."""
    side, most = board.turn, 0
    if board.is_check():  # not everything may be taken
        for move in board.generate_legal_moves(to_mask=board.occupied_co[not side]):
            taker, others = _worth(board, move.from_square), board.occupied & ~chess.BB_SQUARES[move.from_square]
            most = max(most, won_at_once(board, move) - _exchange(board, move.to_square, taker, not side, others))
        return most
    for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN):
        worth = WORTH[kind]
        if worth > most:
            exchanges = (
                _exchange(board, square, worth, side, board.occupied)
                for square in chess.scan_forward(board.pieces_mask(kind, not side))
            )
            most = max(most, max(exchanges, default=0))
    return most


def _exchange(board: chess.Board, square: chess.Square, worth: int, side: chess.Color, occupied: chess.Bitboard) -> int:
    """What `side` wins if it takes what stands there, both taking back with the least first for as long as it pays."""
    taken = []
    while (taker := _least(board, board.attackers_mask(side, square, occupied) & occupied, square)) is not None:
        taken.append(worth)
        worth = _worth(board, taker)
        occupied &= ~chess.BB_SQUARES[taker]
        side = not side
    won = 0
    for worth in reversed(taken):
        won = max(0, worth - won)
    return won


def _least(board: chess.Board, attackers: chess.Bitboard, square: chess.Square) -> chess.Square | None:
    """The least of the attackers that no pin holds back."""
    if attackers:
        side = bool(attackers & board.occupied_co[chess.WHITE])
        for kind in (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings):
            for taker in chess.scan_forward(attackers & kind):
                if board.pin_mask(side, taker) & chess.BB_SQUARES[square]:
                    return taker
    return None
