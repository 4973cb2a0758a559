"""The names and the order of squares on Square Off boards, and what their batteries' voltage means."""

from __future__ import annotations

from drivers.readings import EMPTY

__all__ = ["SEEN", "cell", "name", "parse_bitmap", "percent"]

SEEN = "?"
"""An occupied square: the sensors cannot tell by what."""


def cell(square: bytes) -> int:
    """`b"e2"` to the cell, counted row by row from a8."""
    return (ord("8") - square[1]) * 8 + square[0] - ord("a")


def name(square: int) -> str:
    """The cell to `"e2"`."""
    return f"{'abcdefgh'[square % 8]}{8 - square // 8}"


def parse_bitmap(bits: bytes) -> str:
    """64 characters 0 and 1 in the order a1 to a8, b1 to b8, ... as the cells of a snapshot."""
    return "".join(SEEN if bits[col * 8 + 7 - row] == ord("1") else EMPTY for row in range(8) for col in range(8))


def percent(millivolts: float) -> int:
    """The charge at a voltage: the line through the two points at which a Neo told both, 73 and 76 percent."""
    return max(0, min(100, round(73 + (millivolts - 3752.5) * 3 / 39.5)))
