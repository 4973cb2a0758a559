"""Health of the sensors: one that chatters or is stuck is not believed, and not waited for."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant, Millis

__all__ = ["SensorHealth"]

_CHATTER = 7
"""Changes of one cell that a hand does not make within `_WITHIN_MS`: who adjusts a piece lifts it once or twice."""
_WITHIN_MS = Millis(2500)
_CALM_MS = Millis(3000)
"""The time for which a sensor must be still to be believed again."""


class SensorHealth(msgspec.Struct, frozen=True):
    """The health of a board's sensors."""

    changes: dict[int, tuple[Instant, ...]] = {}
    """The last changes of cells that changed lately."""
    noisy: frozenset[int] = frozenset()
    stuck: frozenset[int] = frozenset()
    """Cells that did not change when all the rest of the board said they must have."""

    @property
    def blind(self) -> frozenset[int]:
        """Cells whose content is not known."""
        return self.noisy | self.stuck

    def changed(self, cell: int, at: Instant) -> SensorHealth:
        """A cell has changed."""
        recent = tuple(moment for moment in self.changes.get(cell, ()) if at - moment <= _WITHIN_MS)[-_CHATTER:]
        changes = {**self.changes, cell: (*recent, at)}
        noisy = self.noisy | {cell} if len(recent) + 1 >= _CHATTER else self.noisy
        return SensorHealth(changes, noisy, self.stuck - {cell})  # what moves is not stuck

    def calmed(self, at: Instant) -> SensorHealth:
        """Forget what is long past."""
        changes = {cell: moments for cell, moments in self.changes.items() if at - moments[-1] <= _CALM_MS}
        if len(changes) == len(self.changes):
            return self
        return SensorHealth(changes, self.noisy & changes.keys(), self.stuck)

    def next_deadline(self) -> Instant | None:
        """When a chattering sensor may be believed again."""
        return min((Instant(self.changes[cell][-1] + _CALM_MS + 1) for cell in self.noisy), default=None)
