"""The round clock: one for a whole hall, as bridge has it. Play, move, play, and a break in between. BR (一).

It is a value: what happens to it gives a new one, and the instants come from outside. A running clock costs no traffic:
whoever knows the phase, what was left of it and since when it runs, can draw it. What it announces (a warning, a
change of phase) comes out of `advance` once each, at the instant at which it was due.
"""

from __future__ import annotations

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message

from .round_plan import MINUTE, PhaseKind, RoundPhase, RoundPlan, RoundWarning

__all__ = ["RoundCall", "RoundClock", "TimetableLine", "plan_for_finish"]

_SECOND = 1000
_LEAST_BOARD_MS = MINUTE
"""No wished finish makes a board shorter than this."""
_MOST_BOARD_MS = 360 * MINUTE


class RoundCall(msgspec.Struct, frozen=True):
    """Something that is called out in the hall, once."""

    at: Instant
    round: int
    call: RoundWarning | PhaseKind
    """A warning, or the phase that begins."""


class TimetableLine(msgspec.Struct, frozen=True):
    """A phase, and when it will be, as things stand."""

    phase: RoundPhase
    start: Instant
    end: Instant


class RoundClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock at an instant: which phase, what was left of it, and since when it runs."""

    plan: RoundPlan
    place: int = 0
    """The number of the phase in the plan; one beyond the last, all is over."""
    left_ms: Millis
    """What was left of the phase at `since`, or is left while it stands."""
    since: Instant | None = None
    """Since when it runs, or from when on it will; None: it stands."""
    called: frozenset[RoundWarning] = frozenset()
    """Warnings of this round that were called."""

    @classmethod
    def of(cls, plan: RoundPlan) -> RoundClock:
        """A clock that is set and stands at the beginning."""
        return cls(plan=plan, left_ms=plan.phases[0].length)

    @property
    def phase(self) -> RoundPhase:
        """What the hall does now."""
        phases = self.plan.phases
        return (
            phases[self.place] if self.place < len(phases) else RoundPhase(PhaseKind.OVER, self.plan.rounds, Millis(0))
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.place >= len(self.plan.phases)

    def remaining(self, at: Instant) -> Millis:
        """What is left of the phase."""
        return self.left_ms if self.since is None else Millis(max(0, self.left_ms - max(0, at - self.since)))

    # -- time passes ---------------------------------------------------------------------------------------------------

    def next_deadline(self) -> Instant | None:
        """When something is to be called, or the phase ends; None while it stands."""
        if self.since is None or self.is_over:
            return None
        nearest = max((before for _, before in self._open_warnings()), default=Millis(0))
        return Instant(self.since + self.left_ms - nearest)

    def advance(self, at: Instant) -> tuple[RoundClock, tuple[RoundCall, ...]]:
        """The clock as of an instant, and what was due until then, in order."""
        clock, calls = self, list[RoundCall]()
        while (due := clock.next_deadline()) is not None and due <= at:
            clock, call = clock._step(due)
            calls.append(call)
        return clock, tuple(calls)

    def _open_warnings(self) -> tuple[tuple[RoundWarning, Millis], ...]:
        """Those of this round that are still to come; what lies before its beginning is due at once."""
        if self.phase.kind is not PhaseKind.PLAY:
            return ()
        return tuple(
            (warning, Millis(min(before, self.left_ms)))
            for warning, before in self.plan.warnings
            if warning not in self.called
        )

    def _step(self, due: Instant) -> tuple[RoundClock, RoundCall]:
        if warnings := self._open_warnings():
            warning = warnings[0][0]
            return msgspec.structs.replace(self, called=self.called | {warning}), RoundCall(
                due, self.phase.round, warning
            )
        return self._entered(self.place + 1, due)

    def _entered(self, place: int, at: Instant) -> tuple[RoundClock, RoundCall]:
        clock = msgspec.structs.replace(self, place=place, called=frozenset(), since=at)
        phase = clock.phase
        since = None if clock.is_over else at
        return msgspec.structs.replace(clock, left_ms=phase.length, since=since), RoundCall(at, phase.round, phase.kind)

    # -- what a director does ------------------------------------------------------------------------------------------

    def start(self, at: Instant) -> RoundClock:
        """Let it run, from now or from a later instant on; nothing changes if it runs or is over."""
        return self if self.since is not None or self.is_over else msgspec.structs.replace(self, since=at)

    def pause(self, at: Instant) -> RoundClock:
        """Stop it; advance it first."""
        return msgspec.structs.replace(self, left_ms=self.remaining(at), since=None)

    def add(self, ms: Millis, at: Instant) -> RoundClock:
        """Make the phase longer, or with less than nothing shorter; advance it first. At the least it ends at once.

        A warning that was called is not called again, though more time is left now.
        """
        if self.is_over:
            raise TournamentError(message("round_clock.over"))
        left = Millis(max(0, self.remaining(at) + ms))
        return msgspec.structs.replace(self, left_ms=left, since=self._runs_on(at))

    def skip(self, at: Instant) -> tuple[RoundClock, RoundCall]:
        """End the phase now; advance it first. A clock that stands goes on standing."""
        if self.is_over:
            raise TournamentError(message("round_clock.over"))
        clock, call = self._entered(self.place + 1, at)
        return (clock if self.since is not None else msgspec.structs.replace(clock, since=None)), call

    def replan(self, plan: RoundPlan, at: Instant) -> RoundClock:
        """Go on by another plan; advance it first. What has been used of the phase stays used, what was added stays
        added; of a clock that was over, rounds that come after are still to be moved to, and it stands."""
        phases = plan.phases
        if self.is_over and plan.rounds > self.plan.rounds:
            place = _place_after(phases, self.plan.rounds)
            return RoundClock(plan=plan, place=place, left_ms=phases[place].length)
        now = self.phase
        between = now.kind in {PhaseKind.MOVE, PhaseKind.BREAK}
        if now.round + between > plan.rounds:
            raise TournamentError(message("round_clock.rounds_played", rounds=now.round + between))
        if self.is_over:
            return RoundClock(plan=plan, place=len(phases), left_ms=Millis(0))
        place = _place_after(phases, now.round) if between else _place_of(phases, now.round)
        left = max(0, self.remaining(at) + phases[place].length - now.length)
        return RoundClock(plan=plan, place=place, left_ms=Millis(left), since=self._runs_on(at), called=self.called)

    def _runs_on(self, at: Instant) -> Instant | None:
        return None if self.since is None else Instant(max(self.since, at))

    # -- the timetable -------------------------------------------------------------------------------------------------

    def timetable(self, at: Instant) -> tuple[TimetableLine, ...]:
        """What is still to come, beginning with this phase, if the clock ran from now on without a pause; one that is
        to start later, from then on."""
        lines: list[TimetableLine] = []
        start = at if self.since is None else Instant(max(self.since, at))
        for place, phase in enumerate(self.plan.phases[self.place :]):
            end = Instant(start + (self.remaining(at) if place == 0 else phase.length))
            lines.append(TimetableLine(phase, start, end))
            start = end
        return tuple(lines)

    def finish(self, at: Instant) -> Instant:
        """When all is over, if the clock runs on without a pause."""
        lines = self.timetable(at)
        return lines[-1].end if lines else at


def plan_for_finish(clock: RoundClock, plan: RoundPlan, at: Instant, finish: Instant) -> RoundPlan:
    """The plan with as much time for a board, in whole seconds, as lets the clock end at the wished instant or just
    before. Advance it first: what has been played is played."""

    def ends(seconds: int) -> Instant:
        return clock.replan(msgspec.structs.replace(plan, board_ms=seconds * _SECOND), at).finish(at)

    least, most = _LEAST_BOARD_MS // _SECOND, _MOST_BOARD_MS // _SECOND
    if clock.replan(plan, at).is_over:
        raise TournamentError(message("round_clock.over"))
    if (shortest := ends(least)) > finish:
        raise TournamentError(message("round_clock.too_short", minutes=-(-(shortest - at) // MINUTE)))
    while least < most:  # the end comes no earlier with more time for a board
        middle = (least + most + 1) // 2
        if ends(middle) <= finish:
            least = middle
        else:
            most = middle - 1
    return msgspec.structs.replace(plan, board_ms=least * _SECOND)


def _place_of(phases: tuple[RoundPhase, ...], number: int) -> int:
    """The place at which a round is played."""
    return next(i for i, phase in enumerate(phases) if phase.kind is PhaseKind.PLAY and phase.round == number)


def _place_after(phases: tuple[RoundPhase, ...], number: int) -> int:
    """The place of what lies behind a round."""
    return _place_of(phases, number) + 1
