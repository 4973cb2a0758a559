"""Possible meetings: sets of opponents as bits, from past meetings and from pairs that an event forbids."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from gateway.tournament.crosstable import PairingNumber

__all__ = ["kept_apart"]


def kept_apart(
    numbers: Sequence[PairingNumber],
    opponents: Sequence[frozenset[PairingNumber]],
    forbidden: Iterable[frozenset[PairingNumber]],
) -> list[int]:
    """For each, by place, those who must not be met: past opponents, forbidden ones, and the same one."""
    place = {number: at for at, number in enumerate(numbers)}
    apart = [1 << at for at in range(len(numbers))]
    for at, met in enumerate(opponents):
        for number in met & place.keys():
            apart[at] |= 1 << place[number]
    for group in forbidden:
        for one, other in itertools.permutations((place[number] for number in group if number in place), 2):
            apart[one] |= 1 << other
    return apart
