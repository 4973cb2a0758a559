"""Comparison of two successive readings of a hardware clock, as an arbiter would make it.

Everything a lever, a second gone by and the control explain passes in silence. What is left is a stage, a correction
by hand, or something to look at.
"""

from __future__ import annotations

import enum
from typing import assert_never

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.sides import SIDES, BySide, Side

from .control import Bronstein, ByoYomi, Canadian, CountUp, Fischer, Hourglass, Period, Shared
from .facts import ClockAdjusted, ClockAnomaly, ClockAnomalyKind, ClockFact, StageReached
from .hardware_display import Display
from .hardware_stages import Place

__all__ = ["SLIP", "Noticed", "ReadingPair", "notice", "pressed_by", "start_anomalies"]

SLIP = 2
"""Resolutions by which two readings may be out of step with their instants."""
APART = 5
"""Resolutions between two times from which on an exchange of both cannot be chance."""


class ReadingPair(msgspec.Struct, frozen=True):
    """Two readings in a row, and what the control would have between them."""

    before: Display
    now: Display
    expected: BySide[Millis]
    """The estimate at the second reading, before it was read."""
    gap_ms: Millis
    at: Instant
    place: Place


class Noticed(enum.Enum):
    """The meaning of a change of one side's time."""

    NOTHING = enum.auto()
    STAGE = enum.auto()
    NO_INCREMENT = enum.auto()
    WRONG_INCREMENT = enum.auto()
    BY_HAND = enum.auto()


def pressed_by(before: Display, now: Display) -> Side | None:
    """Who pressed between two readings: the side whose time ran and whose lever is down now."""
    return before.running if before.running is not None and now.up is not before.running else None


def notice(pair: ReadingPair) -> tuple[BySide[Noticed], tuple[ClockFact, ...]]:
    """What there is to tell about the times."""
    if _sides_swapped(pair):
        return BySide(Noticed.BY_HAND, Noticed.BY_HAND), (ClockAnomaly(ClockAnomalyKind.SIDES_SWAPPED),)
    found = BySide(_change(pair, Side.WHITE), _change(pair, Side.BLACK))
    facts: list[ClockFact] = []
    for side in SIDES:
        before, now = pair.expected[side], pair.now.ms[side]
        match found[side]:
            case Noticed.NOTHING:
                pass
            case Noticed.STAGE:
                facts.append(StageReached(side, pair.place.numbers[side] + 1, pair.at))
            case Noticed.NO_INCREMENT:
                facts.append(
                    ClockAnomaly(
                        ClockAnomalyKind.NO_INCREMENT, side, Millis(before + pair.place.increment_ms(side)), now
                    )
                )
            case Noticed.WRONG_INCREMENT:
                facts.append(
                    ClockAnomaly(
                        ClockAnomalyKind.WRONG_INCREMENT, side, Millis(before + pair.place.increment_ms(side)), now
                    )
                )
            case Noticed.BY_HAND:
                facts.append(ClockAdjusted(side, before, now))
            case _ as never:
                assert_never(never)
    return found, tuple(facts)


def _change(pair: ReadingPair, side: Side) -> Noticed:
    """The meaning of a change of one side's time."""
    change = pair.now.ms[side] - pair.before.ms[side]
    lost, won = _explained(pair, side)
    if pressed_by(pair.before, pair.now) is side and (increment := pair.place.increment_ms(side)):
        noticed = _increment_seen(pair, side, increment)
        return Noticed.STAGE if noticed is not Noticed.NOTHING and _stage_begun(pair, side) else noticed
    if -lost <= change <= won:
        return Noticed.NOTHING
    return Noticed.STAGE if _stage_begun(pair, side) else Noticed.BY_HAND


