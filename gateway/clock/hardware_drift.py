"""Drift of a hardware clock: it runs faster or slower than time itself.

Within a turn the display is compared from its first change to its last: both are late by about as much, so what is left
is the clock's own doing. Turns add up.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gateway.model.instants import Instant, Millis

__all__ = ["NO_DRIFT", "Drift"]

LEAST_MS = 6000
"""Less than this is the unevenness of readings."""
ENOUGH_MS = 60_000
"""A clock is not judged on less than this."""
PART = 100
"""The drift, one part in this number, that an arbiter would call wrong."""


class Drift(msgspec.Struct, frozen=True):
    """The lengths of turns by our time and by the clock's."""

    ours_ms: Millis = Millis(0)
    theirs_ms: Millis = Millis(0)
    since: tuple[Instant, Millis] | None = None
    """The first change of the display in this turn: when it came and what it showed."""
    until: tuple[Instant, Millis] | None = None
    """The last one."""

    def ticked(self, at: Instant, shown: Millis) -> Drift:
        """The running time's display has changed."""
        return replace(self, since=self.since or (at, shown), until=(at, shown))

    def turned(self) -> Drift:
        """The turn is over, or what was seen of it no longer counts."""
        ours, theirs = self._turn()
        return Drift(Millis(self.ours_ms + ours), Millis(self.theirs_ms + theirs))

    def _turn(self) -> tuple[int, int]:
        """The length of this turn between its first and last change."""
        if self.since is None or self.until is None:
            return 0, 0
        return self.until[0] - self.since[0], abs(self.since[1] - self.until[1])

    def total(self) -> tuple[Millis, Millis]:
        """Our time and the clock's, this turn included."""
        ours, theirs = self._turn()
        return Millis(self.ours_ms + ours), Millis(self.theirs_ms + theirs)

    @property
    def is_off(self) -> bool:
        """The clock is wrong by more than readings can explain."""
        ours, theirs = self.total()
        return ours >= ENOUGH_MS and abs(ours - theirs) > max(LEAST_MS, ours // PART)


NO_DRIFT = Drift()
