"""The first of all cheapest matchings of a graph with two sides (in the order of C.04.3 4.2), by its tight edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway.tournament.graphs.matching import CheapestMatching

__all__ = ["first_of_tight", "first_transposition"]


def first_transposition(rows: Sequence[Mapping[int, int]], upper: Sequence[int], solved: CheapestMatching) -> list[int]:
    """Of all cheapest matchings of a graph with two sides the one whose upper side meets the lowest numbers first.

    An edge belongs to some cheapest matching if it is tight and closes a circle of tight edges, every other matched.
    """
    dual = solved.duals
    tight = {
        here: sum(1 << there for there, cost in rows[here].items() if 4 * cost == dual[here] + dual[there])
        for here in upper
    }
    return first_of_tight(tight, upper, list(solved.mate))


def first_of_tight(tight: Mapping[int, int], upper: Sequence[int], mate: list[int]) -> list[int]:
    """The same, where each of the upper side has the set of those whom it meets in some cheapest matching."""
    settled = 0
    for here in upper:
        lower = tight[here] & ~settled & ((1 << mate[here]) - 1)
        while lower:
            choice = (lower & -lower).bit_length() - 1
            if _turn(tight, mate, here, choice, settled):
                break
            lower &= lower - 1
        settled |= 1 << mate[here]
    return mate


def _turn(tight: Mapping[int, int], mate: list[int], here: int, choice: int, settled: int) -> bool:
    """Give a player of the upper side another mate, if the others can be matched round a circle."""
    goal = mate[here]
    came_from: dict[int, int] = {}
    start = mate[choice]
    seen = settled | 1 << choice
    pending = [start]
    while pending:
        player = pending.pop()
        fresh = tight[player] & ~seen
        seen |= fresh
        if fresh >> goal & 1:
            came_from[goal] = player
            break
        while fresh:
            low = fresh & -fresh
            other = low.bit_length() - 1
            fresh ^= low
            came_from[other] = player
            pending.append(mate[other])
    else:
        return False
    other = goal
    while True:
        player = came_from[other]
        before = mate[player]
        mate[player], mate[other] = other, player
        if player == start:
            break
        other = before
    mate[here], mate[choice] = choice, here
    return True
