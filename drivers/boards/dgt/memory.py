"""The memory of a DGT board (EE_MOVES, 0x8F): every change and press since it was switched on, without a computer.

With it a game can be rebuilt that was played while nobody listened. At 9600 baud the answer takes eight seconds, in
which the board tells nothing else: it is sent on request, and after a lost connection if the board has changed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drivers.readings import Milestone, Past, PastMark, PastTime, Seat, SquareChanged

from .messages import bcd

__all__ = [
    "END",
    "Remembered",
    "StoredChange",
    "StoredEvent",
    "StoredMark",
    "StoredPress",
    "StoredUnknown",
    "parse_memory",
    "recall",
    "remember",
]


class StoredMark(enum.IntEnum):
    """Something that happened to the board as a whole."""

    POWER_UP = 0x6A
    FOUR_ROWS = 0x6C
    """The start position on 10x10: the two middle rows are empty, every other playable field is full."""
    EMPTY = 0x6D
    DOWNLOADED = 0x6E
    BEGIN = 0x6F
    """The start position of chess."""
    BEGIN_ROTATED = 0x7A
    """The start position of chess on a board that was turned round."""
    START = 0x7B
    WATCHDOG = 0x7C


_MILESTONES = {
    StoredMark.POWER_UP: Milestone.POWER,
    StoredMark.FOUR_ROWS: Milestone.START,
    StoredMark.BEGIN: Milestone.START,
    StoredMark.BEGIN_ROTATED: Milestone.START_TURNED,
    StoredMark.EMPTY: Milestone.EMPTY,
}

END = 0x6B
"""The byte behind the last event; no field, code or digit has this value, so it is found without reading the rest."""
_STARTS = (PastMark(Milestone.START), PastMark(Milestone.START_TURNED))
_NOTHING = frozenset({0x00, 0x7F})
_MARKS = frozenset(StoredMark)  # Python 3.11 cannot ask an enum for a number


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A field, and the code that it holds from then on."""

    field: int
    code: int
    quick: bool
    """Less than about 250 ms after the change before it."""


@dataclass(frozen=True, slots=True)
class StoredPress:
    """A time of the clock, kept when the lever moved."""

    left: bool
    seconds: int


@dataclass(frozen=True, slots=True)
class StoredUnknown:
    """A byte that begins nothing known."""

    byte: int


StoredEvent = StoredMark | StoredChange | StoredPress | StoredUnknown


def parse_memory(data: bytes) -> tuple[StoredEvent, ...]:
    """The events in the order they happened, up to the end mark or the end of the bytes."""
    return tuple(_events(iter(data)))


def _events(data: Iterator[int]) -> Iterator[StoredEvent]:
    for byte in data:
        if byte == END:
            return
        if byte in _NOTHING:
            continue
        if 0x40 <= byte <= 0x5F:
            field = next(data, None)
            if field is not None:
                yield StoredChange(field, byte & 0x0F, quick=bool(byte & 0x10))
        elif 0x60 <= byte <= 0x69 or 0x70 <= byte <= 0x79:
            minutes, seconds = bcd(next(data, 0)), bcd(next(data, 0))
            if minutes is None or seconds is None:
                yield StoredUnknown(byte)
            else:
                yield StoredPress(left=bool(byte & 0x10), seconds=(byte & 0x0F) * 3600 + minutes * 60 + seconds)
        elif byte in _MARKS:
            yield StoredMark(byte)
        else:
            yield StoredUnknown(byte)


Remembered = SquareChanged | PastMark | PastTime


def remember(data: bytes, changed: Callable[[int, int], SquareChanged | None]) -> list[Remembered]:
    """Everything that the board remembers; `changed` knows the fields of this board."""
    events: list[Remembered] = []
    for event in parse_memory(data):
        match event:
            case StoredChange(field, code):
                change = changed(field, code)
                events += [] if change is None else [change]
            case StoredPress(left, seconds):
                events.append(PastTime(Seat.LEFT if left else Seat.RIGHT, seconds * 1000))
            case StoredMark() if event in _MILESTONES:
                events.append(PastMark(_MILESTONES[event]))
            case _:
                pass
    return events


def recall(data: bytes, changed: Callable[[int, int], SquareChanged | None]) -> Past:
    """What happened since the pieces last stood in the start position."""
    events = remember(data, changed)
    starts = [place for place, event in enumerate(events) if event in _STARTS]
    return Past(tuple(events[starts[-1] if starts else 0 :]))
