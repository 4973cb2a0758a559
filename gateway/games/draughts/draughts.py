"""A game of draughts: a variant behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from operator import itemgetter

from msgspec.structs import replace

from drivers.readings import EMPTY
from gateway.games.game import Counter, Game, Line, PieceSet, Position
from gateway.model.errors import GameError
from gateway.model.results import Outcome
from gateway.model.sides import Side

from .draws import counters, drawn
from .generator import find_generator
from .position import DraughtsPosition
from .variant import Variant
from .variants import FEDERATIONS

__all__ = ["Draughts"]

_MEN, _KINGS = "Mm", "Dd"


class Draughts(Game):
    """One variant."""

    first = Side.WHITE
    pieces = PieceSet.DRAUGHTS
    written_as = "pdn"

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.name = variant.name
        self.rows = self.cols = variant.size
        self._generator = find_generator(variant)
        squares = self._generator.geometry.squares
        men = variant.men_rows * variant.size // 2
        black = sum(1 << bit for bit in squares[:men])
        white = sum(1 << bit for bit in squares[-men:])
        self._light = tuple(set(range(self.rows * self.cols)) - set(self._generator.geometry.bit_of_cell))
        self._light_squares = itemgetter(*self._light)
        self._no_pieces = (EMPTY,) * len(self._light)
        self._start = DraughtsPosition(self._generator, self.first, white, black, 0)

    def by_rules_of(self, federation: str) -> Draughts:
        """The same game with the draw rules of another federation; raises `GameError` that lists those there are."""
        known = FEDERATIONS.get(self.name, {})
        if federation not in known:
            msg = f"There are no draw rules of {federation!r} for {self.name}; there are {', '.join(known) or 'none'}."
            raise GameError(msg)
        other = copy(self)
        other.variant = replace(self.variant, draws=known[federation])
        return other

    def start(self) -> DraughtsPosition:
        """The position every game starts from."""
        return self._start

    def position(self, fen: str) -> DraughtsPosition:
        """The position that `fen` describes; raises `NotationError`."""
        return DraughtsPosition.from_fen(self._generator, fen)

    def recorded_position(self, fen: str) -> DraughtsPosition:
        """The position that a record names, perhaps with a man that nobody crowned."""
        return DraughtsPosition.from_fen(self._generator, fen, regular=False)

    def square(self, cell: int) -> str:
        """A cell as people write it; light squares have no name but their letters."""
        geometry = self._generator.geometry
        bit = geometry.bit_of_cell.get(cell)
        return super().square(cell) if bit is None else geometry.names[bit]

    def moved_uncrowned(self, stood: str, shown: str, before: Position, path: tuple[int, ...]) -> bool:
        """Whether a king was moved that looks like a man (FMJD 5.4.16).

        Most boards read a disc on another as one disc. This one tells crowns if another king wears one.
        """
        board, start, end = before.board(), path[0], path[-1]
        if board[start] not in _KINGS or not (stood[start] in _MEN and shown[end] in _MEN):
            return False
        return any(piece in _KINGS and piece == shown[cell] for cell, piece in enumerate(board) if cell != start)

    def out_of_play(self, shown: str) -> tuple[int, ...]:
        """Light squares with a piece on them (FMJD 5.3)."""
        if not shown or self._light_squares(shown) == self._no_pieces:  # nearly always, and this is asked often
            return ()
        return tuple(cell for cell in self._light if shown[cell] != EMPTY)

    def standing(self, shown: str, turn: Side, before: Position | None = None) -> DraughtsPosition | None:
        """The position in which the pieces stand so; one on a light square is out of play (FMJD 5.3)."""
        del before
        geometry = self._generator.geometry
        held = {"M": 0, "D": 0, "m": 0, "d": 0}
        for cell, piece in enumerate(shown):
            if piece == EMPTY or cell not in geometry.bit_of_cell:
                continue
            if piece not in held:
                return None
            held[piece] |= 1 << geometry.bit_of_cell[cell]
        white, black, kings = held["M"] | held["D"], held["m"] | held["d"], held["D"] | held["d"]
        return DraughtsPosition(self._generator, turn, white, black, kings)

    def outcome(self, line: Line) -> Outcome | None:
        """The result if the line has ended, by its last position or by a draw rule."""
        return line.last.outcome() or drawn(line, self.variant)

    def counters(self, line: Line) -> Sequence[Counter]:
        """The draw rules that are counting now."""
        return counters(line, self.variant)

    def seen_as(self, shown: str) -> str:
        """The board shown, with men and kings alike: a crown may come late or not at all (FMJD 3.7)."""
        return shown.translate(DraughtsPosition.alike)
