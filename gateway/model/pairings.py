"""Rounds and pairings, as an event names them."""

from __future__ import annotations

from typing import NewType

__all__ = ["PairingId", "RoundNumber"]

PairingId = NewType("PairingId", str)
"""One game between two persons, as the event has paired them."""
RoundNumber = NewType("RoundNumber", int)
"""The number of a round, from 1; 0 where there are no rounds."""
