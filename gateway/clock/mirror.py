"""The mirror of a clock that keeps time itself: hardware is the truth, the estimate runs between its readings.

A display of whole seconds shows the time rounded up, and its reading arrives late. A reading `D` therefore bounds the
true time: not above `D`, not a whole resolution below it. The estimate is left alone while it fits, and moved by the
least that makes it fit when it does not; so it runs smoothly, and what is published changes only for a cause.
"""

from __future__ import annotations

from typing import Self, TypeVar

import msgspec

from drivers.readings import ClockMissing, ClockTimes, FlagSign, LinkDown, Reading, Seat
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .control import AT_START, ClockModel, TimeControl
from .face import ClockFace, Flag, Source
from .facts import (
    ClockBack,
    ClockFact,
    ClockLost,
    ClockPressed,
    ClockStarted,
    ClockStopped,
    FlagFell,
)
from .game_clock import ONE_MINUTE, new_clock

T = TypeVar("T")

__all__ = ["STALE_AFTER", "Mirror"]

STALE_AFTER = 3
"""A running clock that has not spoken for so many of its own resolutions is lost."""
LATE_MS = Millis(1000)
"""How late a reading may be (DGT: up to a second between display and data)."""


class Display(msgspec.Struct, frozen=True):
    """One reading of the clock, by colour instead of by seat."""

    ms: BySide[Millis]
    running: Side | None
    up: Side
    signs: BySide[FlagSign]
    resolution_ms: Millis
    battery_low: bool


