"""Places in a knock-out draw: where seeds stand, which places stay empty, which are contested.

DH 一(一), GO app.1, GN app.3; the table for 256 places is that of BR (二)1. Places are numbered from 1 at the top.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["bracket_order", "bye_slots", "contested_slots", "draw_size", "neighbour", "seed_slots", "tiers"]


def draw_size(entrants: int) -> int:
    """The smallest power of two that holds them all: 63 stand in a draw of 64."""
    return 1 << max(0, entrants - 1).bit_length()


def bracket_order(size: int) -> tuple[int, ...]:
    """The ranks from the top of a draw to its bottom; all sections of one size have equal sums (BR)."""
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        order = [
            rank
            for at, upper in enumerate(order)
            for rank in ((upper, both - upper) if at % 2 == 0 else (both - upper, upper))
        ]
    return tuple(order)


def seed_slots(size: int, seeds: int) -> tuple[int, ...]:
    """The places of seed 1, 2, ...: each has a section, at whose top or bottom it stands, in turn."""
    width = size // seeds
    slots = [0] * seeds
    for section, seed in enumerate(bracket_order(seeds)):
        slots[seed - 1] = section * width + 1 if section % 2 == 0 else (section + 1) * width
    return tuple(slots)


def neighbour(slot: int) -> int:
    """The opponent's place in the first round."""
    return slot + 1 if slot % 2 else slot - 1


def bye_slots(size: int) -> tuple[int, ...]:
    """The places that stay empty, in order: the opponents of the seeds, as far as half of the draw."""
    return tuple(neighbour(slot) for slot in seed_slots(size, size)[: size // 2])


def contested_slots(size: int) -> tuple[int, ...]:
    """The places that two contest (抢号), in order: those of the byes, then the seeds' own from the last one."""
    return bye_slots(size) + tuple(reversed(seed_slots(size, size)[: size // 2]))


def tiers(seeds: int) -> Iterator[range]:
    """The seeds that may change places by lot: 1-2, 3-4, 5-8, 9-16, and so on."""
    first, last = 1, 2
    while first <= seeds:
        yield range(first, min(last, seeds) + 1)
        first, last = last + 1, 2 * last