def _explained(pair: ReadingPair, side: Side) -> tuple[int, int]:
    """How much a side's time may have lost and won without anybody's doing."""
    before, now = pair.before, pair.now
    slip = SLIP * now.resolution_ms
    anything_ran = before.running is not None or now.running is not None
    # A clock that stood until this reading has run for moments only, however long it stood.
    passed = (pair.gap_ms if before.running is not None else 0) + slip if anything_ran else 0
    ran = side in (before.running, now.running)
    pressed = pressed_by(before, now) is side
    match pair.place.stage(side):
        case Period(bonus=Bronstein(ms=ms)) if pressed:
            return passed, ms
        case Period() | Shared():
            return (passed if ran else 0), 0
        case ByoYomi(periods=periods, period_ms=period_ms):
            return (passed if ran else 0), (periods * period_ms if ran else 0)
        case Canadian(time_ms=time_ms):
            return (passed if ran else 0), (time_ms if pressed else 0)
        case Hourglass():
            return passed, passed
        case CountUp():
            return 0, (passed if ran else 0)
        case stage:
            assert_never(stage)


def _increment_seen(pair: ReadingPair, side: Side, increment: int) -> Noticed:
    """Whether a press added its increment, as far as whole seconds can tell."""
    before, now, resolution = pair.before.ms[side], pair.now.ms[side], pair.now.resolution_ms
    if now > before + increment:
        return Noticed.WRONG_INCREMENT
    expected = max(min(pair.expected[side], before), before - pair.gap_ms - resolution) + increment
    if expected - now <= min(increment // 2, resolution + resolution // 2):
        return Noticed.NOTHING
    return Noticed.NO_INCREMENT if now <= before else Noticed.WRONG_INCREMENT


def _stage_begun(pair: ReadingPair, side: Side) -> bool:
    """The time rose by what the next stage brings."""
    rise = pair.now.ms[side] - pair.expected[side]
    slip = SLIP * pair.now.resolution_ms
    match pair.place.following(side):
        case None:
            return False
        case Period(time_ms=time_ms, bonus=bonus):
            most = time_ms + (bonus.ms if isinstance(bonus, Fischer) else 0) + pair.place.increment_ms(side)
            return time_ms - slip <= rise <= most + slip
        case Canadian(time_ms=time_ms) | Hourglass(time_ms=time_ms) | Shared(time_ms=time_ms):
            return abs(rise - time_ms) <= slip
        case ByoYomi(periods=periods, period_ms=period_ms):
            # A DGT clock shows all periods together, others show the one that runs.
            return any(abs(rise - total) <= slip for total in (period_ms, periods * period_ms))
        case CountUp():
            return False
        case stage:
            assert_never(stage)


def _sides_swapped(pair: ReadingPair) -> bool:
    """Each side shows what the other showed."""
    before, now, slip = pair.before.ms, pair.now.ms, SLIP * pair.now.resolution_ms
    return (
        abs(before.white - before.black) > APART * pair.now.resolution_ms
        and abs(now.white - before.black) <= slip
        and abs(now.black - before.white) <= slip
    )


def start_anomalies(
    shown: Display, started: Side, first: Side | None, wanted: tuple[BySide[Millis], ...], *, stood: bool
) -> tuple[ClockAnomaly, ...]:
    """What is wrong with a clock as it is started: other times than the control's for a side, or the wrong side.

    `wanted` are the times it may start from, one pair for each way to count the first increment; `stood` tells that it
    was seen before it ran. A clock first seen running may have run for long, so only too much time is an anomaly.
    """
    slip = SLIP * shown.resolution_ms

    def fits(ms: Millis, want: Millis) -> bool:
        return ms <= want and (not stood or want - ms <= slip)

    def agrees(ms: BySide[Millis], want: BySide[Millis]) -> bool:
        return all(fits(ms[side], want[side]) for side in SIDES)

    if wanted and not any(agrees(shown.ms, want) for want in wanted):
        swapped = BySide(shown.ms.black, shown.ms.white)
        if any(agrees(swapped, want) for want in wanted):
            return (ClockAnomaly(ClockAnomalyKind.SIDES_SWAPPED),)
        want = wanted[0]
        return tuple(
            ClockAnomaly(ClockAnomalyKind.WRONG_CONTROL, side, want[side], shown.ms[side])
            for side in SIDES
            if not fits(shown.ms[side], want[side])
        )
    if stood and first is not None and started is not first:
        return (ClockAnomaly(ClockAnomalyKind.SIDES_SWAPPED, started),)
    return ()
