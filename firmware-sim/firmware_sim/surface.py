"""A physical board: pieces on cells, and the sensors under them.

Cells are numbered row by row from the top left as the device counts; pieces are the letters of `drivers.readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .sensor_flaws import Flaw

__all__ = ["CHESS_START", "DRAUGHTS_START", "EMPTY", "SOMETHING", "SensorGrid", "Surface", "line_between"]

EMPTY = "."
SOMETHING = "?"
"""What a sensor sees that cannot tell pieces apart."""

CHESS_START = "rnbqkbnr" + "p" * 8 + EMPTY * 32 + "P" * 8 + "RNBQKBNR"
DRAUGHTS_START = (".m" * 5 + "m." * 5) * 2 + EMPTY * 20 + (".M" * 5 + "M." * 5) * 2
"""International draughts, white at the bottom, the long main road from the bottom left to the top right."""


class Surface:
    """The pieces of a board. Whoever watches is told which cell was touched, and when."""

    def __init__(self, rows: int, cols: int, cells: str = "") -> None:
        self.rows = rows
        self.cols = cols
        self._cells = list(cells or EMPTY * (rows * cols))
        if len(self._cells) != rows * cols:
            msg = f"a board of {rows}x{cols} has {rows * cols} cells, not {len(self._cells)}"
            raise ValueError(msg)
        self._watchers: list[Callable[[int, int], None]] = []

    @property
    def cells(self) -> str:
        """What stands on every cell, in one string."""
        return "".join(self._cells)

    def __getitem__(self, cell: int) -> str:
        return self._cells[cell]

    def __len__(self) -> int:
        return len(self._cells)

    def watch(self, watcher: Callable[[int, int], None]) -> None:
        """Call `watcher(cell, at)` at every touch."""
        self._watchers.append(watcher)

    def put(self, cell: int, piece: str, at: int) -> None:
        """Put a piece down; what stood there is pushed off the board."""
        self._cells[cell] = piece
        for watcher in self._watchers:
            watcher(cell, at)

    def lift(self, cell: int, at: int) -> str:
        """Take away what stands there."""
        piece = self._cells[cell]
        self.put(cell, EMPTY, at)
        return piece

    def between(self, start: int, end: int) -> Sequence[int]:
        """The cells passed over by a straight slide; none if the line is not straight."""
        return line_between(start, end, self.cols)


def line_between(start: int, end: int, cols: int) -> Sequence[int]:
    """The cells between two on a board with that many columns; none if they are not in line."""
    row, col = divmod(start, cols)
    down, right = end // cols - row, end % cols - col
    steps = max(abs(down), abs(right))
    if steps == 0 or abs(down) not in (0, steps) or abs(right) not in (0, steps):
        return []
    down, right = down // steps, right // steps
    return [(row + i * down) * cols + col + i * right for i in range(1, steps)]


class SensorGrid:
    """The sensors of a board, which sample one cell after another, round and round, as real coils do.

    So a change is seen up to one scan late, one that is undone within a scan may never be seen, and of two changes
    the later may be seen first: the new square of a move before the old one is cleared.
    """

    def __init__(
        self,
        surface: Surface,
        scan_ms: int = 200,
        stirred: Callable[[], None] = lambda: None,
        *,
        tells_pieces: bool = True,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        self._surface = surface
        self._scan_ms = scan_ms
        self._stirred = stirred
        self._tells_pieces = tells_pieces
        self._flaws = tuple(flaws)
        self._shown = [self._read(cell) for cell in range(len(surface))]
        self._due: dict[int, int] = {}
        surface.watch(self._touched)

    @property
    def shown(self) -> str:
        """What the sensors show: every cell as of its last sample."""
        return "".join(self._shown)

    def next_deadline(self) -> int | None:
        """When the next touched cell is sampled, or a bad one changes of its own accord."""
        soonest = min(self._due.values(), default=None)
        for flaw in self._flaws:
            stir = flaw.next_stir()
            if stir is not None and (soonest is None or stir[0] < soonest):
                soonest = stir[0]
        return soonest

    def wake(self, at: int) -> Sequence[tuple[int, str]]:
        """Sample what is due, in the order of the scan; return what changed."""
        for flaw in self._flaws:
            while (stir := flaw.next_stir()) is not None and stir[0] <= at:
                flaw.stir(stir[0])
                self._look_at(stir[1], stir[0])
        changed = []
        for cell in sorted((cell for cell, due in self._due.items() if due <= at), key=lambda cell: self._due[cell]):
            sampled_at = self._due.pop(cell)
            piece = self._read(cell)
            if piece != self._shown[cell]:
                self._shown[cell] = piece
                changed.append((cell, piece))
            if any(flaw.restless(cell) for flaw in self._flaws):
                self._due[cell] = sampled_at + self._scan_ms
        return changed

    def _read(self, cell: int) -> str:
        piece = self._surface[cell]
        if piece != EMPTY and not self._tells_pieces:
            piece = SOMETHING
        for flaw in self._flaws:
            piece = flaw.read(cell, piece)
        return piece

    def _touched(self, cell: int, at: int) -> None:
        for flaw in self._flaws:
            flaw.touched(cell, self._surface[cell])
        self._look_at(cell, at)
        self._stirred()

    def _look_at(self, cell: int, at: int) -> None:
        """Sample the cell when its turn comes."""
        phase = cell * self._scan_ms // len(self._surface)
        rounds = -((phase - at) // self._scan_ms)  # first scan whose turn for this cell is not before `at`
        self._due.setdefault(cell, rounds * self._scan_ms + phase)
