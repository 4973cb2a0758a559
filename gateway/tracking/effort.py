"""Effort of a search: how many positions it may still look at."""

from __future__ import annotations

import msgspec

__all__ = ["COMPARABLE_BITS", "HOPELESS_BITS", "Effort"]

COMPARABLE_BITS = 12
"""Moves that look alike are compared by what people choose if their costs differ by no more than that. It spares effort
and decides nothing: what people choose makes no greater difference good.
"""
HOPELESS_BITS = 40
"""The extra cost beyond which a hypothesis is not carried on. It spares effort: with more, no game was
found to come out otherwise, and with half of it a pawn that became a knight is no longer found out.
"""


class Effort(msgspec.Struct):
    """The effort that a search has left: the event loop has others to serve."""

    left: int = 6000
