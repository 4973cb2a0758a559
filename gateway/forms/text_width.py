"""The width of a text, without a font: near enough to choose a size or to cut a name."""

from __future__ import annotations

__all__ = ["cut_to", "ems"]

_LETTER, _CAPITAL, _CHARACTER = 0.56, 0.68, 1.0
"""Widths in parts of the size of the letters; a Chinese character is as wide as it is high."""
_FIRST_CHINESE = 0x2E80


def ems(text: str) -> float:
    """The width of a text, in sizes of its letters."""
    return sum(map(_width, text))


def cut_to(text: str, room: float) -> str:
    """The text, or as much of it as fits into so many sizes of its letters."""
    if ems(text) <= room:
        return text
    kept, used = "", _width("…")
    for letter in text:
        used += _width(letter)
        if used > room:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _width(letter: str) -> float:
    if ord(letter) >= _FIRST_CHINESE:
        return _CHARACTER
    return _CAPITAL if letter.isupper() else _LETTER
