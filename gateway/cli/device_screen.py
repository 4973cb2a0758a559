"""A device in the terminal: its board as a drawing, its clock, and the last things it said."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from drivers.readings import (
    Battery,
    ClockTimes,
    Identity,
    LinkDown,
    LinkUp,
    Seat,
    Snapshot,
    SquareChanged,
    Stamped,
)

from .decode import format_reading

__all__ = ["Face"]

GLYPHS = {
    **dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True)),
    "M": "⛀", "D": "⛁", "m": "⛂", "d": "⛃", "S": "○", "s": "●", "?": "◆", ".": "·",
}  # fmt: skip

LINES = 6


class Face:
    """The screen of one device: its board, its clock, its last words."""

    def __init__(self, title: str, url: str, sizes: Sequence[tuple[int, int]] = ()) -> None:
        """`sizes` are the boards that it may be, for one that never shows itself whole."""
        self._sizes = sizes
        self._title = title
        self._url = url
        self._cells = ""
        self._cols = 0
        self._touched: int | None = None
        self._status = "not yet heard"
        self._clock = ""
        self._battery = ""
        self._said: deque[str] = deque(maxlen=LINES)

    def take(self, stamped: Stamped) -> None:
        """One more reading."""
        reading = stamped.reading
        self._said.append(format_reading(reading, stamped.at))
        match reading:
            case Snapshot(_, cols, cells):
                self._cells, self._cols, self._touched = cells, cols, None
            case SquareChanged(cell, piece):
                if cell >= len(self._cells):
                    self._begin(cell)
                self._cells = self._cells[:cell] + piece + self._cells[cell + 1 :]
                self._touched = cell
            case ClockTimes():
                self._clock = _times(reading)
            case Battery(percent, charging):
                self._battery = f"battery {percent} %{', charging' if charging else ''}"
            case Identity(product, serial):
                self._title = " ".join(filter(None, (product, serial)))
            case LinkUp():
                self._status = "connected"
            case LinkDown(reason):
                self._status = reason
                self._cells = ""
            case _:
                pass

    def _begin(self, cell: int) -> None:
        """An empty board that has this cell."""
        rows, self._cols = next((size for size in self._sizes if cell < size[0] * size[1]), (cell + 1, 1))
        self._cells = "." * (rows * self._cols)

    def draw(self) -> RenderableType:
        """What the board shows now."""
        board = Text()
        for cell, piece in enumerate(self._cells):
            style = "reverse" if cell == self._touched else "bold" if piece != "." else "dim"
            board.append(f"{GLYPHS.get(piece, piece)} ", style=style)
            if cell % self._cols == self._cols - 1:
                board.append("\n")
        parts = [self._url, self._status, self._clock, self._battery]
        about = Text("\n".join(filter(None, parts)))
        said = Text("\n".join(line[:110] for line in self._said), style="dim")
        return Panel(Group(about, board, said), title=self._title)


def _times(times: ClockTimes) -> str:
    def face(seat: Seat) -> str:
        seconds = (times.left_ms if seat is Seat.LEFT else times.right_ms) // 1000
        mark = "▶" if times.running and times.up is seat else " "
        return f"{mark}{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"

    return f"left {face(Seat.LEFT)}   right {face(Seat.RIGHT)}"
