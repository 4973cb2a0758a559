"""What the referee knows of the game on a table."""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.face import ClockFace
from gateway.games.game import Game, Line
from gateway.model.instants import Instant

from .inputs import SetUp
from .rulebooks import Rulebook
from .rulings import Alert, AlertKind, Ended

__all__ = ["Phase", "Play", "Raised", "State"]


class Phase(enum.StrEnum):
    """Where a game stands."""

    WAITING = "waiting"
    """No game has been set up."""
    READY = "ready"
    """Set up; nothing has moved and no clock runs."""
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Play(msgspec.Struct, frozen=True):
    """One game: how it was set up and what has been played."""

    setup: SetUp
    game: Game
    book: Rulebook
    line: Line
    texts: tuple[str, ...] = ()
    """The moves as people write them."""
    result: Ended | None = None


class Raised(msgspec.Struct, frozen=True):
    """An alert that still holds."""

    alert: Alert
    since: Instant


class State(msgspec.Struct, frozen=True):
    """The referee between two inputs."""

    phase: Phase = Phase.WAITING
    play: Play | None = None
    face: ClockFace | None = None
    alerts: tuple[Raised, ...] = ()
    judged: dict[str, str] = {}
    """Commands by id, with why each was refused or an empty text. A repeat is not judged again."""

    def raised(self, kind: AlertKind) -> bool:
        """Whether an alert of this kind is open."""
        return any(open_.alert.kind is kind for open_ in self.alerts)
