"""The pairing of a bracket (C.04.6 3.6): of the best by C8, C9 and C10 the one with the first identifier.

In each pair the smaller number is the top member. The identifier has the top members in ascending order, then their
partners. So first the set of top members is to be the first, and then the partners, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from gateway.model.sides import Side
from gateway.tournament.graphs.completion import Matching, bits
from gateway.tournament.graphs.matching import CostRows, cheapest_matching
from gateway.tournament.graphs.transposition import first_of_tight
from gateway.tournament.graphs.two_sides import match_sides
from gateway.tournament.team_swiss.team_colours import loses_strong_preference, same_preference
from gateway.tournament.team_swiss.team_field import TeamField

__all__ = ["BracketTeams", "PairFailures", "first_pairing", "pair_failures"]

PairFailures = tuple[int, int, int]
"""How often C8, C9 and C10 failed."""


class BracketTeams:
    """The teams of a bracket as a graph. They are numbered by tournament pairing number, from 0."""

    def __init__(self, field: TeamField, opponents: Sequence[int], residents: int, upfloaters: int) -> None:
        self.field = field
        self.members = tuple(bits(residents | upfloaters))
        self.upfloaters = upfloaters
        self._opponents = opponents
        self._mask = residents | upfloaters
        self._width = len(self.members).bit_length() + 1

    def failures_of(self, cost: int) -> PairFailures:
        """A cost taken apart again."""
        mask = (1 << self._width) - 1
        return (cost >> 2 * self._width & mask, cost >> self._width & mask, cost & mask)

    def cost(self, one: int, other: int) -> int:
        """What the criteria say against a pair."""
        c8, c9, c10 = self.pair(one, other)
        return ((c8 << self._width) + c9 << self._width) + c10

    def pair(self, one: int, other: int) -> PairFailures:
        """What C8, C9 and C10 say against a pair."""
        first, second = self.field.teams[one], self.field.teams[other]
        opponents_floated = (self.upfloaters >> one & 1 and second.floated) + (
            self.upfloaters >> other & 1 and first.floated
        )
        return int(same_preference(first, second)), int(loses_strong_preference(first, second)), int(opponents_floated)

    def rows(self) -> CostRows:
        """For each member, by its place, what each of its pairs costs."""
        place = {at: here for here, at in enumerate(self.members)}
        rows: CostRows = [{} for _ in self.members]
        for here, at in enumerate(self.members):
            for other in bits(self._opponents[at] & self._mask):
                if other > at:
                    there = place[other]
                    rows[here][there] = rows[there][here] = self.cost(at, other)
        return rows

    def faultless(self) -> list[int]:
        """For each member, as bits by place, with whom it makes a pair that no criterion says anything against."""
        teams = self.field.teams
        preferring = dict.fromkeys(Side, 0)
        for at in self.members:
            preference = teams[at].preference
            if preference is not None:
                preferring[preference.side] |= 1 << at
        floated = sum(1 << at for at in self.members if teams[at].floated)
        place = {at: here for here, at in enumerate(self.members)}
        rows: list[int] = []
        for at in self.members:
            row = self._opponents[at] & self._mask
            preference = teams[at].preference
            if preference is not None:
                row &= ~preferring[preference.side]
            if self.upfloaters >> at & 1:
                row &= ~floated
            if floated >> at & 1:
                row &= ~self.upfloaters
            rows.append(sum(1 << place[other] for other in bits(row)))
        return rows


def pair_failures(bracket: BracketTeams, pairs: Sequence[tuple[int, int]]) -> PairFailures:
    """How often the criteria failed in a pairing."""
    each = [bracket.pair(one, other) for one, other in pairs]
    return sum(x[0] for x in each), sum(x[1] for x in each), sum(x[2] for x in each)


def first_pairing(bracket: BracketTeams) -> list[tuple[int, int]] | None:
    """The pairs, top members first and in order; None where the bracket cannot be paired."""
    if not bracket.members:
        return []
    found = _faultless_halves(bracket)
    if found is None:
        rows = bracket.rows()
        found = _proved_halves(rows)
        if found is None:
            found = _first_of_all(rows)
    if found is None:
        return None
    return [(bracket.members[one], bracket.members[other]) for one, other in found]


def _faultless_halves(bracket: BracketTeams) -> list[tuple[int, int]] | None:
    """The first half as top members and not one failure: nothing can come before it."""
    size = len(bracket.members)
    half = size // 2
    upper = (1 << half) - 1
    rows = [row & ~upper if here < half else row & upper for here, row in enumerate(bracket.faultless())]
    matched = Matching(rows, (1 << size) - 1)
    if matched.deficiency:
        return None
    mate = first_of_tight(dict(enumerate(rows[:half])), range(half), [matched.mate[here] for here in range(size)])
    return [(here, mate[here]) for here in range(half)]


def _proved_halves(rows: CostRows) -> list[tuple[int, int]] | None:
    """The first half as top members, where it is proved that no other set of them fails less."""
    half = len(rows) // 2
    solved = match_sides(rows, range(half), range(half, len(rows)))
    if solved is None or solved.proof() is None:
        return None
    return solved.first()


def _first_of_all(rows: CostRows) -> list[tuple[int, int]] | None:
    """Any set of top members: whoever comes early is worth more as one, below all criteria."""
    size = len(rows)
    width = size + size.bit_length() + 1
    ordered: CostRows = [{} for _ in rows]
    for one, row in enumerate(rows):
        for other, cost in row.items():
            if one < other:
                ordered[one][other] = ordered[other][one] = (cost << width) + (1 << size) - (1 << size - 1 - one)
    solved = cheapest_matching(ordered)
    if solved is None:
        return None
    tops = [here for here, mate in enumerate(solved.mate) if here < mate]
    bottoms = [here for here, mate in enumerate(solved.mate) if here > mate]
    above: CostRows = [{other: cost for other, cost in row.items() if other > here} for here, row in enumerate(rows)]
    sides = match_sides(above, tops, bottoms)
    return None if sides is None else sides.first()
