"""The interface of every game. Positions and moves are immutable values; nothing here knows of clocks or people.

A board is a grid of cells numbered row by row from the top left as White sees it (White at the bottom). What
stands on it is one letter for each cell, those of `drivers.readings`: `board` by the rules, `shown` by the sensors.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome
from gateway.model.sides import Side

__all__ = ["SET_UP", "Claim", "Counter", "Game", "Line", "Move", "PieceSet", "Position"]


class Move(msgspec.Struct, frozen=True):
    """One turn of one side."""

    text: str
    """The move in full, enough to find it again in its position: `32-28`, `47x38x24`, `e2e4`, `h8`, `pass`."""
    path: tuple[int, ...] = ()
    """The cells the moving piece stands on, from its start to its end; a stone has one."""
    taken: tuple[int, ...] = ()
    """The cells of captured pieces, in the order of capture."""
    is_set_up: bool = False
    """No legal move: the position was set, or what stood on the board was let stand."""


SET_UP = Move("", is_set_up=True)
"""Stands among the moves of a line where the position was set and nobody has moved; the list leaves it out."""


class Counter(msgspec.Struct, frozen=True):
    """The count of a draw rule: `7 of 16`."""

    rule: PlayRule
    count: int
    limit: int


class Claim(msgspec.Struct, frozen=True):
    """A win that the rules give only to the side that points it out."""

    by: Side
    """Who may claim it, and would win."""
    what: str
    """In one word: `five`, `overline`, `double-three`, `double-four`."""
    rule: PlayRule
    cells: tuple[int, ...]
    """The row, or the stone that made it."""
    passed: bool = False
    """The side that may claim it has passed since; whether that lets it go is the rulebook's to say."""
    answered: bool = False
    """Play has gone on since it was made."""
    after_five: bool = False
    """The side that made it had made a five before, and has not claimed it."""


