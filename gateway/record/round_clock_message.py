"""The round clock as it is published: the payload of the event's topic `round-clock`, and what pages are sent.

Whoever has it can draw the clock, and call what is due, to the end of the last round, without another word: the phases
in their order, which of them it is, what was left of it at `since`, and how long before its end each warning is due.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gateway.clock.round_clock import RoundCall, RoundClock
from gateway.clock.round_plan import RoundPhase, RoundPlan, RoundWarning
from gateway.model.instants import Instant, Millis

from .wire import Form

__all__ = ["ROUND_CLOCK_FORM", "CallDue", "CallMade", "RoundClockMessage"]


class CallDue(msgspec.Struct, frozen=True):
    """A warning, and how long before the end of each round it is called."""

    call: RoundWarning
    before_ms: Millis


class CallMade(msgspec.Struct, frozen=True):
    """Something that was called."""

    at: Instant
    round: int
    call: str
    """A warning, or the phase that began: `last_board`, `move`, ..."""


class RoundClockMessage(msgspec.Struct, frozen=True, kw_only=True):
    """The round clock at an instant of the relay; without a plan there is none."""

    at: Instant
    """The relay's instant when this was sent."""
    plan: RoundPlan | None = None
    phases: tuple[RoundPhase, ...] = ()
    warnings: tuple[CallDue, ...] = ()
    """The earliest first; one that is due before the round begins is called when it begins."""
    place: int = 0
    """The number of the phase, from 0; as many as there are phases: all is over."""
    left_ms: Millis = Millis(0)
    """What was left of the phase at `since`, or is left while the clock stands."""
    since: Instant | None = None
    """Since when it runs, or from when on it will; None: it stands."""
    called: tuple[RoundWarning, ...] = ()
    """Warnings of this round that have been called."""
    calls: tuple[CallMade, ...] = ()
    """What was called just before: an act (a phase that is ended, a minute less) may have made it due at once."""
    unsure: bool = False
    """The relay's computer was off while the clock ran, and cannot know for how long: somebody should compare it with a
    watch."""

    @classmethod
    def of(
        cls,
        clock: RoundClock | None,
        at: Instant,
        *,
        calls: Iterable[RoundCall] = (),
        shift: int = 0,
        unsure: bool = False,
    ) -> RoundClockMessage:
        """A clock whose instants are `shift` milliseconds before the relay's."""
        if clock is None:
            return cls(at=at)
        plan = clock.plan
        return cls(
            at=at,
            plan=plan,
            phases=plan.phases,
            warnings=tuple(CallDue(call, before) for call, before in plan.warnings),
            place=clock.place,
            left_ms=clock.left_ms,
            since=None if clock.since is None else Instant(clock.since + shift),
            called=tuple(sorted(clock.called)),
            calls=tuple(CallMade(Instant(call.at + shift), call.round, call.call.value) for call in calls),
            unsure=unsure,
        )


ROUND_CLOCK_FORM = Form(RoundClockMessage)
