"""What a player may be punished with, lightest first."""

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
    def english(self) -> str:
        """The name in a sentence."""
        return _NAMES[self][0]

    @property
    def chinese(self) -> str:
        """The name in Chinese."""
        return _NAMES[self][1]


_NAMES = {
    Penalty.WARNING: ("a warning", "警告"),
    Penalty.TIME_GIVEN: ("time for the opponent", "对方加时"),
    Penalty.TIME_TAKEN: ("time taken off", "扣减用时"),
    Penalty.VIOLATION: ("a violation", "违例"),
    Penalty.LOSS: ("loss of the game", "判负"),
    Penalty.DOUBLE_LOSS: ("loss for both sides", "双方判负"),
    Penalty.DISQUALIFICATION: ("disqualification", "取消比赛资格"),
}
