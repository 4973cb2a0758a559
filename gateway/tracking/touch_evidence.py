"""Touch evidence: which cells were emptied and filled since the board last showed the position, in which order."""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Move

__all__ = ["TouchEvidence"]


class TouchEvidence(msgspec.Struct, frozen=True):
    """Touches since the board last showed the position, and their order."""

    emptied: dict[int, int] = {}
    """Cells that were seen empty, each with the number of the change that emptied it last."""
    filled: dict[int, int] = {}
    """Cells on which something was put."""
    changes: int = 0

    def with_change(self, cell: int, piece: str) -> TouchEvidence:
        """One more cell has changed."""
        number = self.changes + 1
        if piece == EMPTY:
            return TouchEvidence({**self.emptied, cell: number}, self.filled, number)
        return TouchEvidence(self.emptied, {**self.filled, cell: number}, number)

    def support(self, move: Move) -> int:
        """How much of what a move touches was seen to be touched."""
        emptied = sum(cell in self.emptied for cell in (move.path[0], *move.taken))
        return emptied + sum(cell in self.filled for cell in move.path[1:])
