"""Whose time runs: the side that the lever shows, unless the clock was set running for the other one.

A command can set either side running, and cannot move the lever. From then on the lever says the opposite of whose turn
it is, until it is set again or the display shows otherwise.
"""

from __future__ import annotations

import msgspec

from drivers.readings import ClockTimes, Seat

__all__ = ["LeverOrTurn"]


class LeverOrTurn:
    """The knowledge of lever and turn."""

    def __init__(self) -> None:
        self._crossed = False
        """The side whose lever is down is on move."""
        self._before: ClockTimes | None = None

    def read(self, told: ClockTimes, set_running: Seat | None = None) -> ClockTimes:
        """The times with whose turn it is instead of what the lever shows; `set_running` has just been set so."""
        before, self._before = self._before, told
        if set_running is not None:
            self._crossed = told.up is not set_running
        elif (fell := _counted(before, told)) is not None:
            self._crossed = told.up is not fell
        return msgspec.structs.replace(told, up=told.up.other) if self._crossed else told


def _counted(before: ClockTimes | None, now: ClockTimes) -> Seat | None:
    """The side whose time alone has gone down by a little while the lever stood still and the clock ran."""
    if before is None or not (before.running and now.running) or before.up is not now.up:
        return None
    left, right = before.left_ms - now.left_ms, before.right_ms - now.right_ms
    if 0 < left <= _A_LITTLE_MS and right == 0:
        return Seat.LEFT
    return Seat.RIGHT if 0 < right <= _A_LITTLE_MS and left == 0 else None


_A_LITTLE_MS = 3_000
"""More than that between two messages is no counting: somebody has set the clock."""
