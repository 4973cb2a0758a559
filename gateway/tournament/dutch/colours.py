"""The allocation of colours: who of a pair gets which side, and by which article (C.04.3 article 5)."""

from __future__ import annotations

import enum

from gateway.model.sides import Side
from gateway.tournament.dutch.field import Player
from gateway.tournament.dutch.preferences import Strength

__all__ = ["ColourRule", "allocate", "same_preference"]


class ColourRule(enum.StrEnum):
    """The article by which a pair's colours were decided."""

    BOTH_GRANTED = "5.2.1"
    STRONGER = "5.2.2"
    ALTERNATE = "5.2.3"
    HIGHER_RANKED = "5.2.4"
    INITIAL = "5.2.5"


def same_preference(one: Player, other: Player) -> bool:
    """Whether both prefer the same side, so that one of them will not get it."""
    return one.preference is not None and one.preference is other.preference


def allocate(higher: Player, lower: Player, initial: Side) -> tuple[Side, ColourRule]:
    """The side of the higher ranked of a pair, and the article that decides it (5.2)."""
    one, other = higher.preference, lower.preference
    if one is not other:
        if one is not None:
            return one, ColourRule.BOTH_GRANTED
        if other is not None:
            return other.other, ColourRule.BOTH_GRANTED
    if one is not None:
        if higher.strength != lower.strength:
            return (one if higher.strength > lower.strength else one.other), ColourRule.STRONGER
        if higher.strength is Strength.ABSOLUTE and abs(higher.difference) != abs(lower.difference):
            return (one if abs(higher.difference) > abs(lower.difference) else one.other), ColourRule.STRONGER
    for mine, theirs in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
        if mine is not theirs:
            return mine.other, ColourRule.ALTERNATE
    if one is not None:
        return one, ColourRule.HIGHER_RANKED
    return (initial if higher.tpn % 2 else initial.other), ColourRule.INITIAL
