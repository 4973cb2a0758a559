"""A position of black and white stones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gateway.games.game import Move, Position
from gateway.model.errors import IllegalMove, NotationError
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result
from gateway.model.sides import Side

from .forbidden import Verdict, judge, make_board
from .line_shapes import rows_through
from .points import SIZE, format_point, parse_point
from .threats import move_cost

__all__ = ["PASS", "StonePosition"]

POINTS = SIZE * SIZE
PASS = Move("pass")
_STONES = tuple(Move(format_point(point), (point,)) for point in range(POINTS))
_FULL = (1 << POINTS) - 1
_PASS_FROM = 3
"""No pass within the first three moves (RIF 12.9), counted by stones; a rulebook may ask for more."""


@dataclass(frozen=True)
class StonePosition(Position):
    """The points of each colour as bits, and who is to move. Black begins.

    A foul is not an illegal move: it is played, and loses if White points it out (GN 19.1.2).
    """

    side: Side = Side.BLACK
    black: int = 0
    white: int = 0
    passes: int = 0
    """Passes in a row up to now."""
    last: int | None = None
    """The point of the last stone, if the last move was one."""

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.side

    @property
    def stones(self) -> int:
        """The number of stones on the board."""
        return (self.black | self.white).bit_count()

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the last stone under renju rules."""
        if self.last is None:
            return Verdict()
        return judge(self._board_before, self.last, self.side.other)

    @property
    def after_foul(self) -> bool:
        """Whether the last stone makes a shape that is forbidden under renju rules."""
        return self.verdict.forbidden is not None

    @property
    def after_allowed_foul(self) -> bool:
        """Whether the last stone makes a double three that is allowed, as too few of its threes can be completed."""
        if self.last is None or self.side is Side.BLACK or self.after_foul or self.verdict.five:
            return False
        return judge(self._board_before, self.last, literal=True).forbidden is not None

    @property
    def _board_before(self) -> list[int]:
        """The board that `judge` reads, without the last stone."""
        bit = 0 if self.last is None else 1 << self.last
        return make_board(_bits(self.black & ~bit), _bits(self.white & ~bit))

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The rows through the last stone, one for each line."""
        if self.last is None:
            return ()
        return rows_through(make_board(_bits(self.black), _bits(self.white)), self.last)

    @property
    def _may_pass(self) -> bool:
        return self.stones >= _PASS_FROM

    def moves(self) -> Sequence[Move]:
        """Every empty point, and the pass once there are stones enough."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        if self.outcome() is not None:
            return ()
        taken = self.black | self.white
        free = tuple(move for move in _STONES if not taken >> move.path[0] & 1)
        return (*free, PASS) if self._may_pass else free

    def routes(self, move: Move) -> Sequence[Move]:
        """A stone has one way to its point."""
        return (move,)

    def play(self, move: Move) -> StonePosition:
        """The position after a move that `moves` or `read` gave for this one."""
        if not move.path:
            return StonePosition(self.side.other, self.black, self.white, self.passes + 1)
        (point,) = move.path
        if self.side is Side.BLACK:
            return StonePosition(Side.WHITE, self.black | 1 << point, self.white, 0, point)
        return StonePosition(Side.BLACK, self.black, self.white | 1 << point, 0, point)

    def board_after(self, move: Move) -> str:
        """The board after a move, without working out the position."""
        board = self.board()
        if not move.path:
            return board
        (point,) = move.path
        return board[:point] + ("s" if self.side is Side.BLACK else "S") + board[point + 1 :]

    def read(self, text: str) -> Move:
        """The move that `text` means; raises a `GameError` that says why there is none."""
        if self.outcome() is not None:
            raise IllegalMove(PlayRule.GAME_OVER, message("illegal.game_over"))
        if text.strip().lower() == "pass":
            if not self._may_pass:
                raise IllegalMove(PlayRule.PASSING, message("illegal.early_pass", stones=_PASS_FROM))
            return PASS
        point = parse_point(text)
        if (self.black | self.white) >> point & 1:
            raise IllegalMove(PlayRule.EMPTY_POINT, message("illegal.occupied", point=format_point(point)))
        return _STONES[point]

    def move_cost(self, move: Move) -> int:
        """The cost of this stone: people seldom overlook a four."""
        mine, other = (self.black, self.white) if self.side is Side.BLACK else (self.white, self.black)
        return move_cost(mine, other, move.path[0]) if move.path else 0

    def write(self, move: Move) -> str:
        """The name of the point, or `pass`."""
        return move.text

    def board(self) -> str:
        """The letter of what lies on each point."""
        return self._board

    @cached_property
    def _board(self) -> str:
        cells = ["."] * POINTS
        for letter, held in (("s", self.black), ("S", self.white)):
            for point in _bits(held):
                cells[point] = letter
        return "".join(cells)

    def underway(self, shown: str) -> Sequence[Move]:
        """The moves that what is shown may be a moment of: all while nothing has changed, then the stone laid."""
        changed = [
            (point, letter)
            for point, (now, letter) in enumerate(zip(self.board(), shown, strict=True))
            if now != letter and (now == "." or letter != "?")
        ]
        if not changed:
            return self.moves()
        (point, letter), *others = changed
        mine = "s" if self.side is Side.BLACK else "S"
        if others or letter not in (mine, "?") or self.outcome() is not None:
            return ()
        # A stone that stands for another colour, or is gone, is no moment of any move.
        return () if (self.black | self.white) >> point & 1 else (_STONES[point],)

    def fen(self) -> str:
        """`B:Bh8,j10:Wh9`: the side to move, the stones of each colour, and `:P1` after a pass."""
        sides = (("B", self.black), ("W", self.white))
        parts = [f"{letter}{','.join(map(format_point, _bits(held)))}" for letter, held in sides]
        turn = "B" if self.side is Side.BLACK else "W"
        return ":".join([turn, *parts, *([f"P{self.passes}"] if self.passes else [])])

    @classmethod
    def from_fen(cls, fen: str) -> StonePosition:
        """The position that `fen` describes; raises `NotationError`."""
        match = re.fullmatch(r"([bw]):b([^:]*):w([^:]*)(?::p(\d))?\.?", re.sub(r"\s+", "", fen).lower())
        if match is None:
            raise NotationError(message("notation.position", text=fen, sample="B:Bh8,j10:Wh9"))
        held = []
        for names in (match[2], match[3]):
            points = [parse_point(name) for name in names.split(",") if name]
            bits = 0
            for point in points:
                if bits >> point & 1:
                    raise NotationError(message("notation.twice", text=fen, square=format_point(point)))
                bits |= 1 << point
            held.append(bits)
        black, white = held
        if black & white:
            both = format_point((black & white).bit_length() - 1)
            raise NotationError(message("notation.both_colours", text=fen, square=both))
        return cls(Side.BLACK if match[1] == "b" else Side.WHITE, black, white, int(match[4] or 0))

    def is_same(self, other: Position) -> bool:
        """Whether the same stones lie there and the same side is to move; whoever laid which of them last."""
        if not isinstance(other, StonePosition):
            return False
        return (self.side, self.black, self.white) == (other.side, other.black, other.white) and (
            self.passes in {0, other.passes}
        )

    def outcome(self) -> Outcome | None:
        """A draw by two passes or a full board; a five or a foul has to be claimed."""
        if self.passes >= 2:
            return Outcome(Result.DRAW, Reason.PASSES, PlayRule.PASSES)
        if self.black | self.white == _FULL:
            return Outcome(Result.DRAW, Reason.BOARD_FULL, PlayRule.BOARD_FULL)
        return None


def _bits(held: int) -> list[int]:
    found = []
    while held:
        bit = held & -held
        held ^= bit
        found.append(bit.bit_length() - 1)
    return found
