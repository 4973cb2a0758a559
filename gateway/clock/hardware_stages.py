"""The place of the two sides of a hardware clock in a control."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gateway.model.instants import Millis
from gateway.model.sides import BySide, Side

from .control import ClockModel, Fischer, Period, Shared, Stage, TimeControl
from .face import Way, way_of
from .game_clock import time_entering

__all__ = ["Place"]


class Place(msgspec.Struct, frozen=True):
    """A control and the number of the stage each side is in."""

    control: TimeControl
    numbers: BySide[int]

    def stage(self, side: Side) -> Stage:
        """The stage a side is in."""
        return self.control.stages(side)[self.numbers[side]]

    def following(self, side: Side) -> Stage | None:
        """The stage after that, if there is one."""
        stages, number = self.control.stages(side), self.numbers[side] + 1
        return stages[number] if number < len(stages) else None

    def increment_ms(self, side: Side) -> Millis:
        """The time that a press adds, used or not."""
        stage = self.stage(side)
        return stage.bonus.ms if isinstance(stage, Period) and isinstance(stage.bonus, Fischer) else Millis(0)

    def way(self, side: Side) -> Way:
        """The way in which the times move with a side on move; a hardware clock knows no shared time."""
        stage = self.stage(side)
        return Way.DOWN if isinstance(stage, Shared) else way_of(stage)

    def times(self, model: ClockModel) -> BySide[Millis]:
        """The times a clock shows on entering these stages."""
        white, black = (time_entering(self.stage(side), model, self.numbers[side]).ms for side in Side)
        return BySide(white, black)

    def advanced(self, side: Side) -> Place:
        """The place with a side in its next stage."""
        return replace(self, numbers=self.numbers.replace(side, self.numbers[side] + 1))
