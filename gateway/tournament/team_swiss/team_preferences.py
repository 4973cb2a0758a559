"""Colour preferences of teams (C.04.6 1.6, 1.7): never absolute, and by types A and B made differently."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gateway.model.sides import Side
from gateway.tournament.team_swiss.team_rules import PreferenceType

__all__ = ["ColourPreference", "preference_of"]


class ColourPreference(msgspec.Struct, frozen=True):
    """The side that a team should have next."""

    side: Side
    is_strong: bool = False
    """Of type B; those of type A are of one kind."""


def preference_of(sides: Sequence[Side], kind: PreferenceType, *, is_last_round: bool) -> ColourPreference | None:
    """What a team prefers that had these sides in the matches that were played; None: nothing."""
    if kind is PreferenceType.NONE or not sides:
        return None
    graded = kind is PreferenceType.GRADED
    difference = 2 * list(sides).count(Side.WHITE) - len(sides)
    short = Side.WHITE if difference < 0 else Side.BLACK
    if abs(difference) > 1:
        return ColourPreference(short, graded)
    last = sides[-1]
    if list(sides[-2:]) == [last, last] and (not difference or short is last.other):
        return ColourPreference(last.other, graded)
    if not graded:
        return None
    if difference:
        return ColourPreference(short)
    return None if is_last_round else ColourPreference(last.other)
