"""What a DGT board remembers (EE_MOVES, 0x8F): every change and press since it was switched on, without a computer.

With it a game can be rebuilt that was played while nobody listened. Nothing asks for it yet: at 9600 baud the answer
takes eight seconds, in which the board tells nothing else.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from .messages import bcd

__all__ = ["Change", "Event", "Mark", "Press", "Strange", "parse_history"]


class Mark(enum.IntEnum):
    """Something that happened to the board as a whole."""

    POWER_UP = 0x6A
    FOUR_ROWS = 0x6C
    """On 10x10 the start position: the two middle rows are empty, every other playable field is full."""
    EMPTY = 0x6D
    DOWNLOADED = 0x6E
    BEGIN = 0x6F
    """The start position of chess."""
    BEGIN_ROTATED = 0x7A
    """The same on a board that was turned round."""
    START = 0x7B
    WATCHDOG = 0x7C


_END = 0x6B
_NOTHING = frozenset({0x00, 0x7F})
_MARKS = frozenset(Mark)  # Python 3.11 cannot ask an enum for a number


@dataclass(frozen=True, slots=True)
class Change:
    """A field now holds this code."""

    field: int
    code: int
    quick: bool
    """Less than about 250 ms after the change before it."""


@dataclass(frozen=True, slots=True)
class Press:
    """A time of the clock, kept when the lever moved."""

    left: bool
    seconds: int


@dataclass(frozen=True, slots=True)
class Strange:
    """A byte that begins nothing known."""

    byte: int


Event = Mark | Change | Press | Strange


def parse_history(data: bytes) -> tuple[Event, ...]:
    """The events in the order they happened, up to the end mark or the end of the bytes."""
    return tuple(_events(iter(data)))


def _events(data: Iterator[int]) -> Iterator[Event]:
    for byte in data:
        if byte == _END:
            return
        if byte in _NOTHING:
            continue
        if 0x40 <= byte <= 0x5F:
            field = next(data, None)
            if field is not None:
                yield Change(field, byte & 0x0F, quick=bool(byte & 0x10))
        elif 0x60 <= byte <= 0x69 or 0x70 <= byte <= 0x79:
            minutes, seconds = bcd(next(data, 0)), bcd(next(data, 0))
            if minutes is None or seconds is None:
                yield Strange(byte)
            else:
                yield Press(left=bool(byte & 0x10), seconds=(byte & 0x0F) * 3600 + minutes * 60 + seconds)
        elif byte in _MARKS:
            yield Mark(byte)
        else:
            yield Strange(byte)
