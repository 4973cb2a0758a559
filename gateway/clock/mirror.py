"""The mirror of a clock that keeps time itself: hardware is the truth, the estimate runs between its readings."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec.structs import replace

from drivers.readings import ClockMissing, ClockTimes, FlagSign, LinkDown, Reading, Seat
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message, message
from gateway.model.sides import SIDES, BySide, Side

from .control import AT_START, PER_MOVE, ClockModel, CountUp, Shared, TimeControl
from .face import ClockFace, Flag, Source, Way
from .facts import (
    ClockAdjusted,
    ClockAnomaly,
    ClockAnomalyEnded,
    ClockAnomalyKind,
    ClockBack,
    ClockFact,
    ClockLost,
    ClockPressed,
    ClockStarted,
    ClockStopped,
    FlagFell,
    StageReached,
    TimeLow,
)
from .game_clock import ONE_MINUTE
from .hardware_changes import Noticed, ReadingPair, notice, pressed_by, start_anomalies
from .hardware_display import Display, Estimate, crossed, read_display
from .hardware_drift import NO_DRIFT, Drift
from .hardware_flags import Falls, likely_fall
from .hardware_orders import Orders, Shown, jumps
from .hardware_stages import Place

__all__ = ["STALE_AFTER", "Mirror"]

STALE_AFTER = 3
"""The silence, in its own resolutions, after which a running clock is lost."""
LATE_MS = Millis(1000)
"""The lateness that a reading may have (DGT: up to a second between display and data)."""
SURE_AFTER = 3
"""Presses in a row without an increment too small for one press to show."""


class Mirror(msgspec.Struct, frozen=True):
    """A hardware clock as last read, and the estimate of what it shows now."""

    place: Place
    estimate: Estimate
    white: Seat = Seat.LEFT
    first: Side | None = None
    """Who moves first, if it is known: the other side's clock starting first is an anomaly."""
    model: ClockModel = AT_START
    thresholds: tuple[Millis, ...] = (ONE_MINUTE,)
    display: Display | None = None
    """The last reading."""
    heard: Instant | None = None
    """When the clock last spoke."""
    sure: bool = False
    """The last reading still holds: nothing was missed since."""
    lost: bool = False
    age_ms: Millis = Millis(0)
    started: bool = False
    falls: Falls = Falls()
    told: BySide[int] = BySide(0, 0)
    """Thresholds told."""
    short: BySide[int] = BySide(0, 0)
    """Presses in a row that seem to lack a small increment."""
    drift: Drift = NO_DRIFT
    anomalies: frozenset[ClockAnomalyKind] = frozenset()
    """What is told when it begins and not again while it lasts."""
    orders: Orders = Orders()
    """What is asked of the clock and does not show yet."""

    @classmethod
    def set_up(
        cls,
        control: TimeControl,
        at: Instant,
        *,
        white: Seat = Seat.LEFT,
        first: Side | None = None,
        model: ClockModel = AT_START,
        thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
    ) -> Self:
        """A mirror that has heard nothing yet."""
        marks = tuple(sorted(thresholds, reverse=True))
        place = Place(control, BySide(0, 0))
        start = place.times(model)
        return cls(
            place,
            Estimate(start, at, way=place.way(Side.WHITE)),
            white,
            first,
            model,
            marks,
            told=BySide(_reached(marks, start.white), _reached(marks, start.black)),
        )

    @classmethod
    def restore(
        cls,
        control: TimeControl,
        face: ClockFace,
        at: Instant,
        *,
        white: Seat = Seat.LEFT,
        first: Side | None = None,
        model: ClockModel = AT_START,
        thresholds: tuple[Millis, ...] = (ONE_MINUTE,),
        anomalies: frozenset[ClockAnomalyKind] = frozenset(),
    ) -> Self:
        """The mirror that published `face`, after the process was away; what happened meanwhile is told once.

        `anomalies` is what has been told about the clock and may still hold.
        """
        fresh = cls.set_up(control, at, white=white, first=first, model=model, thresholds=thresholds)
        times = BySide(face.white_ms, face.black_ms)
        signs = BySide(*(FlagSign.BLOCKED if face.has_flag(side) else FlagSign.NONE for side in SIDES))
        return replace(
            fresh,
            estimate=Estimate(times, face.since, face.running, face.way, face.used_ms),
            display=Display(times, face.running, face.turn or Side.WHITE, signs),
            heard=at,
            lost=face.stale,
            age_ms=face.age_ms,
            started=face.turn is not None,
            place=Place(control, face.stage),
            falls=Falls(face.flags, order_known=face.first_flag is not None or not face.flags),
            told=BySide(*(_reached(fresh.thresholds, face.shown_ms(side, at)) for side in SIDES)),
            anomalies=anomalies,
            orders=Orders(face.orders),
        )

    def seated(self, white: Seat) -> Self:
        """The same mirror with White on this side of the clock."""
        if white is self.white:
            return self
        estimate, display = self.estimate, self.display
        if display is not None:
            estimate = replace(
                estimate,
                fine=crossed(estimate.fine),
                used_ms=crossed(estimate.used_ms),
                running=_across(estimate.running),
            )
            display = replace(
                display,
                ms=crossed(display.ms),
                signs=crossed(display.signs),
                running=_across(display.running),
                up=display.up.other,
            )
        return replace(
            self,
            white=white,
            estimate=estimate,
            display=display,
            place=replace(self.place, numbers=crossed(self.place.numbers)),
            falls=replace(self.falls, flags=tuple(Flag(flag.side.other, flag.fell_at) for flag in self.falls.flags)),
            told=crossed(self.told),
            short=crossed(self.short),
            orders=self.orders.crossed(),
        )

    # ------------------------------------------------------------------------------------------------ timekeeper

    def take(self, reading: Reading, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The clock spoke, or can no longer be heard."""
        match reading:
            case ClockTimes():
                return self._read(read_display(reading, self.white), at)
            case ClockMissing():
                return self._losing(message("clock_lost.missing"), at)
            case LinkDown(reason=reason):
                return self._losing(message("clock_lost.link", reason=reason), at)
            case _:
                return self, ()

    def wake(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The deadline has come: the clock has been silent for too long, or has not done what it was asked for."""
        orders, left = self.orders.leave_to_hands(at)
        due = self._silent_at()
        mirror, lost = (self, ()) if due is None or at < due else self._losing(message("clock_lost.silent"), at)
        return replace(mirror, orders=orders), (*lost, *left)

    def next_deadline(self) -> Instant | None:
        """When silence becomes a fact, or what the clock was asked for is left to people."""
        moments = (self._silent_at(), self.orders.next_deadline())
        return min((moment for moment in moments if moment is not None), default=None)

    def _silent_at(self) -> Instant | None:
        """When silence becomes a fact. A clock that stands has nothing to say."""
        if self.lost or self.estimate.running is None or self.heard is None or self.display is None:
            return None
        return Instant(self.heard + STALE_AFTER * self.display.resolution_ms)

    def face(self, at: Instant) -> ClockFace:  # noqa: ARG002 - the same for every timekeeper
        """What to publish: a standing time as the display shows it, a running one as estimated."""
        estimate, display = self.estimate, self.display
        running = estimate.running
        times = estimate.fine
        if display is not None:
            still = display.ms
            times = still if running is None else still.replace(running, times[running])
            if estimate.way is Way.HOURGLASS and running is not None:
                times = estimate.fine
        resolution = display.resolution_ms if display is not None else Millis(1000)
        return ClockFace(
            white_ms=times.white,
            black_ms=times.black,
            running=running,
            since=estimate.since,
            turn=display.up if display is not None and self.started else None,
            stage=self.place.numbers,
            used_ms=estimate.used_ms,
            way=estimate.way,
            flags=self.falls.flags,
            first_flag=self.falls.first,
            source=Source.HARDWARE,
            age_ms=self.age_ms,
            uncertainty_ms=Millis(resolution + LATE_MS) if running is not None else resolution,
            stale=self.lost,
            orders=self.orders.open,
        )

    # ------------------------------------------------------------------------------------------------ readings

    def _losing(self, reason: Message, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The clock can no longer be heard."""
        if self.lost:
            return self, ()
        age = Millis(at - self.heard) if self.heard is not None else Millis(0)
        return replace(self, lost=True, sure=False, age_ms=age), (ClockLost(reason),)

    def _read(self, now: Display, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """Take in what the display shows: what was done at the lever, the times, the flags."""
        before = self.display
        pressed = pressed_by(before, now) if before is not None else None
        found, time_facts = self._noticed(now, at)
        short, time_facts = self._counted_short(pressed, found, time_facts, now.resolution_ms)
        time_facts = self._attributed(time_facts)
        place, stage_facts = self._placed(now, found, at)
        falls, flag_facts = self._falls(now, place, at)
        told, low_facts = self._thresholds(now, found, at)
        earned = BySide(Millis(0), Millis(0))
        if pressed is not None and found[pressed] is Noticed.NOTHING:
            earned = earned.replace(pressed, self.place.increment_ms(pressed))
        drift = self._drift(now, found, at)
        anomalies, anomaly_facts = self._told_once(now, drift)
        back: tuple[ClockFact, ...] = (ClockBack(),) if self.lost else ()
        estimate = self.estimate.followed(before, now, at, earned, place.way(now.up))
        stood = before is None or before.running is None
        orders, done = self.orders.show(Shown(now, stood, self._jumps(now, found, at), estimate.used(at)))
        facts = (*back, *self._lever(now), *time_facts, *stage_facts, *flag_facts, *low_facts, *anomaly_facts, *done)
        mirror = replace(
            self,
            place=place,
            estimate=estimate,
            display=now,
            heard=at,
            sure=True,
            lost=False,
            age_ms=Millis(0),
            started=self.started or now.running is not None,
            falls=falls,
            told=told,
            short=short,
            drift=drift,
            anomalies=anomalies,
            orders=orders,
        )
        return mirror, facts

    def _lever(self, now: Display) -> tuple[ClockFact, ...]:
        """Started, pressed or stopped: what the lever says against the last reading."""
        before = self.display
        if before is None or before.running is None:
            if now.running is not None:
                wrong = () if self.started else self._start_anomalies(now, now.running)
                return (ClockStarted(now.running), *wrong)
            moved = self.started and before is not None and now.up is not before.up
            return (ClockAnomaly(ClockAnomalyKind.LEVER_WHILE_STOPPED, now.up),) if moved else ()
        facts: list[ClockFact] = []
        if (side := pressed_by(before, now)) is not None:
            facts.append(ClockPressed(side))
        if now.running is None and FlagSign.BLOCKED not in (now.signs.white, now.signs.black):
            facts.append(ClockStopped())
        standing = before.running.other
        if not self.sure and side is None and now.ms[standing] != before.ms[standing] and now.running is not None:
            # The lever stands as before, but the other side's time has moved: at least two presses went unseen.
            facts.append(ClockAnomaly(ClockAnomalyKind.MISSED_PRESSES))
        return tuple(facts)

    def _start_anomalies(self, now: Display, started: Side) -> tuple[ClockAnomaly, ...]:
        """What is wrong with the clock as it is started."""
        # After shared time a clock may also start from halves of what was left (GN 14.1.3).
        unknown = isinstance(self.place.control.white[0], Shared)
        wanted = () if unknown else tuple(self.place.times(model) for model in (self.model, PER_MOVE, AT_START))
        return start_anomalies(now, started, self.first, wanted, stood=self.display is not None)

    def _noticed(self, now: Display, at: Instant) -> tuple[BySide[Noticed], tuple[ClockFact, ...]]:
        """What the change of the times amounts to; nothing can be said before the start and after a silence."""
        if self.display is None or self.heard is None or not self.started or not self.sure:
            return BySide(Noticed.NOTHING, Noticed.NOTHING), ()
        expected = BySide(self.estimate.ms(Side.WHITE, at), self.estimate.ms(Side.BLACK, at))
        return notice(ReadingPair(self.display, now, expected, Millis(max(0, at - self.heard)), at, self.place))

    def _counted_short(
        self, pressed: Side | None, found: BySide[Noticed], facts: tuple[ClockFact, ...], resolution: Millis
    ) -> tuple[BySide[int], tuple[ClockFact, ...]]:
        """Tell a missing increment once, and a small one only when several presses agree."""
        if pressed is None:
            return self.short, facts
        if found[pressed] not in (Noticed.NO_INCREMENT, Noticed.WRONG_INCREMENT):
            return self.short.replace(pressed, 0), facts
        count = self.short[pressed] + 1
        enough = 1 if self.place.increment_ms(pressed) >= 2 * resolution else SURE_AFTER
        if count != enough:
            lacking = (ClockAnomalyKind.NO_INCREMENT, ClockAnomalyKind.WRONG_INCREMENT)
            facts = tuple(fact for fact in facts if not (isinstance(fact, ClockAnomaly) and fact.kind in lacking))
        return self.short.replace(pressed, count), facts

    def _attributed(self, facts: tuple[ClockFact, ...]) -> tuple[ClockFact, ...]:
        """Give a correction made by hand to the arbiter who ordered one."""
        named = list(facts)
        for index, fact in enumerate(named):
            order = self.orders.about(fact.side) if isinstance(fact, ClockAdjusted) else None
            if isinstance(fact, ClockAdjusted) and order is not None:
                named[index] = replace(fact, by=order.by, why=order.why)
        return tuple(named)

    def _jumps(self, now: Display, found: BySide[Noticed], at: Instant) -> BySide[int]:
        """By how much each side's time was set to another value than the one that it would have."""
        noticed = found if self.sure and self.started else None
        expected = BySide(self.estimate.ms(Side.WHITE, at), self.estimate.ms(Side.BLACK, at))
        return jumps(self.display if self.sure else None, now, expected, noticed)

    def _placed(self, now: Display, found: BySide[Noticed], at: Instant) -> tuple[Place, tuple[ClockFact, ...]]:
        """The stages the sides are in; a flag shown while time goes on says it too."""
        place = self.place
        facts: list[ClockFact] = []
        for side in SIDES:
            if found[side] is Noticed.STAGE:
                place = place.advanced(side)
                continue
            was_shown = self.display is not None and self.display.signs[side] is not FlagSign.NONE
            shown = now.signs[side] is FlagSign.SHOWN and not was_shown and now.ms[side] > 0
            if self.started and shown and place.following(side) is not None:
                place = place.advanced(side)
                facts.append(StageReached(side, place.numbers[side], at))
        return place, tuple(facts)

    def _falls(self, now: Display, place: Place, at: Instant) -> tuple[Falls, tuple[FlagFell, ...]]:
        """The flags that are down, and those that are news."""
        if not self.started:
            return self.falls, ()
        fell_at = {side: likely_fall(self.estimate, side, self.heard, at) for side in SIDES}
        return self.falls.seen(now, place, fell_at, Millis(now.resolution_ms + LATE_MS))

    def _thresholds(
        self, now: Display, found: BySide[Noticed], at: Instant
    ) -> tuple[BySide[int], tuple[ClockFact, ...]]:
        """The thresholds that the display has come down to; a time that was set starts anew."""
        told = self.told
        facts: list[ClockFact] = []
        for side in SIDES:
            reached = _reached(self.thresholds, now.ms[side])
            if not self.started or found[side] in (Noticed.STAGE, Noticed.BY_HAND):
                told = told.replace(side, reached)
            elif reached > told[side] and not isinstance(self.place.stage(side), CountUp):
                facts += [TimeLow(side, mark, at) for mark in self.thresholds[told[side] : reached]]
                told = told.replace(side, reached)
        return told, tuple(facts)

    def _drift(self, now: Display, found: BySide[Noticed], at: Instant) -> Drift:
        """How the clock's time compares with ours."""
        before = self.display
        if before is None or now.running is None or now.running is not before.running or not self.sure:
            return self.drift.turned()
        side = now.running
        if found[side] is not Noticed.NOTHING:
            return self.drift.turned()
        return self.drift if now.ms[side] == before.ms[side] else self.drift.ticked(at, now.ms[side])

    def _told_once(self, now: Display, drift: Drift) -> tuple[frozenset[ClockAnomalyKind], tuple[ClockFact, ...]]:
        """What is told when it begins and not again while it lasts."""
        facts: list[ClockAnomaly | ClockAnomalyEnded] = []
        low = ClockAnomalyKind.BATTERY_LOW in self.anomalies
        if now.battery_low and not low:
            facts.append(ClockAnomaly(ClockAnomalyKind.BATTERY_LOW))
        elif low and not now.battery_low:
            facts.append(ClockAnomalyEnded(ClockAnomalyKind.BATTERY_LOW))
        if drift.is_off and ClockAnomalyKind.DRIFT not in self.anomalies:
            ours, theirs = drift.total()
            facts.append(ClockAnomaly(ClockAnomalyKind.DRIFT, expected_ms=ours, shown_ms=theirs))
        # One that was told has ended, one that was not is told now.
        anomalies = self.anomalies ^ {fact.kind for fact in facts}
        return anomalies, tuple(facts)


def _reached(thresholds: tuple[Millis, ...], ms: Millis) -> int:
    """How many thresholds a time has come down to."""
    return sum(1 for mark in thresholds if ms <= mark)


def _across(side: Side | None) -> Side | None:
    """The other side, if any."""
    return None if side is None else side.other
