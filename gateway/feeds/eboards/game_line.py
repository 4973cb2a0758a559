"""The line of a game as its moves can be played again: where it begins, and every move since.

An irregular turn that stands cannot be played; the line then begins anew behind it.
"""

from __future__ import annotations

from itertools import takewhile

import chess

__all__ = ["GameLine", "same_position"]


class GameLine:
    """The line of the game on one table, kept up as its state changes."""

    def __init__(self) -> None:
        self._game = ""
        self._texts: tuple[str, ...] = ()
        """The moves that have been played on `_board`, with those before its beginning."""
        self._begun = 0
        """How many of them stand before the beginning."""
        self._board = chess.Board()
        self._start = ""

    @property
    def start(self) -> str:
        """The position that it begins from; empty before any game."""
        return self._start

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move since."""
        return self._texts[self._begun :]

    def follow(self, game: str, moves: tuple[str, ...], fen: str, start: str = "", *, chess960: bool = False) -> None:
        """Take what the table says now: which game, its moves, and the position that they have led to.

        `start` is the position that the game began from, if it was not the usual one.
        """
        if not game:
            self._game, self._texts, self._begun, self._start = "", (), 0, ""
            return
        if game != self._game:
            self._game = game
            self._begin(chess.Board(start or chess.STARTING_FEN, chess960=chess960), ())
        if not self._take(moves, fen):  # something stands that no move has led to
            self._begin(chess.Board(fen, chess960=chess960), moves)

    def _begin(self, board: chess.Board, texts: tuple[str, ...]) -> None:
        self._board, self._texts, self._begun, self._start = board, texts, len(texts), board.fen()

    def _take(self, moves: tuple[str, ...], fen: str) -> bool:
        """Play what has come and take back what has gone; False if that does not lead to the position."""
        pairs = zip(self._texts, moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if common < self._begun:
            return False
        while len(self._texts) > common:
            self._board.pop()
            self._texts = self._texts[:-1]
        for text in moves[common:]:
            try:
                self._board.push_san(text)
            except ValueError:
                return False
            self._texts = (*self._texts, text)
        return same_position(self._board, fen)


def same_position(board: chess.Board, fen: str) -> bool:
    """Whether a FEN has the same pieces and side to move, and the same rights to castle and to take in passing."""
    try:
        return board.epd() == chess.Board(fen, chess960=board.chess960).epd()
    except ValueError:
        return False
