"""The cheapest perfect matching of a general graph, with integer costs of any size: Edmonds' primal-dual method.

Every vertex has a dual value, and so has every blossom, an odd set that is treated as one vertex. An edge is tight when
it costs as much as the duals around it; trees of tight edges grow from the vertices without a mate, and when none can
grow, the duals move until another edge is tight. Costs are taken four times, so that all duals stay integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

__all__ = ["CheapestMatching", "CostRows", "cheapest_matching", "with_pairs"]

CostRows = list[dict[int, int]]
"""For each vertex what each of its edges costs."""

Edge = tuple[int, int]
_FREE, _OUTER, _INNER = 0, 1, 2


class CheapestMatching:
    """A solution: the mate of each vertex, what it costs, and the duals that prove that nothing is cheaper."""

    def __init__(self, mate: list[int], cost: int, duals: list[int], has_blossoms: bool) -> None:
        self.mate = mate
        self.cost = cost
        self.duals = duals
        """Of each vertex: an edge is tight when its two sum to four times its cost."""
        self.has_blossoms = has_blossoms


def cheapest_matching(costs: Sequence[Mapping[int, int]]) -> CheapestMatching | None:
    """The cheapest way to give every vertex a mate; None where there is no way. `costs[u][v]` for both directions."""
    if len(costs) % 2 or not all(costs):
        return None if costs else CheapestMatching([], 0, [], False)
    return _Search(costs).run()


def with_pairs(rows: Sequence[Mapping[int, int]], pairs: Iterable[tuple[int, int]]) -> CostRows | None:
    """The graph in which these pairs stand: nothing else is left for them. None where one of them is not in it."""
    kept = [dict(row) for row in rows]
    for one, other in pairs:
        cost = kept[one].get(other)
        if cost is None:
            return None
        for vertex, mate in ((one, other), (other, one)):
            for neighbour in kept[vertex]:
                if neighbour != mate:
                    del kept[neighbour][vertex]
            kept[vertex] = {mate: cost}
    return kept


class _Search:
    def __init__(self, costs: Sequence[Mapping[int, int]]) -> None:
        self.n = n = len(costs)
        self.costs = costs
        self.rows = [{v: 4 * cost for v, cost in row.items()} for row in costs]
        self.mate = [-1] * n
        self.dual = [2 * min(row.values()) for row in costs] + [0] * n
        """Of each vertex; from `n` on, of each blossom."""
        self.top = list(range(n))
        """The outermost blossom, or vertex, around each vertex."""
        self.parent = [-1] * (2 * n)
        self.children: list[list[int]] = [[] for _ in range(2 * n)]
        self.links: list[list[Edge]] = [[] for _ in range(2 * n)]
        """For each child of a blossom the edge to the next one."""
        self.base = [*range(n), *([-1] * n)]
        self.label = [_FREE] * (2 * n)
        self.entry: list[Edge | None] = [None] * (2 * n)
        """The edge by which a blossom came into its tree: from outside, to inside."""
        self.nearest = [-1] * n
        """The outer vertex from which each vertex is reached with the least slack."""
        self.queue: list[int] = []
        self.unused = list(range(2 * n - 1, n - 1, -1))
        self._start_greedily()

    def _start_greedily(self) -> None:
        """Lower each dual's slack to nothing, and match along tight edges."""
        dual, mate = self.dual, self.mate
        for u, row in enumerate(self.rows):
            lowest = min(cost - dual[v] for v, cost in row.items())
            dual[u] = lowest
            if mate[u] < 0:
                for v, cost in row.items():
                    if mate[v] < 0 and cost - dual[v] == lowest:
                        mate[u], mate[v] = v, u
                        break

    def run(self) -> CheapestMatching | None:
        """Phase by phase, one pair more in each."""
        while any(each < 0 for each in self.mate):
            if not self._phase():
                return None
        cost = sum(self.costs[u][v] for u, v in enumerate(self.mate)) // 2
        has_blossoms = any(self.children[b] and self.dual[b] for b in range(self.n, 2 * self.n))
        return CheapestMatching(self.mate, cost, self.dual[: self.n], has_blossoms)

    # ----------------------------------------------------------------------------------------------------------- phases
    def _phase(self) -> bool:
        n = self.n
        self.label = [_FREE] * (2 * n)
        self.entry = [None] * (2 * n)
        self.nearest = [-1] * n
        self.queue = []
        for vertex in range(n):
            if self.mate[vertex] < 0:
                self._make_outer(self.top[vertex], None)
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    self._dissolve_spent()
                    return True
            outcome = self._move_duals()
            if outcome is None:
                return False
            if outcome:
                self._dissolve_spent()
                return True

    def _slack(self, u: int, v: int) -> int:
        return self.rows[u][v] - self.dual[u] - self.dual[v]

    def _scan(self, u: int) -> bool:
        """Look along all edges of an outer vertex; true once a pair more was made."""
        rows, dual, top, label, nearest = self.rows, self.dual, self.top, self.label, self.nearest
        own = dual[u]
        for v, cost in rows[u].items():
            if top[v] == top[u]:
                continue
            slack = cost - own - dual[v]
            if slack == 0 and label[top[v]] != _INNER:
                if self._take(u, v):
                    return True
                continue
            at = nearest[v]
            if at < 0 or slack < rows[at][v] - dual[at] - dual[v]:
                nearest[v] = u
        return False

    def _take(self, u: int, v: int) -> bool:
        """A tight edge from an outer vertex: the tree grows, a blossom forms, or two trees meet and a pair is made."""
        other = self.top[v]
        if self.label[other] == _FREE:
            self._grow(u, v)
            return False
        if self.label[other] == _INNER or other == self.top[u]:
            return False
        tip = self._meeting_point(u, v)
        if tip < 0:
            self._augment(u, v)
            return True
        self._form_blossom(tip, u, v)
        return False

    def _make_outer(self, b: int, entry: Edge | None) -> None:
        self.label[b] = _OUTER
        self.entry[b] = entry
        self.queue.extend(self._leaves(b))

    def _grow(self, u: int, v: int) -> None:
        inner = self.top[v]
        self.label[inner] = _INNER
        self.entry[inner] = (u, v)
        root = self.base[inner]
        partner = self.mate[root]
        self._make_outer(self.top[partner], (root, partner))

    def _leaves(self, b: int) -> list[int]:
        if b < self.n:
            return [b]
        found: list[int] = []
        pending = [b]
        while pending:
            each = pending.pop()
            if each < self.n:
                found.append(each)
            else:
                pending.extend(self.children[each])
        return found

    def _meeting_point(self, u: int, v: int) -> int:
        """The outer blossom where the ways of both to their roots meet; -1: they have different roots."""
        passed: set[int] = set()
        ways = [self.top[u], self.top[v]]
        side = 0
        while ways[0] >= 0 or ways[1] >= 0:
            here = ways[side]
            if here >= 0:
                if here in passed:
                    return here
                passed.add(here)
                entry = self.entry[here]
                if entry is None:
                    ways[side] = -1
                else:
                    inner = self.top[entry[0]]
                    up = self.entry[inner]
                    assert up is not None  # noqa: S101 - an inner blossom was entered by an edge
                    ways[side] = self.top[up[0]]
            side = 1 - side
        return -1

    # --------------------------------------------------------------------------------------------------------- blossoms
    def _way_to(self, tip: int, v: int) -> tuple[list[int], list[Edge]]:
        """The blossoms from the one around `v` up to below `tip`, and after each the edge to the next one up."""
        way: list[int] = []
        edges: list[Edge] = []
        here = self.top[v]
        while here != tip:
            entry = self.entry[here]
            assert entry is not None  # noqa: S101 - the tip lies between here and the root
            way.append(here)
            edges.append((entry[1], entry[0]))
            here = self.top[entry[0]]
        return way, edges

    def _form_blossom(self, tip: int, u: int, v: int) -> None:
        left, left_edges = self._way_to(tip, u)
        right, right_edges = self._way_to(tip, v)
        b = self.unused.pop()
        # Round the circle: from the tip down the left way, over the edge, and up the right way again.
        self.children[b] = [tip, *reversed(left), *right]
        self.links[b] = [*((to, fro) for fro, to in reversed(left_edges)), (u, v), *right_edges]
        self.base[b] = self.base[tip]
        self.parent[b] = -1
        self.dual[b] = 0
        self.label[b] = _OUTER
        self.entry[b] = self.entry[tip]
        for child in self.children[b]:
            self.parent[child] = b
            newly_outer = self.label[child] == _INNER
            for leaf in self._leaves(child):
                self.top[leaf] = b
                if newly_outer:
                    self.queue.append(leaf)

    def _dissolve_spent(self) -> None:
        """At the end of a phase: outer blossoms whose dual is nothing are of no more use."""
        for b in range(self.n, 2 * self.n):
            if self.children[b] and self.parent[b] < 0 and self.label[b] == _OUTER and self.dual[b] == 0:
                self._open_spent(b)

    def _open_spent(self, b: int) -> None:
        for child in self.children[b]:
            self.parent[child] = -1
            if child >= self.n and self.dual[child] == 0:
                self._open_spent(child)
            else:
                for leaf in self._leaves(child):
                    self.top[leaf] = child
        self._discard(b)

    def _discard(self, b: int) -> None:
        self.children[b], self.links[b] = [], []
        self.base[b] = -1
        self.label[b] = _FREE
        self.entry[b] = None
        self.unused.append(b)

    def _expand_inner(self, b: int) -> None:
        """An inner blossom whose dual came down to nothing: its children stand for themselves in the tree."""
        children, links = self.children[b], self.links[b]
        entry = self.entry[b]
        assert entry is not None  # noqa: S101 - an inner blossom was entered by an edge
        for child in children:
            self.parent[child] = -1
            self.label[child] = _FREE
            self.entry[child] = None
            for leaf in self._leaves(child):
                self.top[leaf] = child
        size = len(children)
        at = children.index(self.top[entry[1]])
        # From the child that was entered to the base the way that has an even number of steps.
        step = -1 if at % 2 == 0 else 1
        self._discard(b)
        u, v = entry
        while at != 0 and at != size:
            here = children[at]
            self.label[here] = _INNER
            self.entry[here] = (u, v)
            v2, w = self._link(links, at, step)
            following = children[(at + step) % size]
            self._make_outer(following, (v2, w))
            at += step
            u, v = self._link(links, at % size, step)
            at += step
        last = children[0]
        self.label[last] = _INNER
        self.entry[last] = (u, v)
        # What is left of the circle is free again, or inner where an outer vertex has already a tight edge to it: the
        # nearest outer vertices are still known.

    @staticmethod
    def _link(links: list[Edge], at: int, step: int) -> Edge:
        """The edge from a child to the next one in that direction."""
        if step > 0:
            return links[at]
        before, here = links[at - 1]
        return here, before

    # ------------------------------------------------------------------------------------------------------------ pairs
    def _augment(self, u: int, v: int) -> None:
        for start, partner in ((u, v), (v, u)):
            here, other = start, partner
            while True:
                outer = self.top[here]
                self._rotate(outer, here)
                self.mate[here] = other
                entry = self.entry[outer]
                if entry is None:
                    break
                inner = self.top[entry[0]]
                into = self.entry[inner]
                assert into is not None  # noqa: S101 - an inner blossom was entered by an edge
                here, other = into
                self._rotate(inner, other)
                self.mate[other] = here

    def _rotate(self, b: int, vertex: int) -> None:
        """Make a vertex the base of its blossom: the pairs along the even way to the old base change."""
        if b < self.n:
            return
        child = vertex
        while self.parent[child] != b:
            child = self.parent[child]
        self._rotate(child, vertex)
        children, links = self.children[b], self.links[b]
        size = len(children)
        at = first = children.index(child)
        step = -1 if at % 2 == 0 else 1
        while at != 0 and at != size:
            at += step
            one, two = self._link(links, at % size, step)
            self._rotate(children[at % size], one)
            at += step
            self._rotate(children[at % size], two)
            self.mate[one], self.mate[two] = two, one
        self.children[b] = children[first:] + children[:first]
        self.links[b] = links[first:] + links[:first]
        self.base[b] = vertex

    # ------------------------------------------------------------------------------------------------------------ duals
    def _move_duals(self) -> bool | None:
        """Move the duals until something happens; true once a pair more was made, None where nothing can happen."""
        delta, edge = self._next_tight()
        for b in range(self.n, 2 * self.n):
            if self.children[b] and self.parent[b] < 0 and self.label[b] == _INNER:
                half = -self.dual[b] // 2
                if delta is None or half < delta:
                    delta, edge = half, (b, -1)
        if delta is None or edge is None:
            return None
        if delta:
            self._apply(delta)
        if edge[1] < 0:
            self._expand_inner(edge[0])
            return False
        return self._take(*edge)

    def _next_tight(self) -> tuple[int | None, Edge | None]:
        """The edge that will be tight first, and how far the duals must move for it."""
        delta: int | None = None
        edge: Edge | None = None
        label, top, dual, rows, nearest = self.label, self.top, self.dual, self.rows, self.nearest
        for v in range(self.n):
            kind = label[top[v]]
            if kind == _INNER:
                continue
            u = nearest[v]
            if kind == _OUTER and (u < 0 or top[u] == top[v]):
                u = nearest[v] = self._nearest_outer(v) if u >= 0 else -1
            if u < 0:
                continue
            slack = rows[u][v] - dual[u] - dual[v]
            if kind == _OUTER:
                slack //= 2
            if delta is None or slack < delta:
                delta, edge = slack, (u, v)
        return delta, edge

    def _nearest_outer(self, v: int) -> int:
        """The outer vertex of another blossom with the least slack to an outer vertex."""
        best, least = -1, 0
        label, top, dual = self.label, self.top, self.dual
        for u, cost in self.rows[v].items():
            if top[u] != top[v] and label[top[u]] == _OUTER:
                slack = cost - dual[u]
                if best < 0 or slack < least:
                    best, least = u, slack
        return best

    def _apply(self, delta: int) -> None:
        label, top, dual = self.label, self.top, self.dual
        for v in range(self.n):
            kind = label[top[v]]
            if kind == _OUTER:
                dual[v] += delta
            elif kind == _INNER:
                dual[v] -= delta
        # A blossom's dual is never above nothing: what lies inside it is paid for by it.
        for b in range(self.n, 2 * self.n):
            if self.children[b] and self.parent[b] < 0:
                if label[b] == _OUTER:
                    dual[b] -= 2 * delta
                elif label[b] == _INNER:
                    dual[b] += 2 * delta
