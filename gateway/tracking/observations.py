"""Observations: what tracking makes of readings."""

from __future__ import annotations

import msgspec

from gateway.games.game import Move, Position
from gateway.model.results import Result

from .irregular import Finding

__all__ = [
    "Anomaly",
    "BoardMatches",
    "BoardMismatch",
    "Corrected",
    "MovesSeen",
    "Observation",
    "ResultSignalled",
    "SensorStuck",
    "Withdrawn",
]


class MovesSeen(msgspec.Struct, frozen=True):
    """Moves that were played, oldest first."""

    moves: tuple[Move, ...]
    by_press: bool = False
    inferred: bool = False
    """They were worked out from what was shown later: the board was out of sight, or others were observed before."""
    traced: bool = False
    """They were worked out from all that was touched, since not each of them was shown by itself."""
    alternatives: tuple[Move, ...] = ()
    """What else would look the same."""
    pressed_first: bool = False
    """The clock was pressed before the first of them was made."""
    base: Position | None = None
    """They were played on from this irregular position, not from the one by the rules."""
    laid: int | None = None
    """The stone that was laid in the irregular turn that led there, besides others that were displaced."""


class Withdrawn(msgspec.Struct, frozen=True):
    """The last move was not complete yet: the hand took it back or moved on."""


class Corrected(msgspec.Struct, frozen=True):
    """A correction: what was taken for the last moves was something else; `moves` were played instead of the last
    `instead_of`.

    Only a board that does not tell pieces apart leaves this open; a later move tells.
    """

    instead_of: int
    moves: tuple[Move, ...]


class Anomaly(msgspec.Struct, frozen=True):
    """An anomaly: what is shown has stood for a while and is no move."""

    finding: Finding
    shown: str
    """What the sensors showed, as White sees it."""
    base: Position | None = None
    """It was done on from this irregular position, not from the one by the rules."""


class BoardMismatch(msgspec.Struct, frozen=True):
    """The board was out of sight, and no moves were found that leads to what it shows now."""

    cells: tuple[int, ...]
    """Where it differs from the position."""
    shown: str
    """What the sensors show, as White sees it."""


class ResultSignalled(msgspec.Struct, frozen=True):
    """The players have put their kings in the centre to show how the game has ended."""

    result: Result


class SensorStuck(msgspec.Struct, frozen=True):
    """A cell does not tell what must stand on it."""

    cell: int


class BoardMatches(msgspec.Struct, frozen=True):
    """The board shows the position again."""

    unseen: bool = False
    """Presses tell of moves that were made out of sight; they have led back to it."""


Observation = MovesSeen | Withdrawn | Corrected | Anomaly | BoardMismatch | ResultSignalled | SensorStuck | BoardMatches
