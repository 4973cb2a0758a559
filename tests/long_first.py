"""The order in which workers run the tests: each begins with long ones, and ends with short ones.

xdist gives every worker a stretch of the list, and lets one that is done take over the end of another's. With short
tests at each end nobody is left alone with a test of half a minute while the others have nothing to do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

__all__ = ["long_first"]

T = TypeVar("T")


def long_first(
    items: Sequence[T], workers: int, is_long: Callable[[T], bool], group: Callable[[T], Hashable]
) -> list[T]:
    """All items, in stretches for so many workers; the long ones of a group stay together, for they share fixtures."""
    groups: dict[Hashable, list[T]] = defaultdict(list)
    for item in items:
        if is_long(item):
            groups[group(item)].append(item)
    piles: list[list[T]] = [[] for _ in range(workers)]
    for found in sorted(groups.values(), key=len, reverse=True):
        min(piles, key=len).extend(found)
    short, order = [item for item in items if not is_long(item)], list[T]()
    for number, pile in enumerate(piles):
        # As xdist does: of what is left, so many are for each of the workers that are left.
        room = max(0, (len(items) - len(order)) // (workers - number) - len(pile))
        order += pile + short[:room]
        del short[:room]
    return order + short
