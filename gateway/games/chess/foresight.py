"""What a chess player would rather take who looks two moves ahead.

A board that does not tell pieces apart often shows that something was taken, but not where: the same piece may have
taken here or there. Then it matters which of a few moves people would choose, and one exchange is too short a look: it
sees neither the fork nor the mate that follows. Nothing here judges a move for the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import chess

from .sense import LESSER, WORTH, won_at_once

__all__ = ["preferences"]

_REPLIES = 2
"""So many moves are looked at after each of those compared, whatever they are, and then only those that take."""
_CAPTURES = 4
_POSITIONS = 4000
"""If it takes more than that to compare a few moves, a shorter look must do."""
_MATE = 1000

_WORSE = (0, 2, 4, 5, 5, 5, 5, 6)
"""How rarely the move is chosen that comes out worse by so many pawns, in halvings of the chance: as counted in games
of masters, over moves that a board which does not tell pieces apart takes for one another."""


def preferences(board: chess.Board, moves: Sequence[chess.Move]) -> list[int]:
    """How much more rarely each of these is chosen than the best of them, in halvings of the chance."""
    search = _Search(board.copy(stack=False))
    values = [0] * len(moves)
    for replies in range(1, _REPLIES + 1):
        deeper = [search.value(move, replies) for move in moves]
        if search.left <= 0:
            break
        values = deeper
    best = max(values)
    return [
        _WORSE[min(best - value, len(_WORSE) - 1)] + (LESSER if _is_lesser(move) else 0)
        for move, value in zip(moves, values, strict=True)
    ]


class _Search:
    """Values are in pawns, for the side to move; both sides play only what is best within `least` and `most`."""

    def __init__(self, board: chess.Board) -> None:
        self._board = board
        self.left = _POSITIONS

    def value(self, move: chess.Move, replies: int) -> int:
        """What comes of a move, if both sides look so many moves further."""
        if _is_lesser(move):  # what it is good for is not seen so soon
            move = chess.Move(move.from_square, move.to_square, chess.QUEEN)
        return self._after(move, -_MATE, _MATE, replies)

    def _after(self, move: chess.Move, least: int, most: int, replies: int) -> int:
        self._board.push(move)
        value = -self._best(-most, -least, replies)
        self._board.pop()
        return value

    def _best(self, least: int, most: int, replies: int) -> int:
        board = self._board
        self.left -= 1
        if self.left <= 0:
            return least
        if replies <= 0 and not board.is_check():
            return self._best_capture(least, most, replies)
        if replies <= -_CAPTURES:
            return self._material()
        moves = self._promising(board.legal_moves)
        if not moves:
            return -_MATE if board.is_check() else 0
        best = -_MATE
        for _, _, move in moves:
            best = max(best, self._after(move, max(least, best), most, replies - 1))
            if best >= most:
                break
        return best

    def _best_capture(self, least: int, most: int, replies: int) -> int:
        """Nobody need take anything."""
        board = self._board
        material = best = self._material()
        if best >= most or replies <= -_CAPTURES:
            return best
        pawns = board.pawns & board.occupied_co[board.turn]
        crowning = board.generate_legal_moves(pawns, chess.BB_BACKRANKS & ~board.occupied)
        for won, _, move in self._promising((*board.generate_legal_captures(), *crowning)):
            if best >= most or material + won <= max(least, best):
                break
            best = max(best, self._after(move, max(least, best), most, replies - 1))
        return best

    def _promising(self, moves: Iterable[chess.Move]) -> list[tuple[int, int, chess.Move]]:
        """Each with what it wins at once, those first that take much with little: they often settle it."""
        board = self._board
        rows = (
            (won_at_once(board, move), -(board.piece_type_at(move.from_square) or 0), move)
            for move in moves
            if not _is_lesser(move)
        )
        return sorted(rows, key=lambda row: row[:2], reverse=True)

    def _material(self) -> int:
        board = self._board
        own, theirs = board.occupied_co[board.turn], board.occupied_co[not board.turn]
        kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
        return sum(
            WORTH[kind] * ((mask & own).bit_count() - (mask & theirs).bit_count())
            for kind, mask in enumerate(kinds, chess.PAWN)
        )


def _is_lesser(move: chess.Move) -> bool:
    return move.promotion not in (None, chess.QUEEN)
