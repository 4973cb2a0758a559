"""Signals of a bridge table: what its two buttons say."""

from __future__ import annotations

import enum

__all__ = ["BridgeSignal"]


class BridgeSignal(enum.StrEnum):
    """What somebody at a bridge table says by a button."""

    BOARD_OVER = "board_over"
    """A board is finished, the next one is begun."""
    DIRECTOR = "director"
    """The director, please; said again, it is taken back."""
