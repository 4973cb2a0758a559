"""Lots that anybody can draw again: cards are laid in the order of the SHA-256 of what stands on them.

A card's mark is the seed, a stroke and the card: `2026-05-01 hall B/12`. The cards are sorted by the hexadecimal
digests of their marks, smallest first; `printf %s '2026-05-01 hall B/12' | sha256sum` gives one of them. A seed is any
text; a good one is spoken by somebody in the hall after the entries are known, or is a number that nobody could know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

import msgspec

__all__ = ["TwoHands", "shuffled"]

T = TypeVar("T")


def shuffled(cards: Iterable[T], seed: str) -> tuple[T, ...]:
    """The cards in the order in which they are drawn; each is known by its text."""
    return tuple(sorted(cards, key=lambda card: (hashlib.sha256(f"{seed}/{card}".encode()).hexdigest(), str(card))))


class TwoHands(msgspec.Struct, frozen=True):
    """The double chance: names in one hand and numbers in the other, each with a seed of its own."""

    names: str
    numbers: str

    def deal(self, names: Iterable[T], numbers: Iterable[int], what: str) -> tuple[tuple[T, int], ...]:
        """A number for each name, as the two hands turn their cards up one by one. `what` is drawn: `9-16`."""
        return tuple(
            zip(shuffled(names, f"{self.names}/{what}"), shuffled(numbers, f"{self.numbers}/{what}"), strict=False)
        )
