"""What a DGT board remembers (EE_MOVES, 0x8F): every change and press since it was switched on, without a computer.

With it a game can be rebuilt that was played while nobody listened. At 9600 baud the answer takes eight seconds, in
which the board tells nothing else: it is sent on request only.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drivers.readings import Milestone, Past, PastMark, PastTime, Seat, SquareChanged

from .messages import bcd

__all__ = ["Change", "Event", "Mark", "Press", "Strange", "parse_history", "recall"]


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


_MILESTONES = {
    Mark.POWER_UP: Milestone.POWER,
    Mark.FOUR_ROWS: Milestone.START,
    Mark.BEGIN: Milestone.START,
    Mark.BEGIN_ROTATED: Milestone.START_TURNED,
    Mark.EMPTY: Milestone.EMPTY,
}

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


def recall(data: bytes, changed: Callable[[int, int], SquareChanged | None]) -> Past:
    """What happened since the pieces last stood in the start position; `changed` knows the fields of this board."""
    events: list[SquareChanged | PastMark | PastTime] = []
    for event in parse_history(data):
        match event:
            case Change(field, code):
                change = changed(field, code)
                events += [] if change is None else [change]
            case Press(left, seconds):
                events.append(PastTime(Seat.LEFT if left else Seat.RIGHT, seconds * 1000))
            case Mark() if event in _MILESTONES:
                what = _MILESTONES[event]
                if what in (Milestone.START, Milestone.START_TURNED):
                    events.clear()
                events.append(PastMark(what))
            case _:
                pass
    return Past(tuple(events))
