"""Surprisal, the unit in which tracking reckons: -log2 of how often something happens, in bits."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

__all__ = ["Cost", "Limit", "total"]


class Cost(msgspec.Struct, frozen=True, eq=False):
    """Something that happens while moves are made, and how surprising that is."""

    bits: int
    meaning: str


class Limit(msgspec.Struct, frozen=True, eq=False):
    """By how much hypotheses may differ, or what one may cost, for something to be done."""

    bits: int
    meaning: str


def total(charged: Iterable[Cost]) -> int:
    """Cost of all that happened, in bits."""
    return sum(cost.bits for cost in charged)
