"""One game of a capture as it was understood: the watcher, the clock beside the board, and where the game ended."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.readings import ClockTimes, LeverPressed, Reading, Seat, SquareChanged, Stamped
from gateway.games.game import Position
from gateway.lab.rehearsal.watcher import Alarm, Noted, Watcher
from gateway.model.sides import Side
from gateway.tracking.vision import see

from .hindsight import HindsightHypothesis

__all__ = ["Lever", "Story"]

_PATIENCE_MS = 20_000
"""The time for which the board is watched after the last reading: then every move has settled."""
_RUSH_MS = 4000
"""The time within which the pieces are cleared away after one went home, if that was part of it."""
_LOST_MS = 45_000
_LOST_READINGS = 60
"""The time, and the number of readings, without a fit after which the game is lost from sight."""
_BY_CLOCK = 4
"""The number of presses that make a game one played by the clock."""


@dataclass(slots=True)
class Lever:
    """The side that presses the clock."""

    white: Seat
    shown: ClockTimes | None = None

    @property
    def running(self) -> bool:
        """Whether somebody's time runs."""
        return self.shown is not None and self.shown.running

    def take(self, reading: Reading) -> Side | None:
        """Who has pressed, if this reading tells it."""
        if isinstance(reading, LeverPressed):
            return self._side(reading.seat)
        if not isinstance(reading, ClockTimes):
            return None
        before, self.shown = self.shown, reading
        pressed = before is not None and before.running and before.up is not reading.up
        return self._side(reading.up.other) if pressed else None

    def _side(self, seat: Seat) -> Side:
        return Side.WHITE if seat is self.white else Side.BLACK


