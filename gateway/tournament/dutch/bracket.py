"""A bracket (C.04.3 1.3.2) as a graph: who is in it, what each pair costs, and the ways out of it.

Downfloaters leave by an exit. How far below the bracket the graph must go differs: no further than the bracket where
nobody floats; a single downfloater is judged by what it does to the next bracket (C8); several are judged together with
the next bracket; and where those below are short of opponents, everybody must be in it (C4). The shorter reach is tried
first, and its answer is taken once it is proved that all below can still be paired.
"""

from __future__ import annotations

import enum

from gateway.tournament.dutch.absolutes import Allowed
from gateway.tournament.dutch.criteria import BracketCriteria
from gateway.tournament.dutch.field import Field
from gateway.tournament.graphs.completion import Matching, bits, count

__all__ = ["Bracket", "BracketGraph", "Reach", "graph_of"]


class Reach(enum.Enum):
    """The reach of a bracket's graph below its own players."""

    BRACKET = "bracket"
    """Nobody floats, or a single player whose effect on the next bracket is known for each."""
    NEXT = "next"
    """The next scoregroup too."""
    ALL = "all"
    """Everybody below."""


class Bracket:
    """Residents, those who moved down to them, and who comes below. Players are numbered by rank, from 0."""

    def __init__(self, field: Field, allowed: Allowed, movers: tuple[int, ...], groups: tuple[int, ...]) -> None:
        self.field = field
        self.allowed = allowed
        self.movers = movers
        """In order of rank."""
        self.residents = tuple(bits(groups[0]))
        self.following = groups[1] if len(groups) > 1 else 0
        """The next scoregroup."""
        self.further = sum(groups[2:]) if len(groups) > 2 else 0
        """Everybody below the next scoregroup, and the bye where somebody must have it."""
        if allowed.bye:
            self.further |= 1 << len(field.players)
        self.members = (*movers, *self.residents)
        self.mask = sum(1 << at for at in self.members)
        self._moved = sum(1 << at for at in movers)
        self.below = self.following | self.further

    @property
    def score(self) -> int:
        """The residents' score."""
        return self.field.players[self.residents[0]].score

    @property
    def bye_is_here(self) -> bool:
        """Whether the bye must be had by somebody of this bracket."""
        return bool(self.allowed.bye & self.mask) and not self.allowed.bye & self.below

    def opponents(self, at: int) -> int:
        """With whom a member may be paired in this bracket: those who moved down meet residents only."""
        inside = self.allowed.opponents[at] & self.mask
        return inside & ~self._moved if self._moved >> at & 1 else inside

    def most_pairs(self) -> Matching:
        """As many pairs as the bracket could make if nobody came below it."""
        rows = {at: self.opponents(at) for at in self.members}
        return Matching([rows.get(at, 0) for at in range(max(self.members) + 1)], self.mask)

    def criteria(self, *, counts_unplayed: bool = False) -> BracketCriteria:
        """What pairs and downfloaters cost, seen from this bracket alone."""
        return BracketCriteria(
            self.field, self.movers, self.residents, capacity=len(self.members) + 1, counts_unplayed=counts_unplayed
        )

    def can_complete(self, among: int) -> bool:
        """Whether all of a set can be paired among themselves (C4)."""
        return count(among) % 2 == 0 and Matching(self.allowed.opponents, among).deficiency == 0


class BracketGraph:
    """The graph in which the cheapest matching is the best candidate. Members come first, in order of rank."""

    def __init__(self, bracket: Bracket, reach: Reach, criteria: BracketCriteria) -> None:
        self.bracket = bracket
        self.reach = reach
        self.criteria = criteria
        self.size = len(bracket.members)
        self.local = {at: here for here, at in enumerate(bracket.members)}
        self.others: list[int] = []
        """Behind the members: players below by rank, the bye, and exits (-1)."""
        self.rows: list[dict[int, int]] = [{} for _ in bracket.members]
        for here, at in enumerate(bracket.members):
            for other in bits(bracket.opponents(at)):
                there = self.local[other]
                if there > here:
                    self.connect(here, there, criteria.of_pair(at, other))

    def connect(self, one: int, other: int, cost: int) -> None:
        """An edge."""
        self.rows[one][other] = cost
        self.rows[other][one] = cost

    def add(self, at: int) -> int:
        """A vertex behind the members."""
        self.others.append(at)
        self.rows.append({})
        return len(self.rows) - 1


def graph_of(
    bracket: Bracket, reach: Reach, downfloaters: int, *, counts_unplayed: bool = False
) -> BracketGraph | None:
    """The graph, `downfloaters` being how many leave at least; None where so short a reach does not do."""
    if reach is Reach.BRACKET:
        return _own_graph(bracket, downfloaters)
    joint = _next_graph if reach is Reach.NEXT else _whole_graph
    return joint(bracket, downfloaters, counts_unplayed)


