"""The games of draughts, made from their variants."""

from __future__ import annotations

from . import variants
from .draughts import Draughts

__all__ = ["INTERNATIONAL"]

INTERNATIONAL = Draughts(variants.INTERNATIONAL)
