"""Vision of a board: whether its sensors tell pieces apart or only that something stands there."""

from __future__ import annotations

import enum

from gateway.games.game import Game

__all__ = ["Vision", "see"]

_SHAPES = str.maketrans(dict.fromkeys("PNBRQKMDSpnbrqkmds", "?"))


class Vision(enum.StrEnum):
    """The kind of sensors: what they can tell apart."""

    PIECES = "pieces"
    OCCUPANCY = "occupancy"


def see(game: Game, vision: Vision, cells: str) -> str:
    """A board, or what is shown, reduced to what such sensors distinguish."""
    return cells.translate(_SHAPES) if vision is Vision.OCCUPANCY else game.seen_as(cells)
