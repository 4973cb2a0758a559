"""A computer that stands still now and then while people play on: it hears all of it at once, and late."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from firmware_sim.scenes import SceneEvent, ScenePress

__all__ = ["Stalls"]

_BEGINS_MS = (0, 1500)
"""The time after a press at which the computer stops: before the next move, or in the middle of it."""
_LASTS_MS = (500, 7000)
_APART_MS = 5000
"""The least time between two stalls."""


class Stalls:
    """The stalls of one game.

    Board and clock come by two lines. What has waited on one of them is read before what has waited on the other, so
    that moves and presses are out of order, as often as not.
    """

    def __init__(self, chance: float, seed: int) -> None:
        self.count = 0
        self._chance = chance
        self._rng = random.Random(f"stalls {seed}")  # noqa: S311 - dice of their own, so that hands do what they did

    def heard(self, events: Iterable[SceneEvent]) -> Iterator[tuple[SceneEvent | None, int]]:
        """Everything that happens, and the instant at which it is heard; None when the computer goes on."""
        waiting: list[SceneEvent] = []
        begins: int | None = None
        ends: int | None = None
        quiet_until = 0
        for seen in events:
            at = seen.at_ms
            if ends is not None and at >= ends:
                yield from self._read(waiting, ends)
                quiet_until = ends + _APART_MS
                waiting, ends = [], None
            if begins is not None and at >= begins:
                self.count += 1
                ends = begins + self._rng.randint(*_LASTS_MS)
                begins = None
            if ends is not None and at < ends:
                waiting.append(seen)
                continue
            yield seen, at
            if isinstance(seen, ScenePress) and at >= quiet_until and self._rng.random() < self._chance:
                begins = at + self._rng.randint(*_BEGINS_MS)
        if ends is not None:
            yield from self._read(waiting, ends)

    def _read(self, waiting: list[SceneEvent], at: int) -> Iterator[tuple[SceneEvent | None, int]]:
        yield None, at
        presses_first = self._rng.random() < 0.5
        for seen in sorted(waiting, key=lambda event: isinstance(event, ScenePress) is not presses_first):
            yield seen, at
