"""Maximum matchings in a graph of who may meet whom: the look-ahead of a pairing.

Edmonds' blossoms, with neighbours as the bits of an integer. A matching is a value: taking somebody out gives another
matching, which is mended by one search for an alternating path instead of being made anew.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

__all__ = ["LegalMatching", "bits"]


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class LegalMatching:
    """As many pairs as can be had among those present."""

    def __init__(self, neighbours: Sequence[int], present: int) -> None:
        """`neighbours[v]` has the bits of those whom `v` may meet."""
        self._neighbours = neighbours
        self._present = present
        self._mate = [-1] * len(neighbours)
        self._alone = present
        for vertex in bits(present):
            free = neighbours[vertex] & self._alone
            if self._alone >> vertex & 1 and free:
                self._join(vertex, (free & -free).bit_length() - 1)
        for vertex in bits(self._alone):
            self._mend(vertex)

    @property
    def lacking(self) -> int:
        """How many stay without a partner."""
        return self._alone.bit_count()

    def without(self, *leaving: int) -> LegalMatching:
        """The matching of those who are left."""
        after = copy.copy(self)
        after._mate = list(self._mate)  # noqa: SLF001 - a value that makes its own successor
        for vertex in leaving:
            after._leave(vertex)  # noqa: SLF001 - as above
        return after

    def _leave(self, vertex: int) -> None:
        """Take one out. One search is enough: a longer matching can only begin at the partner who was left."""
        self._present &= ~(1 << vertex)
        self._alone &= ~(1 << vertex)
        mate = self._mate[vertex]
        if mate >= 0:
            self._mate[vertex] = self._mate[mate] = -1
            self._alone |= 1 << mate
            self._mend(mate)

    def _join(self, one: int, other: int) -> None:
        self._mate[one], self._mate[other] = other, one
        self._alone &= ~(1 << one | 1 << other)

    def _mend(self, root: int) -> None:
        """Look for a longer matching from one who is alone."""
        if self._alone >> root & 1 and self._alone.bit_count() > 1:
            search = _Search(self._neighbours, self._present, self._mate, self._alone, root)
            end = search.run()
            if end is not None:
                self._flip(search.parent, end, root)

    def _flip(self, parent: Sequence[int], end: int, root: int) -> None:
        """Exchange the pairs along the path that was found."""
        vertex = end
        while vertex != -1:
            before = parent[vertex]
            further = self._mate[before]
            self._mate[before], self._mate[vertex] = vertex, before
            vertex = further
        self._alone &= ~(1 << end | 1 << root)


class _Search:
    """The search for an alternating path from one who is alone to another."""

    def __init__(self, neighbours: Sequence[int], present: int, mate: Sequence[int], alone: int, root: int) -> None:
        self.neighbours, self.present, self.mate, self.alone, self.root = neighbours, present, mate, alone, root
        self.base = list(range(len(neighbours)))
        self.members = [1 << vertex for vertex in range(len(neighbours))]
        self.parent = [-1] * len(neighbours)
        self.outer = 1 << root
        self.reached = 1 << root
        self.queue = [root]

    def run(self) -> int | None:
        """The end of the path, whose parents lead back to the root; None: there is none."""
        for vertex in self.queue:
            around = self.neighbours[vertex] & self.present
            ends = around & self.alone & ~self.reached
            if ends:
                end = (ends & -ends).bit_length() - 1
                self.parent[end] = vertex
                return end
            self._grow(vertex, around)
            while clash := around & self.outer & ~self.members[self.base[vertex]]:
                self._contract(vertex, (clash & -clash).bit_length() - 1)
        return None

    def _grow(self, vertex: int, around: int) -> None:
        while new := around & ~self.reached:
            inner = (new & -new).bit_length() - 1
            mate = self.mate[inner]
            self.parent[inner] = vertex
            self.reached |= 1 << inner | 1 << mate
            self.outer |= 1 << mate
            self.queue.append(mate)

    def _contract(self, one: int, other: int) -> None:
        """An odd circle becomes one vertex."""
        stem = self._stem(one, other)
        circle = self._mark(one, stem, other) | self._mark(other, stem, one)
        whole = self.members[stem]
        for part in bits(circle):
            whole |= self.members[part]
        for vertex in bits(whole):
            self.base[vertex] = stem
        self.members[stem] = whole
        for vertex in bits(whole & ~self.outer):
            self.queue.append(vertex)
        self.outer |= whole

    def _stem(self, one: int, other: int) -> int:
        """Where the ways back to the root come together."""
        seen = 0
        vertex = self.base[one]
        while True:
            seen |= 1 << vertex
            if vertex == self.base[self.root]:
                break
            vertex = self.base[self.parent[self.mate[vertex]]]
        vertex = self.base[other]
        while not seen >> vertex & 1:
            vertex = self.base[self.parent[self.mate[vertex]]]
        return vertex

    def _mark(self, vertex: int, stem: int, child: int) -> int:
        """The circle's parts on one way back, with parents for the way round."""
        circle = 0
        while self.base[vertex] != stem:
            inner = self.mate[vertex]
            circle |= 1 << self.base[vertex] | 1 << self.base[inner]
            self.parent[vertex] = child
            child = inner
            vertex = self.parent[inner]
        return circle
