"""The round clock: one for a whole hall, as bridge has it. Play, move, play, and a break in between. BR (一).

It is a value: what happens to it gives a new one, and the instants come from outside. A running clock costs no traffic:
whoever knows the phase, what was left of it and since when it runs, can draw it. What it announces (a warning, a
change of phase) comes out of `advance` once each, at the instant at which it was due.
"""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message

__all__ = [
    "PhaseKind",
    "RoundCall",
    "RoundClock",
    "RoundPhase",
    "RoundPlan",
    "RoundWarning",
    "TimetableLine",
    "plan_for_finish",
]

MINUTE = Millis(60_000)

_Length = Annotated[int, msgspec.Meta(ge=0, le=24 * 60 * 60_000)]


class PhaseKind(enum.StrEnum):
    """What the hall does."""

    PLAY = "play"
    MOVE = "move"
    """Players and boards go to their next tables."""
    BREAK = "break"
    OVER = "over"


class RoundWarning(enum.StrEnum):
    """What is called before a round ends."""

    LAST_BOARD = "last_board"
    """The last board should have begun."""
    NO_NEW_BOARD = "no_new_board"
    """Whoever has not begun the last board does not begin it any more."""


class RoundPhase(msgspec.Struct, frozen=True):
    """A part of the plan."""

    kind: PhaseKind
    round: int
    """The round that is played, or that has just been."""
    length: Millis


class RoundPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is announced: rounds, boards, and how long everything lasts."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)]
    boards: Annotated[int, msgspec.Meta(ge=1, le=64)]
    """Boards of a round."""
    board_ms: Annotated[int, msgspec.Meta(ge=60_000, le=60 * 60_000)] = 8 * MINUTE
    """Time for a board; the book has 7½ to 8½ minutes."""
    first_extra_ms: _Length = 0
    """More for the first round, in which people find their seats."""
    move_ms: _Length = 2 * MINUTE
    breaks: dict[int, _Length] = {}
    """Breaks by the round after which they are held; nobody moves besides."""
    last_board_ms: _Length | None = None
    """How long before the end the last board should have begun; None: the time for a board."""
    no_new_board_ms: _Length = 4 * MINUTE
    """How long before the end no board is begun any more."""

    def __post_init__(self) -> None:
        if any(not 1 <= after < self.rounds for after in self.breaks):
            raise TournamentError(message("round_clock.break_outside", rounds=self.rounds))

    @property
    def phases(self) -> tuple[RoundPhase, ...]:
        """Everything in its order."""
        found = []
        for number in range(1, self.rounds + 1):
            play = self.boards * self.board_ms + (self.first_extra_ms if number == 1 else 0)
            found.append(RoundPhase(PhaseKind.PLAY, number, Millis(play)))
            if number in self.breaks:
                found.append(RoundPhase(PhaseKind.BREAK, number, Millis(self.breaks[number])))
            elif number < self.rounds:
                found.append(RoundPhase(PhaseKind.MOVE, number, Millis(self.move_ms)))
        return tuple(found)

    @property
    def warnings(self) -> tuple[tuple[RoundWarning, Millis], ...]:
        """What is called in each round, and how long before its end; the earliest first."""
        last = self.board_ms if self.last_board_ms is None else self.last_board_ms
        calls = ((RoundWarning.LAST_BOARD, Millis(last)), (RoundWarning.NO_NEW_BOARD, Millis(self.no_new_board_ms)))
        return tuple(sorted(calls, key=lambda call: -call[1]))


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
    """Since when it runs; None: it stands."""
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
        """Let it run; nothing changes if it runs or is over."""
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
        return msgspec.structs.replace(self, left_ms=left, since=None if self.since is None else at)

    def skip(self, at: Instant) -> tuple[RoundClock, RoundCall]:
        """End the phase now; advance it first. A clock that stands goes on standing."""
        if self.is_over:
            raise TournamentError(message("round_clock.over"))
        clock, call = self._entered(self.place + 1, at)
        return (clock if self.since is not None else msgspec.structs.replace(clock, since=None)), call

    # -- the timetable -------------------------------------------------------------------------------------------------

    def timetable(self, at: Instant) -> tuple[TimetableLine, ...]:
        """What is still to come, beginning with this phase, if the clock ran from now on without a pause."""
        lines: list[TimetableLine] = []
        start = at
        for place, phase in enumerate(self.plan.phases[self.place :]):
            end = Instant(start + (self.remaining(at) if place == 0 else phase.length))
            lines.append(TimetableLine(phase, start, end))
            start = end
        return tuple(lines)

    def finish(self, at: Instant) -> Instant:
        """When all is over, if the clock runs on without a pause."""
        lines = self.timetable(at)
        return lines[-1].end if lines else at


def plan_for_finish(plan: RoundPlan, start: Instant, finish: Instant) -> RoundPlan:
    """The plan with as much time for a board, in whole seconds, as lets it end at the wished instant or just before."""
    boards = plan.rounds * plan.boards
    other = sum(phase.length for phase in plan.phases) - boards * plan.board_ms
    board_ms = (finish - start - other) // boards // 1000 * 1000
    if board_ms < MINUTE:
        raise TournamentError(
            message("round_clock.too_short", boards=boards, minutes=-(-(other + boards * MINUTE) // MINUTE))
        )
    return msgspec.structs.replace(plan, board_ms=board_ms)
