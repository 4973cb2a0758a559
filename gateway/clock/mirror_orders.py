"""Orders to a mirrored clock: stand, run, show another time. What it is known to show already is not asked for."""

from __future__ import annotations

from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .adjustments import Adjustment, Change
from .facts import ClockFact, ClockReplaced
from .hardware_display import Display, Estimate
from .hardware_drift import NO_DRIFT
from .hardware_flags import Falls
from .mirror import Mirror
from .orders import OpenOrder, Ordered

__all__ = ["ask_run", "ask_stand", "ask_time", "ask_times", "lapse", "refused", "replaced", "wanted"]

MirrorStep = tuple[Mirror, tuple[ClockFact, ...]]
"""A mirror after something was asked, and what there is to tell."""


def ask_stand(mirror: Mirror, at: Instant, *, by: str, by_hand: bool = True) -> MirrorStep:
    """Both times are to stand."""
    return _ask(mirror, OpenOrder(Ordered.STAND, at, by_hand=by_hand, by=by), at)


def ask_run(mirror: Mirror, side: Side | None, at: Instant, *, by: str, by_hand: bool = True) -> MirrorStep:
    """A side's time is to run: without one named, that of the side whose lever is up."""
    up = mirror.display.up if mirror.display is not None else Side.WHITE
    return _ask(mirror, OpenOrder(Ordered.RUN, at, side or up, by_hand=by_hand, by=by), at)


def ask_time(mirror: Mirror, adjustment: Adjustment, at: Instant, *, by_hand: bool = True) -> MirrorStep:
    """One side's time is to be changed; what was asked before and is not done is part of it."""
    side = adjustment.side
    pending, shown = mirror.orders.about(side), mirror.face(at).shown_ms(side, at)
    before = Millis(max(0, shown + pending.off_ms)) if pending is not None else shown
    to_ms = adjustment.change.applied(before, adjustment.ms)
    order = OpenOrder(Ordered.SHOW, at, side, to_ms, to_ms - shown, by_hand, adjustment.by, adjustment.why)
    return _ask(mirror, order, at)


def ask_times(mirror: Mirror, times: BySide[Millis], at: Instant, *, by: str = "", by_hand: bool = True) -> MirrorStep:
    """Both sides are to have these times."""
    facts: tuple[ClockFact, ...] = ()
    for side in Side:
        mirror, more = ask_time(mirror, Adjustment(side, Change.SET, times[side], by, ""), at, by_hand=by_hand)
        facts = (*facts, *more)
    return mirror, facts


def replaced(
    mirror: Mirror, times: BySide[Millis], at: Instant, *, by: str, why: str, by_hand: bool = True
) -> MirrorStep:
    """Another clock stands on the table, of which nothing is known: it is to show these times (GN 14.5)."""
    mirror, lapsed = lapse(mirror, at)
    used, up = mirror.estimate.used(at), mirror.display.up if mirror.display is not None else Side.WHITE
    mirror = replace(
        mirror,
        estimate=Estimate(times, at, way=mirror.estimate.way, used_ms=used),
        display=Display(times, None, up),
        sure=False,
        falls=Falls(),
        short=BySide(0, 0),
        drift=NO_DRIFT,
        anomalies=frozenset(),
    )
    mirror, asked = ask_times(mirror, times, at, by=by, by_hand=by_hand)
    return mirror, (*lapsed, ClockReplaced(by, why), *asked)


def lapse(mirror: Mirror, at: Instant) -> MirrorStep:
    """Nothing is asked of the clock any more."""
    orders, facts = mirror.orders.lapse(mirror.estimate.used(at))
    return replace(mirror, orders=orders), facts


def refused(mirror: Mirror) -> MirrorStep:
    """The clock does not let itself be set."""
    orders, facts = mirror.orders.leave_to_hands()
    return replace(mirror, orders=orders), facts


def wanted(mirror: Mirror, at: Instant) -> tuple[BySide[Millis], Side | None]:
    """The times that the clock shows and the side whose time runs, once all that is asked is done."""
    face = mirror.face(at)
    times = BySide(face.shown_ms(Side.WHITE, at), face.shown_ms(Side.BLACK, at))
    for side in Side:
        order = mirror.orders.about(side)
        times = times.replace(side, Millis(max(0, times[side] + (order.off_ms if order is not None else 0))))
    return times, mirror.orders.runs(face.running)


def _ask(mirror: Mirror, order: OpenOrder, at: Instant) -> MirrorStep:
    used, now = mirror.estimate.used(at), mirror.display
    if now is not None and mirror.sure and _holds(order, now.running, now.resolution_ms):
        orders, facts = mirror.orders.lapse(used, subject=order.subject)
    else:
        orders, facts = mirror.orders.ask(replace(order, used_ms=used))
    return replace(mirror, orders=orders), facts


def _holds(order: OpenOrder, running: Side | None, resolution_ms: Millis) -> bool:
    """Whether the clock shows already what is ordered."""
    return abs(order.off_ms) < resolution_ms if order.what is Ordered.SHOW else running is order.side
