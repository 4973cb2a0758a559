"""The dark squares of a board as bits, so arranged that a diagonal step is one shift anywhere on the board.

A row of n dark squares takes n bits, and after each second row one bit stays unused (a *ghost*). On 10 x 10:

     .  0  .  1  .  2  .  3  .  4        a step down to the left  is + 5
     5  .  6  .  7  .  8  .  9  .        a step down to the right is + 6
    (10)  11  .  12 .  13 .  14 .  15    a step off the side ends on a ghost
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from operator import itemgetter

__all__ = ["Geometry", "Naming"]


class Naming(enum.Enum):
    """The naming of squares: by number or by letter and digit."""

    NUMBERS = "numbers"
    """1, 2, 3 ... row by row from the top (FMJD 2.6)."""
    LETTERS = "letters"
    """a1 at White's lower left to h8."""


_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_STRAIGHT = ((-2, 0), (0, -2), (0, 2), (2, 0))
_NUMBER = re.compile(r"0*([1-9]\d?)")
_LETTERS = re.compile(r"([a-j])([1-9])")


class Geometry:
    """The tables of one board size: bits, cells, names, and the lines that lead away from each square."""

    def __init__(self, size: int, naming: Naming, *, orthogonal: bool = False) -> None:
        half = size // 2
        self.size = size
        self.naming = naming
        self.near = half
        """The shift of a step towards lower columns going down, or higher columns going up."""
        self.far = half + 1
        self.board = 0
        """Every playable bit."""
        self.squares: list[int] = []
        """The bit number of square 1, 2, 3 ..."""
        self.cell_of: dict[int, int] = {}
        self.bit_of_cell: dict[int, int] = {}
        place: dict[tuple[int, int], int] = {}
        for row in range(size):
            for col in range((row + 1) % 2, size, 2):
                bit = ((size + 1) * row + col - 1) // 2
                place[row, col] = bit
                self.squares.append(bit)
                self.cell_of[bit] = row * size + col
                self.bit_of_cell[row * size + col] = bit
                self.board |= 1 << bit
        self.number_of = {bit: number for number, bit in enumerate(self.squares, 1)}
        self.names = {bit: self._name(bit) for bit in self.squares}
        self.top_row = sum(1 << bit for (row, _), bit in place.items() if row == 0)
        self.bottom_row = sum(1 << bit for (row, _), bit in place.items() if row == size - 1)
        self.long_diagonal = sum(1 << bit for (row, col), bit in place.items() if row + col == size - 1)
        """From White's lower left corner to the upper right (FMJD 2.3)."""

        bits = max(place.values()) + 1
        self.digits = bits + 1
        """Digits of a number that has one for each bit, and a zero before them."""
        places = [-1 - self.bit_of_cell[cell] if cell in self.bit_of_cell else 0 for cell in range(size**2)]
        self.by_cell: Callable[[str], tuple[str, ...]] = itemgetter(*places)
        """The digits of such a number, cell by cell; where nothing is played, the zero."""
        self.rays: list[tuple[tuple[int, bool], ...]] = [()] * bits
        """For each bit its diagonals: the squares on it, and whether their bits rise going outwards."""
        self.straights: list[tuple[tuple[int, bool], ...]] = [()] * bits
        """Likewise the dark squares of its row and column, where captures go along them."""
        self.leaps: list[tuple[tuple[int, int, int], ...]] = [()] * bits
        """For each bit the leaps over one neighbour: (bit passed, number of the bit reached, that bit)."""
        self.leaps_up: list[tuple[tuple[int, int, int], ...]] = [()] * bits
        self.leaps_down: list[tuple[tuple[int, int, int], ...]] = [()] * bits
        for (row, col), bit in place.items():
            rays: list[tuple[int, bool]] = []
            straights: list[tuple[int, bool]] = []
            up: list[tuple[int, int, int]] = []
            down: list[tuple[int, int, int]] = []
            for down_by, right_by in (*_DIAGONAL, *(_STRAIGHT if orthogonal else ())):
                line: list[int] = []
                at = (row + down_by, col + right_by)
                while at in place:
                    line.append(place[at])
                    at = (at[0] + down_by, at[1] + right_by)
                rises = (down_by, right_by) > (0, 0)
                if line:
                    lines = rays if (down_by, right_by) in _DIAGONAL else straights
                    lines.append((sum(1 << b for b in line), rises))
                if len(line) > 1:
                    (down if rises else up).append((1 << line[0], line[1], 1 << line[1]))
            self.rays[bit] = tuple(rays)
            self.straights[bit] = tuple(straights)
            self.leaps[bit] = (*up, *down)
            self.leaps_up[bit] = tuple(up)
            self.leaps_down[bit] = tuple(down)

    def _name(self, bit: int) -> str:
        if self.naming is Naming.NUMBERS:
            return str(self.number_of[bit])
        row, col = divmod(self.cell_of[bit], self.size)
        return f"{'abcdefghij'[col]}{self.size - row}"

    def find(self, name: str) -> int | None:
        """The bit of a square by its number or its letters, whichever the text uses; None if there is none."""
        if number := _NUMBER.fullmatch(name):
            index = int(number[1])
            return self.squares[index - 1] if index <= len(self.squares) else None
        if letters := _LETTERS.fullmatch(name):
            row, col = self.size - int(letters[2]), "abcdefghij".index(letters[1])
            return self.bit_of_cell.get(row * self.size + col) if col < self.size else None
        return None
