"""The agent keeps the time itself: for clocks with buttons only, and for tables without a clock."""

from __future__ import annotations

from typing import Self

import msgspec

from drivers.readings import LeverPressed, Reading, Seat
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from . import adjustments, interruption, operation, passing
from .adjustments import Adjustment
from .control import PER_MOVE, ByoYomi, Canadian, ClockModel, Period, Shared, TimeControl
from .face import ClockFace, Flag, Source, Way, way_of
from .facts import ClockFact
from .game_clock import ONE_MINUTE, ClockPhase, GameClock, SideTime, new_clock
from .passing import ClockStep

__all__ = ["Keeper", "face_of"]


class Keeper(msgspec.Struct, frozen=True):
    """A game clock, and which colour sits where at its buttons."""

    clock: GameClock
    white: Seat = Seat.LEFT

    @classmethod
    def set_up(
        cls,
        control: TimeControl,
        at: Instant,
        *,
        white: Seat = Seat.LEFT,
        model: ClockModel = PER_MOVE,
        thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
    ) -> Self:
        """A clock set to a control and not yet started."""
        return cls(new_clock(control, at, model=model, thresholds=thresholds), white)

    @classmethod
    def restore(
        cls,
        control: TimeControl,
        face: ClockFace,
        at: Instant,
        *,
        white: Seat = Seat.LEFT,
        model: ClockModel = PER_MOVE,
        thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
    ) -> Self:
        """The keeper that published `face`, after the process was away: time has gone on, nothing is told twice."""
        fresh = new_clock(control, face.since, model=model, thresholds=thresholds)
        in_halves = 0 in (face.stage.white, face.stage.black) and not (
            face.stage == BySide(0, 0) and face.way is Way.SHARED
        )
        halved = isinstance(control.white[0], Shared) and in_halves
        sides = BySide(*(_restored(fresh, face, side, at) for side in Side))
        clock = msgspec.structs.replace(
            fresh,
            sides=sides,
            phase=_phase(face, model),
            turn=face.turn,
            turn_ms=face.turn_ms,
            halved=halved,
        )
        return cls(clock, white)

    def seated(self, white: Seat) -> Self:
        """The same keeper with White on this side of the clock."""
        return msgspec.structs.replace(self, white=white)

    # ------------------------------------------------------------------------------------------------ timekeeper

    def take(self, reading: Reading, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """A button was pressed; all other readings change nothing."""
        if not isinstance(reading, LeverPressed):
            return self, ()
        return self.press(Side.WHITE if reading.seat is self.white else Side.BLACK, at)

    def wake(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The deadline has come: a threshold, a stage or a flag."""
        return self._with(passing.wake(self.clock, at))

    def next_deadline(self) -> Instant | None:
        """The instant of the next thing that happens if nobody touches the clock."""
        return self.clock.next_deadline()

    def face(self, at: Instant) -> ClockFace:
        """The face to publish."""
        return face_of(passing.wake(self.clock, at)[0])

    # ------------------------------------------------------------------------------------------------ acts

    def start(self, side: Side, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """Let a side's time run: the first start, or after a pause."""
        return self._with(operation.start(self.clock, side, at))

    def press(self, side: Side, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """A side presses. Before the start that sets the opponent's time going, as on any clock."""
        if self.clock.phase is ClockPhase.READY:
            return self._with(operation.start(self.clock, side.other, at))
        return self._with(operation.press(self.clock, side, at))

    def pause(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """Stop both times."""
        return self._with(operation.pause(self.clock, at))

    def resume(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """Go on after a pause with the side that was on move."""
        return self._with(operation.resume(self.clock, at))

    def adjust(self, adjustment: Adjustment, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """An arbiter changes a side's time."""
        return self._with(adjustments.adjust(self.clock, adjustment, at))

    def halve(self, at: Instant, *, by: str, why: str) -> tuple[Self, tuple[ClockFact, ...]]:
        """An arbiter ends shared time by putting a clock on the table (GN 14.1.3)."""
        return self._with(adjustments.halve(self.clock, at, by=by, why=why))

    def put_right(self, times: BySide[Millis], at: Instant, *, by: str, why: str) -> tuple[Self, tuple[ClockFact, ...]]:
        """A faulty clock is replaced and set (GN 14.5)."""
        return self._with(adjustments.put_right(self.clock, times, at, by=by, why=why))

    def seal(self, at: Instant, *, by: str) -> tuple[Self, tuple[ClockFact, ...]]:
        """The game is interrupted (GN 20.1.4)."""
        return self._with(interruption.seal(self.clock, at, by=by))

    def open_sealed(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The sealed move is played and pressed (GN 20.2.4)."""
        return self._with(interruption.open_sealed(self.clock, at))

    def _with(self, step: ClockStep) -> tuple[Self, tuple[ClockFact, ...]]:
        """This keeper with the clock after a step."""
        clock, facts = step
        return msgspec.structs.replace(self, clock=clock), facts


def face_of(clock: GameClock) -> ClockFace:
    """The face of a game clock that has lived through all that came due."""
    running, free = clock.running, clock.free_ms
    flags = sorted(
        (Flag(side, fell_at) for side in Side if (fell_at := clock.sides[side].fell_at) is not None),
        key=lambda flag: flag.fell_at,
    )
    return ClockFace(
        white_ms=clock.sides.white.ms,
        black_ms=clock.sides.black.ms,
        running=running,
        since=Instant(clock.since + free) if running is not None else clock.since,
        turn=clock.turn,
        stage=BySide(clock.sides.white.stage, clock.sides.black.stage),
        to_go=BySide(_to_go(clock, Side.WHITE), _to_go(clock, Side.BLACK)),
        turn_ms=Millis(clock.turn_ms + free) if running is not None else clock.turn_ms,
        used_ms=BySide(_used(clock, Side.WHITE), _used(clock, Side.BLACK)),
        way=way_of(clock.stage(clock.turn or Side.WHITE)),
        common_runs=clock.in_shared_time and clock.phase is ClockPhase.RUNNING,
        flags=tuple(flags),
        first_flag=flags[0].side if flags else None,
        source=Source.AGENT,
    )


def _used(clock: GameClock, side: Side) -> Millis:
    """Time on move up to the instant the face is for."""
    used = clock.sides[side].used_ms
    return Millis(used + clock.free_ms) if side is clock.running else used


def _to_go(clock: GameClock, side: Side) -> int:
    """Moves to be made in this stage, or periods left."""
    own = clock.sides[side]
    match clock.stage(side):
        case ByoYomi():
            return own.periods
        case Period(moves=moves) | Canadian(moves=moves) if moves:
            return moves - own.moves
        case _:
            return 0


def _phase(face: ClockFace, model: ClockModel) -> ClockPhase:
    """The phase of the clock that showed this face."""
    if face.running is not None or face.common_runs:
        return ClockPhase.RUNNING
    if face.turn is None:
        return ClockPhase.READY
    return ClockPhase.OVER if face.flags and model.freezes else ClockPhase.PAUSED


def _restored(fresh: GameClock, face: ClockFace, side: Side, at: Instant) -> SideTime:
    """One side's time read back from a face."""
    number, to_go = face.stage[side], face.to_go[side]
    moves = periods = 0
    match fresh.control.stages(side)[number]:
        case ByoYomi():
            periods = to_go
        case Period(moves=required) | Canadian(moves=required) if required:
            moves = required - to_go
        case _:
            pass
    shown = face.shown_ms(side, at)
    return SideTime(
        face.base_ms(side),
        stage=number,
        moves=moves,
        periods=periods,
        fell_at=next((flag.fell_at for flag in face.flags if flag.side is side), None),
        # What was passed while we were away is no news by now.
        told=sum(1 for mark in fresh.thresholds if mark >= shown),
        used_ms=face.used_ms[side],
    )
