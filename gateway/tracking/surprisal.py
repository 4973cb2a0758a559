"""Surprisal, the unit in which tracking reckons: -log2 of how often something happens, in bits."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable

import msgspec

__all__ = ["Cost", "Limit", "Per", "total"]


class Per(enum.StrEnum):
    """The occasions on which a cost may be charged."""

    MOVE = "moves"
    PIECE_MOVE = "moves of a piece"
    ARRIVAL = "moves of a piece to a free cell"
    STEP = "moves of a piece to a free cell, in one step and without a crown"
    PASSAGE = "moves of a piece over free cells"
    CROWNING = "moves by which a piece is crowned"
    REPLACEMENT = "captures by which one piece takes another one's place"
    LOOKALIKE = "captures by which one piece takes the place of another that looks the same"
    TOUCHED = "cells touched besides a move"
    LIFTED = "pieces lifted besides a move, and put back before the press"
    MOVE_AT_ONCE = "moves, as they look a scan after the press"
    REMOVAL_AT_ONCE = "captured pieces and castled rooks, as they stand a scan after the press"


class Cost(msgspec.Struct, frozen=True, eq=False):
    """The cost of something that happens while moves are made: how surprising it is, in bits."""

    bits: int
    meaning: str
    per: Per | None = None
    """None: it cannot be counted where the moves are known, and `why` says where it comes from."""
    charged: int = 0
    """How often the moves that were played are charged with it."""
    occasions: int = 0
    """How often they might have been."""
    why: str = ""
    """Why the cost is not what was counted."""

    @property
    def counted_bits(self) -> float | None:
        """The surprisal as it was counted; None if it never happened."""
        return -math.log2(self.charged / self.occasions) if self.charged else None


class Limit(msgspec.Struct, frozen=True, eq=False):
    """A limit, in bits: by how much hypotheses may differ, or what one may cost, for something to be done."""

    bits: int
    meaning: str


def total(charged: Iterable[Cost]) -> int:
    """Cost of all that happened, in bits."""
    return sum(cost.bits for cost in charged)
