"""Gap distance: the least number of moves between a board and what is seen after it was out of sight.

A search for the moves in between follows only what can still reach the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drivers.readings import EMPTY
from gateway.games.game import Position
from gateway.model.sides import Side

from .expectation import owner
from .sensor_model import SensorModel
from .vision import Vision

__all__ = ["GapDistance"]

_Wrong = Sequence[tuple[int, str, str]]
"""Cells that do not show what they are to show: cell, what it shows, what it is to show."""


class GapDistance:
    """The least number of moves between a board and the target."""

    def __init__(self, model: SensorModel, position: Position, target: str) -> None:
        self._game = model.game
        self._target = target
        self._told_apart = model.vision is Vision.PIECES
        self._castled = {side: self._game.may_have_castled(position.board(), target, side) for side in Side}
        self._hidden = "*" in target

    def allows(self, board: str, seen: str, turn: Side, left: int) -> bool:
        """Whether the target may yet be reached by so many moves, the first of which is `turn`'s."""
        stands = seen if self._told_apart else board
        wrong = [
            (cell, stands[cell], wanted)
            for cell, (now, wanted) in enumerate(zip(seen, self._target, strict=True))
            if now != wanted and wanted != "*"
        ]
        if not wrong:
            return True
        moves = {turn: (left + 1) // 2, turn.other: left // 2}
        if not self._told_apart:
            return self._cells_fit(wrong, moves, left)
        return all(self._fits(wrong, side, moves[side], moves[side.other]) for side in Side)

    def _cells_fit(self, wrong: _Wrong, moves: Mapping[Side, int], left: int) -> bool:
        """Where only occupied cells are known."""
        leaving = [(cell, piece) for cell, piece, _ in wrong if piece != EMPTY]
        filled, vacated = len(wrong) - len(leaving), len(leaving)
        if self._game.lays_stones:
            return not vacated and filled <= left
        castled = sum(self._castled.values())
        if filled - castled > left or (filled > vacated and not self._hidden):
            return False
        if not self._game.captures_by_replacement:
            return True
        # A move leaves one cell; two if it castles, or takes in passing.
        if self._game.may_be_in_passing([cell for cell, _ in leaving]):
            return vacated - castled - 1 <= left
        # Who stands on a cell that is left has moved away himself, or else was taken by who moved on.
        spare = left - vacated + castled
        return spare > 0 or (
            spare == 0
            and all(
                _count(leaving, side) <= moves[side] + self._castled[side] or _count(leaving, side.other)
                for side in Side
            )
        )

    def _fits(self, wrong: _Wrong, side: Side, moves: int, replies: int) -> bool:
        """Whether so many moves may put the side's pieces right, the other side having so many."""
        starts = [(cell, now) for cell, now, _ in wrong if owner(now) is side]
        ends = [(cell, wanted) for cell, _, wanted in wrong if owner(wanted) is side]
        if self._game.lays_stones:
            return not starts and len(ends) <= moves
        gone = len(starts) - len(ends)
        if self._hidden:  # a piece may have come from where nobody can see it, or have gone there
            return len(ends) - self._castled[side] <= moves
        if gone < 0 or (gone > replies if self._game.captures_by_replacement else gone and not replies):
            return False
        if not starts:
            return moves != 1  # who moves once leaves a cell
        needed = 0
        for end, piece in ends:
            near = any(now == piece and self._game.reaches(piece, cell, end) for cell, now in starts)
            promoted = any(self._game.promotes(now, piece) for _, now in starts)
            needed += 1 if near or promoted else 2
        return needed - self._castled[side] <= moves


def _count(pieces: Sequence[tuple[int, str]], side: Side) -> int:
    return sum(owner(piece) is side for _, piece in pieces)