@dataclass(slots=True)
class Story:
    """One game of a capture."""

    start: Position
    watcher: Watcher
    lever: Lever
    presses: int = 0
    pressed_at: int = 0
    stopped: tuple[int, int] | None = None
    """When the clock was stopped, and how many moves were noted by then; None while it runs, or if it never ran."""
    agreed_at: int = 0
    """When the board last showed the position."""
    matched: int = 0
    """With which reading."""
    left_at: int = 0
    """When it showed something else for the first time after that."""
    explained: bool = False
    """With hindsight, nothing at its end is left unexplained."""
    left_out: int = 0
    """How many moves were noted that were none."""
    _heard: int = -1
    _unexplained: int = 0
    """How many readings came since the board last showed the position."""

    @property
    def lost_from_sight(self) -> bool:
        """Whether nothing has fitted for so long that nothing will."""
        return (
            self.left_at > self.agreed_at
            and self.watcher.now - self.left_at > _LOST_MS
            and self._unexplained > _LOST_READINGS
            and self.watcher.tracker.signalled is None
        )

    def hear(self, stamped: Stamped, number: int) -> None:
        """A reading came."""
        watcher, ran = self.watcher, self.lever.running
        by = self.lever.take(stamped.reading)
        watcher.wait(stamped.at)
        self.look()
        self._heard = number
        if (
            isinstance(stamped.reading, SquareChanged)
            and watcher.tracker.layout.from_device_cell(stamped.reading.cell) is None
        ):
            watcher.alarms.append(Alarm("a stone beside the board", watcher.now, len(watcher.noted)))
        watcher.hear(stamped.reading, stamped.at)
        watcher.clocked = self.lever.running
        if by is not None:
            watcher.press(by, stamped.at)
            self.presses += 1
            self.pressed_at = stamped.at
        if self.lever.running:
            self.stopped = None
        elif ran:
            self.stopped = stamped.at, len(watcher.noted)
        self.look()

    def look(self) -> None:
        """Keep in mind when the board last showed the position."""
        tracker = self.watcher.tracker
        home = tracker.expected is None or tracker.seen == tracker.expected.home
        if home:
            self.agreed_at = self.watcher.now
            self.matched = max(self.matched, self._heard)
        elif self.left_at <= self.agreed_at:
            self.left_at = self.watcher.now
            self._unexplained = 0
        self._unexplained += 1

    def rest(self) -> None:
        """Nothing more comes."""
        self.watcher.wait(self.watcher.now + _PATIENCE_MS)
        self.look()

    # How it came out --------------------------------------------------------------------------------------------------

    def leads_to(self, position: Position) -> bool:
        """Whether what stands there is the position of the game, or comes of it by one move."""
        here, wanted = self.watcher.line.last, self._seen(position.board())
        if self._seen(here.board()) == wanted:
            return True
        return any(move.path and self._seen(here.play(move).board()) == wanted for move in here.moves())

    @property
    def at_home(self) -> bool:
        """Whether the board shows the position, or a result."""
        tracker = self.watcher.tracker
        shown = tracker.shown
        return (
            self.explained
            or shown is None
            or tracker.signalled is not None
            or self._seen(shown) == self._seen(self.watcher.line.last.board())
        )

    @property
    def clean(self) -> bool:
        """Whether nothing in it is left unexplained."""
        return bool(self.watcher.noted) and not self.watcher.alarms and self.at_home

    @property
    def worth(self) -> tuple[int, int]:
        """How well it explains the capture."""
        unexplained = len(self.watcher.alarms) + (not self.at_home)
        return len(self.watcher.noted) - 2 * unexplained, -self.watcher.corrected - self.watcher.withdrawn

    # Where it ended ---------------------------------------------------------------------------------------------------

    def ended(self) -> Story:
        """The capture ends."""
        self._stopped_for_good()
        if not self.at_home:
            self._put_home()
        return self

    def cleared_away(self) -> Story:
        """The pieces were set up anew: how that was done belongs to no game."""
        self._stopped_for_good()
        self._put_home()
        self.watcher.alarms = [alarm for alarm in self.watcher.alarms if alarm.at <= self.agreed_at]
        return self

    def say_if_unexplained(self) -> None:
        """A capture that ends with something else than the position must not look like one that does not."""
        noted = len(self.watcher.noted)
        if not self.at_home and all(alarm.ply < noted for alarm in self.watcher.alarms):
            self.watcher.alarms.append(Alarm("unexplained", self.watcher.now, noted))

    def take_over(self, hypothesis: HindsightHypothesis) -> None:
        """Go on from where the board last showed the position as was found with hindsight."""
        watcher, game = self.watcher, self.watcher.tracker.game
        noted = len(watcher.noted)
        watcher.alarms = [alarm for alarm in watcher.alarms if alarm.at <= self.agreed_at]
        for cell, ply in hypothesis.lost:
            watcher.alarms.append(Alarm(f"sensor of {game.square(cell)}", watcher.now, noted + ply))
        for move, at in hypothesis.moves:
            watcher.noted.append(Noted(move.text, at, inferred=True))
            watcher.line = watcher.line.play(move)
        self.explained = hypothesis.at_home
        self.left_out = 0

    def _stopped_for_good(self) -> None:
        """When the clock has been stopped the game is over; but the last move may still be on its way."""
        if self.stopped is not None and self.presses >= _BY_CLOCK:
            while len(self.watcher.noted) > self.stopped[1] + 1:
                self._leave_out()

    def _put_home(self) -> None:
        """Pieces that went back to where they begin, right before all were cleared away, did not move."""
        home, line = self.watcher.tracker.game.start().board(), self.watcher.line
        until = self.left_at
        while self.watcher.noted and len(line.moves) > 0:
            note, move = self.watcher.noted[-1], line.moves[-1]
            stands = line.last.board()[move.path[-1]]
            if note.at <= self.pressed_at or until - note.at > _RUSH_MS or home[move.path[-1]] != stands:
                return
            until = note.at
            self._leave_out()
            line = self.watcher.line

    def _leave_out(self) -> None:
        self.left_out += 1
        self.watcher.take_back()

    def _seen(self, cells: str) -> str:
        tracker = self.watcher.tracker
        return see(tracker.game, tracker.vision, cells)
