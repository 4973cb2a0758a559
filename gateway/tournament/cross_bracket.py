"""Cross brackets: the knock-out that follows groups. DH (五), GO app.5, GN app.7.

The books print four for sixteen qualifiers. Those for two and four groups follow a rule that serves other sizes too:
A's qualifiers run 1, 5, 3, 7, 2, 6, 4, 8 (odd ranks above even ones, again and again), and rank r meets rank n + 1 - r.
For eight and sixteen groups print has no rule, so they stand here.

In print group-mates can meet in a quarter-final. With `separate_mates` we build our own: each of a group has a section
alone, the first two in different halves, the first four in different quarters, and every section is equally strong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .crosstable import PairingNumber
from .groups import qualifiers_per_group
from .knockout_bracket import KnockoutBracket
from .seeding import bracket_order
from .single_elimination import single_elimination

__all__ = ["Qualifier", "cross_bracket", "cross_places"]

_PRINTED: Mapping[tuple[int, int], str] = {
    (8, 2): "A1-H2 H1-A2 E1-D2 D1-E2 C1-F2 F1-C2 G1-B2 B1-G2",
    # Winners of sixteen groups: in print by the number of the group.
    (16, 1): "A1-P1 H1-I1 E1-L1 D1-M1 C1-N1 K1-F1 G1-J1 B1-O1",
}


class Qualifier(NamedTuple):
    """The one who goes on from a group, by the place there: `A1`."""

    group: int
    """From 0."""
    rank: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.group)}{self.rank}"


def cross_places(groups: int, qualifiers: int, *, separate_mates: bool = False) -> tuple[Qualifier, ...]:
    """Who stands on place 1, 2, ... of the bracket; two by two they meet in its first round."""
    each = qualifiers_per_group(qualifiers, groups)
    if groups == 1:
        return tuple(Qualifier(0, rank) for rank in bracket_order(each))
    if separate_mates:
        return _separated(groups, each)
    if (groups, each) in _PRINTED:
        return tuple(_read(name) for tie in _PRINTED[groups, each].split() for name in tie.split("-"))
    if groups == 2:
        return tuple(_crossed(0, 1, each))
    if groups == 4:
        return (*_crossed(0, 3, each), *(who for pair in _pairs(_crossed(2, 1, each)) for who in reversed(pair)))
    return _separated(groups, each)


def cross_bracket(
    groups: Sequence[Sequence[PairingNumber]],
    qualifiers: int,
    *,
    separate_mates: bool = False,
    third_place: bool = True,
) -> KnockoutBracket:
    """The bracket of the best of each group; each group is given in the order of its standing."""
    places = cross_places(len(groups), qualifiers, separate_mates=separate_mates)
    if any(place.rank > len(groups[place.group]) for place in places):
        raise TournamentError(message("tournament.qualifiers", qualifiers=qualifiers, groups=len(groups)))
    return single_elimination([groups[place.group][place.rank - 1] for place in places], third_place=third_place)


def _halved(each: int) -> list[int]:
    """Ranks from top to bottom: odd ones in the upper half and even ones in the lower, again and again."""
    ranks = [1]
    while len(ranks) < each:
        ranks = [2 * rank - 1 for rank in ranks] + [2 * rank for rank in ranks]
    return [ranks.index(rank) + 1 for rank in range(1, each + 1)]


def _crossed(one: int, other: int, each: int) -> list[Qualifier]:
    """Two groups against each other: rank r meets rank n + 1 - r."""
    return [who for rank in _halved(each) for who in (Qualifier(one, rank), Qualifier(other, each + 1 - rank))]


def _pairs(places: Sequence[Qualifier]) -> list[tuple[Qualifier, Qualifier]]:
    return list(zip(places[::2], places[1::2], strict=True))


def _separated(groups: int, each: int) -> tuple[Qualifier, ...]:
    """One section for each rank of a group: every section has one of each group, and strong ranks with weak ones."""
    order = _halved(each)
    inside = bracket_order(groups)
    places: list[Qualifier] = []
    for section in range(each):
        there = [Qualifier(group, order[section ^ _turn(group, groups, each)]) for group in range(groups)]
        there.sort(key=_by_rank)
        places += [there[rank - 1] for rank in inside]
    return tuple(places)


def _turn(group: int, groups: int, each: int) -> int:
    """How the ranks of a group are moved over the sections; halves and quarters stay what they are under it."""
    if groups > each:
        row, column = divmod(group, each)
        return column if row % 2 == 0 else each - 1 - column
    if group >= groups // 2:
        return each - 1 - (groups - 1 - group) * (each - 1) // max(1, groups - 1)
    return group * (each - 1) // (groups - 1)


def _by_rank(place: Qualifier) -> tuple[int, int]:
    return place.rank, place.group


def _read(name: str) -> Qualifier:
    return Qualifier(ord(name[0]) - ord("A"), int(name[1:]))
