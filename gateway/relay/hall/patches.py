"""Patches: what has changed between two JSON objects, so that whoever holds the one can make the other of it. No I/O.

A list that has grown, or lost its end, is told by what is kept of it and what comes after: the moves of a game are sent
once. The pages do the same as `patched` (`live/patches.js`).
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import msgspec

__all__ = ["Patch", "difference", "patched"]

_MISSING = object()


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, rename={"within": "in"}):
    """The changes of one object."""

    set: dict[str, Any] = {}
    """Fields with their new values."""
    drop: list[str] = []
    """Fields that are gone."""
    within: dict[str, Patch] = {}
    """Fields that are objects, and what has changed in them."""
    add: dict[str, tuple[int, list[Any]]] = {}
    """Fields that are lists: how many of their first items stay, and what comes after those."""


def difference(old: dict[str, Any], new: dict[str, Any]) -> Patch | None:
    """What makes the new object of the old one; None if they are equal."""
    if old == new:
        return None
    changed: dict[str, Any] = {}
    within: dict[str, Patch] = {}
    add: dict[str, tuple[int, list[Any]]] = {}
    for name, value in new.items():
        before = old.get(name, _MISSING)
        if before == value:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            inner = difference(before, value)
            if inner is not None:
                within[name] = inner
        elif isinstance(value, list) and isinstance(before, list) and (kept := _kept(before, value)):
            add[name] = kept, value[kept:]
        else:
            changed[name] = value
    return Patch(changed, [name for name in old if name not in new], within, add)


def patched(old: dict[str, Any], patch: Patch) -> dict[str, Any]:
    """The new object; the old one stays as it is."""
    new = {name: value for name, value in old.items() if name not in patch.drop}
    new |= patch.set
    for name, inner in patch.within.items():
        new[name] = patched(old[name], inner)
    for name, (kept, more) in patch.add.items():
        new[name] = old[name][:kept] + more
    return new


def _kept(before: list[Any], now: list[Any]) -> int:
    """How many of the first items stay; 0 if it is better to send all."""
    if now[: len(before)] == before:
        return len(before)
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    return kept if kept * 2 > len(now) else 0
