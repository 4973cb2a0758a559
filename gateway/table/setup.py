"""What is agreed about a table before anybody plays."""

from __future__ import annotations

import msgspec

from gateway.clock.control_notation import parse_control
from gateway.clock.face import Source
from gateway.games import registry
from gateway.model.instants import Millis
from gateway.model.persons import Person
from gateway.model.sides import BySide
from gateway.referee import rulebooks
from gateway.referee.options import Options
from gateway.tracking.vision import Vision

__all__ = ["TableSetup"]


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    """The table's settings, as far as the pure part needs them."""

    event: str
    table: str
    rules: str
    rulebook: str
    control: str
    players: BySide[Person]
    draws: str = "automatic"
    options: Options = Options()
    """What the written rules leave to the event."""
    clock: Source = Source.HARDWARE
    """Whether the clock on the table keeps the time, or the agent does."""
    apart: bool = False
    """The clock is a device of its own: the board's readings do not concern it, nor its readings the board."""
    sets_clock: bool = False
    """The clock is set by us: to the control when a game is set up, and when an arbiter changes a time."""
    vision: Vision = Vision.PIECES
    """Whether the board tells pieces apart."""
    device: tuple[int, int] | None = None
    """The board's rows and columns, where they are not the game's."""
    scan_ms: Millis = Millis(250)
    """How long the board needs to look at all its cells once."""

    def __post_init__(self) -> None:
        """Find out now what cannot work, not at the first move."""
        registry.find(self.rules)
        rulebooks.find(self.rulebook, self.rules)
        parse_control(self.control)