class Mirror(msgspec.Struct, frozen=True):
    """A hardware clock as last read, and the estimate of what it shows now."""

    control: TimeControl
    shown: BySide[Millis]
    """What the display showed last; before the first reading what the control would have it show."""
    fine: BySide[Millis]
    """The estimate behind the display: each time when its clock last started or was corrected."""
    since: Instant
    white: Seat = Seat.LEFT
    model: ClockModel = AT_START
    thresholds: tuple[Millis, ...] = (ONE_MINUTE,)
    running: Side | None = None
    turn: Side | None = None
    """Whose lever is up; unknown before the first reading."""
    started: bool = False
    heard: Instant | None = None
    """When the clock last spoke."""
    lost: bool = False
    age_ms: Millis = Millis(0)
    resolution_ms: Millis = Millis(1000)
    stage: BySide[int] = BySide(0, 0)
    flags: tuple[Flag, ...] = ()
    order_known: bool = True

    @classmethod
    def set_up(
        cls,
        control: TimeControl,
        at: Instant,
        *,
        white: Seat = Seat.LEFT,
        model: ClockModel = AT_START,
        thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
    ) -> Self:
        """A mirror that has heard nothing yet."""
        clock = new_clock(control, at, model=model)
        start = BySide(clock.sides.white.ms, clock.sides.black.ms)
        return cls(control, start, start, at, white, model, tuple(sorted(thresholds, reverse=True)))

    @classmethod
    def restore(
        cls,
        control: TimeControl,
        face: ClockFace,
        at: Instant,
        *,
        white: Seat = Seat.LEFT,
        model: ClockModel = AT_START,
        thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
    ) -> Self:
        """The mirror that published `face`, after the process was away."""
        times = BySide(face.white_ms, face.black_ms)
        return msgspec.structs.replace(
            cls.set_up(control, face.since, white=white, model=model, thresholds=thresholds),
            shown=times,
            fine=times,
            running=face.running,
            turn=face.turn,
            started=face.turn is not None,
            heard=at,
            lost=face.stale,
            age_ms=face.age_ms,
            stage=face.stage,
            flags=face.flags,
            order_known=face.first_flag is not None or not face.flags,
        )

    def seated(self, white: Seat) -> Self:
        """The same mirror with White on this side of the clock."""
        if white is self.white:
            return self
        return msgspec.structs.replace(
            self,
            white=white,
            shown=_crossed(self.shown),
            fine=_crossed(self.fine),
            stage=_crossed(self.stage),
            running=self.running.other if self.running else None,
            turn=self.turn.other if self.turn else None,
            flags=tuple(Flag(flag.side.other, flag.fell_at) for flag in self.flags),
        )

    # ------------------------------------------------------------------------------------------------ timekeeper

    def take(self, reading: Reading, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The clock spoke, or can no longer be heard."""
        match reading:
            case ClockTimes():
                return self._read(self._display(reading), at)
            case ClockMissing():
                return self._losing("no clock is attached to the board", at)
            case LinkDown(reason=reason):
                return self._losing(reason, at)
            case _:
                return self, ()

    def wake(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The deadline has come: the clock has been silent for too long."""
        due = self.next_deadline()
        if due is None or at < due:
            return self, ()
        return self._losing("the clock has stopped sending its times", at)

    def next_deadline(self) -> Instant | None:
        """When silence becomes a fact. A clock that stands has nothing to say."""
        if self.lost or self.running is None or self.heard is None:
            return None
        return Instant(self.heard + STALE_AFTER * self.resolution_ms)

    def face(self, at: Instant) -> ClockFace:  # noqa: ARG002 - the same for every timekeeper
        """What to publish: a standing time as the display showed it, a running one as estimated."""
        times = self.shown if self.running is None else self.shown.replace(self.running, self.fine[self.running])
        return ClockFace(
            white_ms=times.white,
            black_ms=times.black,
            running=self.running,
            since=self.since,
            turn=self.turn if self.started else None,
            stage=self.stage,
            flags=self.flags,
            first_flag=self.flags[0].side if self.flags and self.order_known else None,
            source=Source.HARDWARE,
            age_ms=self.age_ms,
            uncertainty_ms=Millis(self.resolution_ms + LATE_MS) if self.running else self.resolution_ms,
            stale=self.lost,
        )

    # ------------------------------------------------------------------------------------------------ readings

    def _display(self, reading: ClockTimes) -> Display:
        """The reading by colour."""
        left, right = Millis(reading.left_ms), Millis(reading.right_ms)
        ms = BySide(left, right)
        signs = BySide(reading.left_flag, reading.right_flag)
        up = Side.WHITE if reading.up is self.white else Side.BLACK
        if self.white is Seat.RIGHT:
            ms, signs = _crossed(ms), _crossed(signs)
        return Display(
            ms, up if reading.running else None, up, signs, Millis(reading.resolution_ms), reading.battery_low
        )

    def _estimate(self, side: Side, at: Instant) -> Millis:
        """What a side's time should be by now."""
        gone = max(0, at - self.since) if side is self.running else 0
        return Millis(max(0, self.fine[side] - gone))

    def _losing(self, reason: str, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The clock can no longer be heard."""
        if self.lost:
            return self, ()
        age = Millis(at - self.heard) if self.heard is not None else Millis(0)
        return msgspec.structs.replace(self, lost=True, age_ms=age), (ClockLost(reason),)

    def _read(self, now: Display, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """Take in what the display shows."""
        facts: list[ClockFact] = [ClockBack()] if self.lost else []
        facts += self._lever(now)
        flags, order_known, fallen = self._flags(now, at)
        facts += fallen
        since, fine = self._followed(now, at)
        return msgspec.structs.replace(
            self,
            shown=now.ms,
            fine=fine,
            since=since,
            running=now.running,
            turn=now.up,
            started=self.started or now.running is not None,
            heard=at,
            lost=False,
            age_ms=Millis(0),
            resolution_ms=now.resolution_ms,
            flags=flags,
            order_known=order_known,
        ), tuple(facts)

    def _lever(self, now: Display) -> list[ClockFact]:
        """Started, pressed or stopped: what the status says against the last one."""
        if self.running is None:
            return [] if now.running is None else [ClockStarted(now.running)]
        facts: list[ClockFact] = []
        if now.up is not self.running:
            facts.append(ClockPressed(self.running))
        if now.running is None and not any(sign is FlagSign.BLOCKED for sign in (now.signs.white, now.signs.black)):
            facts.append(ClockStopped())
        return facts

    def _flags(self, now: Display, at: Instant) -> tuple[tuple[Flag, ...], bool, list[ClockFact]]:
        """The flags down by now, whether their order is known, and those that are news."""
        down = [side for side in Side if now.signs[side] is FlagSign.BLOCKED]
        news = [side for side in down if not any(flag.side is side for flag in self.flags)]
        fallen = tuple(Flag(side, self._fell_at(side, at)) for side in news)
        facts: list[ClockFact] = [
            FlagFell(flag.side, flag.fell_at, Millis(now.resolution_ms + LATE_MS)) for flag in fallen
        ]
        return (*self.flags, *fallen), self.order_known and len(news) < 2, facts

    def _fell_at(self, side: Side, at: Instant) -> Instant:
        """The likely instant of a flag first seen at `at`: when the estimate ran out, if that was just before."""
        if side is not self.running or self.heard is None:
            return at
        return Instant(max(self.heard, min(at, self.since + self.fine[side])))

    def _followed(self, now: Display, at: Instant) -> tuple[Instant, BySide[Millis]]:
        """The estimate after a reading: untouched where it fits."""
        if now.running is not None and now.running is self.running:
            running, standing = now.running, now.running.other
            fine = (
                self.fine if now.ms[standing] == self.shown[standing] else self.fine.replace(standing, now.ms[standing])
            )
            before = self._estimate(running, at)
            after = _fitted(before, now.ms[running], now.resolution_ms, Millis(now.resolution_ms // 2))
            return (self.since, fine) if before == after else (at, fine.replace(running, after))
        if now.running is None and self.running is None and now.ms == self.shown:
            return self.since, self.fine
        fine = now.ms
        for side in Side:
            # A side that pressed keeps the part of a second it had, so that its next second ends where it should.
            part = self._estimate(side, at) % now.resolution_ms
            if part and now.running is not None and self.running is not None:
                fine = fine.replace(side, Millis(max(0, now.ms[side] - now.resolution_ms + part)))
        return at, fine


def _fitted(estimate: Millis, shown: Millis, resolution: Millis, slack: Millis) -> Millis:
    """The estimate moved by the least that a display of `shown` asks for."""
    if estimate > shown + slack:
        return shown
    return Millis(max(estimate, shown - resolution, 0))


def _crossed(pair: BySide[T]) -> BySide[T]:
    """The pair with its values exchanged."""
    return BySide(pair.black, pair.white)
