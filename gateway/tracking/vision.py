"""Vision of a board: whether its sensors tell pieces apart or only that something stands there."""

from __future__ import annotations

import enum

from drivers.readings import EMPTY
from gateway.games.game import Game

__all__ = ["Vision", "see", "see_in_play"]

_SHAPES = str.maketrans(dict.fromkeys("PNBRQKMDSpnbrqkmds", "?"))


class Vision(enum.StrEnum):
    """The kind of sensors: what they can tell apart."""

    PIECES = "pieces"
    OCCUPANCY = "occupancy"


def see(game: Game, vision: Vision, cells: str) -> str:
    """A board, or what is shown, reduced to what such sensors distinguish."""
    return cells.translate(_SHAPES) if vision is Vision.OCCUPANCY else game.seen_as(cells)


def see_in_play(game: Game, vision: Vision, shown: str) -> str:
    """What is shown, reduced so; what stands where nothing is played does not count."""
    for cell in game.out_of_play(shown):
        shown = f"{shown[:cell]}{EMPTY}{shown[cell + 1 :]}"
    return see(game, vision, shown)
