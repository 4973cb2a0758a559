"""How a board sees: whether it tells pieces apart or only that something stands there."""

from __future__ import annotations

import enum

from gateway.games.game import Game

__all__ = ["Vision", "see"]

_SHAPES = str.maketrans(dict.fromkeys("PNBRQKMDSpnbrqkmds", "?"))


class Vision(enum.StrEnum):
    """What the sensors can tell."""

    PIECES = "pieces"
    OCCUPANCY = "occupancy"


def see(game: Game, vision: Vision, picture: str) -> str:
    """The picture as far as this board could tell it from another one."""
    return picture.translate(_SHAPES) if vision is Vision.OCCUPANCY else game.seen_as(picture)
