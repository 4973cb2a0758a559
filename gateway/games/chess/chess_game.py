"""Chess behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from gateway.games.game import Counter, Game, Line, PieceSet, Position
from gateway.model.errors import NotationError
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result
from gateway.model.sides import Side

from .position import ChessPosition

__all__ = ["CHESS", "CHESS960", "Chess"]


class Chess(Game):
    """Chess by the FIDE Laws of 2023; with `drawn` the pieces of the first row are drawn by lot (Guidelines II)."""

    rows = cols = 8
    first = Side.WHITE
    pieces = PieceSet.CHESS
    captures_by_replacement = True
    written_as = "pgn"

    def __init__(self, name: str, *, drawn: bool = False) -> None:
        self.name = name
        self._drawn = drawn

    def start(self) -> ChessPosition:
        """The classical start, which is number 518 of those that may be drawn."""
        return ChessPosition(chess.Board(chess960=self._drawn))

    def position(self, fen: str) -> ChessPosition:
        """The position that `fen` describes; Chess960 also takes the number of a start, 0 to 959."""
        if self._drawn and fen.strip().isascii() and fen.strip().isdigit():
            number = int(fen)
            if number > 959:
                raise NotationError(message("notation.start_number", number=number))
            return ChessPosition(chess.Board.from_chess960_pos(number))
        return ChessPosition.from_fen(fen, chess960=self._drawn)

    def recorded_position(self, fen: str) -> ChessPosition:
        """The position that a record names, legal or not."""
        return ChessPosition.from_record(fen, chess960=self._drawn)

    def standing(self, shown: str, turn: Side, before: Position | None = None) -> ChessPosition | None:
        """The position in which the pieces stand so, without a capture in passing.

        A side may still castle where it could `before` and king and rook stand where they stood; if nothing is known of
        before, where they stand at home. So no lawful castling is refused, and one that is not is the opponent's to
        point out (FIDE 3.8.2, 7.5.3). In Chess960 home is known only from before.
        """
        known = before if isinstance(before, ChessPosition) else None
        return ChessPosition.of_board(shown, turn, known, chess960=self._drawn)

    def reaches(self, piece: str, start: int, end: int) -> bool:
        """By how the piece goes on an empty board; a king also to where he may castle."""
        (row, col), (to_row, to_col) = divmod(start, 8), divmod(end, 8)
        down, across = to_row - row, abs(to_col - col)
        match piece.upper():
            case "P":
                ahead = -down if piece.isupper() else down
                return (ahead == 1 and across <= 1) or (ahead == 2 and across == 0)
            case "N":
                return {abs(down), across} == {1, 2}
            case "B":
                return abs(down) == across
            case "R":
                return not (down and across)
            case "Q":
                return abs(down) == across or not (down and across)
            case _:
                return max(abs(down), across) == 1 or (not down and row in (0, 7))

    def promotes(self, piece: str, into: str) -> bool:
        """A pawn becomes anything but a pawn."""
        return piece in "Pp" and into not in "Pp"

    def may_have_castled(self, board: str, seen: str, side: Side) -> bool:
        """Whether king and a rook have left their places on their own row since, or the other way one of them has."""
        row = slice(56, 64) if side is Side.WHITE else slice(8)
        was, now = board[row], seen[row]
        king, rook = ("K", "R") if side is Side.WHITE else ("k", "r")
        moved = [piece for piece, stands in zip(was, now, strict=True) if stands not in {piece, "?"}]
        return king in was and rook in moved and (king in moved or king + rook in now or rook + king in now)

    def may_be_in_passing(self, cells: Sequence[int]) -> bool:
        """Whether two of the cells lie side by side on the fifth or the fourth row."""
        return any(24 <= cell < 40 and cell % 8 < 7 and cell + 1 in cells for cell in cells)

    def outcome(self, line: Line) -> Outcome | None:
        """The result if the line has ended by itself; the third time and the 50 moves are for a player to claim."""
        if outcome := line.last.outcome():
            return outcome
        if _times(line) >= 5:
            return Outcome(Result.DRAW, Reason.REPETITION, PlayRule.REPETITION_ENDS)
        if _quiet(line) >= 150:
            return Outcome(Result.DRAW, Reason.MOVE_LIMIT, PlayRule.QUIET_MOVES_END)
        return None

    def counters(self, line: Line) -> Sequence[Counter]:
        """Repetitions and moves without a capture or a pawn, first to the claim, then to the end by itself."""
        found: list[Counter] = []
        times, rounds = _times(line), _quiet(line) // 2
        if times > 1:
            found.append(
                Counter(PlayRule.REPETITION, times, 3) if times < 3 else Counter(PlayRule.REPETITION_ENDS, times, 5)
            )
        if rounds:
            found.append(
                Counter(PlayRule.QUIET_MOVES, rounds, 50)
                if rounds <= 50
                else Counter(PlayRule.QUIET_MOVES_END, rounds, 75)
            )
        return found

    def seen_as(self, shown: str) -> str:
        """Every piece is told apart."""
        return shown


def _times(line: Line) -> int:
    """The count of the last position in the game; nothing before a capture or a pawn's move comes back by itself."""
    reach = min(_quiet(line), len(line.moves)) if line.is_unbroken else len(line.moves)
    return line.positions[-1 - reach :].count(line.last)


def _quiet(line: Line) -> int:
    """The moves of both sides since the last capture or pawn's move."""
    return line.last.chess_board.halfmove_clock if isinstance(line.last, ChessPosition) else 0


CHESS = Chess("chess")
CHESS960 = Chess("chess960", drawn=True)
