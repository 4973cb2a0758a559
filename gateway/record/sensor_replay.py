"""The replay of what sensors showed: raw readings of a stretch of time, for an arbiter who looks at a dispute.

It travels in parts, since a stretch may be long; it is for arbiters only, and in no record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from drivers.readings import Reading, Seat
from gateway.model.instants import Instant

from .wire import Form

__all__ = [
    "LONGEST_REPLAY_MS",
    "MOST_READINGS",
    "REPLAY_PART",
    "ReplayCollector",
    "ReplayPart",
    "SensorReading",
    "SensorReplay",
    "replay_parts",
]

LONGEST_REPLAY_MS = 60_000
"""The longest stretch that is sent upon one request."""
MOST_READINGS = 4000
"""The most readings of one stretch; a board that sends more of them in a minute is broken."""
_READINGS = 200
"""Readings of a part: even where each is a whole board, any broker takes it."""
_PARTS_MAX = MOST_READINGS // _READINGS


class SensorReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reading and when it came. Cells are those of the game's board, as White sees it."""

    at: Instant
    reading: Reading
    clock: bool = False
    """It came from a clock that is a device of its own."""


class SensorReplay(msgspec.Struct, frozen=True, omit_defaults=True):
    """The readings of a table's sensors between two instants."""

    since: Instant
    upto: Instant
    rows: int
    cols: int
    shown: str
    """What they showed at the beginning; empty if that is not known."""
    white: Seat
    """Where White sits, seen from the clock's front."""
    readings: tuple[SensorReading, ...]
    complete: bool = True
    """False: there were more readings than are sent, and the last of them are missing."""


class ReplayPart(msgspec.Struct, frozen=True):
    """One part of the answer to `send_readings`; each tells the same of the whole, and its own readings."""

    id: str
    """The command's."""
    part: Annotated[int, msgspec.Meta(ge=1, le=_PARTS_MAX)]
    """From 1."""
    of: Annotated[int, msgspec.Meta(ge=1, le=_PARTS_MAX)]
    replay: SensorReplay


REPLAY_PART = Form(ReplayPart)


def replay_parts(command: str, replay: SensorReplay) -> Iterator[ReplayPart]:
    """A replay in parts; one at least."""
    readings = replay.readings[:MOST_READINGS]
    complete = replay.complete and len(readings) == len(replay.readings)
    cuts = range(0, max(1, len(readings)), _READINGS)
    for part, cut in enumerate(cuts, 1):
        some = msgspec.structs.replace(replay, readings=readings[cut : cut + _READINGS], complete=complete)
        yield ReplayPart(command, part, len(cuts), some)


class ReplayCollector:
    """The parts of one answer, in whatever order they come, and however often."""

    def __init__(self) -> None:
        self._parts: dict[int, ReplayPart] = {}

    @property
    def count(self) -> int:
        """How many parts are there."""
        return len(self._parts)

    def take(self, part: ReplayPart) -> SensorReplay | None:
        """Take a part; the whole with the last one that was missing. Parts of another answer begin anew."""
        if any(part.of != each.of for each in self._parts.values()) or part.part > part.of:
            self._parts = {}
        self._parts[part.part] = part
        if len(self._parts) < part.of:
            return None
        parts = [self._parts[number] for number in sorted(self._parts)]
        readings = tuple(reading for each in parts for reading in each.replay.readings)
        return msgspec.structs.replace(parts[0].replay, readings=readings)
