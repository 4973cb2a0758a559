"""Attendance at the start of a round: who has come, whose clock runs meanwhile, and what lateness costs.

The texts differ in two points, which are fields here. By GN 14.3.2 the clock of a side that is absent alone runs,
whoever moves first; elsewhere the first mover's does. While both are absent one clock runs, that of the side that moves
first: by GN 14.3.2 and RIF 15 it counts against both, by FIDE 6.7.2 against that side alone.

Only time before the first move is lateness here. From then on a clock runs for who is on move.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec
from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .game_clock import NOTHING

__all__ = ["Attendance", "arrive", "begin"]


class Attendance(msgspec.Struct, frozen=True):
    """The players' attendance: the start of the round, and who has come."""

    first: Side
    """Who moves first: black in gomoku (GN 14.2)."""
    grace_ms: Millis = NOTHING
    absent_runs: bool = False
    """The clock of a side that is absent alone runs; otherwise the first mover's."""
    both_owe: bool = False
    """What passes while both are absent counts against both; otherwise against the first mover."""
    start_at: Instant | None = None
    """When the round began; None before."""
    arrived: BySide[Instant | None] = BySide(None, None)
    runs: Side | None = None
    """Whose clock is to run until both are there and a move is made."""
    since: Instant = Instant(0)
    """Up to when time is in `counted`."""
    counted: BySide[Millis] = BySide(NOTHING, NOTHING)
    """What each side's clock has been charged with since the start: it has run, or time was taken off."""
    charged: tuple[Side, ...] = ()
    """Sides that were not there in time and have been told so."""

    @property
    def limit_at(self) -> Instant | None:
        """The last instant at which one may arrive; None before the start."""
        return None if self.start_at is None else Instant(self.start_at + self.grace_ms)

    @property
    def absent(self) -> tuple[Side, ...]:
        """The sides that have not come yet."""
        return tuple(side for side in Side if self.arrived[side] is None)

    @property
    def next_limit(self) -> Instant | None:
        """The first instant at which somebody who has not come is too late."""
        waiting = any(side not in self.charged for side in self.absent)
        return Instant(self.limit_at + 1) if waiting and self.limit_at is not None else None

    def late_ms(self, side: Side, at: Instant) -> Millis:
        """The lateness of a side that has come, or by now."""
        came = self.arrived[side]
        return NOTHING if self.start_at is None else Millis(max(0, (at if came is None else came) - self.start_at))

    def too_late(self, at: Instant) -> tuple[Side, ...]:
        """The sides that came beyond the limit, or are not there and it has passed: at the limit one is in time."""
        return tuple(side for side in Side if self.late_ms(side, at) > self.grace_ms)


def begin(attendance: Attendance, at: Instant) -> Attendance:
    """The round starts; `runs` says whose clock is to run."""
    begun = replace(attendance, start_at=at, since=at)
    return replace(begun, runs=_whose(begun, at))


def arrive(attendance: Attendance, side: Side, came: Instant | None, at: Instant) -> tuple[Attendance, BySide[Millis]]:
    """A player came, or came at another instant than was said before, or has not come after all (None): the attendance
    known at `at`, and what each side owes beyond what its clock has been charged with.

    Less than nothing is owed where a clock has run for too long, since the arrival was told late. A side that was there
    in time owes nothing by that.
    """
    told = replace(attendance, arrived=attendance.arrived.replace(side, came))
    if told.start_at is None:
        return told, BySide(NOTHING, NOTHING)
    counted = _passed(attendance, at)
    due = _due(told, told.start_at, at)
    concerned = {each for each in Side if each is side or told.late_ms(each, at)}
    owed = BySide(*(Millis(due[each] - counted[each]) if each in concerned else NOTHING for each in Side))
    paid = BySide(*(Millis(counted[each] + owed[each]) for each in Side))
    return replace(told, runs=_whose(told, at), since=at, counted=paid), owed


def _passed(attendance: Attendance, at: Instant) -> BySide[Millis]:
    """What the clocks have been charged with up to an instant."""
    runs, counted = attendance.runs, attendance.counted
    return counted if runs is None else counted.replace(runs, Millis(counted[runs] + at - attendance.since))


def _due(attendance: Attendance, start: Instant, at: Instant) -> BySide[Millis]:
    """What the clocks would have been charged with if everything had been known at once."""
    came = {
        instant for instant in map(attendance.arrived.__getitem__, Side) if instant is not None and start < instant < at
    }
    due = BySide(NOTHING, NOTHING)
    for since, until in pairwise(sorted({start, *came, at})):
        both = attendance.both_owe and not any(_is_there(attendance, side, since) for side in Side)
        for side in Side if both else (_whose(attendance, since),):
            due = due.replace(side, Millis(due[side] + until - since))
    return due


def _whose(attendance: Attendance, at: Instant) -> Side:
    """Whose clock is to run from an instant on, as far as attendance says."""
    first = attendance.first
    alone = _is_there(attendance, first, at) and not _is_there(attendance, first.other, at)
    return first.other if alone and attendance.absent_runs else first


def _is_there(attendance: Attendance, side: Side, at: Instant) -> bool:
    came = attendance.arrived[side]
    return came is not None and came <= at
