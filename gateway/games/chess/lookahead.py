"""Lookahead in chess: a move as a player judges it who looks two moves ahead.

A board that does not tell pieces apart often shows that something was taken, but not where: the same piece may have
taken here or there. Then it matters which of a few moves people would choose, and one exchange is too short a look: it
sees neither the fork nor the mate that follows. Nothing here judges a move for the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import chess

from .exchanges import LESSER, WORTH, is_lesser, won_at_once

__all__ = ["choice_costs", "outlook"]

_REPLIES = 2
"""The number of moves looked at after the one in question, whatever they are; then only captures."""
_CAPTURES = 4
_POSITIONS = 2000
"""The positions that one look may take; beyond that a shorter look must do."""
_MATE = 1000
_BEYOND = 2 * _MATE

_WORSE = (0, 2, 4, 5, 5, 5, 5, 6)
"""Costs of choosing a move that comes out worse, by pawns, in bits: as counted in games
of masters, over moves that a board which does not tell pieces apart takes for one another."""


def outlook(board: chess.Board, move: chess.Move) -> int:
    """How many pawns the side to move will be ahead after this move."""
    if is_lesser(move):  # what it is good for is not seen so soon
        move = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    search, ahead = _Search(board.copy(stack=False)), 0
    for replies in range(1, _REPLIES + 1):
        further = search.after(move, -_BEYOND, _BEYOND, replies)
        if search.left <= 0:
            break
        ahead = further
    return ahead


def choice_costs(moves: Sequence[chess.Move], outlooks: Sequence[int]) -> list[int]:
    """How much more rarely each of these is chosen than the best of them, in bits."""
    best = max(outlooks)
    return [
        _WORSE[min(best - ahead, len(_WORSE) - 1)] + (LESSER if is_lesser(move) else 0)
        for move, ahead in zip(moves, outlooks, strict=True)
    ]


class _Search:
    """Values are in pawns, for the side to move, and exact only between `least` and `most`."""

    def __init__(self, board: chess.Board) -> None:
        self._board = board
        self.left = _POSITIONS

    def after(self, move: chess.Move, least: int, most: int, replies: int) -> int:
        self._board.push(move)
        value = -self._best(-most, -least, replies)
        self._board.pop()
        return value

    def _best(self, least: int, most: int, replies: int) -> int:
        board = self._board
        self.left -= 1
        if self.left <= 0:
            return least
        check = board.is_check()
        if replies <= 0 and (not check or replies <= -_CAPTURES):
            return self._best_capture(least, most, replies)
        best = -_MATE - replies if check else None  # the sooner, the better
        # With nothing to follow, what neither takes nor gives check wins nothing.
        bound = self._material() if replies == 1 and not check else _BEYOND
        for won, move in self._moves():
            if bound <= least and not won and not board.gives_check(move):
                value = bound
            else:
                value = self.after(move, least if best is None else max(least, best), most, replies - 1)
            best = value if best is None else max(best, value)
            if best >= most:
                break
        return 0 if best is None else best

    def _best_capture(self, least: int, most: int, replies: int) -> int:
        """Nobody need take anything."""
        material = best = self._material()
        if replies <= -_CAPTURES or best >= most:
            return best
        for won, move in self._captures():
            if best >= most:
                break
            if material + won <= max(least, best) and not self._board.gives_check(move):
                continue
            best = max(best, self.after(move, max(least, best), most, replies - 1))
        return best

    def _moves(self) -> Iterator[tuple[int, chess.Move]]:
        """Each with what it wins at once, those first that take much with little: they often settle it."""
        board = self._board
        yield from self._captures()
        for move in board.generate_legal_moves(to_mask=chess.BB_ALL & ~board.occupied):
            if not move.promotion and not board.is_en_passant(move):
                yield 0, move

    def _captures(self) -> list[tuple[int, chess.Move]]:
        """Moves that take or promote, each with what it wins at once, best first."""
        board = self._board
        pawns = board.pawns & board.occupied_co[board.turn]
        crowning = board.generate_legal_moves(pawns, chess.BB_BACKRANKS & ~board.occupied)
        moves: Iterable[chess.Move] = (*board.generate_legal_captures(), *crowning)
        rows = [(won_at_once(board, move), move) for move in moves if not is_lesser(move)]
        return sorted(rows, key=lambda row: (-row[0], board.piece_type_at(row[1].from_square) or 0))

    def _material(self) -> int:
        board = self._board
        own, theirs = board.occupied_co[board.turn], board.occupied_co[not board.turn]
        kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
        return sum(
            WORTH[kind] * ((mask & own).bit_count() - (mask & theirs).bit_count())
            for kind, mask in enumerate(kinds, chess.PAWN)
        )
