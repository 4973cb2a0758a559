"""Letters of seven segments, for the six characters of a DGT XL."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["SEGMENTS", "WIDTH", "segments"]

WIDTH = 6

# Bits: 01 top, 02 right top, 04 right bottom, 08 bottom, 10 left bottom, 20 left top, 40 middle.
SEGMENTS: Mapping[str, int] = {
    " ": 0x00, "-": 0x40, "_": 0x08, "=": 0x48,
    "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D, "7": 0x07, "8": 0x7F, "9": 0x6F,
    "A": 0x77, "B": 0x7C, "C": 0x39, "D": 0x5E, "E": 0x79, "F": 0x71, "G": 0x3D, "H": 0x76, "I": 0x06, "J": 0x1E,
    "K": 0x75, "L": 0x38, "M": 0x37, "N": 0x54, "O": 0x3F, "P": 0x73, "Q": 0x67, "R": 0x50, "S": 0x6D, "T": 0x78,
    "U": 0x3E, "V": 0x1C, "W": 0x7E, "X": 0x76, "Y": 0x6E, "Z": 0x5B,
}  # fmt: skip
"""The segments of each letter. K, M, V, W and X have no good shape; these are the usual make-dos."""


def segments(text: str) -> bytes | None:
    """The six characters in the order that they are written in; None for a text that has no such form."""
    letters = text.upper()
    if len(letters) > WIDTH or any(letter not in SEGMENTS for letter in letters):
        return None
    return bytes(SEGMENTS[letter] for letter in letters.ljust(WIDTH))
