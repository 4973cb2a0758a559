"""A time control and its parts: stages in order, each a closed kind, the same for both sides or not.

    15m                     Period(900_000)
    10m+5s                  Period(600_000, bonus=Fischer(5_000))
    40/90m, 30m+30s         Period(5_400_000, moves=40), Period(1_800_000, bonus=Fischer(30_000))
    30m, 5x30s              Period(1_800_000), ByoYomi(5, 30_000)
    shared 60m, 5m+3s       Shared(3_600_000), Period(300_000, bonus=Fischer(3_000))

A stage ends when its moves are made (the time left is carried over) or, if it counts no moves and another stage
follows, when its time is used up.
"""

from __future__ import annotations

import msgspec

from gateway.model.instants import Millis
from gateway.model.messages import Message, message
from gateway.model.sides import Side

__all__ = [
    "AT_START",
    "PER_MOVE",
    "Bonus",
    "Bronstein",
    "ByoYomi",
    "Canadian",
    "ClockModel",
    "CountUp",
    "Delay",
    "Fischer",
    "Hourglass",
    "Period",
    "Shared",
    "Stage",
    "TimeControl",
    "equal",
    "mistake_in",
]


class _Tagged(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of bonuses and stages."""


class Fischer(_Tagged, frozen=True, tag="fischer"):
    """Every move adds this much, used or not."""

    ms: Millis


class Bronstein(_Tagged, frozen=True, tag="bronstein"):
    """Bronstein delay: on pressing, the time used for the move is given back, at most this much."""

    ms: Millis


class Delay(_Tagged, frozen=True, tag="delay"):
    """The clock waits this long before it counts."""

    ms: Millis


Bonus = Fischer | Bronstein | Delay


class Period(_Tagged, frozen=True, tag="period"):
    """A main time."""

    time_ms: Millis
    moves: int = 0
    """How many moves it is for; 0 for all that follow. In the last stage the count starts again (FMJD 10.1)."""
    bonus: Bonus | None = None


class ByoYomi(_Tagged, frozen=True, tag="byoyomi"):
    """A number of short periods; a move made inside one gives it back whole."""

    periods: int
    period_ms: Millis


class Canadian(_Tagged, frozen=True, tag="canadian"):
    """Canadian overtime: a number of moves in a period, again and again; what is left over is lost."""

    moves: int
    time_ms: Millis


class Hourglass(_Tagged, frozen=True, tag="hourglass"):
    """An hourglass: what one side uses the other gains."""

    time_ms: Millis


class CountUp(_Tagged, frozen=True, tag="count_up"):
    """The clock only measures; no flag."""


class Shared(_Tagged, frozen=True, tag="shared"):
    """One common time, neither side's clock running (GN 14.1.3)."""

    time_ms: Millis


Stage = Period | ByoYomi | Canadian | Hourglass | CountUp | Shared


class TimeControl(msgspec.Struct, frozen=True):
    """The stages of each side, in order."""

    white: tuple[Stage, ...]
    black: tuple[Stage, ...]

    def stages(self, side: Side) -> tuple[Stage, ...]:
        """The stages of one side."""
        return self.white if side is Side.WHITE else self.black

    @property
    def is_equal(self) -> bool:
        """Both sides play under the same control."""
        return self.white == self.black


class ClockModel(msgspec.Struct, frozen=True):
    """The way a make of clock carries a control out, where the rules leave it open."""

    first_increment: bool = False
    """The increment is paid before the move, so that the starting time already holds the first one."""
    freezes: bool = True
    """A flag that ends the game stops the clock; otherwise the lever goes on working and the second flag falls too."""


PER_MOVE = ClockModel()
"""An amount for every move made, as the text has it (GN 14.1.2)."""
AT_START = ClockModel(first_increment=True)
"""The model of DGT clocks: a game of 3m+2s starts at 3:02."""


def equal(*stages: Stage) -> TimeControl:
    """The control with these stages for both sides."""
    return TimeControl(stages, stages)


def mistake_in(control: TimeControl) -> Message | None:
    """The reason why no clock could keep this control, in one sentence; `None` if it can."""
    for side in Side:
        if (why := _mistake(control.stages(side))) is not None:
            return why
    ways = {type(control.stages(side)[-1]) for side in Side}
    if len(ways) > 1 and ways & {Hourglass, CountUp}:
        return message("control_error.both_sides")
    shared = (isinstance(control.white[0], Shared), isinstance(control.black[0], Shared))
    if any(shared) and control.white[0] != control.black[0]:
        return message("control_error.shared_same")
    if any(shared) and (len(control.white) == 1) != (len(control.black) == 1):
        return message("control_error.after_shared")
    return None


def _mistake(stages: tuple[Stage, ...]) -> Message | None:
    """The reason why these stages cannot follow each other."""
    if not stages:
        return message("control_error.no_stage")
    for number, stage in enumerate(stages):
        last = number == len(stages) - 1
        match stage:
            case Shared() if number > 0:
                return message("control_error.shared_first")  # GN 14.1.3
            case ByoYomi() | Canadian() | Hourglass() | CountUp() if not last:
                return message("control_error.nothing_follows")
            case Hourglass() | CountUp() if number > 0 and not isinstance(stages[0], Shared):
                return message("control_error.cannot_follow")
            case Period(moves=moves) if moves and not last and not isinstance(stages[number + 1], Period):
                # The time left over is carried into the next stage; only a main time can take it.
                return message("control_error.main_time_follows")
            case _:
                pass
    return None
