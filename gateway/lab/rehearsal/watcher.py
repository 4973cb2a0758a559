"""A watcher who sees a board through the tracker alone, and writes down the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.readings import Reading
from gateway.games.game import Line, Position
from gateway.model.instants import Instant
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.tracking.irregular import Finding
from gateway.tracking.observations import (
    Anomaly,
    BoardMatches,
    BoardMismatch,
    Corrected,
    MovesSeen,
    Observation,
    ResultSignalled,
    SensorStuck,
    Withdrawn,
)
from gateway.tracking.recognition import next_deadline, recognise
from gateway.tracking.tracker import Tracker

__all__ = ["Alarm", "Noted", "Watcher"]


@dataclass(frozen=True, slots=True)
class Noted:
    """A move that was written down, and when."""

    text: str
    at: int
    inferred: bool
    traced: bool = False


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm: an observation that was not a move."""

    text: str
    at: int
    ply: int
    finding: Finding | None = None
    """None for a sensor, and for moves that nobody saw."""


@dataclass(slots=True)
class Watcher:
    """A tracker, the line so far, and what was said on the way."""

    tracker: Tracker
    line: Line
    noted: list[Noted] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    earlier: list[Line] = field(default_factory=list)
    """What was written down before the game was followed from another position."""
    signalled: Result | None = None
    """The result that the players have shown with their kings."""
    withdrawn: int = 0
    corrected: int = 0
    now: Instant = Instant(0)
    clocked: bool = True

    @classmethod
    def at(cls, tracker: Tracker, start: Position) -> Watcher:
        """Begin with this position."""
        return cls(tracker, Line((start,)))

    def begin(self, reading: Reading) -> None:
        """See the board for the first time, standing as the game starts."""
        self.tracker = self.tracker.take(reading, self.now)
        self._look()

    def hear(self, reading: Reading, at: int) -> None:
        """A reading came."""
        self.wait(at)
        self.tracker = self.tracker.take(reading, self.now)
        self._look()

    def press(self, by: Side, at: int) -> None:
        """A side pressed its clock."""
        self.wait(at)
        self.tracker = self.tracker.press(by, self.now)
        self._look()

    def look_again(self, at: int) -> None:
        """Nobody has looked until now, and what was said meanwhile is about to be heard."""
        self.now = Instant(max(self.now, at))
        self.tracker = self.tracker.unwatched(self.now)

    def wait(self, until: int) -> None:
        """Let time pass, looking again whenever the tracker wants to."""
        while (due := next_deadline(self.tracker, self.now)) is not None and due < until:
            self.now = due
            self._look()
        self.now = Instant(max(self.now, until))

    def take_back(self) -> None:
        """The last move was none."""
        self.noted.pop()
        self.line = Line(self.line.positions[:-1], self.line.moves[:-1])

    def _look(self) -> None:
        while True:
            self.tracker, observation = recognise(self.tracker, self.line, self.now, clocked=self.clocked)
            if observation is None:
                return
            self._note(observation)

    def _note(self, observation: Observation) -> None:
        match observation:
            case MovesSeen():
                self._note_moves(observation)
            case Corrected():
                self._note_correction(observation)
            case Withdrawn():
                self.withdrawn += 1
                self.take_back()
            case Anomaly():
                self._follow_from(observation.base)
                finding = observation.finding
                self._alarm(f"{finding.kind.value} {finding.text}".strip(), finding)
            case BoardMismatch():
                self._alarm("moves out of sight")
            case SensorStuck():
                self._alarm(f"sensor of {self.tracker.game.square(observation.cell)}")
            case ResultSignalled():
                self.signalled = observation.result
            case BoardMatches():
                pass

    def _note_moves(self, seen: MovesSeen) -> None:
        self._follow_from(seen.base)
        for move in seen.moves:
            self.noted.append(Noted(move.text, self.now, seen.inferred, seen.traced))
            self.line = self.line.play(move)

    def _follow_from(self, base: Position | None) -> None:
        if base is not None:
            self.earlier.append(self.line)
            self.line = Line((base,))

    def _note_correction(self, corrected: Corrected) -> None:
        self.corrected += 1
        keep = len(self.line.moves) - corrected.instead_of
        del self.noted[len(self.noted) - corrected.instead_of :]
        self.line = Line(self.line.positions[: keep + 1], self.line.moves[:keep])
        self._note_moves(MovesSeen(corrected.moves, inferred=True))

    def _alarm(self, text: str, finding: Finding | None = None) -> None:
        self.alarms.append(Alarm(text, self.now, len(self.noted), finding))
