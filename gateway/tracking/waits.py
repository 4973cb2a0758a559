"""Waits: how long the sensors must show the same before it means something, in scans of the board or milliseconds."""

from __future__ import annotations

from gateway.model.instants import Millis

__all__ = [
    "ANOMALY_MS",
    "ANOMALY_PRESSED_SCANS",
    "BEHIND_SCANS",
    "BLAME_SCANS",
    "HELD_SCANS",
    "INFER_SCANS",
    "LATE_MS",
    "MATCH_SCANS",
    "RELEASE_MS",
    "SETTLE_CLOCKED_SCANS",
    "SETTLE_SCANS",
    "TWO_PRESSES_SCANS",
    "UNREAD_MS",
    "UNSURE_SCANS",
]

SETTLE_SCANS = 4
"""How long a move must stand without a clock: a slid piece shows on each cell for one or two scans."""
SETTLE_CLOCKED_SCANS = 12
"""How long a move must stand while a clock runs, since a press is expected: only who forgets it is waited for."""
UNSURE_SCANS = 3
"""How long after a press a move must stand that may be a piece in the hand, or half of another move."""
BEHIND_SCANS = 2
"""How long after the press a piece is seen at the latest that is let go after it."""
INFER_SCANS = 2
"""How long something must stand that is explained by more than one move."""
MATCH_SCANS = 8
"""How long the board must show the position for what was touched before to mean nothing any more."""
HELD_SCANS = 15
"""How long somebody may hold a piece in the hand; after that the board means what it shows."""
BLAME_SCANS = 12
"""How long everybody must have waited for a sensor before it is called stuck."""
TWO_PRESSES_SCANS = 6
"""How long a sensor may be behind the hand when two have pressed since."""
ANOMALY_PRESSED_SCANS = 14
"""How long something may be unexplained after a press before it is reported."""
ANOMALY_MS = Millis(10_000)
"""How long something may be unexplained before it is reported; players take their time over captured pieces."""
UNREAD_MS = Millis(20_000)
"""How long all pieces but one must stand in the start position for nobody to be still setting them up."""
RELEASE_MS = Millis(400)
"""How long after its press a hand may still hold its piece."""
LATE_MS = Millis(6000)
"""How long after the press captured pieces may still stand."""
