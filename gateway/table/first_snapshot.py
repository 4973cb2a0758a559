"""The first snapshot of a board: how long it is waited for, and what a board that cannot give one says."""

from __future__ import annotations

from drivers.readings import LinkDown, LinkUp, Reading, RequestAnswer
from drivers.requests import ReadBoard, tag
from gateway.model.instants import Instant

from .state import Table

__all__ = ["SHOWN_MS", "awaited_until", "is_refused"]

SHOWN_MS = 30_000
"""The time that a board may take to show itself once it is connected; one with a memory is held back for 15 s at
most."""

_READ_BOARD = tag(ReadBoard())


def is_refused(reading: Reading) -> bool:
    """Whether the board says that it cannot show what stands on it."""
    return isinstance(reading, RequestAnswer) and reading.request == _READ_BOARD and not reading.ok


def awaited_until(table: Table, reading: Reading, at: Instant) -> Instant | None:
    """The instant by which a connected board must have shown what stands on it: now, if it says that it cannot."""
    if table.tracker.sensors.raw is not None or isinstance(reading, LinkDown):
        return None
    if isinstance(reading, LinkUp):
        return Instant(at + SHOWN_MS)
    return at if is_refused(reading) and table.devices.board.online else table.shown_by
