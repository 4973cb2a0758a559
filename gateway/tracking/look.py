"""One look at the board: what is known, and what the sensors show at this moment."""

from __future__ import annotations

import msgspec

from gateway.games.game import Line
from gateway.model.instants import Instant, Millis

from .expectation import Expectation
from .observations import Observation
from .tracker import Tracker
from .waits import INFER_SCANS, SETTLE_CLOCKED_SCANS, SETTLE_SCANS

__all__ = ["Answer", "Look"]

Answer = tuple[Tracker, Observation | None]
"""The tracker after a look, and what was observed, if anything."""


class Look(msgspec.Struct, frozen=True):
    """One look at the board: what each step of recognition is given."""

    tracker: Tracker
    expected: Expectation
    line: Line
    at: Instant
    clocked: bool
    """A clock is running."""
    shown: str
    seen: str

    @classmethod
    def of(cls, tracker: Tracker, expected: Expectation, line: Line, at: Instant, *, clocked: bool) -> Look:
        """The look at what the sensors show now; they show something."""
        shown = tracker.shown or ""
        return cls(tracker, expected, line, at, clocked, shown, tracker.sensors.as_seen(shown))

    @property
    def still_ms(self) -> Millis:
        """How long the sensors have shown this."""
        return Millis(self.at - self.tracker.still_since)

    @property
    def since_press_ms(self) -> Millis:
        """How long ago somebody pressed."""
        return Millis(self.at - self.tracker.progress.pressed_at)

    @property
    def settle_ms(self) -> Millis:
        """How long a move must stand that nobody has pressed for."""
        return self.scans(SETTLE_CLOCKED_SCANS if self.clocked else SETTLE_SCANS)

    @property
    def settled(self) -> bool:
        """Whether what is seen has stood for long enough to mean something."""
        return self.still_ms >= (self.scans(INFER_SCANS) if self.tracker.progress.presses else self.settle_ms)

    def scans(self, count: int) -> Millis:
        """How long the board takes to read all its cells so often."""
        return self.tracker.sensors.scans(count)
