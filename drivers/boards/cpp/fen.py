"""Positions as the protocol writes them: rows from the top, numbers for empty cells, on a board of any size."""

from __future__ import annotations

import re
from dataclasses import dataclass

from drivers.readings import EMPTY

__all__ = ["LARGEST", "STARTS", "CppPosition", "format_fen", "parse_fen"]

LARGEST = 20
"""Rows and columns of the largest board: rank 20 still has two digits, and no game needs more."""

_ROW = re.compile(r"(?:[1-9][0-9]?(?![0-9])|[pnbrqkPNBRQKmMdDsS?uUwW])+")
_PART = re.compile(r"[0-9]+|[^0-9]")

DRAUGHTS_100 = "1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1"
DRAUGHTS_64 = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

STARTS = {
    "standard": CHESS,
    "chess_960": CHESS,  # or any of the others: the board then says unsync, and shows what stands there
    "draughts_standard": DRAUGHTS_100,
    "draughts_frisian": DRAUGHTS_100,
    "draughts_breakthrough": DRAUGHTS_100,
    "anti_draughts": DRAUGHTS_100,
    "draughts_frysk": "1m1m1m1m1m/10/10/10/10/10/10/10/10/M1M1M1M1M1",
    "draughts_russian": DRAUGHTS_64,
    "draughts_brazilian": DRAUGHTS_64,
    "draughts_english": DRAUGHTS_64,
}
"""Start positions of the variants, white at the bottom."""


@dataclass(frozen=True, slots=True)
class CppPosition:
    """A board of some size, and what stands on it."""

    rows: int
    cols: int
    cells: str


def parse_fen(text: str) -> CppPosition | None:
    """The first word of a FEN; None if it describes no board. What the board cannot name becomes `?`."""
    placement = text.split(" ", 1)[0]
    rows = placement.split("/")
    if not 1 <= len(rows) <= LARGEST or not all(_ROW.fullmatch(row) for row in rows):
        return None
    # Older boards that know colours only write w and b; then b is no bishop.
    colours_only = "w" in placement or "W" in placement
    lines = [_line(row, colours_only) for row in rows]
    cols = len(lines[0])
    if cols > LARGEST or any(len(line) != cols for line in lines):
        return None
    return CppPosition(len(rows), cols, "".join(lines))


def _line(row: str, colours_only: bool) -> str:
    cells = []
    for part in _PART.findall(row):
        if part.isdigit():
            cells.append(EMPTY * int(part))
        else:
            cells.append("?" if part in "?uUwW" or (colours_only and part in "bB") else part)
    return "".join(cells)


def format_fen(position: CppPosition) -> str:
    """The placement, as `begin` wants it."""
    rows = []
    for start in range(0, len(position.cells), position.cols):
        row = position.cells[start : start + position.cols]
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    return "/".join(rows)
