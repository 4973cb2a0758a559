"""Situations at a board that are decided by what something costs, and what tracking makes of them.

What is heard is written as `500 e4. 700 d5? 2000 press`: after so many milliseconds a cell shows nothing, or something
(a board that tells pieces apart says what), or whoever is to move presses the clock.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from drivers.readings import Snapshot, SquareChanged
from gateway.games import registry
from gateway.games.game import Game, Line, Move, Position
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.instants import Instant, Millis
from gateway.tracking.effort import Effort
from gateway.tracking.hypothesis import Reinterpretation
from gateway.tracking.reinterpretation import Span, reinterpret
from gateway.tracking.sensor_model import SensorModel
from gateway.tracking.touch_log import LoggedTouch, TouchLog
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision

__all__ = ["Asked", "Situation", "verdict"]

SCAN_MS = Millis(200)
NOTHING = "nothing"
"""The verdict where nothing can be believed, or nothing was noted."""


class Asked(enum.Enum):
    """What a verdict is about."""

    WINNER = "which hypothesis is the best"
    DOUBTS = "which others the record names beside it"
    NOTED = "which moves have been noted by now"


@dataclass(frozen=True)
class Situation:
    """What was heard at a board, and what it is taken for."""

    decides: str
    """The costs that decide it, each with `+` if the verdict changes when it is raised, and `-` when it is lowered."""
    position: str
    heard: str
    now: int
    verdict: str
    game: str = "chess"
    asked: Asked = Asked.WINNER
    vision: Vision = Vision.OCCUPANCY
    hasty: bool = True
    fallen: str = ""
    """A piece that has been knocked over before, and does not stand when the turn begins."""
    recorded: str = ""
    """The moves that the record has so far."""
    away: str = ""
    """The moves after which the board is in sight again, and for how many of them somebody pressed: `Ke2 Kf7 3`."""

    def events(self, game: Game) -> Iterator[tuple[Instant, int | None, str]]:
        """Instant, cell and what it shows; without a cell it is a press."""
        cells = {game.square(cell): cell for cell in range(game.rows * game.cols)}
        words = self.heard.split()
        for at, what in zip(words[::2], words[1::2], strict=True):
            yield Instant(int(at)), None if what == "press" else cells[what[:-1]], what[-1]


def verdict(situation: Situation) -> str:
    """What tracking makes of it."""
    game = registry.find(situation.game)
    start = game.position(situation.position)
    if situation.asked is Asked.NOTED:
        return _noted(situation, game, start)
    found = _reinterpreted(situation, game, start)
    if found is None or not found.best.credible:
        return NOTHING
    best = _written(start, found.best.moves)
    if situation.asked is Asked.WINNER:
        return best
    others = [move for move in start.moves() if move.text in found.open]
    return " or ".join([best, *sorted(start.write(move) for move in others)])


def _reinterpreted(situation: Situation, game: Game, start: Position) -> Reinterpretation | None:
    """The turns reinterpreted from the beginning."""
    model = SensorModel(game, situation.vision, frozenset(), SCAN_MS, situation.hasty)
    shown = model.as_seen(start.board())
    shown = "".join("." if game.square(cell) == situation.fallen else piece for cell, piece in enumerate(shown))
    log, pressed = TouchLog().ended(0, Instant(0), shown), 0
    if situation.away:
        *played, count = situation.away.split()
        shown, pressed = model.as_seen(_played(start, played).last.board()), int(count)
        log = log.ended(pressed, Instant(0), shown, out_of_sight=True)
    for at, cell, piece in situation.events(game):
        if cell is None:
            pressed += 1
            log = log.ended(pressed, at, shown)
        else:
            log = log.touched(LoggedTouch(at, cell, piece))
            shown = shown[:cell] + piece + shown[cell + 1 :]
    line = _played(start, situation.recorded.split())
    span = Span(line, log, shown, Instant(situation.now), back=len(line.moves))
    return reinterpret(model, span, Effort(), extra=0, unseen_landings=True)


def _noted(situation: Situation, game: Game, start: Position) -> str:
    """The moves that somebody notes who watches the board through the tracker alone."""
    tracker = Tracker.for_board(game, SCAN_MS, vision=situation.vision)
    watcher = Watcher.at(tracker, start)
    seen = SensorModel(game, situation.vision).as_seen(start.board())
    watcher.begin(Snapshot(game.rows, game.cols, seen))
    by = start.turn
    for at, cell, piece in situation.events(game):
        if cell is None:
            watcher.press(by, at)
            by = by.other
        else:
            watcher.hear(SquareChanged(cell, piece), at)
    watcher.wait(situation.now)
    return _written(start, watcher.line.moves) or NOTHING


def _played(start: Position, texts: list[str]) -> Line:
    line = Line((start,))
    for text in texts:
        line = line.play(line.last.read(text))
    return line


def _written(position: Position, moves: tuple[Move, ...]) -> str:
    texts = []
    for move in moves:
        texts.append(position.write(move))
        position = position.play(move)
    return " ".join(texts)
