"""A recorded game played by simulated hands on a simulated board, watched through codec and tracking."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from drivers import registry as drivers
from drivers.readings import EMPTY, Reading, Seat, Snapshot, SquareChanged
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from firmware_sim.habits import PROFILES, Habits
from firmware_sim.scenes import DeviceScene, Scene, SceneChange, ScenePress, SceneReading
from firmware_sim.sensor_flaws import Flaw, parse_flaws
from firmware_sim.sets import DgtSet
from firmware_sim.stroke import Stroke
from gateway.clock.control_notation import parse_control
from gateway.clock.facts import ClockPressed
from gateway.clock.mirror import Mirror
from gateway.games.game import Game, Move, Position
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision, see

from .gaps import Gaps
from .mishaps import Mishap, Mishaps
from .stalls import Stalls
from .strokes import stroke_of
from .watcher import Watcher

__all__ = ["BOARDS", "HANDS", "Performance", "perform"]

HANDS = PROFILES
"""Habits of simulated hands by name, from calm to bullet."""
BOARDS = ("dgt", "pieces", "occupancy")
"""A DGT board read by its real codec; bare sensors that tell pieces apart; bare sensors that do not."""
SCAN_MS = 200
_LET_GO_MS = 600
"""The time in which a hand that presses first has put its piece down and the board has shown it."""
_HOURS = 9
"""The rehearsal's clock: long enough that nobody's flag falls."""


@dataclass(frozen=True, slots=True)
class Performance:
    """The performance of one game: what was recognised, missed and taken for something else."""

    watcher: Watcher
    played: tuple[Position, ...]
    """The positions after each move as it was played."""
    pressed_ms: dict[int, int]
    """When each move was completed at the clock, by its number from 0; not known where there were mishaps, gaps or
    stalls."""
    mishaps: tuple[Mishap, ...] = ()
    gaps: tuple[bool, ...] = ()
    """For each time out of sight whether the game was found again."""
    stalls: int = 0
    """How often the computer stood still."""
    moves: tuple[Move, ...] = ()
    touched: dict[int, frozenset[int]] = field(default_factory=dict)
    """The cells that changed while each move was made, by its number, as `pressed_ms`."""

    @property
    def right(self) -> list[int]:
        """The numbers of the moves that were written down as they were played: the same before and after each."""
        if self.gaps or self.stalls:
            return self._right_somewhere()
        seen = self.watcher.line.positions
        same = [True, *(one == other for one, other in zip(self.played, seen[1:], strict=False))]
        return [number for number in range(len(same) - 1) if same[number] and same[number + 1]]

    def _right_somewhere(self) -> list[int]:
        """Moves that were recognised, wherever in the record: where some are missing, later ones have other numbers."""
        lines = [*self.watcher.earlier, self.watcher.line]
        seen = {pair for line in lines for pair in itertools.pairwise(line.positions)}
        start = lines[0].positions[0]
        return [n for n, pair in enumerate(itertools.pairwise((start, *self.played))) if pair in seen]

    @property
    def recognised(self) -> int:
        """How many moves were written down as they were played."""
        return len(self.right)

    @property
    def wrong(self) -> int:
        """How many moves were written down that were not played."""
        return sum(len(line.moves) for line in (*self.watcher.earlier, self.watcher.line)) - self.recognised

    @property
    def missed(self) -> int:
        """How many moves were never written down."""
        return max(0, len(self.played) - self.recognised - self.wrong)

    @property
    def is_alike(self) -> bool:
        """Whether what was written down is another game than was played, but one that this board cannot tell from it:
        legal, seen the same, and where the moves differ, nothing was touched that belongs to one of them only."""
        seen, tracker = self.watcher.line, self.watcher.tracker
        if not self.wrong or not self.pressed_ms or self.watcher.earlier or len(seen.moves) != len(self.moves):
            return False
        same_views = all(
            see(tracker.game, tracker.vision, one.board()) == see(tracker.game, tracker.vision, other.board())
            for one, other in zip(self.played, seen.positions[1:], strict=True)
        )
        return same_views and not any(
            self.touched.get(number, frozenset()) & ({*one.path, *one.taken} ^ {*other.path, *other.taken})
            for number, (one, other) in enumerate(zip(self.moves, seen.moves, strict=True))
        )

    @property
    def delays_ms(self) -> list[int]:
        """From the press to the move being written down; negative if it was known before."""
        noted = self.watcher.noted
        return [noted[number].at - self.pressed_ms[number] for number in self.right if number in self.pressed_ms]


def perform(
    game: Game,
    start: Position,
    moves: Sequence[Move],
    *,
    board: str,
    habits: Habits,
    seed: int,
    faults: str = "",
    mishaps: float = 0,
    gaps: float = 0,
    stalls: float = 0,
) -> Performance:
    """Play one game and watch it; `faults` are broken sensors, as `firmware_sim.sensor_flaws` writes them.

    `mishaps` is the chance for each move that something irregular is done on purpose, and put right again; `gaps` the
    chance that the board is lost from sight for a few seconds; `stalls` the chance that the computer stands still.
    """
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    vision = Vision.PIECES if board == "dgt" else Vision(board)
    if (gaps or stalls) and (board == "dgt" or mishaps or (gaps and stalls)):
        raise SettingsError(
            "Gaps or stalls are rehearsed with --board pieces or --board occupancy, one of them, and without mishaps."
        )
    wrongly = Mishaps(game, vision, mishaps, seed) if mishaps else None
    away = Gaps(gaps, seed, positions)
    late = Stalls(stalls, seed)

    def strokes(watcher: Watcher) -> Iterable[Stroke]:
        if wrongly is not None:
            return wrongly.script(positions, moves, watcher)
        return [stroke_of(position, move) for position, move in zip(positions, moves, strict=False)]

    rng = random.Random(seed)  # noqa: S311 - hands, not secrets
    try:
        flaws = tuple(parse_flaws(faults, rng, ghost=start.board().strip(".")[:1] or "S"))
    except ValueError as error:
        raise SettingsError(f"{error}.") from error
    first = Seat.LEFT if start.turn is Side.WHITE else Seat.RIGHT
    pressed: dict[int, int] = {}
    changes: list[SceneChange] = []
    if board == "dgt":
        watcher = _on_dgt(game, start, strokes, habits, rng, first, flaws, pressed)
    else:
        watcher = _on_sensors(game, start, strokes, habits, rng, first, flaws, pressed, changes, vision, away, late)
    if wrongly is not None:
        return Performance(watcher, tuple(positions[1:]), {}, tuple(wrongly.made))
    played = tuple(positions[1:])
    if away.found or late.count:
        return Performance(watcher, played, {}, gaps=tuple(away.found), stalls=late.count)
    return Performance(watcher, played, pressed, moves=tuple(moves), touched=_by_move(changes, pressed, moves))


def _by_move(
    changes: Sequence[SceneChange], pressed: dict[int, int], moves: Sequence[Move]
) -> dict[int, frozenset[int]]:
    """Which cells changed from one press to the next, and until the hand that pressed has surely let go; but that the
    last piece came down late belongs to the move before."""
    touched = {}
    for number, end in pressed.items():
        begin = pressed.get(number - 1, 0)
        arrived = {moves[number - 1].path[-1]} if number else set()
        touched[number] = frozenset(
            seen.cell
            for seen in changes
            if begin <= seen.at_ms <= end + _LET_GO_MS
            and not (seen.cell in arrived and seen.letter != EMPTY and seen.at_ms <= begin + _LET_GO_MS)
        )
    return touched


def _on_sensors(
    game: Game,
    start: Position,
    strokes: Callable[[Watcher], Iterable[Stroke]],
    habits: Habits,
    rng: random.Random,
    first: Seat,
    flaws: Sequence[Flaw],
    pressed: dict[int, int],
    changes: list[SceneChange],
    vision: Vision,
    gaps: Gaps,
    stalls: Stalls,
) -> Watcher:
    scene = Scene(game.rows, game.cols, start.board(), habits, rng, SCAN_MS, vision.value, flaws, first=first)
    watcher = Watcher.at(Tracker.for_board(game, Millis(SCAN_MS), vision=vision), start)
    watcher.begin(Snapshot(game.rows, game.cols, scene.shown))
    for seen, at in stalls.heard(scene.play(strokes(watcher))):
        if seen is None:
            watcher.look_again(at)
            continue
        if gaps.hide(seen, scene, watcher):
            continue
        match seen:
            case SceneChange():
                changes.append(seen)
                watcher.hear(SquareChanged(seen.cell, seen.letter), at)
            case ScenePress():
                pressed[len(pressed)] = seen.at_ms
                watcher.press(_side(seen.seat), at)
    gaps.end(scene, watcher)
    return watcher


def _on_dgt(
    game: Game,
    start: Position,
    strokes: Callable[[Watcher], Iterable[Stroke]],
    habits: Habits,
    rng: random.Random,
    first: Seat,
    flaws: Sequence[Flaw],
    pressed: dict[int, int],
) -> Watcher:
    makers = {(10, 10): DgtSet.draughts, (8, 8): DgtSet.chess}
    letters = set(start.board()) - {"."}
    if (game.rows, game.cols) not in makers or (game.rows == 8 and letters & set("MmDd")):
        raise SettingsError(f"There is no DGT board for {game.name}: use --board pieces or --board occupancy.")
    kit = makers[game.rows, game.cols](SuddenDeathMode(_HOURS * 3_600_000), flaws=flaws)
    for cell, piece in enumerate(start.board()):
        kit.surface.put(cell, piece, 0)
    if first is Seat.RIGHT:
        kit.clock.press(Seat.LEFT, 0)
    kit.clock.run_stop(0)

    def lever(seat: Seat, at: int) -> None:
        pressed[len(pressed)] = at
        kit.clock.press(seat, at)

    spec = drivers.find("dgt")
    scene: DeviceScene[Reading] = DeviceScene(
        kit.surface, kit.board, spec.codec(), habits, rng, lever=lever, first=first
    )
    watcher = Watcher.at(Tracker.for_board(game, Millis(SCAN_MS)), start)
    mirror = Mirror.set_up(parse_control(f"{_HOURS * 60}m"), Instant(0))
    for heard in scene.talk(strokes(watcher)):
        if isinstance(heard, SceneReading):
            mirror, facts = mirror.take(heard.reading, Instant(heard.at_ms))
            watcher.hear(heard.reading, heard.at_ms)
            for fact in facts:
                if isinstance(fact, ClockPressed):
                    watcher.press(fact.by, heard.at_ms)
    watcher.wait(scene.now_ms + 20_000)
    return watcher


def _side(seat: Seat) -> Side:
    return Side.WHITE if seat is Seat.LEFT else Side.BLACK
