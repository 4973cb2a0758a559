"""The absence of a table's agent: how long nobody was looking before a start. No I/O.

Within one switching-on of the computer that is known exactly, whatever was done to its wall clock. Across it only a
wall clock can tell, and only one that was right both times. Else the computer has been on for some time, and the rest
is unknown.
"""

from __future__ import annotations

from gateway.model.instants import Instant, Millis
from gateway.record.raw import Unobserved
from gateway.record.start_marks import StartMark

from .computer_clock import ComputerTime

__all__ = ["absence"]


def absence(mark: StartMark | None, last: Instant, now: ComputerTime) -> Unobserved:
    """For how long nobody was looking after the instant `last`, which came after the start or moment of `mark`."""
    if mark is None:
        return Unobserved(last, Millis(0))
    seen = last - mark.at
    if mark.boot and mark.boot == now.boot:
        gone = max(0, now.up_ms - mark.up_ms - seen)
        return Unobserved(last, Millis(gone), Millis(gone))
    if mark.synchronised and now.synchronised:
        gone = max(0, now.wall_ms - mark.wall_ms - seen)
        return Unobserved(last, Millis(gone), Millis(gone))
    return Unobserved(last, Millis(now.up_ms if mark.boot and now.boot else 0))
