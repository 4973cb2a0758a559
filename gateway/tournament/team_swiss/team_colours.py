"""The allocation of colours: which team of a pair has which side on board 1, and by which article (C.04.6 4)."""

from __future__ import annotations

import enum

from gateway.model.sides import Side
from gateway.tournament.team_swiss.team_field import Team, TeamField

__all__ = ["TeamColourRule", "allocate_sides", "first_team", "loses_strong_preference", "same_preference"]


class TeamColourRule(enum.StrEnum):
    """The article by which the colours of a pair were decided."""

    INITIAL = "4.3.1"
    ONLY_PREFERENCE = "4.3.2"
    OPPOSITE_PREFERENCES = "4.3.3"
    ONLY_STRONG_PREFERENCE = "4.3.4"
    LOWER_DIFFERENCE = "4.3.5"
    ALTERNATE = "4.3.6"
    FIRST_TEAMS_PREFERENCE = "4.3.7"
    FIRST_TEAM_ALTERNATES = "4.3.8"
    OTHER_TEAM_ALTERNATES = "4.3.9"


def same_preference(one: Team, other: Team) -> bool:
    """Whether both prefer the same side, so that one of them will not get it (C8)."""
    return one.preference is not None and other.preference is not None and one.preference.side is other.preference.side


def loses_strong_preference(one: Team, other: Team) -> bool:
    """Whether one of a pair that prefers the same side loses a strong preference (C9)."""
    return same_preference(one, other) and all(
        each.preference is not None and each.preference.is_strong for each in (one, other)
    )


def first_team(field: TeamField, one: Team, other: Team) -> tuple[Team, Team]:
    """The first team of a pair, and the other one (4.2)."""
    secondary = field.rules.secondary_decides

    def place(team: Team) -> tuple[object, ...]:
        return (-team.score, -team.secondary if secondary else 0, team.tpn)

    return (one, other) if place(one) <= place(other) else (other, one)


def allocate_sides(field: TeamField, one: Team, other: Team) -> tuple[Team, Team, TeamColourRule]:
    """Who gets white, who black, and the article that decides it (4.3)."""
    first, second = first_team(field, one, other)
    side, rule = _side_of_first(field, first, second)
    return (first, second, rule) if side is Side.WHITE else (second, first, rule)


def _side_of_first(field: TeamField, first: Team, second: Team) -> tuple[Side, TeamColourRule]:
    if not first.played and not second.played:
        return (field.initial if first.tpn % 2 else field.initial.other), TeamColourRule.INITIAL
    preferred = _by_preferences(first, second)
    if preferred is not None:
        return preferred
    if first.difference != second.difference:
        lower = first.difference < second.difference
        return (Side.WHITE if lower else Side.BLACK), TeamColourRule.LOWER_DIFFERENCE
    for mine, theirs in zip(reversed(first.sides), reversed(second.sides), strict=False):
        if mine is not theirs:
            return mine.other, TeamColourRule.ALTERNATE
    if first.preference is not None:
        return first.preference.side, TeamColourRule.FIRST_TEAMS_PREFERENCE
    if first.sides:
        return first.sides[-1].other, TeamColourRule.FIRST_TEAM_ALTERNATES
    return second.sides[-1] if second.sides else field.initial, TeamColourRule.OTHER_TEAM_ALTERNATES


def _by_preferences(first: Team, second: Team) -> tuple[Side, TeamColourRule] | None:
    one, other = first.preference, second.preference
    if one is None and other is None:
        return None
    if one is None or other is None:
        side = one.side if one is not None else other.side.other if other is not None else Side.WHITE
        return side, TeamColourRule.ONLY_PREFERENCE
    if one.side is not other.side:
        return one.side, TeamColourRule.OPPOSITE_PREFERENCES
    if one.is_strong is not other.is_strong:
        return (one.side if one.is_strong else one.side.other), TeamColourRule.ONLY_STRONG_PREFERENCE
    return None
