"""The making of a stage: who is in which group of it, and who stands where in its bracket."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.tournament.cross_bracket import cross_places
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.groups import snake_groups
from gateway.tournament.seeding import bracket_order, draw_size

from .regulations import StageRules
from .stages import StageGroup, group_name

__all__ = ["first_groups", "following_groups"]


def first_groups(rules: StageRules, ranked: Sequence[PairingNumber]) -> tuple[StageGroup, ...]:
    """The groups of participants who come in the order of their strength: filled as a snake runs."""
    filled = snake_groups(ranked, rules.groups)
    return tuple(_group(rules, group_name(at, rules.groups), numbers) for at, numbers in enumerate(filled))


def following_groups(rules: StageRules, qualified: Sequence[Sequence[PairingNumber]]) -> tuple[StageGroup, ...]:
    """The groups of those who come from the groups of the stage before, each group in the order of its places."""
    by_place = [number for row in zip(*qualified, strict=True) for number in row]
    if rules.system.is_bracket and rules.groups == 1 and draw_size(len(by_place)) == len(by_place):
        places = cross_places(len(qualified), len(by_place), separate_mates=rules.separate_mates)
        slots = tuple(qualified[place.group][place.rank - 1] for place in places)
        return (StageGroup(numbers=tuple(by_place), slots=slots),)
    if rules.carry_over:
        return (StageGroup(numbers=tuple(number for group in qualified for number in group)),)
    return first_groups(rules, by_place)


def _group(rules: StageRules, name: str, numbers: Sequence[PairingNumber]) -> StageGroup:
    return StageGroup(name=name, numbers=tuple(numbers), slots=_seeded(numbers) if rules.system.is_bracket else ())


def _seeded(numbers: Sequence[PairingNumber]) -> tuple[PairingNumber | None, ...]:
    """The first at the top of the draw, the second at the bottom, byes opposite the first ones."""
    places = bracket_order(draw_size(len(numbers)))
    return tuple(numbers[place - 1] if place <= len(numbers) else None for place in places)
