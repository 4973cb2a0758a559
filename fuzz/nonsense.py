"""What a board may show that nobody plays: pieces anywhere, bad sensors, hands that clear the table, presses at will.

Each kind is an endless row of steps: how long to wait, then a reading, or a side that presses. `Setting` keeps what
stands on the board meanwhile, and asks the watcher for the position where nonsense must come near to sense.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drivers.readings import EMPTY, LinkDown, Reading, Snapshot, SquareChanged
from gateway.games.game import Game, Position
from gateway.model.sides import Side
from gateway.tracking.vision import Vision

__all__ = ["KINDS", "RANDOM", "Setting", "Step", "letters", "steps"]

Step = tuple[int, Reading | Side]
"""Milliseconds to wait; then what is read, or who presses."""


def letters(game: Game, vision: Vision) -> str:
    """The letters that a sensor of this board may report."""
    if vision is Vision.OCCUPANCY:
        return "?"
    family = game.name.partition("-")[0]
    return {"draughts": "MmDd", "chess": "PNBRQKpnbrqk"}.get(family, "Ss")


@dataclass(slots=True)
class Setting:
    """A board that somebody plays about with."""

    game: Game
    vision: Vision
    rng: random.Random
    position: Callable[[], Position]
    """The position by the rules, as far as the watcher has come."""
    cells: list[str]

    @property
    def letters(self) -> str:
        """The letters that a sensor may report."""
        return letters(self.game, self.vision)

    @property
    def stones(self) -> bool:
        """Stones are put; nothing moves."""
        return self.game.name.partition("-")[0] in {"renju", "gomoku"}

    def shown(self, board: str) -> str:
        """What this board shows where these pieces stand."""
        if self.vision is Vision.PIECES:
            return board
        return "".join(EMPTY if piece == EMPTY else "?" for piece in board)

    def put(self, cell: int, piece: str) -> Reading:
        """One cell shows something else."""
        self.cells[cell] = piece
        return SquareChanged(cell, piece)

    def whole(self, board: str | None = None) -> Reading:
        """The whole board, after it was set up otherwise."""
        if board is not None:
            self.cells = list(self.shown(board))
        return Snapshot(self.game.rows, self.game.cols, "".join(self.cells))

    def somewhere(self, *, occupied: bool) -> int | None:
        """A cell with something on it, or without."""
        cells = [cell for cell, piece in enumerate(self.cells) if (piece != EMPTY) is occupied]
        return self.rng.choice(cells) if cells else None

    def another(self, cell: int) -> str:
        """A letter that the cell does not show now."""
        return self.rng.choice([piece for piece in EMPTY + self.letters if piece != self.cells[cell]])


def _snapshots(setting: Setting) -> Iterator[Step]:
    """Pictures of which every cell is random."""
    rng = setting.rng
    while True:
        density = rng.random()
        cells = (rng.choice(setting.letters) if rng.random() < density else EMPTY for _ in setting.cells)
        yield round(rng.expovariate(1 / 4000)), setting.whole("".join(cells))


def _toggles(setting: Setting) -> Iterator[Step]:
    """Cells that change one by one, at any rate."""
    rng = setting.rng
    while True:
        mean = rng.choice((100, 500, 2000, 5000))
        for _ in range(rng.randint(1, 40)):
            cell = rng.randrange(len(setting.cells))
            yield round(rng.expovariate(1 / mean)), setting.put(cell, setting.another(cell))


def _near(setting: Setting) -> Iterator[Step]:
    """The position with a few cells wrong, or a legal move with something else beside it."""
    rng = setting.rng
    while True:
        position = setting.position()
        legal = [move for move in position.moves() if move.path]
        if legal and rng.random() < 0.5:
            position = position.play(rng.choice(legal))
        wanted = list(setting.shown(position.board()))
        for cell in rng.sample(range(len(wanted)), rng.randint(1, 6)):
            wanted[cell] = rng.choice((EMPTY, *setting.letters))
        yield from _arrange(setting, "".join(wanted), 250)
        yield round(rng.expovariate(1 / 4000)), setting.put(*_same(setting))


def _handled(setting: Setting) -> Iterator[Step]:
    """Pieces that are lifted and put anywhere, whosesoever they are; now and then all is put right."""
    rng = setting.rng
    while True:
        pause = rng.choice((200, 800, 3000))
        start, end = setting.somewhere(occupied=True), setting.somewhere(occupied=False)
        if start is None or end is None or rng.random() < 0.05:
            yield from _arrange(setting, setting.shown(setting.position().board()), 300)
            yield round(rng.expovariate(1 / 3000)), setting.put(*_same(setting))
            continue
        piece = setting.cells[start]
        yield round(rng.expovariate(1 / pause)), setting.put(start, EMPTY)
        if rng.random() < 0.8:
            yield round(rng.expovariate(1 / pause)), setting.put(end, piece)


def _chatter(setting: Setting) -> Iterator[Step]:
    """A few cells that go off and on, while the rest of the board stands."""
    rng = setting.rng
    while True:
        bad = rng.sample(range(len(setting.cells)), rng.randint(1, 4))
        for _ in range(rng.randint(1, 60)):
            cell = rng.choice(bad)
            gap = rng.choice((40, 150, 300, 1500, 12_000))
            yield round(rng.expovariate(1 / gap)), setting.put(cell, setting.another(cell))
        if rng.random() < 0.7:
            yield from _arrange(setting, setting.shown(setting.position().board()), 200)


def _reset(setting: Setting) -> Iterator[Step]:
    """Somebody clears the board and sets up something else on it, piece by piece."""
    rng = setting.rng
    while True:
        yield from _arrange(setting, EMPTY * len(setting.cells), 300)
        position = setting.game.start()
        for _ in range(rng.randint(0, 30)):
            legal = [move for move in position.moves() if move.path]
            if not legal:
                break
            position = position.play(rng.choice(legal))
        yield from _arrange(setting, setting.shown(position.board()), 500)
        yield round(rng.expovariate(1 / 20_000)), setting.put(*_same(setting))


def _arrange(setting: Setting, wanted: str, pause: int) -> Iterator[Step]:
    """Make the board show this, in any order."""
    rng = setting.rng
    cells = [cell for cell, piece in enumerate(wanted) if piece != setting.cells[cell]]
    rng.shuffle(cells)
    for cell in cells:
        yield round(rng.expovariate(1 / pause)), setting.put(cell, wanted[cell])


def _same(setting: Setting) -> tuple[int, str]:
    """Nothing changes: time passes."""
    return 0, setting.cells[0]


KINDS: dict[str, Callable[[Setting], Iterator[Step]]] = {
    "snapshots": _snapshots,
    "toggles": _toggles,
    "near": _near,
    "handled": _handled,
    "chatter": _chatter,
    "reset": _reset,
}

RANDOM = ("snapshots", "toggles")
"""Kinds that have nothing to do with the position."""


def steps(setting: Setting, kind: str) -> Iterator[Step]:
    """One kind of nonsense, with presses as it happens, and with the link lost now and then."""
    rng = setting.rng
    pressing = rng.choice((0.0, 0.05, 0.3))
    lever = itertools.cycle(Side) if rng.random() < 0.7 else None  # two buttons may be pressed in any order
    for step in KINDS[kind](setting):
        yield step
        if rng.random() < pressing:
            yield round(rng.expovariate(1 / 600)), next(lever) if lever else rng.choice(list(Side))
        if rng.random() < 0.003:
            yield 500, LinkDown("unplugged")
            yield round(rng.expovariate(1 / 10_000)), setting.whole()
