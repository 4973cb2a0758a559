"""Two sides of a graph: their cheapest matching, and the proof that nothing else in the whole graph is cheaper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway.tournament.graphs.matching import CheapestMatching, CostRows, cheapest_matching
from gateway.tournament.graphs.transposition import first_transposition

__all__ = ["TwoSides", "match_sides"]


class TwoSides:
    """The cheapest matching between an upper and a lower side, everybody in it."""

    def __init__(
        self, rows: CostRows, upper: Sequence[int], lower: Sequence[int], sides: CostRows, solved: CheapestMatching
    ) -> None:
        self._rows = rows
        self._upper = upper
        self._lower = lower
        self._sides = sides
        self._solved = solved
        self.cost = solved.cost

    def proof(self) -> dict[int, int] | None:
        """Duals for the whole graph: then no matching of it, whatever crosses over, is cheaper. None: no proof."""
        half = len(self._upper)
        above = dict(zip(self._upper, self._solved.duals[:half], strict=True))
        below = dict(zip(self._lower, self._solved.duals[half:], strict=True))
        # Adding the same to all of one side and taking it from the other changes nothing between the sides.
        most = _least_slack(self._rows, above)
        least = _least_slack(self._rows, below)
        if most is not None and least is not None and most + least < 0:
            return None
        if least is not None:
            shift = -least // 2 if least % 2 == 0 else (-least + 1) // 2
        elif most is not None:
            shift = most // 2
        else:
            shift = 0
        if most is not None and 2 * shift > most:
            return None
        return {
            **{each: dual + shift for each, dual in above.items()},
            **{each: dual - shift for each, dual in below.items()},
        }

    def first(self) -> list[tuple[int, int]]:
        """Of all cheapest matchings the one whose upper side meets the first of the lower side first."""
        half = len(self._upper)
        mate = first_transposition(self._sides, range(half), self._solved)
        return [(each, self._lower[mate[here] - half]) for here, each in enumerate(self._upper)]


def match_sides(rows: CostRows, upper: Sequence[int], lower: Sequence[int]) -> TwoSides | None:
    """The cheapest matching of two sides of a graph; None where there is none."""
    if len(upper) != len(lower):
        return None
    half = len(upper)
    place = {each: half + at for at, each in enumerate(lower)}
    sides: CostRows = [{} for _ in range(2 * half)]
    for here, each in enumerate(upper):
        row = rows[each]
        for other, there in place.items():
            cost = row.get(other)
            if cost is not None:
                sides[here][there] = cost
                sides[there][here] = cost
    solved = cheapest_matching(sides)
    return None if solved is None else TwoSides(rows, upper, lower, sides, solved)


def _least_slack(rows: CostRows, duals: Mapping[int, int]) -> int | None:
    """The least that an edge within one side leaves over; None where there is no such edge."""
    least: int | None = None
    for one, own in duals.items():
        for other, cost in rows[one].items():
            if other > one:
                dual = duals.get(other)
                if dual is not None:
                    slack = 4 * cost - own - dual
                    if least is None or slack < least:
                        least = slack
    return least
