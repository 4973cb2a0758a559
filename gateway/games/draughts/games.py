"""The games of draughts, made from their variants."""

from __future__ import annotations

from . import variants
from .draughts import Draughts

__all__ = ["BRAZILIAN", "INTERNATIONAL", "RUSSIAN"]

INTERNATIONAL = Draughts(variants.INTERNATIONAL)
RUSSIAN = Draughts(variants.RUSSIAN)
BRAZILIAN = Draughts(variants.BRAZILIAN)
