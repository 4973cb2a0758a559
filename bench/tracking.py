"""What a sensor event costs in tracking, beside one generation of the legal moves of the same position."""

from __future__ import annotations

import statistics
import time

from drivers.readings import Snapshot, SquareChanged
from gateway.games import registry
from gateway.games.game import Line, Position
from gateway.model.instants import Instant, Millis
from gateway.tracking.judging import look
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision

ROUNDS = 300
_POSITIONS = (
    ("draughts-international", "start", ""),
    (
        "draughts-international",
        "middle game with a capture",
        "W:W24,27,28,32,33,34,35,37,38,39,42,43,45,48:B3,6,8,9,12,13,14,16,17,18,19,22,23,26",
    ),
    ("chess", "middle game", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"),
)


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for name, what, fen in _POSITIONS:
        game = registry.find(name)
        event, generation = _measure(game.position(fen) if fen else game.start(), name)
        found.append(
            (
                f"tracking: one sensor event, {name}, {what}",
                f"{event * 1e6:.0f} us",
                f"one legal move generation, {generation * 1e6:.0f} us",
                f"{event / generation:.1f}",
            )
        )
    return found


def _measure(position: Position, name: str) -> tuple[float, float]:
    game = registry.find(name)
    fen, picture = position.fen(), position.picture()
    cell = next(cell for cell, piece in enumerate(picture) if piece.isupper())
    line = Line((position,))
    tracker = Tracker.for_board(game, Millis(250), vision=Vision.PIECES).take(
        Snapshot(game.rows, game.cols, picture), Instant(0)
    )
    tracker, _ = look(tracker, line, Instant(0))
    events, generations = [], []
    at = 0
    for number in range(ROUNDS):
        at += 4000
        began = time.perf_counter()
        tracker = tracker.take(SquareChanged(cell, "." if number % 2 == 0 else picture[cell]), Instant(at))
        tracker, _ = look(tracker, line, Instant(at))
        events.append(time.perf_counter() - began)
        fresh = game.position(fen)  # a position remembers its moves
        began = time.perf_counter()
        fresh.moves()
        generations.append(time.perf_counter() - began)
    return statistics.median(events), statistics.median(generations)
