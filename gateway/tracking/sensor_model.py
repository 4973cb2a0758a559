"""Model of the sensors for a search: what they distinguish, which of them cannot be believed, how fast they are."""

from __future__ import annotations

import msgspec

from gateway.games.game import Game
from gateway.model.instants import Millis

from .cells import masked
from .vision import Vision, see_in_play

__all__ = ["SensorModel"]


class SensorModel(msgspec.Struct, frozen=True):
    """The sensors as a search must know them."""

    game: Game
    vision: Vision
    blind: frozenset[int] = frozenset()
    """Cells whose sensors say nothing."""
    scan_ms: Millis = Millis(0)
    hasty: bool = True
    """Moves are made about as fast as the sensors are read, so that one may show its end before its beginning."""

    def as_seen(self, cells: str) -> str:
        """A board, or what is shown, reduced to what these sensors distinguish."""
        return masked(see_in_play(self.game, self.vision, cells), self.blind)
