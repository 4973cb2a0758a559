"""Hours of nonsense on a board, and what tracking makes of it.

`python -m fuzz boards [GAME...] [--hours N] [--seed N]` lets every kind of `nonsense` befall a board of either
vision, in virtual time. Whatever comes,

* nothing is raised;
* what was noted is a legal game, and the board has shown each move that is not called traced or inferred;
* no game is invented: see `ROW`;
* what the tracker holds does not grow (`HEAVIEST`);
* one look costs no more than `COSTLIEST` positions, since other tables wait for it.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from drivers.readings import LinkDown, Reading
from gateway.games import registry
from gateway.games.game import Game, Position
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.instants import Millis
from gateway.model.sides import Side
from gateway.tracking.cells import masked
from gateway.tracking.recognition import next_deadline
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision, see_in_play

from .nonsense import KINDS, RANDOM, Setting, steps
from .weight import weight

__all__ = ["GAMES", "NonsenseOutcome", "show_nonsense"]

GAMES = ("draughts-international", "draughts-russian", "draughts-brazilian", "chess", "renju", "gomoku")
SCAN_MS = Millis(200)
SCENE_MINUTES = (3, 10, 30)
ROW = 2
"""How many moves in a row may come of random boards where pieces move: one cell must empty and another, of a few, fill
with the same piece and nothing else stir, which chance does now and then, but not three times running. It is no limit
where stones are put: any cell that fills is a stone, so that random cells are a game for as long as none of them
empties; there it is enough that the board has shown each move."""
HEAVIEST = 12_000
"""More than a touch_log that is full: 48 turns of 160 touches."""
COSTLIEST = 12_000
"""Positions that one look may work out: about a second of a small computer."""
_SHOWN = 400
"""How many of the last boards are kept to look for what was noted."""


@dataclass(slots=True)
class NonsenseOutcome:
    """How tracking came through."""

    game: str
    vision: Vision
    board_ms: int = 0
    readings: int = 0
    presses: int = 0
    noted: int = 0
    inferred: int = 0
    alarms: int = 0
    raised: int = 0
    rows: Counter[str] = field(default_factory=Counter)
    """The longest game that was noted, by kind of nonsense."""
    heaviest: int = 0
    costliest: int = 0
    broken: list[str] = field(default_factory=list)
    """What went wrong, each with the seed of its scene."""


def show_nonsense(
    name: str, vision: Vision, hours: float, seed: int = 0, *, kinds: tuple[str, ...] = tuple(KINDS)
) -> NonsenseOutcome:
    """Let so many hours of board time pass."""
    outcome = NonsenseOutcome(name, vision)
    number = 0
    while outcome.board_ms < hours * 3_600_000:
        left = round(hours * 3_600_000) - outcome.board_ms
        # A scene has a seed of its own, so that one that fails can be shown again without those before it.
        scene = _Scene(registry.find(name), vision, f"{name} {vision} {seed} {number}", outcome)
        scene.run(kinds[number % len(kinds)], left)
        number += 1
    return outcome


class _Scene:
    """One kind of nonsense on one board."""

    def __init__(self, game: Game, vision: Vision, seed: str, outcome: NonsenseOutcome) -> None:
        self._seed = seed
        self._outcome = outcome
        self._rng = rng = random.Random(seed)  # noqa: S311 - noise, not a secret
        start = game.start()
        for _ in range(rng.choice((0, 0, 5, 40))):
            legal = [move for move in start.moves() if move.path]
            if not legal:
                break
            start = start.play(rng.choice(legal))
        self._watcher = Watcher.at(Tracker.for_board(game, SCAN_MS, vision=vision), start)
        self._watcher.clocked = rng.random() < 0.7
        self._setting = Setting(game, vision, rng, lambda: self._watcher.line.last, [])
        self._shown: deque[str] = deque(maxlen=_SHOWN)
        self._known: tuple[str, ...] = ()
        self._start = start

    def run(self, kind: str, at_most_ms: int) -> None:
        """Until the time is up or something is broken."""
        watcher, outcome = self._watcher, self._outcome
        ends = min(self._rng.choice(SCENE_MINUTES) * 60_000, at_most_ms)
        try:
            with _counting(self._start) as played:
                self._played = played
                self._hear(self._setting.whole(self._start.board()))
                for wait_ms, what in steps(self._setting, kind):
                    if watcher.now + wait_ms > ends:
                        break
                    self._pass(watcher.now + wait_ms)
                    self._hear(what)
                self._pass(ends)
        except Exception as error:  # noqa: BLE001 - whatever tracking raises is what we look for
            outcome.raised += 1
            self._complain(f"{type(error).__name__}: {error}; {traceback.format_tb(error.__traceback__)[-1].strip()}")
        outcome.board_ms += max(1, ends)
        outcome.noted += len(watcher.noted)
        outcome.inferred += sum(note.inferred for note in watcher.noted)
        outcome.alarms += len(watcher.alarms)
        outcome.rows[kind] = max(outcome.rows[kind], len(watcher.noted))
        self._check_line()
        if kind in RANDOM and not self._setting.stones and len(watcher.noted) > ROW:
            self._complain(f"{len(watcher.noted)} moves of {kind}: {[note.text for note in watcher.noted]}")

    # What happens ---------------------------------------------------------------------------------------------------

    def _hear(self, what: Reading | Side) -> None:
        outcome, watcher = self._outcome, self._watcher
        if isinstance(what, Side):
            outcome.presses += 1
            watcher.press(what, watcher.now)
        else:
            outcome.readings += 1
            if not isinstance(what, LinkDown):
                self._shown.append("".join(self._setting.cells))
            watcher.hear(what, watcher.now)
        self._looked()

    def _pass(self, until: int) -> None:
        """Let time pass one look at a time."""
        watcher = self._watcher
        while (due := next_deadline(watcher.tracker, watcher.now)) is not None and due < until:
            watcher.wait(due + 1)
            self._looked()
        watcher.wait(until)

    # What must hold -------------------------------------------------------------------------------------------------

    def _looked(self) -> None:
        outcome, tracker = self._outcome, self._watcher.tracker
        cost, self._played[0] = self._played[0], 0
        if cost > max(COSTLIEST, outcome.costliest):
            self._complain(f"{cost} positions for one look")
        outcome.costliest = max(outcome.costliest, cost)
        known = tuple(note.text for note in self._watcher.noted)
        if known != self._known:
            self._check_shown(len(known))
            self._known = known
        if outcome.readings % 50 == 0:
            held = weight((tracker.touches.log, tracker.touches.evidence, tracker.sensors))
            if held > max(HEAVIEST, outcome.heaviest):
                self._complain(f"the tracker holds {held}")
            outcome.heaviest = max(outcome.heaviest, held)

    def _check_shown(self, count: int) -> None:
        """The board has shown the last move, unless it was worked out."""
        watcher = self._watcher
        if not count or count < len(self._known) or watcher.noted[-1].inferred or watcher.noted[-1].traced:
            return
        tracker, setting = watcher.tracker, self._setting
        blind = tracker.sensors.health.blind

        def as_seen(cells: str) -> str:
            return masked(see_in_play(setting.game, setting.vision, cells), blind)

        wanted = as_seen(watcher.line.last.board())
        if not any(as_seen(tracker.layout.from_device(cells)) == wanted for cells in reversed(self._shown)):
            self._complain(f"{watcher.noted[-1].text} at {watcher.now} ms was never shown")

    def _check_line(self) -> None:
        position, *after = self._watcher.line.positions
        for move, then in zip(self._watcher.line.moves, after, strict=True):
            if position.play(position.read(move.text)) != then:
                self._complain(f"{move.text} is not legal")
            position = then

    def _complain(self, what: str) -> None:
        self._outcome.broken.append(f"scene {self._seed!r}: {what}")


@contextmanager
def _counting(position: Position) -> Iterator[list[int]]:
    """How many positions are worked out: a measure of work that is the same on every machine."""
    kind = type(position)
    play, count = kind.play, [0]

    def counted(self: Position, move: object) -> object:
        count[0] += 1
        return play(self, move)  # type: ignore[arg-type]

    kind.play = counted  # type: ignore[assignment,method-assign]
    try:
        yield count
    finally:
        kind.play = play  # type: ignore[method-assign]
