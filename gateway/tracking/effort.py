"""Effort of a search: how many positions it may still look at."""

from __future__ import annotations

import msgspec

__all__ = ["Effort"]


class Effort(msgspec.Struct):
    """What is left: nobody plays what takes more, and the event loop has others to serve."""

    left: int = 6000
