"""The present: what the sensors show now and a hypothesis does not have."""

from __future__ import annotations

from collections.abc import Collection

from drivers.readings import EMPTY
from gateway.games.game import Position

from . import costs
from .cells import differing
from .sensor_model import SensorModel
from .surprisal import Cost

__all__ = ["unfinished"]


def unfinished(
    model: SensorModel, position: Position, shown: str, touched: Collection[int], standing: Collection[int]
) -> list[Cost] | None:
    """What is charged for the cells that differ from the position; `touched` are those that somebody touched of late,
    and on those that are `standing` captured pieces have not been taken off yet. None: it cannot be."""
    seen = model.as_seen(shown)
    cells = differing(model.as_seen(position.board()), seen)
    if not cells:
        return []
    if any(cell not in touched and cell not in standing for cell in cells):
        return None
    if position.underway(shown):
        return [costs.PIECE_IN_HAND]
    put = sum(seen[cell] != EMPTY and cell not in standing for cell in cells)
    return [costs.TOUCHED_NOT_YET_RIGHT] * put + [costs.PIECE_MISSING] * (len(cells) - put)
