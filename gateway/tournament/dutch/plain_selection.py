"""The choice in a bracket whose halves need no exchange, as in most: two sides, and a proof that no exchange helps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gateway.tournament.dutch.bracket import BracketGraph
from gateway.tournament.dutch.candidate import BracketCandidate
from gateway.tournament.graphs.matching import CostRows
from gateway.tournament.graphs.two_sides import match_sides

__all__ = ["PlainSelection"]


class PlainSelection:
    """A bracket whose halves need no exchange: two sides, and duals that prove that no exchange is better.

    Gives up (None) where that proof fails; nothing is decided by a guess.
    """

    def __init__(self, graph: BracketGraph) -> None:
        self.rows: CostRows = graph.rows
        self.size = graph.size
        self.moved = len(graph.bracket.movers)
        self.exits = list(range(graph.size, len(graph.rows)))

    def select(self) -> BracketCandidate | None:
        """The first of the best candidates; None where this way cannot tell."""
        guess = self._first_opponents()
        if guess is None:
            return None
        upper, lower = self._halves(guess, loose=True)
        solved = match_sides(self.rows, upper, lower)
        if solved is None:
            return None
        best = solved.cost
        duals = solved.proof()
        if duals is None:
            return None
        fixed: dict[int, int] = {}
        for mover in range(self.moved):
            for opponent in sorted(each for each in self.rows[mover] if each < self.size):
                if opponent in fixed.values() or 4 * self.rows[mover][opponent] != duals[mover] + duals[opponent]:
                    continue
                trial = {**fixed, mover: opponent}
                rest = [each for each in guess.values() if each not in trial.values()]
                cost = self._cost_with(trial, rest)
                if cost != best:
                    return None
                fixed = trial
                break
            else:
                return None  # stays in the limbo
            guess = self._completed(fixed, guess)
            if guess is None:
                return None
        upper, lower = self._halves(fixed, loose=False)
        solved = match_sides(self.rows, upper, lower)
        if solved is None or solved.cost + self._sum(fixed) != best:
            return None
        return BracketCandidate(self._joined(fixed, solved.first()), best)

    def _first_opponents(self) -> dict[int, int] | None:
        """An opponent for everybody who moved down, the first that is free: where to look, no decision yet."""
        return self._completed({}, {})

    def _completed(self, fixed: dict[int, int], guess: dict[int, int]) -> dict[int, int] | None:
        found = dict(fixed)
        for mover in range(self.moved):
            if mover in found:
                continue
            taken = set(found.values())
            known = guess.get(mover)
            if known is not None and known not in taken:
                found[mover] = known
                continue
            free = [each for each in self.rows[mover] if each < self.size and each not in taken]
            if not free:
                return None
            found[mover] = min(free)
        return found

    def _halves(self, opponents: Mapping[int, int], *, loose: bool) -> tuple[list[int], list[int]]:
        """S1 and S2 of the remainder; `loose`: with those who moved down above, and their opponents below."""
        taken = set(opponents.values())
        remainder = [each for each in range(self.moved, self.size) if each not in taken]
        pairs = (len(remainder) - len(self.exits)) // 2
        upper, lower = remainder[:pairs], remainder[pairs:]
        if loose:
            upper = [*range(self.moved), *upper]
            lower = sorted([*lower, *taken])
        return [*upper, *self.exits], lower

    def _cost_with(self, fixed: Mapping[int, int], rest: Iterable[int]) -> int | None:
        """What the best candidate costs in which these pairs stand, the remainder in its halves."""
        taken = {*fixed.values(), *rest}
        remainder = [each for each in range(self.moved, self.size) if each not in taken]
        pairs = (len(remainder) - len(self.exits)) // 2
        loose = [mover for mover in range(self.moved) if mover not in fixed]
        upper = [*loose, *remainder[:pairs], *self.exits]
        lower = sorted([*remainder[pairs:], *(each for each in rest if each not in fixed.values())])
        solved = match_sides(self.rows, upper, lower)
        return None if solved is None else solved.cost + self._sum(fixed)

    def _sum(self, fixed: Mapping[int, int]) -> int:
        return sum(self.rows[mover][opponent] for mover, opponent in fixed.items())

    def _joined(self, fixed: Mapping[int, int], pairs: Iterable[tuple[int, int]]) -> list[int]:
        joined = [-1] * len(self.rows)
        for one, other in (*fixed.items(), *pairs):
            joined[one], joined[other] = other, one
        return joined
