"""Who may see what. Anything new is for arbiters only until it is listed here as public."""

from __future__ import annotations

from gateway.referee.inputs import Clocked, DeviceChanged, Input, Moved, Retracted, SetUp
from gateway.referee.rulings import Ended, Paused, Resumed, Ruling, Started

from .entries import See

__all__ = ["audience"]

_PUBLIC = (SetUp, Moved, Retracted, Clocked, DeviceChanged, Started, Paused, Resumed, Ended)


def audience(what: Input | Ruling) -> See:
    """Who may see an entry that holds this."""
    return See.ALL if isinstance(what, _PUBLIC) else See.ARBITERS
