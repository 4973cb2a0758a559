"""The time that each move took, and what both sides had left after it, as far as the clock has told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gateway.clock.face import Way
from gateway.model.instants import Millis
from gateway.model.sides import BySide, Side

from .played_game import ClockSighting, PlayedGame, PlayedMove, Stretch

__all__ = ["TimedMove", "timed_moves"]


class TimedMove(NamedTuple):
    """A move with its times."""

    ply: int
    """Which turn of the game it is, from 1; irregular turns that stand are counted."""
    stretch: Stretch
    move: PlayedMove
    left: BySide[Millis] | None
    """What the clock showed when the mover pressed it; None if that is not known, or the time is common."""
    used_ms: Millis | None
    """How long the mover was on move, delays included; None if that is not known."""


def timed_moves(game: PlayedGame) -> Iterator[TimedMove]:
    """Every legal move of the game in order."""
    used: dict[Side, Millis | None] = {side: _used(game.begun, side) if game.begun else Millis(0) for side in Side}
    counted = any(_counts(move) for stretch in game.stretches for move in stretch.moves)
    ply = 0
    for stretch in game.stretches:
        ply += len(stretch.marks)
        if stretch.marks:  # nobody has told what the clock showed then
            used[stretch.start.turn.other] = None
        if len(stretch.marks) > 1:
            used[stretch.start.turn] = None
        for move in stretch.moves:
            ply += 1
            before, now = used[move.side], _used(move.pressed, move.side)
            used[move.side] = now
            took = None if before is None or now is None or now < before or not counted else Millis(now - before)
            yield TimedMove(ply, stretch, move, move.times, took)


def _used(seen: ClockSighting | None, side: Side) -> Millis | None:
    return None if seen is None or seen.face.way is Way.SHARED else seen.face.used_ms[side]


def _counts(move: PlayedMove) -> bool:
    """Whether this clock keeps count of what each side has used."""
    return bool(_used(move.pressed, move.side))
