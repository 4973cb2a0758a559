"""The following of orders on a hardware clock: what its readings show done, and what is left to people."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gateway.model.instants import Instant, Millis
from gateway.model.sides import SIDES, BySide, Side

from .facts import ClockFact, OrderAsked, OrderDone, OrderLapsed, OrderLeftToHands
from .hardware_changes import SLIP, Noticed
from .hardware_display import Display
from .orders import OpenOrder, Ordered

__all__ = ["DEVICE_MS", "Orders", "Shown", "jumps"]

DEVICE_MS = Millis(10_000)
"""How long a clock that was asked to set itself may take: three tries of two seconds, and the reading after them."""


class Shown(msgspec.Struct, frozen=True):
    """A reading of the clock as far as orders are concerned."""

    display: Display
    stood: bool
    """No time ran before it either."""
    jump_ms: BySide[int]
    """By how much each side's time was changed otherwise than by running, presses and stages."""
    used_ms: BySide[Millis]
    """Time each side has been on move by now."""


class Orders(msgspec.Struct, frozen=True):
    """The orders that are open, oldest first."""

    open: tuple[OpenOrder, ...] = ()

    def ask(self, order: OpenOrder) -> tuple[Orders, tuple[ClockFact, ...]]:
        """One more order; an earlier one about the same lapses."""
        kept, facts = self.lapse(order.used_ms, subject=order.subject)
        return Orders((*kept.open, order)), (*facts, OrderAsked(order))

    def lapse(self, used_ms: BySide[Millis], subject: str = "") -> tuple[Orders, tuple[ClockFact, ...]]:
        """Orders that nobody need carry out any more: those about a subject, or all."""
        lapsed = [each for each in self.open if subject in ("", each.subject)]
        kept = tuple(each for each in self.open if each not in lapsed)
        return Orders(kept), tuple(OrderLapsed(each, _ran(each, used_ms)) for each in lapsed)

    def show(self, shown: Shown) -> tuple[Orders, tuple[ClockFact, ...]]:
        """The clock shows this: what is done by it."""
        kept: list[OpenOrder] = []
        facts: list[ClockFact] = []
        for each in self.open:
            order = _nearer(each, shown)
            if _is_done(order, shown):
                facts.append(OrderDone(order, _ran(order, shown.used_ms)))
            else:
                kept.append(order)
        return Orders(tuple(kept)), tuple(facts)

    def leave_to_hands(self, until: Instant | None = None) -> tuple[Orders, tuple[ClockFact, ...]]:
        """The clock does not do what it was asked for: all of it, or what was due by an instant."""
        left = tuple(
            replace(each, by_hand=True) if until is None or each.since + DEVICE_MS <= until else each
            for each in self.open
        )
        news = [order for order, before in zip(left, self.open, strict=True) if order != before]
        return Orders(left), tuple(OrderLeftToHands(order) for order in news)

    def next_deadline(self) -> Instant | None:
        """When what the clock was asked for is left to people."""
        return min((Instant(each.since + DEVICE_MS) for each in self.open if not each.by_hand), default=None)

    def about(self, side: Side) -> OpenOrder | None:
        """The time that a side is to have, if it is to have another one."""
        return next((each for each in self.open if each.what is Ordered.SHOW and each.side is side), None)

    def runs(self, now: Side | None) -> Side | None:
        """Whose time is to run once all is done, where this one's runs now."""
        order = next((each for each in self.open if each.what is not Ordered.SHOW), None)
        return now if order is None else order.side

    def crossed(self) -> Orders:
        """The orders with the sides exchanged."""
        return Orders(
            tuple(
                replace(
                    each,
                    side=None if each.side is None else each.side.other,
                    used_ms=BySide(each.used_ms.black, each.used_ms.white),
                )
                for each in self.open
            )
        )


def _nearer(order: OpenOrder, shown: Shown) -> OpenOrder:
    """The order with what is still missing after a change by hand."""
    jump = shown.jump_ms[order.side] if order.what is Ordered.SHOW and order.side is not None else 0
    return replace(order, off_ms=order.off_ms - jump) if jump else order


def _is_done(order: OpenOrder, shown: Shown) -> bool:
    running = shown.display.running
    if order.what is not Ordered.SHOW:
        return running is order.side
    resolution = shown.display.resolution_ms
    if order.side is None or order.to_ms is None or abs(order.off_ms) < resolution:
        return True
    if not shown.jump_ms[order.side]:
        return False
    slack = resolution if shown.stood and running is None else SLIP * resolution
    # People set what was ordered, or what it has come to since.
    return abs(order.off_ms) <= slack or abs(shown.display.ms[order.side] - order.to_ms) <= slack


def jumps(
    before: Display | None, now: Display, expected: BySide[Millis], noticed: BySide[Noticed] | None
) -> BySide[int]:
    """By how much each side's time was set to another value than the one that it would have.

    `before` is the reading before, if nothing was missed since; `noticed` what the changes amount to, if the clock has
    been started: before that every change is somebody's.
    """
    found = BySide(0, 0)
    for side in SIDES:
        ran = before is None or side in (before.running, now.running)
        jump = now.ms[side] - (expected[side] if before is None or ran else before.ms[side])
        if noticed is not None:
            by_hand = noticed[side] is Noticed.BY_HAND
        else:
            by_hand = abs(jump) > (SLIP * now.resolution_ms if ran else 0)
        found = found.replace(side, jump if by_hand else 0)
    return found


def _ran(order: OpenOrder, used_ms: BySide[Millis]) -> BySide[Millis]:
    """How long time ran on that was to stand."""
    return order.ran_ms(used_ms) if order.what is Ordered.STAND else BySide(Millis(0), Millis(0))