class Position(ABC):
    """A position: what stands where and who is to move, by the rules."""

    @property
    @abstractmethod
    def turn(self) -> Side:
        """The side to move."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """All legal moves; routes to the same result are one move."""

    @abstractmethod
    def routes(self, move: Move) -> Sequence[Move]:
        """The same move by every lawful route, each with its own path."""

    @abstractmethod
    def play(self, move: Move) -> Position:
        """The position after a move that `moves`, `routes` or `read` gave for this one."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """The legal move that `text` means; raises a `GameError` that says why there is none."""

    @abstractmethod
    def write(self, move: Move) -> str:
        """The short form people write, made longer only where it would be ambiguous."""

    @abstractmethod
    def board(self) -> str:
        """What stands on each cell."""

    @abstractmethod
    def fen(self) -> str:
        """The position as text."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result if this position ends the game by itself."""

    @property
    def is_regular(self) -> bool:
        """Whether legal moves may lead here, as far as the game can say; most never rule it out."""
        return True

    def is_same(self, other: Position) -> bool:
        """Whether this is the same position by the rules: who sets it up again has changed nothing."""
        return self == other

    def cannot_win(self, side: Side) -> bool:
        """Whether no row of legal moves lets this side win, as far as the game can say: most never rule it out."""
        del side
        return False

    @property
    def after_foul(self) -> bool:
        """Whether the move that led here is one that the opponent may point out as forbidden; most games have none."""
        return False

    @property
    def after_allowed_foul(self) -> bool:
        """Whether the move that led here looks forbidden and is allowed all the same; most games have none."""
        return False

    def move_cost(self, move: Move) -> int:  # noqa: ARG002 - of most games nothing is known
        """How rarely people make such a move here, as surprisal in bits: 0 for what anybody may play."""
        return 0

    def choice_costs(self, moves: Sequence[Move]) -> Sequence[int]:
        """How much more rarely each of a few moves is chosen than the best of them, in bits."""
        return [0] * len(moves)

    # -- what a sensor board may see between two positions -----------------------------------------------------------

    def board_after(self, move: Move) -> str:
        """What stands on each cell after a move; games that know it without working out the position override it."""
        return self.play(move).board()

    alike: ClassVar[dict[int, int]] = {}
    """For `str.translate`: letters that a hand may confuse become one, as men and kings before the crown is put."""

    def landings(self, move: Move) -> frozenset[int]:
        """The cells between start and end on which the moving piece may be set down, by whatever route."""
        return frozenset(move.path[1:-1])

    def stages(self, move: Move) -> Sequence[str]:
        """What is shown on the way from here to the position after `move`, played by its own path, in order.

        The piece is in the hand or set down on a cell of its path; captured pieces all stand until the end, or are
        lifted as they are jumped, or each just before; at the end they go one by one, in order or in reverse. Neither
        this position nor the one after is among them. A tracker that sees one of them waits.
        """
        if len(move.path) < 2:
            return ()
        cells = list(self.board())
        mover = cells[move.path[0]]
        seen: dict[str, None] = {}

        def show(at: int | None, lifted: Sequence[int]) -> None:
            now = cells.copy()
            now[move.path[0]] = "."
            for cell in lifted:
                now[cell] = "."
            if at is not None:
                now[at] = mover
            seen["".join(now)] = None

        show(None, ())
        for done in range(len(move.taken) + 1):
            for lifted in dict.fromkeys((move.taken[:0], move.taken[:done], move.taken[: done + 1])):
                show(move.path[min(done, len(move.path) - 1)], lifted)
                show(None, lifted)
        for left in range(len(move.taken)):
            show(move.path[-1], move.taken[:left])
            show(move.path[-1], move.taken[left:])
        for board in (self.board(), self.play(move).board()):
            seen = {stage: None for stage in seen if self._same(stage) != self._same(board)}
        return tuple(seen)

    def underway(self, shown: str) -> Sequence[Move]:
        """The legal moves that what is `shown` may be a moment of, by any route and in any order of lifting.

        The moving piece stands on one cell of its way or is in the hand; each captured piece stands or is lifted; all
        else is as here. `?` may be any piece. This position itself is a moment of every move (and all that a pass
        shows), and the position after a move is a moment of that move; more than one answer means that it is too
        early to tell.
        """
        now, shown = self._same(self.board()), self._same(shown)
        changed = {
            cell for cell, (a, b) in enumerate(zip(now, shown, strict=True)) if a != b and (a == "." or b != "?")
        }
        if not changed:
            return list(self.moves())
        return [move for move in self.moves() if self._is_moment(move, now, shown, changed)]

    def _same(self, shown: str) -> str:
        return shown.translate(self.alike)

    def _is_moment(self, move: Move, now: str, shown: str, changed: set[int]) -> bool:
        if not move.path:
            return not changed
        after = self._same(self.play(move).board())
        start, end = move.path[0], move.path[-1]
        mover = now[start] if len(move.path) > 1 else after[start]
        set_down: list[int] = []
        for cell in changed:
            letter = shown[cell]
            if letter == ".":
                if cell != start and cell not in move.taken and now[cell] == after[cell]:
                    return False
            elif cell != end and now[cell] != after[cell] and letter in (after[cell], "?"):
                continue  # what else the move changes, such as the rook of a castling king
            elif letter in (mover, after[end], "?"):
                set_down.append(cell)
            else:
                return False
        if not set_down:
            return True
        # One piece is in one place only.
        if len(set_down) > 1 or (len(move.path) > 1 and start not in changed):
            return False
        return set_down[0] in move.path or set_down[0] in self.landings(move)

    def can_never_win(self, side: Side) -> bool:
        """Whether looking at every line shows that a side cannot win, where what stands there does not by itself."""
        return self.cannot_win(side)

    @property
    def has_come_to_rest(self) -> bool:
        """Whether the last move has left a position in which, as every line shows, nobody can win any more."""
        return False

    @property
    def is_unresolved(self) -> bool:
        """Whether something stands there that no move may leave: both kings in check, a pawn on its last rank."""
        return False

    def left_unpromoted(self, shown: str) -> Move | None:
        """The promotion that was left undone in what is shown: the pawn came to its last rank and stayed a pawn."""
        del shown
        return None

    def count_leaves(self, depth: int) -> int:
        """The number of move sequences of that length from here; games with a faster way override it."""
        if depth <= 0:
            return 1
        if depth == 1:
            return len(self.moves())
        return sum(self.play(move).count_leaves(depth - 1) for move in self.moves())


