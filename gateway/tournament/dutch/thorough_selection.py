"""The choice in any bracket: preferences between equally good candidates are digits below the criteria (C.04.3 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gateway.tournament.dutch.bracket import BracketGraph, Reach
from gateway.tournament.dutch.candidate import BracketCandidate
from gateway.tournament.graphs.matching import CheapestMatching, CostRows, cheapest_matching
from gateway.tournament.graphs.transposition import first_transposition

__all__ = ["ThoroughSelection"]

_AT_ONCE = 8
"""How many players' opponents are decided by one matching: numbers stay within a few words."""

Preference = Callable[[int, int], int]
"""A preference between candidates that are equally good: what an edge adds, the lower vertex first."""


class ThoroughSelection:
    """Any bracket, however far its graph goes. What is decided is taken out of the graph."""

    def __init__(self, graph: BracketGraph) -> None:
        self.graph = graph
        self.rows: CostRows = [dict(row) for row in graph.rows]
        self.size = graph.size
        self.moved = len(graph.bracket.movers)
        self.width = len(graph.rows).bit_length() + 1

    def select(self) -> BracketCandidate | None:
        """The first of the best candidates; None where there is none."""
        solved = cheapest_matching(self.rows)
        if solved is None:
            return None
        cost = solved.cost
        solved = self._settle_movers(solved)
        remainder = [each for each in range(self.moved, self.size) if not solved.mate[each] < self.moved]
        pairs = sum(self.moved <= solved.mate[each] < self.size for each in remainder) // 2
        if pairs:
            upper = self._settle_halves(remainder, pairs)
            solved = self._settle_lower_half(upper)
        return BracketCandidate(solved.mate, cost)

    def _solve(self, preference: Preference, width: int) -> CheapestMatching:
        """The cheapest matching, and of the cheapest the most preferred; preferences fit into that many bits."""
        rows: CostRows = [{} for _ in self.rows]
        for one, row in enumerate(self.rows):
            for other, cost in row.items():
                if one < other:
                    rows[one][other] = rows[other][one] = (cost << width) + preference(one, other)
        solved = cheapest_matching(rows)
        assert solved is not None  # noqa: S101 - what was left in the graph holds the solution before
        return solved

    def _drop(self, one: int, other: int) -> None:
        self.rows[one].pop(other, None)
        self.rows[other].pop(one, None)

    def _fix(self, one: int, other: int) -> None:
        """Two meet: nothing else is left for them."""
        for here, kept in ((one, other), (other, one)):
            for there in list(self.rows[here]):
                if there != kept:
                    self._drop(here, there)

    def _settle_movers(self, solved: CheapestMatching) -> CheapestMatching:
        """4.4, the set of those who are paired; then 3.7.2, with whom."""
        moved, size = self.moved, self.size
        if any(solved.mate[mover] >= size for mover in range(moved)):
            solved = self._solve(
                lambda one, other: 1 << moved - 1 - one if one < moved and other >= size else 0, moved + 1
            )
        for mover in range(moved):
            floats = solved.mate[mover] >= size
            for other in list(self.rows[mover]):
                if (other >= size) is not floats:
                    self._drop(mover, other)
        paired = [mover for mover in range(moved) if solved.mate[mover] < size]
        return self._settle_in_turn(paired, solved)

    def _settle_in_turn(self, players: Sequence[int], solved: CheapestMatching) -> CheapestMatching:
        """The lowest opponent for each in turn."""
        for start in range(0, len(players), _AT_ONCE):
            some = {player: at for at, player in enumerate(players[start : start + _AT_ONCE])}
            shifts = {player: self.width * (len(some) - 1 - at) for player, at in some.items()}

            def prefer(one: int, other: int, shifts: Mapping[int, int] = shifts) -> int:
                shift = shifts.get(one)
                return 0 if shift is None else other << shift

            solved = self._solve(prefer, self.width * len(some) + 1)
            for player in some:
                self._fix(player, solved.mate[player])
        return solved

    def _settle_halves(self, remainder: list[int], pairs: int) -> list[int]:
        """4.3: the residents of the upper half after the first exchange that will do."""
        place = {each: at for at, each in enumerate(remainder)}

        def exchange(one: int, other: int) -> int:
            # The fewest players, then the smallest difference of the sums.
            if one in place and other in place:
                return (1 << 2 * self.width if place[one] >= pairs else 0) + place[one]
            return 0

        upper = self._upper(remainder, self._solve(exchange, 4 * self.width))
        if any(place[each] >= pairs for each in upper):
            further = sum(place[each] for each in upper) - pairs * (pairs - 1) // 2
            lowest, highest = max(0, pairs - further), min(len(remainder), pairs + further)

            def which(one: int, other: int) -> int:
                # The highest that leaves the upper half, then the lowest that leaves the lower one.
                if one not in place or other not in place:
                    return 0
                cost = exchange(one, other) << highest - lowest + 1
                at = place[one]
                if lowest <= at < pairs:
                    cost += 1 << (highest - pairs) + (at - lowest)
                elif pairs <= at < highest:
                    cost -= 1 << highest - 1 - at
                return cost

            upper = self._upper(remainder, self._solve(which, 4 * self.width + highest - lowest + 2))
        self._keep_halves(remainder, upper)
        return upper

    def _upper(self, remainder: list[int], solved: CheapestMatching) -> list[int]:
        return [each for each in remainder if each < solved.mate[each] < self.size]

    def _keep_halves(self, remainder: list[int], upper: list[int]) -> None:
        """The upper half meets the lower one and does not float; the lower half meets nobody of its own."""
        within, above = set(remainder), set(upper)
        for one in remainder:
            for other in list(self.rows[one]):
                if other in within:
                    if (min(one, other) in above) is (max(one, other) in above) or max(one, other) in above:
                        self._drop(one, other)
                elif one in above and other >= self.size:
                    self._drop(one, other)

    def _settle_lower_half(self, upper: list[int]) -> CheapestMatching:
        """4.2: the first transposition."""
        if self.graph.reach is not Reach.BRACKET:
            return self._settle_in_turn(upper, CheapestMatching([], 0, [], False))
        solved = cheapest_matching(self.rows)
        assert solved is not None  # noqa: S101 - what was left in the graph holds the solution before
        if solved.has_blossoms:  # pragma: no cover - the halves are two sides, and the movers are settled
            return self._settle_in_turn(upper, solved)
        sides = [*upper, *range(self.size, len(self.rows))]
        solved.mate[:] = self._first(sides, solved)
        return solved

    def _first(self, sides: list[int], solved: CheapestMatching) -> list[int]:
        movers = [mover for mover in range(self.moved) if solved.mate[mover] < self.size]
        exits = [each for each in sides if each >= self.size and solved.mate[each] >= self.moved]
        upper = [*movers, *(each for each in sides if each < self.size), *exits]
        return first_transposition(self.rows, upper, solved)
