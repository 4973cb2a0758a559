"""What an event calls its rounds, and who meets whom in one."""

from __future__ import annotations

from typing import NewType

__all__ = ["PairingId", "RoundNumber"]

PairingId = NewType("PairingId", str)
"""One game between two persons, as the event has paired them."""
RoundNumber = NewType("RoundNumber", int)
"""From 1; 0 where there are no rounds."""
