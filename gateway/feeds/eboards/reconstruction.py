"""Reconstruction: the moves from a position that a client has set up, out of what stands on the board.

Where the table's own game stands in the same position, its moves are taken from there on: they were judged with all
that the sensors have seen. Else, as LiveChess does, the moves are those that lead to what stands on the board.
"""

from __future__ import annotations

from itertools import zip_longest

import chess
import msgspec

from gateway.model.instants import Instant, Millis

from .eboard import EBoard
from .game_line import same_position

__all__ = ["SETTLE_MS", "Reconstruction", "set_up"]

SETTLE_MS = Millis(300)
"""How long a board must stand still before a move is read from it: a piece may be on its way across."""
_MOST_CHANGES = 8
"""Squares that differ after two moves: castling changes four."""
_MOST_REPLACED = 2
"""Moves that what stands on the board may show to have been others."""
_WRONG = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
)

_replace = msgspec.structs.replace


class Reconstruction(msgspec.Struct, frozen=True):
    """The moves since a position that a client has set up."""

    start: str
    chess960: bool = False
    moves: tuple[str, ...] = ()
    linked: tuple[str, tuple[str, ...]] | None = None
    """The table's game and its moves up to the point from which its moves are ours."""
    before: int = 0
    """How many moves there were at that point."""

    def follow(self, eboard: EBoard, board: str | None, at: Instant) -> Reconstruction:
        """What it comes to with what the table tells now; `board` is what stands there for this client."""
        if self.linked is not None:
            game, known = self.linked
            if eboard.game != game or eboard.moves[: len(known)] != known:
                return _replace(self, linked=None).follow(eboard, board, at)
            taken = _replace(self, moves=self.moves[: self.before] + eboard.moves[len(known) :])
            # A table whose game is over records no more moves, and the client's may go on.
            return _replace(taken, linked=None).follow(eboard, board, at) if eboard.over else taken
        found = self.link(eboard)
        if found.linked is not None or board is None or at - eboard.since < SETTLE_MS:
            return found
        return found.led_to(board).link(eboard)

    def boards(self) -> list[str]:
        """What stands on the board at the start and after each move."""
        board = self._board()
        boards = [board.board_fen()]
        for text in self.moves:
            board.push_san(text)
            boards.append(board.board_fen())
        return boards

    def _board(self) -> chess.Board:
        return chess.Board(self.start, chess960=self.chess960)

    def _last(self) -> chess.Board:
        board = self._board()
        for text in self.moves:
            board.push_san(text)
        return board

    def link(self, eboard: EBoard) -> Reconstruction:
        """The same, from now on with the table's moves if its game stands where we do."""
        if not eboard.game or eboard.over or not same_position(self._last(), eboard.fen):
            return self
        return _replace(self, linked=(eboard.game, eboard.moves), before=len(self.moves))

    def led_to(self, board: str) -> Reconstruction:
        """The moves that lead to what stands on the board: none more, some fewer, one more, or two.

        What was taken for a move may have been a piece that rested on its way, or the rook of a castling: then others
        take the place of the last moves.
        """
        boards = self.boards()
        for kept in range(len(self.moves), -1, -1):
            if boards[kept] == board:
                return self if kept == len(self.moves) else _replace(self, moves=self.moves[:kept])
        last = self._last()
        for kept in range(len(self.moves), max(-1, len(self.moves) - 1 - _MOST_REPLACED), -1):
            if more := _way(last, board):
                return _replace(self, moves=(*self.moves[:kept], *more))
            if kept:
                last.pop()
        return self


def set_up(fen: str, *, chess960: bool) -> Reconstruction | str:
    """A reconstruction from this position, or the sentence that says what is wrong with it."""
    if len(fen) > 100:
        return "A FEN of more than 100 characters is none."
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        return f"Not a position of chess: {error}."
    if board.status() & _WRONG:
        return "Not a position of chess: each side has one king and at most sixteen pieces."
    return Reconstruction(board.fen(), chess960)


def _way(board: chess.Board, wanted: str) -> tuple[str, ...]:
    """The one or two moves that lead to what is wanted; empty if none do."""
    if _changes(board.board_fen(), wanted) > _MOST_CHANGES:
        return ()
    legal = list(board.legal_moves)
    for move in legal:
        board.push(move)
        found = board.board_fen() == wanted
        board.pop()
        if found:
            return (board.san(move),)
    for move in legal:
        first = board.san(move)
        board.push(move)
        for answer in list(board.legal_moves):
            board.push(answer)
            found = board.board_fen() == wanted
            board.pop()
            if found:
                second = board.san(answer)
                board.pop()
                return first, second
        board.pop()
    return ()


def _changes(ours: str, wanted: str) -> int:
    """How many squares differ between two placements."""
    return sum(a != b for a, b in zip_longest(_squares(ours), _squares(wanted)))


def _squares(placed: str) -> str:
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in placed if letter != "/")
