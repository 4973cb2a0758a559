"""The display of a hardware clock, by colour, and the estimate of what it shows between two readings.

A display of whole seconds shows the time rounded up, and its reading arrives late. A reading `D` therefore bounds the
true time: not above `D`, not a whole resolution below it. In each turn the first change of the display tells where the
second begins. After that the estimate is left alone while it fits, and moved by the least that makes it fit when it
does not; so it runs smoothly and changes only for a cause.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from drivers.readings import ClockTimes, FlagSign, Seat
from gateway.model.instants import Instant, Millis
from gateway.model.sides import SIDES, BySide, Side

from .face import Way

__all__ = ["Display", "Estimate", "crossed", "read_display"]

T = TypeVar("T")


class Display(msgspec.Struct, frozen=True):
    """One reading of the clock, by colour instead of by seat."""

    ms: BySide[Millis]
    running: Side | None
    up: Side
    """Whose lever is up: that side is on move."""
    signs: BySide[FlagSign] = BySide(FlagSign.NONE, FlagSign.NONE)
    resolution_ms: Millis = Millis(1000)
    battery_low: bool = False


def read_display(reading: ClockTimes, white: Seat) -> Display:
    """The reading by colour."""
    ms = BySide(Millis(reading.left_ms), Millis(reading.right_ms))
    signs = BySide(reading.left_flag, reading.right_flag)
    up = Side.WHITE if reading.up is white else Side.BLACK
    if white is Seat.RIGHT:
        ms, signs = crossed(ms), crossed(signs)
    resolution = Millis(max(1, reading.resolution_ms))
    return Display(ms, up if reading.running else None, up, signs, resolution, reading.battery_low)


class Estimate(msgspec.Struct, frozen=True):
    """Both times behind the display, finer than it shows them."""

    fine: BySide[Millis]
    """The times at `since`."""
    since: Instant
    running: Side | None = None
    way: Way = Way.DOWN
    used_ms: BySide[Millis] = BySide(Millis(0), Millis(0))
    """Time on move up to `since`."""
    ticked: bool = False
    """The display has changed since the running time was started: its second is known."""

    def ms(self, side: Side, at: Instant) -> Millis:
        """The time that a side should have by now."""
        gone = max(0, at - self.since)
        return Millis(max(0, self.fine[side] + self._course(side) * gone))

    def _course(self, side: Side) -> int:
        """Up, down or standing."""
        if self.running is None:
            return 0
        if side is self.running:
            return 1 if self.way is Way.UP else -1
        return 1 if self.way is Way.HOURGLASS else 0

    def used(self, at: Instant) -> BySide[Millis]:
        """Time on move up to an instant."""
        if self.running is None:
            return self.used_ms
        return self.used_ms.replace(self.running, Millis(self.used_ms[self.running] + max(0, at - self.since)))

    def moved_to(self, at: Instant, fine: BySide[Millis]) -> Estimate:
        """The estimate with other times from now on."""
        return replace(self, fine=fine, since=at, used_ms=self.used(at))

    def followed(self, before: Display | None, now: Display, at: Instant, earned: BySide[Millis], way: Way) -> Estimate:
        """The estimate after a reading; `earned` is what a press that it shows should have added."""
        goes_on = now.running is self.running and way is self.way
        changed = before is not None and now.running is not None and now.ms[now.running] != before.ms[now.running]
        ticked = goes_on and (self.ticked or changed)
        fine = self.fine
        for side in SIDES:
            if before is not None and now.ms[side] == before.ms[side] and self._course(side) == 0:
                continue  # it stands as it stood
            expected = Millis(self.ms(side, at) + earned[side])
            if not goes_on or self._course(side) == 0 or before is None:
                fine = fine.replace(side, _kept(expected, now.ms[side], now.resolution_ms))
            elif ticked and not self.ticked:
                fine = fine.replace(side, now.ms[side])  # the second begins here
            else:
                fine = fine.replace(side, _fitted(expected, before.ms[side], now.ms[side], now.resolution_ms, way))
        if not goes_on:
            return replace(self.moved_to(at, fine), running=now.running, way=way, ticked=False)
        moving = [side for side in SIDES if self._course(side) != 0]
        if any(fine[side] != self.ms(side, at) for side in moving):
            return replace(self.moved_to(at, fine), ticked=ticked)
        for side in moving:
            fine = fine.replace(side, self.fine[side])
        return replace(self, fine=fine, ticked=ticked)


def _slack(resolution: Millis) -> int:
    """The unevenness with which readings may come before they contradict the estimate."""
    return 3 * resolution // 10


def _kept(expected: Millis, shown: Millis, resolution: Millis) -> Millis:
    """A time at a change of the lever: its part of a second is kept if the display allows it."""
    return expected if shown - resolution < expected <= shown else shown


def _fitted(expected: Millis, before: Millis, shown: Millis, resolution: Millis, way: Way) -> Millis:
    """A running time, moved by the least that the display asks for."""
    if abs(expected - shown) > 2 * resolution:
        return shown  # no slip of readings: the clock was set, or we know nothing
    slack = _slack(resolution)
    # A display that has just changed stands at the edge of its second; one that has not may be anywhere inside it.
    inside = resolution // 2 if before != shown else resolution
    below, above = (slack, inside) if way is Way.UP else (inside, slack)
    return Millis(max(0, shown - below, min(expected, shown + above)))


def crossed(pair: BySide[T]) -> BySide[T]:
    """The pair with its values exchanged."""
    return BySide(pair.black, pair.white)
