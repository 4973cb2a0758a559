"""Completion: whether everybody of a set can be paired at all, and how many pairs a set can make at most.

Sets of players are bits of an integer, so that a large open costs no more than a few hundred operations on integers.
Cardinality matching in general graphs, after Edmonds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["Matching", "bits", "count"]


def bits(mask: int) -> Iterator[int]:
    """The members of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def count(mask: int) -> int:
    """How many members a set has."""
    return mask.bit_count()


class Matching:
    """As many pairs as a set of players can make, each pair allowed."""

    def __init__(self, allowed: Sequence[int], members: int) -> None:
        self.members = members
        self.mate: dict[int, int] = {}
        """Of each who has one."""
        self._allowed = allowed
        self._pair_greedily()
        self.reachable = 0
        """Those who may be left over without a pair less: the even vertices of the searches that failed."""
        for root in bits(self.exposed):
            if root not in self.mate:
                self._search(root)

    @property
    def exposed(self) -> int:
        """Who is left over."""
        return self.members & ~sum(1 << each for each in self.mate)

    @property
    def deficiency(self) -> int:
        """How many are left over."""
        return count(self.members) - len(self.mate)

    def _pair_greedily(self) -> None:
        """Most pairs at once: those with the fewest possible opponents first."""
        free = self.members
        for each in sorted(bits(self.members), key=lambda each: count(self._allowed[each] & self.members)):
            if not free >> each & 1:
                continue
            choice = self._allowed[each] & free
            if choice:
                other = choice.bit_length() - 1
                if other == each:  # pragma: no cover - nobody may meet themselves
                    continue
                self.mate[each], self.mate[other] = other, each
                free &= ~(1 << each | 1 << other)

    def _search(self, root: int) -> None:
        """One more pair by an alternating path from somebody left over, if there is one."""
        tree = _Tree(self.mate, root)
        for vertex in tree.queue:
            for other in bits(self._allowed[vertex] & self.members & (~tree.seen | tree.even)):
                if tree.seen >> other & 1:
                    tree.fold(vertex, other)
                elif tree.grow(vertex, other):
                    tree.augment(other)
                    return
        self.reachable |= tree.even


class _Tree:
    """An alternating tree; odd circles in it are folded into one vertex, their base."""

    def __init__(self, mate: dict[int, int], root: int) -> None:
        self.mate = mate
        self.root = root
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        self.even = 1 << root
        self.seen = 1 << root
        self.queue = [root]

    def grow(self, vertex: int, other: int) -> bool:
        """Take in a vertex and its mate; true where it has none, and a path is found."""
        self.parent[other] = vertex
        self.seen |= 1 << other
        if other not in self.mate:
            return True
        partner = self.mate[other]
        self.seen |= 1 << partner
        self.even |= 1 << partner
        self.queue.append(partner)
        return False

    def fold(self, one: int, other: int) -> None:
        """Two even vertices meet: the circle through them has an even way to each of its vertices."""
        if not self.even >> other & 1 or self._base(one) == self._base(other) or self.mate.get(one) == other:
            return
        tip = self._common_base(one, other)
        inside = self._turn_round(one, tip, other) | self._turn_round(other, tip, one)
        for each in bits(self.seen):
            if self._base(each) in inside:
                self.base[each] = tip
                if not self.even >> each & 1:
                    self.even |= 1 << each
                    self.queue.append(each)

    def augment(self, end: int) -> None:
        """One pair more along the way from the root."""
        vertex: int | None = end
        while vertex is not None:
            before = self.parent[vertex]
            further = self.mate.get(before)
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = further

    def _base(self, vertex: int) -> int:
        return self.base.get(vertex, vertex)

    def _common_base(self, one: int, other: int) -> int:
        here = self._base(one)
        passed = {here}
        while here != self.root:
            here = self._base(self.parent[self.mate[here]])
            passed.add(here)
        here = self._base(other)
        while here not in passed:
            here = self._base(self.parent[self.mate[here]])
        return here

    def _turn_round(self, vertex: int, tip: int, child: int) -> set[int]:
        """Let the way up to the tip be walked from the other side too; the bases that it passes."""
        inside: set[int] = set()
        while self._base(vertex) != tip:
            inside |= {self._base(vertex), self._base(self.mate[vertex])}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
        return inside
