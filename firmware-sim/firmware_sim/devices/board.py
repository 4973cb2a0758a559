"""The common part of the programs of simple boards: sensors in, messages out, lamps to look at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import SensorGrid, Surface

__all__ = ["SimulatedBoard", "rank_lamps"]


class SimulatedBoard(ABC):
    """A board without a clock. Kinds of boards say what they send when a cell changes, and when they wake unasked."""

    def __init__(
        self, surface: Surface, *, scan_ms: int = 100, tells_pieces: bool = True, flaws: Sequence[Flaw] = ()
    ) -> None:
        self.stirred: Callable[[], None] = lambda: None
        self.surface = surface
        self.lamps: frozenset[int] = frozenset()
        """Cells whose lamp is lit."""
        self._sensors = SensorGrid(surface, scan_ms, self._stir, tells_pieces=tells_pieces, flaws=flaws)
        self._out: list[bytes] = []
        self._alarm: int | None = None
        """When the board does something of its own accord."""

    def power_on(self, at: int) -> None:
        """Start with whatever stands on the board; lamps are out."""
        self._out.clear()
        self._alarm = None
        self.lamps = frozenset()
        self._sensors.wake(at)

    def listened(self, uuid: str, at: int) -> None:  # noqa: B027 - a board that does not care leaves it out
        """A BLE host listens; most boards do not care."""

    def wake(self, at: int) -> None:
        """Sample the sensors; ring the alarm."""
        for cell, piece in self._sensors.wake(at):
            self._changed(cell, piece, at)
        if self._alarm is not None and self._alarm <= at:
            self._alarm = None
            self._ring(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued messages, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When a sensor or the alarm has news."""
        deadlines = (self._sensors.next_deadline(), self._alarm)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _stir(self) -> None:
        self.stirred()  # whichever port the board is behind by now

    @abstractmethod
    def receive(self, data: bytes, at: int) -> None:
        """Bytes from the host, in any split."""

    # -- for the kinds of boards -------------------------------------------------------------------------------------

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: B027 - a board that does not care leaves it out
        """The sensors see something else there."""

    def _ring(self, at: int) -> None:  # noqa: B027 - a board that does not care leaves it out
        """The alarm went off."""


def rank_lamps(ranks: bytes) -> frozenset[int]:
    """Cells of lamps that are given as one byte a rank from the top, bit 7 leftmost."""
    return frozenset(row * 8 + col for row in range(8) for col in range(8) if ranks[row] & 0x80 >> col)
