"""The two sides of a game."""

from __future__ import annotations

import enum
from typing import Generic, TypeVar

import msgspec

__all__ = ["SIDES", "BySide", "Side"]


class Side(enum.StrEnum):
    """White or black. Who moves first is a fact of the game, not of the colour."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


SIDES = tuple(Side)
"""Both, for what is gone through with every reading: to go through an enumeration takes five times as long."""

T = TypeVar("T")


class BySide(msgspec.Struct, Generic[T], frozen=True):
    """One value for each side."""

    white: T
    black: T

    def __getitem__(self, side: Side) -> T:
        return self.white if side is Side.WHITE else self.black

    def replace(self, side: Side, value: T) -> BySide[T]:
        """The same pair with one side's value changed."""
        return BySide(value, self.black) if side is Side.WHITE else BySide(self.white, value)
