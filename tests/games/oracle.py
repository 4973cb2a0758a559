"""Draughts from the definitions, slowly: squares are (row, column), a board is a dictionary, every route is walked.

Nothing is shared with the engine, not even its way of thinking: no bits, no levels, no merging of routes. `majority`,
`passing` and the board's size tell the variants apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Square = tuple[int, int]
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHTS = [(-2, 0), (2, 0), (0, -2), (0, 2)]


@dataclass(frozen=True)
class Rules:
    size: int
    majority: bool
    passing: bool
    frisian: bool = False
    """Captures also along rows and columns; most by value, with kings before men."""


INTERNATIONAL = Rules(10, majority=True, passing=False)
RUSSIAN = Rules(8, majority=False, passing=True)
BRAZILIAN = Rules(8, majority=True, passing=False)
FRISIAN = Rules(10, majority=True, passing=False, frisian=True)


@dataclass(frozen=True)
class Walk:
    """One way of making a move: the squares stood on, the squares jumped in order, and what the piece has become."""

    squares: tuple[Square, ...]
    jumped: tuple[Square, ...]
    piece: str

    @property
    def outcome(self) -> tuple[Square, Square, frozenset[Square]]:
        return self.squares[0], self.squares[-1], frozenset(self.jumped)


@dataclass
class Board:
    """Pieces are M D m d, as on boards."""

    rules: Rules
    pieces: dict[Square, str]
    white: bool

    @classmethod
    def from_cells(cls, rules: Rules, cells: str, white: bool) -> Board:
        n = rules.size
        return cls(rules, {(i // n, i % n): c for i, c in enumerate(cells) if c != "."}, white)

    def board(self) -> str:
        n = self.rules.size
        return "".join(self.pieces.get((i // n, i % n), ".") for i in range(n * n))

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.rules.size and 0 <= square[1] < self.rules.size

    def mine(self, piece: str) -> bool:
        return piece.isupper() is self.white

    def crowned(self, piece: str, square: Square) -> str:
        far = 0 if piece.isupper() else self.rules.size - 1
        if square[0] != far:
            return piece
        return "D" if piece.isupper() else "d"

    def ray(self, square: Square, step: tuple[int, int]) -> list[Square]:
        squares = []
        at = (square[0] + step[0], square[1] + step[1])
        while self.on_board(at):
            squares.append(at)
            at = (at[0] + step[0], at[1] + step[1])
        return squares

    def jumps(self, at: Square, piece: str, start: Square, jumped: tuple[Square, ...]) -> list[tuple[Square, Square]]:
        """(piece jumped, square landed on) for every jump the definitions allow next."""

        def standing(square: Square) -> str | None:
            # The jumper has left its first square; the jumped stand until the end.
            return None if square == start else self.pieces.get(square)

        found: list[tuple[Square, Square]] = []
        for step in DIAGONALS + (STRAIGHTS if self.rules.frisian else []):
            line = self.ray(at, step)
            if piece in "Mm":
                line = line[:2]
            victim: Square | None = None
            for square in line:
                there = standing(square)
                if victim is None:
                    if there is None:
                        if piece in "Mm":
                            break
                        continue
                    if self.mine(there) or square in jumped:
                        break
                    victim = square
                elif there is None:
                    found.append((victim, square))
                else:
                    break
        return found

    def walks_from(self, start: Square) -> list[Walk]:
        """Every complete capture of the piece on `start`, by every route."""
        complete: list[Walk] = []

        def walk(so_far: Walk) -> None:
            jumps = self.jumps(so_far.squares[-1], so_far.piece, start, so_far.jumped)
            if not jumps:
                if so_far.jumped:
                    complete.append(so_far)
                return
            nexts = []
            for victim, landing in jumps:
                piece = self.crowned(so_far.piece, landing) if self.rules.passing else so_far.piece
                nexts.append(Walk((*so_far.squares, landing), (*so_far.jumped, victim), piece))
            for step in nexts:
                if not self.rules.majority:
                    # If some landing square behind the same piece lets the capture go on, only such will do.
                    rivals = [other for other in nexts if other.jumped[-1] == step.jumped[-1]]
                    going_on = [r for r in rivals if self.jumps(r.squares[-1], r.piece, start, r.jumped)]
                    if going_on and step not in going_on:
                        continue
                walk(step)

        walk(Walk((start,), (), self.pieces[start]))
        return complete

    def walks(self) -> list[Walk]:
        """Every legal move by every route."""
        own = [square for square, piece in self.pieces.items() if self.mine(piece)]
        captures = [walk for square in own for walk in self.walks_from(square)]
        if captures:
            if self.rules.frisian:
                return self.frisian_best(captures)
            if self.rules.majority:
                most = max(len(walk.jumped) for walk in captures)
                captures = [walk for walk in captures if len(walk.jumped) == most]
            return captures
        quiet: list[Walk] = []
        for square in own:
            piece = self.pieces[square]
            for step in DIAGONALS:
                if piece in "Mm":
                    if (step[0] < 0) is not self.white:
                        continue
                    reach = self.ray(square, step)[:1]
                else:
                    reach = self.ray(square, step)
                for target in reach:
                    if target in self.pieces:
                        break
                    quiet.append(Walk((square, target), (), piece))
        return quiet

    def frisian_best(self, captures: list[Walk]) -> list[Walk]:
        def value(walk: Walk) -> Fraction:
            return sum(
                (Fraction(1501, 1000) if self.pieces[v] in "Dd" else Fraction(1) for v in walk.jumped), Fraction()
            )

        most = max(map(value, captures))
        best = [walk for walk in captures if value(walk) == most]
        return [walk for walk in best if walk.piece in "Dd"] or best

    def play(self, walk: Walk) -> Board:
        pieces = {square: piece for square, piece in self.pieces.items() if square not in walk.jumped}
        del pieces[walk.squares[0]]
        pieces[walk.squares[-1]] = self.crowned(walk.piece, walk.squares[-1])
        return Board(self.rules, pieces, not self.white)

    def outcomes(self) -> dict[tuple[Square, Square, frozenset[Square]], list[Walk]]:
        """The legal moves, one for each (from, to, victims), with their routes."""
        found: dict[tuple[Square, Square, frozenset[Square]], list[Walk]] = {}
        for walk in self.walks():
            found.setdefault(walk.outcome, []).append(walk)
        return found

    def perft(self, depth: int) -> int:
        outcomes = self.outcomes()
        if depth == 1:
            return len(outcomes)
        return sum(self.play(walks[0]).perft(depth - 1) for walks in outcomes.values())