# ---------------------------------------------------------------------------------------------------- the bracket alone
def _own_graph(bracket: Bracket, downfloaters: int) -> BracketGraph | None:
    if downfloaters > 1:
        return None
    criteria = bracket.criteria(counts_unplayed=downfloaters == 1 and bracket.bye_is_here)
    if not downfloaters:
        return BracketGraph(bracket, Reach.BRACKET, criteria)
    harm = harm_below(bracket)
    if harm is None:
        return None
    graph = BracketGraph(bracket, Reach.BRACKET, criteria)
    leave = graph.add(-1)
    for here, at in enumerate(bracket.members):
        if at in harm:
            graph.connect(here, leave, criteria.of_downfloater(at) + harm[at] * criteria.place("C8"))
    return graph


def harm_below(bracket: Bracket) -> dict[int, int] | None:
    """C8 for a single downfloater: a number for each who could be it, 0 the best. None: it must be seen together."""
    if bracket.bye_is_here:  # whoever floats takes the bye: it changes nothing for those below
        return {at: 0 for at in bracket.members if bracket.allowed.bye >> at & 1}
    if not bracket.following:
        return {at: 0 for at in bracket.members if bracket.allowed.opponents[at] & bracket.further}
    below = Matching(bracket.allowed.opponents, bracket.following)
    if below.deficiency > 1:
        return None
    harm: dict[int, int] = {}
    for at in bracket.members:
        opponents = bracket.allowed.opponents[at] & bracket.following
        if not below.deficiency:
            harm[at] = 0 if opponents else 1  # one more floats: a resident there, or the same player again
        else:
            harm[at] = 0 if opponents & below.reachable else 1 if opponents else 2
    return harm


# --------------------------------------------------------------------------------------------- with those below
def _joint_criteria(bracket: Bracket, capacity: int, counts_unplayed: bool) -> BracketCriteria:
    following = next(bits(bracket.following), None)
    return BracketCriteria(
        bracket.field,
        bracket.movers,
        bracket.residents,
        capacity=capacity,
        joint=True,
        next_score=None if following is None else bracket.field.players[following].score,
        counts_unplayed=counts_unplayed,
    )


def _next_graph(bracket: Bracket, downfloaters: int, counts_unplayed: bool) -> BracketGraph | None:
    following = tuple(bits(bracket.following))
    if not following:
        return None
    exits = downfloaters + Matching(bracket.allowed.opponents, bracket.following).deficiency
    criteria = _joint_criteria(bracket, len(bracket.members) + len(following) + exits, counts_unplayed)
    graph = BracketGraph(bracket, Reach.NEXT, criteria)
    there = _add_following(graph, following)
    ways = [graph.add(-1) for _ in range(exits)]
    for way in ways:
        for here, at in enumerate(bracket.members):
            graph.connect(here, way, criteria.of_downfloater(at) + _floats_again(graph, at))
        for at, vertex in there.items():
            graph.connect(vertex, way, _floats_again(graph, at))
        for other in ways:
            if other > way:
                graph.connect(way, other, 0)
    return graph


def _whole_graph(bracket: Bracket, downfloaters: int, counts_unplayed: bool) -> BracketGraph:
    del downfloaters
    following, further = tuple(bits(bracket.following)), tuple(bits(bracket.further))
    capacity = len(bracket.members) + len(following) + len(further)
    criteria = _joint_criteria(bracket, capacity, counts_unplayed)
    graph = BracketGraph(bracket, Reach.ALL, criteria)
    there = _add_following(graph, following)
    opponents = bracket.allowed.opponents
    for at in further:
        vertex = graph.add(at)
        for here, member in enumerate(bracket.members):
            if opponents[member] >> at & 1:
                graph.connect(
                    here, vertex, criteria.of_downfloater(member) + (_floats_again(graph, member) if following else 0)
                )
        for other, beside in there.items():
            if opponents[other] >> at & 1:
                graph.connect(beside, vertex, _floats_again(graph, other))
        for beside in range(graph.size + len(following), vertex):
            if opponents[graph.others[beside - graph.size]] >> at & 1:
                graph.connect(beside, vertex, 0)
    return graph


def _add_following(graph: BracketGraph, following: tuple[int, ...]) -> dict[int, int]:
    bracket = graph.bracket
    there: dict[int, int] = {}
    for at in following:
        vertex = graph.add(at)
        for here, member in enumerate(bracket.members):
            if bracket.allowed.opponents[member] >> at & 1:
                graph.connect(here, vertex, graph.criteria.of_downfloater(member))
        for other, beside in there.items():
            if bracket.allowed.opponents[other] >> at & 1:
                graph.connect(beside, vertex, 0)
        there[at] = vertex
    return there


def _floats_again(graph: BracketGraph, at: int) -> int:
    """C8: one pair less in the next bracket, and whose score leaves it."""
    return graph.criteria.place("C8") + graph.criteria.place("C8", graph.bracket.field.players[at].score)
