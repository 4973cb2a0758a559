"""The weight of an object: the sum of its bytes and of the elements of its containers."""

from __future__ import annotations

from collections import deque

__all__ = ["HEAVIEST", "weight"]

HEAVIEST = 20_000
"""More than the longest message of all, the memory of a DGT board, and less than anything that grows."""


def weight(thing: object, known: set[int] | None = None) -> int:
    """Everything that can be reached from it, counted once."""
    known = set() if known is None else known
    if id(thing) in known or isinstance(thing, type | str | int) or callable(thing):
        return 0
    known.add(id(thing))
    if isinstance(thing, bytes | bytearray):
        return len(thing)
    if isinstance(thing, dict):
        return len(thing) + sum(weight(value, known) for value in thing.values())
    if isinstance(thing, list | tuple | set | frozenset | deque):
        return len(thing) + sum(weight(value, known) for value in thing)
    slots = [getattr(thing, slot, None) for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
    return sum(weight(value, known) for value in (*slots, *getattr(thing, "__dict__", {}).values()))
