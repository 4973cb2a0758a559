"""Orders to a hardware clock: open until a reading shows them done, whatever happens at the clock meanwhile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import LinkDown, Seat
from gateway.clock.adjustments import Adjustment, Change
from gateway.clock.control_notation import parse_control
from gateway.clock.facts import (
    ClockAdjusted,
    ClockFact,
    OrderAsked,
    OrderDone,
    OrderLapsed,
    OrderLeftToHands,
)
from gateway.clock.hardware_orders import DEVICE_MS
from gateway.clock.mirror import Mirror
from gateway.clock.mirror_orders import ask_run, ask_stand, ask_time, ask_times, lapse, refused, wanted
from gateway.clock.orders import OpenOrder, Ordered
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side
from tests.examples import examples

from .hardware import PolledClock

W, B = Side.WHITE, Side.BLACK
CONTROL = parse_control("3m+2s")
STEP_MS = 250
ORDER_FACTS = (OrderAsked, OrderDone, OrderLapsed, OrderLeftToHands)


class Clock:
    """A hardware clock that is read four times a second, and what its mirror tells about orders."""

    def __init__(self) -> None:
        self.hardware = PolledClock(182_000, 182_000, 2_000)
        self.mirror = Mirror.set_up(CONTROL, Instant(0))
        self.at = Instant(0)
        self.told: list[ClockFact] = []
        self.read()

    def read(self) -> None:
        self.take(self.mirror.take(self.hardware.display(), self.at))

    def take(self, step: tuple[Mirror, tuple[ClockFact, ...]]) -> None:
        self.mirror, facts = step
        self.told += facts

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            before = self.hardware.display()
            self.hardware.pass_time(STEP_MS)
            self.at = Instant(self.at + STEP_MS)
            if (due := self.mirror.next_deadline()) is not None and due <= self.at:
                self.take(self.mirror.wake(self.at))
            if self.hardware.display() != before:
                self.read()

    def start(self) -> None:
        self.hardware.running = True
        self.read()

    def stop(self) -> None:
        self.hardware.running = False
        self.read()

    def press(self) -> None:
        self.hardware.press()
        self.read()

    def set(self, side: Side, ms: int) -> None:
        if side is W:
            self.hardware.left_ms = ms
        else:
            self.hardware.right_ms = ms
        self.read()

    def shown(self, side: Side) -> int:
        display = self.hardware.display()
        return display.left_ms if side is W else display.right_ms

    def change(self, side: Side, change: Change, ms: int, *, by_hand: bool = True) -> None:
        order = Adjustment(side, change, Millis(ms), "Iris", "FIDE 7.5.5")
        self.take(ask_time(self.mirror, order, self.at, by_hand=by_hand))

    def facts(self) -> list[ClockFact]:
        found: list[ClockFact] = [fact for fact in self.told if isinstance(fact, ORDER_FACTS)]
        self.told.clear()
        return found

    @property
    def open(self) -> list[str]:
        return [order.name for order in self.mirror.face(self.at).orders]


def playing() -> Clock:
    clock = Clock()
    clock.start()
    clock.wait(5_000)
    clock.told.clear()
    return clock


def test_a_stop_is_done_when_the_clock_stands_and_says_what_ran_on() -> None:
    clock = playing()
    clock.take(ask_stand(clock.mirror, clock.at, by="Iris"))
    (asked,) = clock.facts()
    assert asked == OrderAsked(OpenOrder(Ordered.STAND, Instant(5_000), by="Iris", used_ms=BySide(Millis(5_000), 0)))  # type: ignore[arg-type]
    clock.wait(3_000)
    clock.press()
    clock.wait(2_000)
    assert clock.open == ["stand"]
    clock.stop()
    (done,) = clock.facts()
    assert isinstance(done, OrderDone)
    assert done.ran_ms == BySide(3_000, 2_000)
    assert clock.open == []


def test_a_run_is_done_when_that_side_runs() -> None:
    clock = playing()
    clock.stop()
    clock.take(ask_run(clock.mirror, B, clock.at, by="Iris"))
    clock.start()
    assert clock.open == ["run black"], "White's time runs"
    clock.press()
    assert clock.open == []


def test_what_the_clock_shows_already_is_not_asked_for() -> None:
    clock = playing()
    clock.take(ask_run(clock.mirror, None, clock.at, by="Iris"))
    clock.stop()
    clock.take(ask_stand(clock.mirror, clock.at, by="Iris"))
    clock.change(B, Change.SET, 182_000)
    assert clock.facts() == []


def test_a_clock_that_is_not_heard_is_asked_all_the_same() -> None:
    clock = playing()
    clock.take(clock.mirror.take(LinkDown("unplugged"), clock.at))
    clock.take(ask_run(clock.mirror, None, clock.at, by="Iris"))
    assert clock.open == ["run white"]
    clock.read()
    assert clock.open == []


def test_a_change_by_hand_that_was_ordered_has_a_name_and_wrong_ones_leave_it_open() -> None:
    clock = playing()
    clock.stop()
    clock.change(B, Change.ADD, 120_000)
    for wrong in (242_000, 300_000, 304_000):
        clock.set(B, wrong)
        assert clock.open == ["show black"]
    clock.set(B, 302_000)
    assert clock.open == []
    adjusted = [fact for fact in clock.told if isinstance(fact, ClockAdjusted)]
    assert [(fact.side, fact.by, fact.why) for fact in adjusted] == [(B, "Iris", "FIDE 7.5.5")] * 4


@pytest.mark.parametrize("change", [Change.ADD, Change.TAKE, Change.SET])
def test_an_order_before_the_start(change: Change) -> None:
    clock = Clock()
    clock.change(W, change, 60_000)
    to_ms = change.applied(Millis(182_000), Millis(60_000))
    clock.set(W, to_ms + 30_000)
    assert clock.open == ["show white"]
    clock.set(W, to_ms)
    assert clock.open == []


def test_time_that_passes_is_no_change_by_hand() -> None:
    clock = playing()
    clock.change(W, Change.TAKE, 60_000)  # 2:57 is to become 1:57, and will by itself, but not by an order
    clock.wait(90_000)
    assert clock.open == ["show white"]
    assert clock.mirror.orders.open[0].off_ms == -60_000


def test_both_amounts_are_asked_for_and_the_older_order_lapses() -> None:
    clock = playing()
    clock.stop()
    clock.change(B, Change.ADD, 60_000)
    clock.change(B, Change.ADD, 60_000)
    kinds = [type(fact) for fact in clock.facts()]
    assert kinds == [OrderAsked, OrderLapsed, OrderAsked]
    assert [order.to_ms for order in clock.mirror.orders.open] == [302_000]
    clock.take(ask_run(clock.mirror, None, clock.at, by=""))
    clock.take(lapse(clock.mirror, clock.at))
    assert [type(fact) for fact in clock.facts()] == [OrderAsked, OrderLapsed, OrderLapsed]
    assert clock.open == []


def test_a_clock_that_refuses_or_does_nothing_is_left_to_hands() -> None:
    clock = playing()
    clock.take(ask_stand(clock.mirror, clock.at, by="", by_hand=False))
    clock.change(B, Change.ADD, 60_000, by_hand=False)
    assert wanted(clock.mirror, clock.at) == (BySide(177_000, 242_000), None)
    clock.take(refused(clock.mirror))
    clock.take(refused(clock.mirror))
    facts = clock.facts()
    assert [type(fact) for fact in facts[2:]] == [OrderLeftToHands, OrderLeftToHands]
    clock.change(W, Change.ADD, 60_000, by_hand=False)
    clock.facts()
    clock.wait(DEVICE_MS - STEP_MS)
    assert clock.facts() == []
    clock.wait(STEP_MS)
    (left,) = clock.facts()
    assert isinstance(left, OrderLeftToHands)
    assert left.order.by_hand
    assert clock.open == ["stand", "show black", "show white"], "and all of it stays open"


def test_both_times_at_once_and_a_swap_of_colours() -> None:
    clock = playing()
    clock.stop()
    clock.take(ask_times(clock.mirror, BySide(Millis(60_000), Millis(90_000)), clock.at))
    clock.mirror = clock.mirror.seated(Seat.RIGHT)
    assert [(order.side, order.to_ms) for order in clock.mirror.orders.open] == [(B, 60_000), (W, 90_000)]
    clock.set(W, 60_000)  # the left side of the clock, where Black sits now
    assert clock.open == ["show white"]


def test_a_restart_knows_what_is_open() -> None:
    clock = playing()
    clock.take(ask_stand(clock.mirror, clock.at, by="Iris"))
    clock.change(B, Change.ADD, 60_000)
    face = clock.mirror.face(clock.at)
    clock.mirror = Mirror.restore(CONTROL, face, Instant(clock.at + 4_000))
    assert clock.mirror.face(clock.at).orders == face.orders
    clock.hardware.pass_time(4_000)
    clock.at = Instant(clock.at + 4_000)
    clock.set(B, 242_000)
    assert clock.open == ["stand"]
    clock.stop()
    assert clock.open == []


@examples(60)
@given(
    st.lists(st.sampled_from(["wait", "press", "stop", "start"]), max_size=12),
    st.sampled_from(Side),
    st.sampled_from([Change.ADD, Change.TAKE]),
    st.integers(5, 120),
)
def test_an_order_is_done_by_the_hand_that_sets_it_and_by_nothing_else(
    before: list[str], side: Side, change: Change, seconds: int
) -> None:
    clock = playing()
    clock.change(side, change, seconds * 1000)
    signed = seconds * 1000 if change is Change.ADD else -seconds * 1000
    for what in before:
        {"wait": lambda: clock.wait(2_500), "press": clock.press, "stop": clock.stop, "start": clock.start}[what]()
        assert clock.open == [f"show {side.value}"]
    clock.set(side, max(1000, clock.shown(side) + signed))
    if clock.shown(side) > 1000:
        assert clock.open == []
