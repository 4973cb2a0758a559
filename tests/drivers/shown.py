"""What is shown on a board, by the readings that told it."""

from __future__ import annotations

from collections.abc import Iterable

from drivers.readings import EMPTY, LinkDown, Reading, Snapshot, SquareChanged
from drivers.spec import Capability, DriverSpec
from firmware_sim.surface import SOMETHING

__all__ = ["ShownBoard", "occupancy", "shown_by"]


class ShownBoard:
    """The cells of a board as the readings leave them; empty while nothing is known."""

    def __init__(self, start: str = "") -> None:
        self.cells = start

    def take(self, readings: Iterable[Reading]) -> None:
        for reading in readings:
            match reading:
                case Snapshot(cells=cells):
                    self.cells = cells
                case SquareChanged(cell, piece) if self.cells:
                    self.cells = self.cells[:cell] + piece + self.cells[cell + 1 :]
                case LinkDown():
                    self.cells = ""


def occupancy(cells: str) -> str:
    """The cells as a board shows them that does not tell pieces apart."""
    return "".join(EMPTY if piece == EMPTY else SOMETHING for piece in cells)


def shown_by(spec: DriverSpec, cells: str) -> str:
    """The cells as a board of this driver shows them."""
    return cells if Capability.PIECES in spec.capabilities else occupancy(cells)