class Line(msgspec.Struct, frozen=True):
    """The positions and moves of a game so far. Draw rules are functions of it, so a take-back needs no care."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()

    @property
    def last(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def before(self) -> Position | None:
        """The position before the last move; None if there is none, or if no move led to the last position."""
        return self.positions[-2] if self.moves and not self.moves[-1].is_set_up else None

    @property
    def is_unbroken(self) -> bool:
        """Every position came about by a legal move from the one before."""
        return not any(move.is_set_up for move in self.moves)

    def play(self, move: Move) -> Line:
        """The line with one more move."""
        return Line((*self.positions, self.last.play(move)), (*self.moves, move))

    def stand(self, position: Position, text: str = "") -> Line:
        """The line with a position that no legal move led to; what was counted before goes on being counted.

        Where it is one side's turn all the same, the `text` is what stands for it in the list of moves.
        """
        if position.is_same(self.last):
            return self
        return Line((*self.positions, position), (*self.moves, Move(text, is_set_up=True)))

    def back(self, count: int = 1) -> Line:
        """The line without its last moves, and without what was set up after the one that is then the last."""
        kept = len(self.moves)
        for _ in range(count):
            while self.moves[kept - 1] == SET_UP:
                kept -= 1
            kept -= 1
        return Line(self.positions[: kept + 1], self.moves[:kept])

    def back_to(self, position: Position) -> Line | None:
        """The line up to where this position stood last; None if it has not been on the board."""
        for kept in range(len(self.moves), -1, -1):
            if position.is_same(self.positions[kept]):
                return Line(self.positions[: kept + 1], self.moves[:kept])
        return None

    @property
    def played(self) -> int:
        """The number of turns in the list of moves: legal ones, and irregular ones that stand."""
        return sum(1 for move in self.moves if move != SET_UP)


class PieceSet(enum.StrEnum):
    """The pieces that a game is played with."""

    CHESS = "chess"
    DRAUGHTS = "draughts"
    STONES = "stones"


class Game(ABC):
    """One set of rules of play."""

    name: str
    """As on the command line: `draughts-international`."""
    rows: int
    cols: int
    first: Side
    """Who moves first."""
    pieces: PieceSet
    """What it is played with."""
    written_as: str
    """The notation in which its games are kept: `pgn`, `pdn` or `sgf`."""
    lays_stones: bool = False
    """Stones are laid on free cells of an empty board, and never move."""
    captures_by_replacement: bool = False
    """A piece is taken by the one that comes to its cell, one in a move; but for pawns that are taken in passing."""

    @abstractmethod
    def start(self) -> Position:
        """The position every game starts from."""

    @abstractmethod
    def position(self, fen: str) -> Position:
        """The position that `fen` describes; raises `NotationError`."""

    def recorded_position(self, fen: str) -> Position:
        """The position that a record names, though no game could come to it: what once stood on the board.

        `position` is for what people set up and would be wrong; this is for what they did. Raises `NotationError`.
        """
        return self.position(fen)

    @abstractmethod
    def outcome(self, line: Line) -> Outcome | None:
        """The result if the line has ended, by its last position or by a draw rule."""

    @abstractmethod
    def counters(self, line: Line) -> Sequence[Counter]:
        """The draw rules that are counting now."""

    def square(self, cell: int) -> str:
        """A cell as people write it: letters from White's left, numbers from White's side."""
        row, col = divmod(cell, self.cols)
        return f"{chr(ord('a') + col)}{self.rows - row}"

    def moved_uncrowned(self, stood: str, shown: str, before: Position, path: tuple[int, ...]) -> bool:
        """Whether the piece that came along this path is a king and shows no crown, on a board that tells crowns.

        `stood` is what was shown before the move, `shown` what is shown now.
        """
        del stood, shown, before, path
        return False

    def out_of_play(self, shown: str) -> tuple[int, ...]:
        """Cells with a piece on which nothing is played: in draughts half of them are for the eye."""
        del shown
        return ()

    def standing(self, shown: str, turn: Side, before: Position | None = None) -> Position | None:
        """The position in which the pieces stand so, however they came there; None if they cannot be told or placed.

        For what was played on although irregular: it need not be one that legal moves lead to (`is_regular`). Where
        there is more to a position than the pieces, as the right to castle, `before` tells what is left of it.
        """
        del shown, turn, before
        return None

    def reaches(self, piece: str, start: int, end: int) -> bool:
        """Whether a piece might go from one cell to another in one move, whatever else stood on the board."""
        del piece, start, end
        return True

    def promotes(self, piece: str, into: str) -> bool:
        """Whether one move may make another piece of this one that a board tells apart from it."""
        del piece, into
        return False

    def may_have_castled(self, board: str, seen: str, side: Side) -> bool:
        """Whether a side may have castled between a board and what was seen later, so that two pieces moved at once."""
        del board, seen, side
        return False

    def may_be_in_passing(self, cells: Sequence[int]) -> bool:
        """Whether one capture in passing may have left two of these cells."""
        del cells
        return False

    def claims(self, line: Line) -> Sequence[Claim]:
        """What a side may point out now and win by; the game goes on until it does. Most games have none."""
        del line
        return ()

    @abstractmethod
    def seen_as(self, shown: str) -> str:
        """What is shown, reduced to what tells positions of this game apart on a board that tells pieces apart.

        In draughts a crown may come late or not at all, so men and kings of one colour look alike.
        """
