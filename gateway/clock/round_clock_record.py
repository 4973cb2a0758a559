"""The record of a round clock: what was done to it, by whom and why. The clock is a fold over it.

`decide` says what comes of an act, `after` takes it up; the same entries give the same clock on any machine. An act can
be undone: the clock is then as if it had not been done, with the time that has passed meanwhile.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message

from .round_clock import RoundCall, RoundClock, plan_for_finish
from .round_plan import PhaseKind, RoundPlan

__all__ = [
    "AddRoundTime",
    "ChangeRoundPlan",
    "PauseRoundClock",
    "RemoveRoundClock",
    "RoundClockAct",
    "RoundClockEntry",
    "RoundClockFold",
    "RunSpan",
    "SetRoundClock",
    "SkipPhase",
    "StartRoundClock",
    "UndoClockAct",
]

_LATEST_START_MS = 7 * 24 * 60 * 60_000


class _Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """Base of the acts."""

    why: Annotated[str, msgspec.Meta(max_length=300)] = ""
    """The reason, for the record."""


class SetRoundClock(_Act, frozen=True, tag="set"):
    """Set a clock by a plan; it stands at the beginning."""

    plan: RoundPlan
    start: Instant | None = None
    """When it starts by itself; None: when it is told to."""
    finish: Instant | None = None
    """When all should be over: the plan is given the time for a board that leads there from the start, or from now."""


class ChangeRoundPlan(_Act, frozen=True, tag="change"):
    """Go on by another plan."""

    plan: RoundPlan
    finish: Instant | None = None
    """When all should be over: the plan is given the time for a board that leads there."""


class StartRoundClock(_Act, frozen=True, tag="start"):
    """Let it run."""

    start: Instant | None = None
    """From this instant on; None: at once."""


class PauseRoundClock(_Act, frozen=True, tag="pause"):
    """Stop it."""


class AddRoundTime(_Act, frozen=True, tag="add"):
    """Make the phase longer, or shorter."""

    ms: Annotated[int, msgspec.Meta(ge=-24 * 60 * 60_000, le=24 * 60 * 60_000)]


class SkipPhase(_Act, frozen=True, tag="skip"):
    """End the phase now."""


class UndoClockAct(_Act, frozen=True, tag="undo"):
    """Undo the last act."""

    n: int = 0
    """Which one that is; 0: the last that holds."""


class RemoveRoundClock(_Act, frozen=True, tag="remove"):
    """Remove the clock."""


RoundClockAct = (
    SetRoundClock
    | ChangeRoundPlan
    | StartRoundClock
    | PauseRoundClock
    | AddRoundTime
    | SkipPhase
    | UndoClockAct
    | RemoveRoundClock
)


class RoundClockEntry(msgspec.Struct, frozen=True):
    """One line of the record."""

    n: int
    at: Instant
    by: str
    act: RoundClockAct


class RunSpan(msgspec.Struct, frozen=True):
    """A stretch of time in which the clock ran in one phase."""

    kind: PhaseKind
    round: int
    start: Instant
    end: Instant


class RoundClockFold(msgspec.Struct, frozen=True):
    """The clock, and how it came to be so."""

    entries: tuple[RoundClockEntry, ...] = ()
    clock: RoundClock | None = None
    calls: tuple[RoundCall, ...] = ()
    """What was called up to the instant of the clock."""
    spans: tuple[RunSpan, ...] = ()
    """When it ran, up to the last change."""

    @classmethod
    def of(cls, entries: tuple[RoundClockEntry, ...]) -> RoundClockFold:
        """What a record makes."""
        fold = cls()
        for entry in entries:
            fold = fold.after(entry)
        return fold

    @property
    def undoable(self) -> RoundClockEntry | None:
        """The last act that holds; None: there is none."""
        undone = {entry.act.n for entry in self.entries if isinstance(entry.act, UndoClockAct)}
        held = (each for each in reversed(self.entries) if not isinstance(each.act, UndoClockAct))
        return next((each for each in held if each.n not in undone), None)

    def decide(self, act: RoundClockAct, by: str, at: Instant) -> RoundClockEntry:
        """The entry of an act; raises `TournamentError` with why it cannot be done."""
        now = self.advanced(at)
        match act:
            case SetRoundClock(plan=plan, start=start, finish=finish):
                _require_near(start, at)
                if finish is not None:
                    clock = _fresh(plan, start, at)
                    act = msgspec.structs.replace(act, plan=plan_for_finish(clock, plan, at, Instant(finish)))
            case UndoClockAct():
                last = self.undoable
                if last is None:
                    raise TournamentError(message("round_clock.nothing_to_undo"))
                act = msgspec.structs.replace(act, n=last.n)
            case _ if now.clock is None:
                raise TournamentError(message("round_clock.none"))
            case StartRoundClock():
                _require_start(now.clock, act, at)
            case PauseRoundClock() if now.clock.since is None:
                raise TournamentError(message("round_clock.stands"))
            case ChangeRoundPlan(plan=plan, finish=int() as finish):
                act = msgspec.structs.replace(act, plan=plan_for_finish(now.clock, plan, at, Instant(finish)))
        entry = RoundClockEntry(len(self.entries) + 1, at, by, act)
        self.after(entry)  # raises where the clock itself refuses
        return entry

    def after(self, entry: RoundClockEntry) -> RoundClockFold:
        """The fold with an entry more."""
        entries = (*self.entries, entry)
        if isinstance(entry.act, UndoClockAct):
            undone = {each.act.n for each in entries if isinstance(each.act, UndoClockAct)}
            kept = tuple(each for each in entries if each.n not in undone and not isinstance(each.act, UndoClockAct))
            return msgspec.structs.replace(RoundClockFold.of(kept).advanced(entry.at), entries=entries)
        now = self.advanced(entry.at)
        clock, call = _done(now.clock, entry.act, entry.at)
        return RoundClockFold(
            entries,
            clock,
            (*now.calls, call) if call is not None else now.calls,
            now.spans + _span(now.clock, clock, entry.at),
        )

    def advanced(self, at: Instant) -> RoundClockFold:
        """The fold as of an instant."""
        fold = self
        while fold.clock is not None and (due := fold.clock.next_deadline()) is not None and due <= at:
            clock, calls = fold.clock.advance(due)
            fold = RoundClockFold(fold.entries, clock, fold.calls + calls, fold.spans + _span(fold.clock, clock, due))
        return fold

    def spans_until(self, at: Instant) -> tuple[RunSpan, ...]:
        """When it ran, up to an instant."""
        now = self.advanced(at)
        return now.spans + (() if now.clock is None else _span(now.clock, None, at))

    def played(self, number: int, at: Instant) -> tuple[RunSpan, ...]:
        """When a round was played, pauses left out, up to an instant."""
        spans = self.spans_until(at)
        return tuple(each for each in spans if each.kind is PhaseKind.PLAY and each.round == number)


def _done(clock: RoundClock | None, act: RoundClockAct, at: Instant) -> tuple[RoundClock | None, RoundCall | None]:
    """The clock after an act, and what is called by it."""
    match act:
        case SetRoundClock(plan=plan, start=start):
            return _fresh(plan, start, at), None
        case RemoveRoundClock() | UndoClockAct():
            return None, None
    if clock is None:
        raise TournamentError(message("round_clock.none"))
    match act:
        case ChangeRoundPlan(plan=plan):
            return clock.replan(plan, at), None
        case StartRoundClock(start=start):
            waiting = clock.since is not None and clock.since > at
            standing = clock.pause(at) if waiting else clock
            return standing.start(at if start is None else Instant(max(at, start))), None
        case PauseRoundClock():
            return clock.pause(at), None
        case AddRoundTime(ms=ms):
            return clock.add(Millis(ms), at), None
        case SkipPhase():
            return clock.skip(at)


def _require_start(clock: RoundClock, act: StartRoundClock, at: Instant) -> None:
    if clock.is_over:
        raise TournamentError(message("round_clock.over"))
    if clock.since is not None and clock.since <= at:
        raise TournamentError(message("round_clock.runs"))
    _require_near(act.start, at)


def _require_near(start: Instant | None, at: Instant) -> None:
    if start is not None and start > at + _LATEST_START_MS:
        raise TournamentError(message("round_clock.start_far"))


def _fresh(plan: RoundPlan, start: Instant | None, at: Instant) -> RoundClock:
    """A clock at the beginning of its plan, which starts then if it is said."""
    clock = RoundClock.of(plan)
    return clock if start is None else clock.start(Instant(max(at, start)))


def _span(before: RoundClock | None, now: RoundClock | None, at: Instant) -> tuple[RunSpan, ...]:
    """When a clock ran before it changed; nothing if it runs on as it did."""
    if before is None or before.since is None or before.since >= at:
        return ()
    if now is not None and (now.since, now.place) == (before.since, before.place):
        return ()
    return (RunSpan(before.phase.kind, before.phase.round, before.since, at),)
