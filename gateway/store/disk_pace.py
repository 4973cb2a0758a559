"""The pace of a disk: whether it has shown itself so quick that the event loop itself may write.

A line that another thread writes waits twice until a thread is awake, which takes as long as a quick disk does. A card
takes ten times that, and seconds when it tidies itself: nobody may wait for it but the thread that is there for it.
"""

from __future__ import annotations

from typing import Final

__all__ = ["DiskPace"]

_QUICK_S: Final = 0.0015
"""Seconds that a commit of a quick disk takes at most. Those of SD cards take longer."""
_SLOW_S: Final = 0.005
_PROVEN: Final = 16
"""Quick commits in a row by which a disk is known."""
_AGAIN: Final = 256
"""The same for a disk that was taken for quick, and was not."""


class DiskPace:
    """What the commits so far tell of a disk."""

    def __init__(self) -> None:
        self._lacks = _PROVEN
        """How many quick commits it takes until the disk is taken for quick."""

    @property
    def quick(self) -> bool:
        """Whether a commit may be waited for."""
        return self._lacks <= 0

    def took(self, seconds: float) -> None:
        """A commit took so long."""
        if self.quick:
            if seconds > _SLOW_S:
                self._lacks = _AGAIN
        else:
            self._lacks = self._lacks - 1 if seconds <= _QUICK_S else max(self._lacks, _PROVEN)

    def failed(self) -> None:
        """A commit came to nothing."""
        self._lacks = _AGAIN
