"""A recorded game made by simulated hands, turn by turn: what the sensors showed of each move that was played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from drivers.readings import Seat
from firmware_sim.habits import Habits
from firmware_sim.scenes import Scene, ScenePress
from gateway.games.game import Game, Move, Position
from gateway.lab.rehearsal.stage import SCAN_MS
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.tracking.touch_log import LoggedTouch, Turn
from gateway.tracking.vision import Vision

__all__ = ["Witnessed", "witness"]


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A game of which everything is known: the moves, and what the sensors showed of them."""

    game: Game
    vision: Vision
    positions: tuple[Position, ...]
    """One more than there are moves."""
    moves: tuple[Move, ...]
    start: str
    """What the sensors showed at the beginning."""
    turns: tuple[Turn, ...]
    """A turn for every move that was pressed."""
    afterwards: tuple[LoggedTouch, ...]
    """What was touched after the last press."""


def witness(
    game: Game, start: Position, moves: Sequence[Move], *, vision: Vision, habits: Habits, seed: int
) -> Witnessed:
    """Have the game played, and write down what the sensors show."""
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    rng = random.Random(seed)  # noqa: S311 - hands, not secrets
    first = Seat.LEFT if start.turn is Side.WHITE else Seat.RIGHT
    scene = Scene(game.rows, game.cols, start.board(), habits, rng, SCAN_MS, vision.value, first=first)
    began, shown = scene.shown, list(scene.shown)
    turns, touches, ended = list[Turn](), list[LoggedTouch](), Instant(0)
    for seen in scene.play(stroke_of(position, move) for position, move in zip(positions, moves, strict=False)):
        at = Instant(seen.at_ms)
        if isinstance(seen, ScenePress):
            turns.append(Turn(len(turns) + 1, ended, at, tuple(touches), "".join(shown)))
            touches, ended = [], at
        else:
            shown[seen.cell] = seen.letter
            touches.append(LoggedTouch(at, seen.cell, seen.letter))
    return Witnessed(game, vision, tuple(positions), tuple(moves), began, tuple(turns), tuple(touches))
