"""Fallen flags and their meaning: which side overstepped first, and who called it when.

That a flag fell and that somebody reported it are two facts (GN 14.4, FIDE 6.8). With both flags down the side whose
flag fell first has overstepped; if that cannot be established the game is drawn (GN 19.2.1 D).
"""

from __future__ import annotations

import enum

from gateway.model.instants import Instant
from gateway.model.sides import Side

from .face import ClockFace
from .facts import FlagCalled

__all__ = ["Overstepped", "call_flag", "overstepped"]


class Overstepped(enum.StrEnum):
    """The side, or sides, that used more than their time."""

    NOBODY = "nobody"
    WHITE = "white"
    BLACK = "black"
    ORDER_UNKNOWN = "order_unknown"
    """Both, and nobody can tell who did first."""


def overstepped(face: ClockFace) -> Overstepped:
    """The side that has overstepped by what the clock shows."""
    if not face.flags:
        return Overstepped.NOBODY
    match face.first_flag:
        case Side.WHITE:
            return Overstepped.WHITE
        case Side.BLACK:
            return Overstepped.BLACK
        case None:
            return Overstepped.ORDER_UNKNOWN


def call_flag(face: ClockFace, side: Side, at: Instant, by: str) -> FlagCalled | None:
    """Somebody reports that a side's flag is down; `None` if it is not."""
    fell_at = next((flag.fell_at for flag in face.flags if flag.side is side), None)
    return None if fell_at is None else FlagCalled(side, fell_at, at, by)
