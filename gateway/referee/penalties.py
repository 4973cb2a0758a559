"""Penalties, lightest first."""

from __future__ import annotations

import enum

__all__ = ["Penalty"]


class Penalty(enum.StrEnum):
    """GN 15, FIDE 12.9."""

    WARNING = "warning"
    TIME_GIVEN = "time_given"
    """Time is added to the opponent's."""
    TIME_TAKEN = "time_taken"
    """Time is taken from the offender's."""
    VIOLATION = "violation"
    """Two in one game lose it (GN 15.3)."""
    LOSS = "loss"
    DOUBLE_LOSS = "double_loss"
    """Both sides lose."""
    DISQUALIFICATION = "disqualification"

    @property
    def is_time(self) -> bool:
        """Whether it is set on the clock, and so only while a game is played."""
        return self in {Penalty.TIME_GIVEN, Penalty.TIME_TAKEN}
