"""The making of a stage: who is in which group of it, and who stands where in its bracket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.tournament.cross_bracket import cross_places
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.double_elimination import LEAST_PLACES
from gateway.tournament.groups import snake_groups
from gateway.tournament.seeding import bracket_order, draw_size

from .challenge import check_sides
from .regulations import StageRules, System
from .stages import StageGroup, group_name

__all__ = ["first_groups", "following_groups", "least_places", "seeded_slots"]


def first_groups(
    rules: StageRules, ranked: Sequence[PairingNumber], clubs: Mapping[PairingNumber, str]
) -> tuple[StageGroup, ...]:
    """The groups of participants who come in the order of their strength: filled as a snake runs.

    Raises `TournamentError` where they cannot be made.
    """
    if rules.system is System.SCHEVENINGEN:
        return (StageGroup(numbers=_two_sides(ranked, clubs)),)
    if rules.system is System.CHALLENGE_SERIES:
        check_sides(ranked, clubs)
        return (StageGroup(numbers=tuple(ranked)),)
    filled = snake_groups(ranked, rules.groups)
    return tuple(_group(rules, group_name(at, rules.groups), numbers) for at, numbers in enumerate(filled))


def following_groups(
    rules: StageRules, qualified: Sequence[Sequence[PairingNumber]], clubs: Mapping[PairingNumber, str]
) -> tuple[StageGroup, ...]:
    """The groups of those who come from the groups of the stage before, each group in the order of its places."""
    by_place = [number for row in zip(*qualified, strict=True) for number in row]
    if rules.system.is_bracket and rules.groups == 1 and draw_size(len(by_place)) == len(by_place):
        places = cross_places(len(qualified), len(by_place), separate_mates=rules.separate_mates)
        slots = tuple(qualified[place.group][place.rank - 1] for place in places)
        return (StageGroup(numbers=tuple(by_place), slots=slots),)
    if rules.carry_over:
        return (StageGroup(numbers=tuple(number for group in qualified for number in group)),)
    return first_groups(rules, by_place, clubs)


def _group(rules: StageRules, name: str, numbers: Sequence[PairingNumber]) -> StageGroup:
    slots = seeded_slots(rules, numbers) if rules.system.is_bracket else ()
    return StageGroup(name=name, numbers=tuple(numbers), slots=slots)


def seeded_slots(rules: StageRules, numbers: Sequence[PairingNumber]) -> tuple[PairingNumber | None, ...]:
    """The places of a draw by rank: the first at the top, the second at the bottom, byes opposite the first ones."""
    places = bracket_order(draw_size(max(least_places(rules), len(numbers))))
    return tuple(numbers[place - 1] if place <= len(numbers) else None for place in places)


def least_places(rules: StageRules) -> int:
    """The places of the smallest bracket by these rules."""
    return LEAST_PLACES if rules.system is System.DOUBLE_ELIMINATION else 2


def _two_sides(ranked: Sequence[PairingNumber], clubs: Mapping[PairingNumber, str]) -> tuple[PairingNumber, ...]:
    """Two teams of equal size, one after the other, each in its order."""
    sides: dict[str, list[PairingNumber]] = {}
    for number in ranked:
        sides.setdefault(clubs.get(number, ""), []).append(number)
    if len(sides) != 2 or len({len(side) for side in sides.values()}) != 1:
        raise TournamentError(
            message("event.two_sides", sides=tuple(f"{club or '–'}: {len(side)}" for club, side in sides.items()))
        )
    return tuple(number for side in sides.values() for number in side)
