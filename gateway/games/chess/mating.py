"""Mating by any moves: whether a side could still mate, however badly the other plays (FIDE 5.2.2, 6.9).

Material shows it at once where there is too little of it. Where pawns are blocked, or the moves are forced, only
looking at every position that can follow shows it; that is given up when there are too many of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

__all__ = ["can_never_mate"]

_POSITIONS = 3000
"""The positions looked at before the search is given up: blocked kings reach fewer."""
_SLOW = 3
"""The pieces besides kings and pawns with which a board reaches too many positions for this."""


def can_never_mate(board: chess.Board, side: chess.Color) -> bool:
    """Whether every line of legal moves is known to end without a mate by this side."""
    if board.has_insufficient_material(side):
        return True
    if _is_open(board):
        return False
    seen, waiting = {_key(board)}, [board]
    while waiting:
        now = waiting.pop()
        moves = list(_moves(now))
        if not moves and now.is_check() and now.turn is not side:
            return False
        for move in moves:
            then = now.copy(stack=False)
            then.push(move)
            key = _key(then)
            if key in seen or then.has_insufficient_material(side):
                continue
            if len(seen) >= _POSITIONS:
                return False
            seen.add(key)
            waiting.append(then)
    return True


def _is_open(board: chess.Board) -> bool:
    """Whether too much stands about for the search to come to an end; a forced move makes that worth trying."""
    pieces = board.occupied & ~(board.kings | board.pawns)
    return pieces.bit_count() > _SLOW and board.legal_moves.count() > 1


def _moves(board: chess.Board) -> Iterator[chess.Move]:
    """Legal moves; where a king was left in check no rule says what follows but that it is not taken (FIDE 1.4.1)."""
    return board.generate_legal_moves(to_mask=chess.BB_ALL & ~(board.kings & board.occupied_co[not board.turn]))


def _key(board: chess.Board) -> tuple[int | bool | None, ...]:
    passing = board.ep_square if board.has_legal_en_passant() else None
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (*kinds, board.occupied_co[chess.WHITE], board.turn, board.clean_castling_rights(), passing)
