"""Signals of a bridge table: what its two buttons say."""

from __future__ import annotations

import enum

__all__ = ["BridgeSignal"]


class BridgeSignal(enum.StrEnum):
    """The signal of a button at a bridge table."""

    BOARD_OVER = "board_over"
    """A board is finished, the next one is begun."""
    DIRECTOR = "director"
    """The director, please; said again, it is taken back."""
