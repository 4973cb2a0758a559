"""The face of a clock: all that a display needs to draw it, published on change and never once a second."""

from __future__ import annotations

import enum
from typing import assert_never

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .control import ByoYomi, Canadian, CountUp, Hourglass, Period, Shared, Stage
from .orders import OpenOrder

__all__ = ["ClockFace", "Flag", "Source", "Way", "way_of"]


class Way(enum.StrEnum):
    """The direction in which times move while the clock runs."""

    DOWN = "down"
    """The running side's time goes down."""
    UP = "up"
    """The running side's time goes up."""
    HOURGLASS = "hourglass"
    """The running side's time goes down and the other's up."""
    SHARED = "shared"
    """Both times are the one common time; it goes down while `common_runs`."""


def way_of(stage: Stage) -> Way:
    """The way in which the times move in a stage."""
    match stage:
        case Shared():
            return Way.SHARED
        case Hourglass():
            return Way.HOURGLASS
        case CountUp():
            return Way.UP
        case Period() | ByoYomi() | Canadian():
            return Way.DOWN
        case _:
            assert_never(stage)


class Source(enum.StrEnum):
    """The keeper of the time: hardware or the agent."""

    AGENT = "agent"
    HARDWARE = "hardware"


class Flag(msgspec.Struct, frozen=True):
    """A flag that has fallen."""

    side: Side
    fell_at: Instant


class ClockFace(msgspec.Struct, frozen=True):
    """Both times at one instant and how they go on from there. Two equal faces need not be sent twice."""

    white_ms: Millis
    black_ms: Millis
    running: Side | None
    """Whose time runs; in shared time nobody's."""
    since: Instant
    """The instant the times are for. It may lie ahead while a delay is counted: until then nothing moves."""
    turn: Side | None = None
    """Who is on move by the clock; kept while it stands, unknown before the start."""
    stage: BySide[int] = BySide(0, 0)
    to_go: BySide[int] = BySide(0, 0)
    """Moves still to be made in this stage, or byo-yomi periods left; 0 where neither counts."""
    turn_ms: Millis = Millis(0)
    """Time already used on this move before `since`."""
    used_ms: BySide[Millis] = BySide(Millis(0), Millis(0))
    """Time each side was on move before `since`, in the whole game."""
    way: Way = Way.DOWN
    common_runs: bool = False
    flags: tuple[Flag, ...] = ()
    """In the order they fell, as far as known."""
    first_flag: Side | None = None
    """Who fell first; `None` while no flag is down, or if both are and the order is unknown (GN 19.2.1 D)."""
    source: Source = Source.AGENT
    age_ms: Millis = Millis(0)
    """How old the hardware's last word was when this face was made."""
    uncertainty_ms: Millis = Millis(0)
    """How far the running time may be off."""
    stale: bool = False
    """The hardware has fallen silent: the times are an estimate."""
    orders: tuple[OpenOrder, ...] = ()
    """What is asked of the hardware and does not show yet, oldest first."""

    def base_ms(self, side: Side) -> Millis:
        """A side's time at `since`."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def shown_ms(self, side: Side, at: Instant) -> Millis:
        """The time to draw for a side; what every display computes."""
        base = self.base_ms(side)
        gone = max(0, at - self.since)
        match self.way:
            case Way.DOWN:
                change = -gone if side is self.running else 0
            case Way.UP:
                change = gone if side is self.running else 0
            case Way.HOURGLASS:
                change = 0 if self.running is None else -gone if side is self.running else gone
            case Way.SHARED:
                change = -gone if self.common_runs else 0
            case _:
                assert_never(self.way)
        return Millis(max(0, base + change))

    def has_flag(self, side: Side) -> bool:
        """The side's flag is down."""
        return any(flag.side is side for flag in self.flags)
