"""What every game offers. Positions and moves are immutable values; nothing here knows of clocks or people.

A board is a grid of cells numbered row by row from the top left as White sees it (White at the bottom). A *picture* is
one letter for each cell, the letters of `drivers.readings`: what a sensor board would show.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from gateway.model.results import Outcome
from gateway.model.sides import Side

__all__ = ["Counter", "Game", "Line", "Move", "Position"]


class Move(msgspec.Struct, frozen=True):
    """One turn of one side."""

    text: str
    """The move in full, enough to find it again in its position: `32-28`, `47x38x24`, `e2e4`, `h8`, `pass`."""
    path: tuple[int, ...] = ()
    """The cells the moving piece stands on, from its start to its end; a stone has one."""
    taken: tuple[int, ...] = ()
    """The cells of captured pieces, in the order of capture."""


class Counter(msgspec.Struct, frozen=True):
    """How far a draw rule has counted: `7 of 16`."""

    article: str
    count: int
    limit: int


class Position(ABC):
    """What stands where and who is to move, by the rules."""

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
    def picture(self) -> str:
        """What stands on each cell."""

    @abstractmethod
    def fen(self) -> str:
        """The position as text."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result if this position ends the game by itself."""

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

    def play(self, move: Move) -> Line:
        """The line with one more move."""
        return Line((*self.positions, self.last.play(move)), (*self.moves, move))


class Game(ABC):
    """One set of rules of play."""

    name: str
    """As on the command line: `draughts-international`."""
    rows: int
    cols: int
    first: Side
    """Who moves first."""

    @abstractmethod
    def start(self) -> Position:
        """The position every game starts from."""

    @abstractmethod
    def position(self, fen: str) -> Position:
        """The position that `fen` describes; raises `NotationError`."""

    @abstractmethod
    def outcome(self, line: Line) -> Outcome | None:
        """The result if the line has ended, by its last position or by a draw rule."""

    @abstractmethod
    def counters(self, line: Line) -> Sequence[Counter]:
        """The draw rules that are counting now."""

    @abstractmethod
    def seen_as(self, picture: str) -> str:
        """The picture reduced to what tells positions of this game apart on a board that tells pieces apart.

        In draughts a crown may come late or not at all, so men and kings of one colour look alike.
        """
