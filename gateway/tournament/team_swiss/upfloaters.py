"""The selection of upfloaters (C.04.6 3.5): who of the teams below completes the bracket of the top scoregroup.

C4 and C5 say how many and with which scores, C6 looks at the following scoregroup, C7 at the floats of the last round,
and of what is left the first set in order is taken. No two upfloaters meet each other: without such a pair there would
be two fewer, with the same legal pairing. So the number of upfloaters is the number of pairs across the border.

Three ways lead to the same set, the shorter first. Without a look at those below, sets that complete the bracket are
the bases of a matroid, and taking team by team in order finds the first; it stands if those below can be paired as C6
has it. If not, the following scoregroup comes into the graph. If that does not do either, everybody does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from gateway.tournament.graphs.completion import Matching, bits, count
from gateway.tournament.graphs.matching import CostRows, cheapest_matching
from gateway.tournament.team_swiss.team_field import TeamField
from gateway.tournament.team_swiss.team_rules import NextScoregroup

__all__ = ["Standing", "Upfloaters", "choose_upfloaters", "leaves_next_well", "whole_choice"]


class Standing(msgspec.Struct, frozen=True):
    """The teams that are not yet paired. Sets are bits by tournament pairing number, from 0."""

    field: TeamField
    opponents: Sequence[int]
    """With whom each may meet."""
    residents: int
    """The top scoregroup."""
    following: int
    """What is left of the scoregroup right below it."""
    below: int
    """All others who are left."""

    @property
    def lower(self) -> int:
        """Everybody below the top scoregroup."""
        return self.following | self.below

    def order(self) -> list[int]:
        """Possible upfloaters in the order of a set: by score, then by number (3.5.3)."""
        teams = self.field.teams
        return sorted(bits(self.lower), key=lambda at: (-teams[at].score, at))

    def is_complete(self, among: int) -> bool:
        """Whether all of a set can be paired among themselves."""
        return count(among) % 2 == 0 and Matching(self.opponents, among).deficiency == 0


class Upfloaters(msgspec.Struct, frozen=True):
    """A set of upfloaters."""

    teams: int
    leaves_next_well: bool
    """C6."""


def choose_upfloaters(standing: Standing) -> Upfloaters | None:
    """The set that is taken; None where no set leaves a legal pairing."""
    if standing.is_complete(standing.residents) and standing.is_complete(standing.lower):
        return Upfloaters(0, leaves_next_well(standing, 0))
    found = _first_alone(standing)
    if found is not None:
        if standing.is_complete(standing.lower & ~found) and leaves_next_well(standing, found):
            return Upfloaters(found, True)
        beside = _first_beside_next(standing, found)
        if beside is not None:
            return Upfloaters(beside, True)
    return whole_choice(standing)


def leaves_next_well(standing: Standing, upfloaters: int) -> bool:
    """C6: what is left of the following scoregroup needs no more upfloaters than its number makes necessary."""
    left, below = standing.following & ~upfloaters, standing.below & ~upfloaters
    if not left:
        return True
    if count(left) % 2 == 0:
        return standing.is_complete(left) and standing.is_complete(below)
    return bool(_can_float(standing, left, below))


def _can_float(standing: Standing, left: int, below: int) -> int:
    """Those of an odd set who can be met by somebody from below, all others being paired on their own side."""
    here, there = Matching(standing.opponents, left), Matching(standing.opponents, below)
    if here.deficiency != 1 or there.deficiency != 1:
        return 0
    return sum(1 << at for at in bits(here.reachable) if standing.opponents[at] & there.reachable)


# ------------------------------------------------------------------------------------------- the bracket alone
def _first_alone(standing: Standing) -> int | None:
    """The first set that completes the bracket, whatever becomes of those below; None: no set of the fewest does."""
    needed = Matching(standing.opponents, standing.residents).deficiency
    if not needed:
        return None
    teams = standing.field.teams
    found = 0
    for at in sorted(bits(standing.lower), key=lambda at: (-teams[at].score, teams[at].floated, at)):
        if standing.opponents[at] & standing.residents and _completes(standing, found | 1 << at, needed):
            found |= 1 << at
            if count(found) == needed:
                return found
    return None


def _completes(standing: Standing, upfloaters: int, needed: int) -> bool:
    """Whether each of these upfloaters takes away one of those who are left over in the scoregroup."""
    rows = {at: standing.opponents[at] & standing.residents for at in bits(upfloaters)}
    members = standing.residents | upfloaters
    allowed = [rows.get(at, row) for at, row in enumerate(standing.opponents)]
    return Matching(allowed, members).deficiency == needed - count(upfloaters)


# ---------------------------------------------------------------------------------- with those who come below
def _first_beside_next(standing: Standing, best: int) -> int | None:
    """The first set, all from the following scoregroup, that C6 has nothing against; None: not to be had so."""
    if best & ~standing.following:
        return None
    needed, left = count(best), count(standing.following) - count(best)
    leaving = 0
    if left % 2:
        there = Matching(standing.opponents, standing.below)
        if there.deficiency != 1:
            return None
        leaving = sum(1 << at for at in bits(standing.following) if standing.opponents[at] & there.reachable)
    elif not standing.is_complete(standing.below):
        return None
    graph = _ChoiceGraph(standing, standing.residents | standing.following, counts_next=False)
    found = graph.solve(leaving)
    return found if found is not None and count(found) == needed else None


def whole_choice(standing: Standing, forced: Iterable[int] = ()) -> Upfloaters | None:
    """The set that is taken with everybody in the graph; `forced`: of the sets with these teams."""
    forced = tuple(forced)
    everybody = standing.residents | standing.lower
    graph = _ChoiceGraph(standing, everybody, counts_next=True, forced=forced)
    found = graph.solve()
    if found is None:
        return None
    if leaves_next_well(standing, found):
        return Upfloaters(found, True)
    if standing.field.rules.next_scoregroup is NextScoregroup.FEWEST_BY_NUMBER:
        # No set leaves it so: then C6 cannot tell them apart.
        found = _ChoiceGraph(standing, everybody, counts_next=False, forced=forced).solve()
        if found is None:  # pragma: no cover - the same graph as before
            return None
    return Upfloaters(found, False)


class _ChoiceGraph:
    """The graph whose cheapest matching has the best set of upfloaters: criteria are digits of what an edge costs."""

    def __init__(self, standing: Standing, among: int, *, counts_next: bool, forced: Iterable[int] = ()) -> None:
        self.standing = standing
        self.members = list(bits(among))
        self.place = {at: here for here, at in enumerate(self.members)}
        teams = standing.field.teams
        order = [at for at in standing.order() if among >> at & 1]
        width = len(self.members).bit_length() + 1
        self._costs: dict[int, int] = {}
        floated = len(order) + width  # the order of sets takes the lowest digits: who comes early is worth more
        following = floated + width
        levels = sorted({teams[at].score for at in order}, reverse=True)
        level = {score: following + width * (1 + place) for place, score in enumerate(levels)}
        number = following + width * (1 + len(levels))
        self._next = 1 << following if counts_next else 0
        for place, at in enumerate(order):
            team = teams[at]
            cost = (1 << len(order)) - (1 << len(order) - 1 - place)
            cost += teams[at].floated << floated
            self._costs[at] = cost + (1 << level[team.score]) + (1 << number)
        self._forced = frozenset(forced)

    def solve(self, leaving: int = 0) -> int | None:
        """The best set; `leaving`: those who may be met by the one who comes from outside. None: there is none."""
        standing = self.standing
        rows: CostRows = [{} for _ in self.members]
        for here, at in enumerate(self.members):
            for other in bits(standing.opponents[at] >> at + 1 << at + 1):
                there = self.place.get(other)
                if there is not None:
                    cost = self._cost(at, other)
                    if cost is not None:
                        rows[here][there] = rows[there][here] = cost
        if leaving:
            rows.append({})
            for at in bits(leaving):
                rows[-1][self.place[at]] = rows[self.place[at]][len(rows) - 1] = 0
        solved = cheapest_matching(rows)
        if solved is None:
            return None
        residents = standing.residents
        return sum(
            1 << at
            for here, at in enumerate(self.members)
            if not residents >> at & 1
            and solved.mate[here] < len(self.members)
            and residents >> self.members[solved.mate[here]] & 1
        )

    def _cost(self, one: int, other: int) -> int | None:
        """What a pair costs; None: the pair would leave out somebody who must float."""
        standing = self.standing
        above = standing.residents >> one & 1, standing.residents >> other & 1
        if all(above):
            return 0
        if any(above):
            return self._costs[other if above[0] else one]
        if one in self._forced or other in self._forced:
            return None
        return self._next if (standing.following >> one & 1) != (standing.following >> other & 1) else 0
