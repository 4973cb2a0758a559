"""What the board shows now and a hypothesis does not: a move may be under way, or something left to be done."""

from __future__ import annotations

from collections.abc import Collection

from drivers.readings import EMPTY
from gateway.games.game import Position

from . import costs
from .cells import differing
from .surprisal import Cost
from .traces import SensorModel

__all__ = ["unfinished"]


def unfinished(
    board: SensorModel, position: Position, shown: str, touched: Collection[int], standing: Collection[int]
) -> list[Cost]:
    """What is charged for the cells that differ from the position; `touched` are those that somebody touched of late,
    and on those that are `standing` captured pieces have not been taken off yet."""
    seen = board.view(shown)
    cells = differing(board.view(position.board()), seen)
    if not cells:
        return []
    strays = [cell for cell in cells if cell not in touched and cell not in standing]
    if strays:
        return [costs.UNTOUCHED_DIFFERS] * len(strays)
    if position.underway(shown):
        return [costs.PIECE_IN_HAND]
    put = sum(seen[cell] != EMPTY and cell not in standing for cell in cells)
    return [costs.TOUCHED_NOT_YET_RIGHT] * put + [costs.PIECE_MISSING] * (len(cells) - put)
