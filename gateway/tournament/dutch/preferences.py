"""Colour preferences: which side a player should have next, and how much (C.04.3 1.6 and 1.7)."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.sides import Side

__all__ = ["Colours", "Strength"]


class Strength(enum.IntEnum):
    """The strength of a preference for a colour."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Colours(msgspec.Struct, frozen=True):
    """The colours of a player's games. Only games that were played count (C.04.2 3.4)."""

    played: tuple[Side, ...] = ()

    @property
    def difference(self) -> int:
        """Games with white less games with black (1.6)."""
        whites = self.played.count(Side.WHITE)
        return whites - (len(self.played) - whites)

    @property
    def preference(self) -> tuple[Side | None, Strength]:
        """The side that is preferred, and how much (1.7)."""
        if not self.played:
            return None, Strength.NONE  # 1.7.4
        difference, last = self.difference, self.played[-1]
        twice = self.played[-2:] == (last, last)
        if abs(difference) > 1:  # 1.7.1
            return (Side.BLACK if difference > 0 else Side.WHITE), Strength.ABSOLUTE
        if twice:
            return last.other, Strength.ABSOLUTE
        if difference:  # 1.7.2
            return (Side.BLACK if difference > 0 else Side.WHITE), Strength.STRONG
        return last.other, Strength.MILD  # 1.7.3
