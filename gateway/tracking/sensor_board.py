"""The sensor board of a table: how it lies, what its sensors distinguish, and what they show."""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Reading
from gateway.games.game import Game
from gateway.model.instants import Instant, Millis

from .cells import differing, masked, update
from .layout import Layout
from .sensor_health import SensorHealth
from .sensor_model import SensorModel
from .vision import Vision, see, see_in_play
from .waits import SETTLE_SCANS, UNREAD_MS

__all__ = ["SensorBoard"]

_replace = msgspec.structs.replace


class SensorBoard(msgspec.Struct, frozen=True):
    """The board as a device: its layout, its sensors and what they show."""

    game: Game
    scan_ms: Millis
    layout: Layout
    vision: Vision = Vision.PIECES
    orientation_known: bool = False
    """Which way round the board lies has been seen."""
    raw: str | None = None
    """What the sensors show, in the order in which the device counts its cells; None while unknown."""
    raw_when_lost: str | None = None
    """What they showed when the board was last lost from sight, at `since`."""
    since: Instant = Instant(0)
    """When a believable cell last changed."""
    health: SensorHealth = SensorHealth()

    @property
    def shown(self) -> str | None:
        """What the sensors show, as White sees it."""
        return None if self.raw is None else self.layout.from_device(self.raw)

    @property
    def seen(self) -> str | None:
        """What the sensors show, reduced to what they distinguish."""
        shown = self.shown
        return None if shown is None else self.as_seen(shown)

    def as_seen(self, cells: str) -> str:
        """A board, or what was shown, reduced to what these sensors distinguish and tell reliably."""
        return masked(see_in_play(self.game, self.vision, cells), self.health.blind)

    def scans(self, count: int) -> Millis:
        """How long the board takes to read all its cells so often."""
        return Millis(count * self.scan_ms)

    def model(self, *, hasty: bool = True, also_blind: int | None = None) -> SensorModel:
        """What a search must know; `also_blind` is a cell that is taken not to be readable either."""
        blind = self.health.blind if also_blind is None else self.health.blind | {also_blind}
        return SensorModel(self.game, self.vision, blind, self.scan_ms, hasty)

    def raw_after(self, reading: Reading) -> str | None:
        """What the sensors show after a reading; None if the board is not in sight then."""
        return update(self.raw, reading, self.layout.size, starts_empty=self.game.lays_stones)

    def showing(self, board: str, at: Instant) -> SensorBoard:
        """The board taken to show this, since it cannot show itself."""
        cells = [EMPTY] * self.layout.size
        for cell, piece in enumerate(see(self.game, self.vision, board)):
            cells[self.layout.device_cell(cell)] = piece
        return _replace(self, raw="".join(cells), raw_when_lost=None, since=at)

    def calmed(self, at: Instant) -> SensorBoard:
        """The board with sensors that have been still for long believed again."""
        health = self.health.calmed(at)
        return self if health is self.health else _replace(self, health=health)

    def with_stuck(self, cells: frozenset[int]) -> SensorBoard:
        """The board with these cells known not to follow what stands on them."""
        return _replace(self, health=_replace(self.health, stuck=self.health.stuck | cells))

    def at_start(self, at: Instant) -> SensorBoard | None:
        """The board turned the right way, if it stands still in the start position.

        If all but one of the pieces have stood there for long, the last one stands on a cell that cannot be read.
        """
        raw = self.raw
        if raw is None or at - self.since < self.scans(SETTLE_SCANS):
            return None
        start = see(self.game, self.vision, self.game.start().board())
        shown = {way: way.from_device(raw) for way in (self.layout, self.layout.other_way())}
        wrong = {way: differing(see(self.game, self.vision, cells), start) for way, cells in shown.items()}
        most = 1 if at - self.since >= UNREAD_MS else 0
        fitting = [
            way
            for way, cells in wrong.items()
            if len(cells) <= most and all(shown[way][cell] == EMPTY for cell in cells)
        ]
        if not fitting:
            return None
        # A board that cannot tell colours looks the same from both sides: the first move will tell.
        turned = _replace(self, layout=fitting[0], orientation_known=len(fitting) == 1)
        return turned.with_stuck(frozenset(wrong[fitting[0]]))
