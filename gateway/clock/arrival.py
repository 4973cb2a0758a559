"""Attendance at the start of a round, and the price of lateness (GN 14.3, FIDE 6.7).

The grace period is zero unless the regulations set one. One side absent: its clock runs, whoever has the first move.
Both absent: one clock measures both, and when one arrives the other's clock is started. Within the grace period
lateness comes off the late side's own time; beyond it the side has lost, unless the arbiter decides otherwise.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .adjustments import Adjustment, Change, adjust
from .facts import ArrivedLate, ClockFact, GraceExceeded
from .game_clock import NOTHING, GameClock
from .operation import pause, start
from .passing import ClockStep

__all__ = ["Attendance", "arrive", "begin", "next_limit", "past_grace"]


class Attendance(msgspec.Struct, frozen=True):
    """The players' attendance: the start of the round, and who has come."""

    start_at: Instant
    first: Side
    """Whose clock starts: black's in gomoku (GN 14.2)."""
    grace_ms: Millis = NOTHING
    arrived: BySide[Instant | None] = BySide(None, None)
    told: tuple[Side, ...] = ()
    """Sides whose absence beyond the limit has been told."""

    @property
    def limit_at(self) -> Instant:
        """The last instant at which one may arrive."""
        return Instant(self.start_at + self.grace_ms)

    def is_absent(self, side: Side) -> bool:
        """The side has not come yet."""
        return self.arrived[side] is None

    def late_ms(self, side: Side, at: Instant) -> Millis:
        """The lateness of a side that has come, or by now."""
        came = self.arrived[side]
        return Millis(max(0, (at if came is None else came) - self.start_at))


def begin(attendance: Attendance, clock: GameClock, at: Instant) -> ClockStep:
    """The round starts: run the clock of the side that is absent, otherwise of the side that moves first."""
    first = attendance.first
    alone_absent = attendance.is_absent(first.other) and not attendance.is_absent(first)
    return start(clock, first.other if alone_absent else first, at)


def arrive(
    attendance: Attendance, clock: GameClock, side: Side, at: Instant
) -> tuple[Attendance, GameClock, tuple[ClockFact, ...]]:
    """A player comes to the board."""
    if not attendance.is_absent(side):
        return attendance, clock, ()
    came = replace(attendance, arrived=attendance.arrived.replace(side, at))
    late = came.late_ms(side, at)
    if late == 0:
        return came, clock, ()
    facts: tuple[ClockFact, ...] = (ArrivedLate(side, late),)
    first, other = came.first, side.other
    if came.is_absent(other):
        # One clock, that of the side with the first move, has measured both; the other side owes the same.
        unmeasured = Adjustment(first.other, Change.TAKE, late, by="", why="GN 14.3.2")
        clock, stopped = pause(clock, at)
        clock, taken = adjust(clock, unmeasured, at)
        clock, started = start(clock, other, at)
        return came, clock, (*facts, *stopped, *taken, *started)
    if side is not first:
        # The late side's time ran in place of the first mover's, whose turn it is from now on.
        clock, stopped = pause(clock, at)
        clock, started = start(clock, first, at)
        return came, clock, (*facts, *stopped, *started)
    return came, clock, facts


def next_limit(attendance: Attendance) -> Instant | None:
    """The instant at which `past_grace` has something to tell if nobody comes: the first after the limit."""
    waiting = any(attendance.is_absent(side) and side not in attendance.told for side in Side)
    return Instant(attendance.limit_at + 1) if waiting else None


def past_grace(attendance: Attendance, at: Instant) -> tuple[Attendance, tuple[ClockFact, ...]]:
    """Tell who has come too late or not at all, each side once."""
    facts: list[ClockFact] = []
    told = attendance.told
    for side in Side:
        if side not in told and attendance.late_ms(side, at) > attendance.grace_ms:
            facts.append(GraceExceeded(side, attendance.limit_at))
            told = (*told, side)
    return replace(attendance, told=told), tuple(facts)
