"""A board that is lost from sight now and then while people play on, and whether the game is found again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from drivers.readings import LinkDown, Snapshot
from firmware_sim.scenes import Scene, SceneEvent, ScenePress
from gateway.games.game import Position

from .watcher import Watcher

__all__ = ["Gaps"]

_BEGINS_MS = (0, 1500)
"""The time after a press at which the board goes: before the next move, or in the middle of it."""
_LASTS_MS = (1000, 6000)
_APART_MS = 10_000
"""The least time between two gaps: tracking has to find its way."""
_BEHIND = 3


class Gaps:
    """The gaps of one game."""

    def __init__(self, chance: float, seed: int, positions: Sequence[Position]) -> None:
        self.found: list[bool] = []
        """For each gap whether the position was known again before the next one, or in the end."""
        self._chance = chance
        self._positions = positions
        self._rng = random.Random(f"gaps {seed}")  # noqa: S311 - dice of their own, so that hands do what they did
        self._begins: int | None = None
        self._ends: int | None = None
        self._quiet_until = 0

    def hide(self, seen: SceneEvent, scene: Scene, watcher: Watcher) -> bool:
        """Whether nobody sees this. The board goes and comes back when it is time."""
        at = seen.at_ms
        if self._ends is not None:
            if at >= self._ends:
                self._show(scene, watcher, at)
            return True
        if self._begins is not None and at >= self._begins:
            self._look_back(watcher, seen.stroke)
            self._begins, self._ends = None, at + self._rng.randint(*_LASTS_MS)
            watcher.hear(LinkDown("lost from sight"), at)
            return True
        if isinstance(seen, ScenePress) and at >= self._quiet_until and self._rng.random() < self._chance:
            self._begins = at + self._rng.randint(*_BEGINS_MS)
        return False

    def end(self, scene: Scene, watcher: Watcher) -> None:
        """The game is over, and the board is in sight."""
        if self._ends is not None:
            self._show(scene, watcher, scene.now_ms)
        watcher.wait(scene.now_ms + 20_000)
        self._look_back(watcher, len(self._positions) - 1)

    def _show(self, scene: Scene, watcher: Watcher, at: int) -> None:
        self._ends, self._quiet_until = None, at + _APART_MS
        self.found.append(False)
        watcher.hear(Snapshot(scene.surface.rows, scene.surface.cols, scene.shown), at)

    def _look_back(self, watcher: Watcher, stroke: int) -> None:
        """Whether the game is where it is by now; tracking may be a few strokes behind the hands."""
        if self.found:
            self.found[-1] = watcher.line.last in self._positions[max(0, stroke - _BEHIND) : stroke + 2]
