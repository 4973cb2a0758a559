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
    POINTS_GIVEN = "points_given"
    """The opponent's points in the game are raised; like the three below it is carried out by the event (FIDE 12.9)."""
    POINTS_TAKEN = "points_taken"
    """The offender's points in the game are lowered."""
    FINE = "fine"
    EXCLUSION = "exclusion"
    """From one or more rounds."""

    @property
    def is_time(self) -> bool:
        """Whether it is set on the clock, and so only while a game is played."""
        return self in {Penalty.TIME_GIVEN, Penalty.TIME_TAKEN}

    @property
    def is_carried_out_by_the_event(self) -> bool:
        """Whether a table only records it; not every text has it."""
        return self in {Penalty.POINTS_GIVEN, Penalty.POINTS_TAKEN, Penalty.FINE, Penalty.EXCLUSION}
