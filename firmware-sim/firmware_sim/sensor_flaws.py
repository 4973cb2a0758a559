"""Flaws of sensors: a dead cell, one that is stuck, one that chatters, contacts that bounce.

A flaw stands between a cell and what is read of it; `Sensors` asks it at every sample.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from drivers.readings import EMPTY

__all__ = ["Bounce", "Chatter", "Failing", "Flaw", "Stuck", "dead", "parse_flaws"]


class Flaw:
    """A sensor with nothing wrong; the others differ in a method or two."""

    def read(self, cell: int, piece: str) -> str:  # noqa: ARG002 - for the others
        """What the sensor says when this stands there."""
        return piece

    def touched(self, cell: int, piece: str) -> None:
        """Somebody lifted or put something."""

    def restless(self, cell: int) -> bool:  # noqa: ARG002 - for the others
        """Whether the cell must be sampled again in the next scan, though nobody touches it."""
        return False

    def next_stir(self) -> tuple[int, int] | None:
        """When a cell will read differently of its own accord, and which."""
        return None

    def stir(self, at: int) -> None:
        """That moment has come."""


@dataclass(frozen=True, slots=True)
class Stuck(Flaw):
    """A cell that always reads one thing, whatever stands there."""

    cell: int
    piece: str

    def read(self, cell: int, piece: str) -> str:
        """What the sensor says when this stands there."""
        return self.piece if cell == self.cell else piece


def dead(cell: int) -> Stuck:
    """A cell that sees nothing."""
    return Stuck(cell, EMPTY)


class Failing(Flaw):
    """Cells that die while the board is in use, and may come back: a wire that loosens, a sensor that is mended."""

    def __init__(self) -> None:
        self._dead: set[int] = set()
        self._coming: list[tuple[int, int]] = []

    @property
    def cells(self) -> frozenset[int]:
        """The cells that see nothing now."""
        return frozenset(self._dead)

    def fail(self, cell: int, at: int) -> None:
        """Let the cell see nothing from now on; the device has to be stirred then."""
        self._dead.add(cell)
        self._coming.append((at, cell))

    def mend(self, at: int) -> None:
        """Let every cell see again."""
        self._coming += [(at, cell) for cell in sorted(self._dead)]
        self._dead.clear()

    def read(self, cell: int, piece: str) -> str:
        """Nothing where the cell is dead."""
        return EMPTY if cell in self._dead else piece

    def next_stir(self) -> tuple[int, int] | None:
        """When a cell begins or ceases to see."""
        return self._coming[0] if self._coming else None

    def stir(self, at: int) -> None:  # noqa: ARG002 - as the others
        """It has."""
        self._coming.pop(0)


class Bounce(Flaw):
    """Contacts that bounce: now and then a piece is lost for a scan or two before it is seen for good."""

    def __init__(self, rng: random.Random, chance: float = 0.05) -> None:
        self._rng = rng
        self._chance = chance
        self._coming: dict[int, list[bool]] = {}

    def touched(self, cell: int, piece: str) -> None:
        """Somebody lifted or put something."""
        self._coming.pop(cell, None)
        if piece != EMPTY and self._rng.random() < self._chance:
            self._coming[cell] = [True, *(seen for _ in range(self._rng.randint(1, 2)) for seen in (False, True))]

    def read(self, cell: int, piece: str) -> str:
        """What the sensor says when this stands there."""
        coming = self._coming.get(cell)
        if coming is None:
            return piece
        seen = coming.pop(0)
        if not coming:
            del self._coming[cell]
        return piece if seen else EMPTY

    def restless(self, cell: int) -> bool:
        """Whether the cell must be sampled again."""
        return cell in self._coming


class Chatter(Flaw):
    """A cell that goes off and on in bursts, touched or not: a magnet at the edge of what its sensor feels."""

    def __init__(
        self,
        cell: int,
        rng: random.Random,
        *,
        ghost: str = "",
        every_ms: tuple[int, int] = (2_000, 20_000),
        flickers: tuple[int, int] = (1, 4),
        gap_ms: tuple[int, int] = (180, 400),
    ) -> None:
        self._cell = cell
        self._rng = rng
        self._ghost = ghost
        self._every_ms = every_ms
        self._flickers = flickers
        self._gap_ms = gap_ms
        self._off = False
        self._left = 0
        self._next = self._rng.randint(*every_ms)

    def read(self, cell: int, piece: str) -> str:
        """The other thing while it chatters: nothing for a piece, the ghost for an empty cell."""
        if cell != self._cell or not self._off:
            return piece
        return EMPTY if piece != EMPTY else self._ghost or EMPTY

    def next_stir(self) -> tuple[int, int]:
        """When the cell will read differently of its own accord."""
        return self._next, self._cell

    def stir(self, at: int) -> None:
        """Flip, and settle when the next flip comes."""
        if not self._off and not self._left:
            self._left = self._rng.randint(*self._flickers)
        self._off = not self._off
        if not self._off:
            self._left -= 1
        self._next = at + self._rng.randint(*(self._gap_ms if self._off or self._left else self._every_ms))


def parse_flaws(text: str, rng: random.Random, *, ghost: str = "") -> Iterable[Flaw]:
    """Flaws written as `dead:44,stuck:20=M,chatter:12,bounce:0.05`; the numbers are cells, for bounce the chance.

    `ghost` is what a stuck or chattering cell shows when nothing stands there and the text does not say.
    """
    for word in filter(None, text.replace(" ", "").split(",")):
        kind, _, what = word.partition(":")
        number, _, piece = what.partition("=")
        match kind:
            case "dead" if number.isdecimal():
                yield dead(int(number))
            case "stuck" if number.isdecimal() and (piece or ghost):
                yield Stuck(int(number), piece or ghost)
            case "chatter" if number.isdecimal():
                yield Chatter(int(number), rng, ghost=piece or ghost)
            case "bounce":
                yield Bounce(rng, float(what or "0.05"))
            case _:
                raise ValueError(
                    f"{word!r} is not a flaw; write dead:CELL, stuck:CELL=PIECE, chatter:CELL or bounce:CHANCE"
                )
