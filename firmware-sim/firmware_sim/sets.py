"""Whole sets as they are sold: a board, its pieces in the start position, and a clock on its cable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .devices.dgt import DgtBoard
from .devices.dgt_clock import ClockMode, DgtClock, SuddenDeathMode
from .sensor_flaws import Flaw
from .surface import CHESS_START, DRAUGHTS_START, Surface

__all__ = ["DgtSet"]


@dataclass(frozen=True, slots=True)
class DgtSet:
    """A DGT board with its clock; give `board` to a port and the rest to a `Pair`."""

    surface: Surface
    clock: DgtClock
    board: DgtBoard
    start: str

    @classmethod
    def draughts(cls, control: ClockMode | None = None, *, serial: str = "01025", flaws: Sequence[Flaw] = ()) -> DgtSet:
        """A 10x10 draughts board with a DGT 3000."""
        return cls._make(10, DRAUGHTS_START, control, serial, flaws)

    @classmethod
    def chess(cls, control: ClockMode | None = None, *, serial: str = "01025", flaws: Sequence[Flaw] = ()) -> DgtSet:
        """An 8x8 chess board with a DGT 3000."""
        return cls._make(8, CHESS_START, control, serial, flaws)

    @classmethod
    def _make(cls, side: int, start: str, control: ClockMode | None, serial: str, flaws: Sequence[Flaw]) -> DgtSet:
        surface = Surface(side, side, start)
        clock = DgtClock(control or SuddenDeathMode(5 * 60_000))
        return cls(surface, clock, DgtBoard(surface, clock, serial=serial, flaws=flaws), start)
