"""Waits: how long the sensors must show the same before it means something, in scans of the board or milliseconds."""

from __future__ import annotations

from gateway.model.instants import Millis

__all__ = [
    "ANOMALY_MS",
    "ANOMALY_PRESSED_SCANS",
    "BEHIND_SCANS",
    "BLAME_SCANS",
    "BURST_MS",
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
"""Scans for which a move must stand without a clock: a slid piece shows on each cell for one or two scans."""
SETTLE_CLOCKED_SCANS = 12
"""Scans for which a move must stand while a clock runs, since a press is expected: only who forgets it is waited
for."""
UNSURE_SCANS = 3
"""Scans after a press for which a move must stand that may be a piece in the hand, or half of another move."""
BEHIND_SCANS = 2
"""Scans after the press at which a piece is seen at the latest that is let go after it."""
INFER_SCANS = 2
"""Scans for which something must stand that is explained by more than one move."""
MATCH_SCANS = 8
"""Scans for which the board must show the position for earlier touches to mean nothing any more."""
HELD_SCANS = 15
"""Scans for which somebody may hold a piece in the hand; after that the board means what it shows."""
BLAME_SCANS = 12
"""Scans for which everybody must have waited for a sensor before it is called stuck."""
TWO_PRESSES_SCANS = 6
"""Scans by which a sensor may be behind the hand when two have pressed since."""
ANOMALY_PRESSED_SCANS = 14
"""Scans for which something may be unexplained after a press before it is reported."""
ANOMALY_MS = Millis(10_000)
"""The time for which something may be unexplained before it is reported; players take their time over captured
pieces."""
UNREAD_MS = Millis(20_000)
"""The time for which all pieces but one must stand at the start for nobody to be still setting them up."""
BURST_MS = Millis(1000)
"""The time within which all is heard that was said while nobody looked."""
RELEASE_MS = Millis(400)
"""The time after its press for which a hand may still hold its piece."""
LATE_MS = Millis(6000)
"""The time after the press for which captured pieces may still stand."""
