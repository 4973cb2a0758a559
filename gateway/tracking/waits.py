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
"""Without a clock a move counts after this many scans: a slid piece shows on each cell for one or two."""
SETTLE_CLOCKED_SCANS = 12
"""While a clock runs a press is expected; only a player who forgets it is waited for so long."""
UNSURE_SCANS = 3
"""After a press a move that may be a piece in the hand, or half of another move, is waited for so long."""
BEHIND_SCANS = 2
"""A piece that is let go after the press is seen by then."""
INFER_SCANS = 2
"""What is explained by more than one move must have stood for so long."""
MATCH_SCANS = 8
"""When the board has shown the position for so long, what was touched before means nothing any more."""
HELD_SCANS = 15
"""Somebody may hold a piece in the hand for so long; after that the board means what it shows."""
BLAME_SCANS = 12
"""A sensor is called stuck only when everybody has waited for it for so long."""
TWO_PRESSES_SCANS = 6
"""A sensor may be behind the hand for so long when two have pressed since."""
ANOMALY_PRESSED_SCANS = 14
"""How long something may be unexplained after a press before it is reported."""
ANOMALY_MS = Millis(10_000)
"""How long something may be unexplained before it is reported; players take their time over captured pieces."""
UNREAD_MS = Millis(20_000)
"""When all pieces but one have stood in the start position for so long, nobody is still setting them up."""
RELEASE_MS = Millis(400)
"""A hand that presses first has let go of its piece by then."""
LATE_MS = Millis(6000)
"""Captured pieces are off the board by then."""
