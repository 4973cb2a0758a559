"""The absence of a table's agent, or of the relay: how long nobody was looking before a start.

Within one switching-on of the computer that is known exactly, whatever was done to its wall clock. Across it only a
wall clock can tell, and only one that was right both times. Else the computer has been on for some time, and the rest
is unknown.
"""

from __future__ import annotations

from typing import NamedTuple

from gateway.model.instants import Instant, Millis

from .raw import Unobserved
from .start_marks import StartMark

__all__ = ["ComputerTime", "absence"]

_JITTER_MS = 100
"""Clocks that run at slightly different speeds may make an instant seem a little ahead; more than that is nonsense."""


class ComputerTime(NamedTuple):
    """All that a computer knows of a moment."""

    boot: str
    """Another one each time it is switched on; empty where that cannot be known."""
    up_ms: int
    """How long it has been on, asleep or not: never set by anybody."""
    wall_ms: int
    synchronised: bool
    """The wall clock follows one that is right, as the kernel was told by whoever keeps it."""


def absence(mark: StartMark | None, last: Instant, now: ComputerTime) -> Unobserved:
    """For how long nobody was looking after the instant `last`, which came after the start or moment of `mark`."""
    if mark is None:
        return Unobserved(last, Millis(0))
    seen, gone = last - mark.at, -_JITTER_MS - 1
    if mark.boot and mark.boot == now.boot:
        gone = now.up_ms - mark.up_ms - seen
    elif mark.synchronised and now.synchronised:
        gone = now.wall_ms - mark.wall_ms - seen
    if gone >= -_JITTER_MS:
        return Unobserved(last, Millis(max(0, gone)), Millis(max(0, gone)))
    switched_on = mark.boot and now.boot and mark.boot != now.boot
    return Unobserved(last, Millis(now.up_ms if switched_on else 0))
