"""The cost of a sensor event in tracking, beside one generation of the legal moves of the same position."""

from __future__ import annotations

import itertools
import random
import statistics
import time

from drivers.readings import Seat, Snapshot, SquareChanged
from firmware_sim.habits import PROFILES
from firmware_sim.scenes import Scene, ScenePress
from gateway.games import registry
from gateway.games.game import Game, Line, Position
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from gateway.tracking.recognition import recognise
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision

ROUNDS = 300
_SCAN_MS = 200
_PLIES = 160
_QUARTER = _PLIES // 4
_POSITIONS = (
    ("draughts-international", "start", ""),
    (
        "draughts-international",
        "middle game with a capture",
        "W:W24,27,28,32,33,34,35,37,38,39,42,43,45,48:B3,6,8,9,12,13,14,16,17,18,19,22,23,26",
    ),
    ("chess", "middle game", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"),
)
_GAMES = (
    ("draughts-international", Vision.PIECES),
    ("draughts-international", Vision.OCCUPANCY),
    ("chess", Vision.PIECES),
    ("chess", Vision.OCCUPANCY),
)


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for name, what, fen in _POSITIONS:
        game = registry.find(name)
        event, generation = _measure(game.position(fen) if fen else game.start(), name)
        found.append(_row(f"one sensor event, {name}, {what}", f"{event * 1e6:.0f} us", event, generation))
    for name, vision in _GAMES:
        early, late, generation = _over_a_game(registry.find(name), vision)
        what = f"an event of a blitz game and all it leads to, {name}, {vision.value}: first and last {_QUARTER} moves"
        found.append(_row(what, f"{early * 1e6:.0f}, {late * 1e6:.0f} us", late, generation))
    return found


def _row(what: str, measured: str, event: float, generation: float) -> tuple[str, str, str, str]:
    baseline = f"one legal move generation, {generation * 1e6:.0f} us"
    return f"tracking: {what}", measured, baseline, f"{event / generation:.1f}"


def _measure(position: Position, name: str) -> tuple[float, float]:
    game = registry.find(name)
    board = position.board()
    cell = next(cell for cell, piece in enumerate(board) if piece.isupper())
    line = Line((position,))
    tracker = Tracker.for_board(game, Millis(250), vision=Vision.PIECES).take(
        Snapshot(game.rows, game.cols, board), Instant(0)
    )
    tracker, _ = recognise(tracker, line, Instant(0))
    events = []
    at = 0
    for number in range(ROUNDS):
        at += 4000
        began = time.perf_counter()
        tracker = tracker.take(SquareChanged(cell, "." if number % 2 == 0 else board[cell]), Instant(at))
        tracker, _ = recognise(tracker, line, Instant(at))
        events.append(time.perf_counter() - began)
    return statistics.median(events), _generation(game, position)


def _generation(game: Game, position: Position) -> float:
    fen, times = position.fen(), []
    for _ in range(ROUNDS):
        fresh = game.position(fen)  # a position remembers its moves
        began = time.perf_counter()
        fresh.moves()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _over_a_game(game: Game, vision: Vision) -> tuple[float, float, float]:
    """The mean of an event in the first and the last quarter of a game, whatever it leads to, and one generation."""
    line = _sensible_game(game)
    strokes = [stroke_of(position, move) for position, move in zip(line.positions, line.moves, strict=False)]
    first = Seat.LEFT if line.positions[0].turn is Side.WHITE else Seat.RIGHT
    board, rng = line.positions[0].board(), random.Random(1)
    scene = Scene(game.rows, game.cols, board, PROFILES["blitz"], rng, _SCAN_MS, vision.value, (), first=first)
    watcher = Watcher.at(Tracker.for_board(game, Millis(_SCAN_MS), vision=vision), line.positions[0])
    watcher.begin(Snapshot(game.rows, game.cols, scene.shown))
    times: list[list[float]] = [[]]
    for seen in scene.play(strokes):
        began = time.perf_counter()
        if isinstance(seen, ScenePress):
            watcher.press(Side.WHITE if seen.seat is Seat.LEFT else Side.BLACK, seen.at_ms)
            times.append([])
        else:
            watcher.hear(SquareChanged(seen.cell, seen.letter), seen.at_ms)
        times[-1].append(time.perf_counter() - began)
    early, late = (
        statistics.fmean(itertools.chain.from_iterable(part)) for part in (times[:_QUARTER], times[-_QUARTER:])
    )
    return early, late, _generation(game, line.positions[len(line.moves) // 2])


def _sensible_game(game: Game) -> Line:
    """A long game in which nobody gives anything away for nothing; of several made up the longest."""
    games = []
    for seed in range(6):
        dice, line = random.Random(seed), Line((game.start(),))
        while len(line.moves) < _PLIES and line.last.moves():
            moves = line.last.moves()
            least = min(line.last.move_cost(move) for move in moves)
            line = line.play(dice.choice([move for move in moves if line.last.move_cost(move) == least]))
        games.append(line)
    return max(games, key=lambda line: len(line.moves))
