"""Effort of a search: how many positions it may still look at."""

from __future__ import annotations

import msgspec

__all__ = ["COMPARABLE_BITS", "Effort"]

COMPARABLE_BITS = 12
"""Moves that look alike are compared by what people choose if their costs differ by no more than that. It spares effort
and decides nothing: what people choose makes no greater difference good.
"""


class Effort(msgspec.Struct):
    """What is left: nobody plays what takes more, and the event loop has others to serve."""

    left: int = 6000
