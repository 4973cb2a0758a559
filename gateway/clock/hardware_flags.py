"""Flags on a hardware clock: what its signs and zeros mean, and in which order they came."""

from __future__ import annotations

import msgspec

from drivers.readings import FlagSign
from gateway.model.instants import Instant, Millis
from gateway.model.sides import SIDES, Side

from .control import CountUp
from .face import Flag
from .facts import FlagFell
from .hardware_display import Display, Estimate
from .hardware_stages import Place

__all__ = ["Falls", "likely_fall"]


class Falls(msgspec.Struct, frozen=True):
    """The flags that are down."""

    flags: tuple[Flag, ...] = ()
    """In the order they fell, as far as known."""
    order_known: bool = True

    @property
    def first(self) -> Side | None:
        """The side whose flag fell first; `None` while no flag is down, or if the order is unknown."""
        return self.flags[0].side if self.flags and self.order_known else None

    def seen(
        self, now: Display, place: Place, fell_at: dict[Side, Instant], uncertainty: Millis
    ) -> tuple[Falls, tuple[FlagFell, ...]]:
        """The flags after a reading of a clock that has been started, and those that are news."""
        standing = tuple(flag for flag in self.flags if _is_down(flag.side, now, place))
        known = [flag.side for flag in standing]
        news = [side for side in SIDES if side not in known and _is_down(side, now, place)]
        # A clock with first-flag logic shows its sign on one side only, even when both stand at zero.
        news.sort(key=lambda side: now.signs[side] is FlagSign.NONE)
        signed = sum(1 for side in news if now.signs[side] is not FlagSign.NONE)
        fallen = tuple(Flag(side, fell_at[side]) for side in news)
        order_known = (self.order_known or not standing) and (len(news) < 2 or signed == 1)
        facts = tuple(FlagFell(flag.side, flag.fell_at, uncertainty) for flag in fallen)
        return Falls((*standing, *fallen), order_known), facts


def _is_down(side: Side, now: Display, place: Place) -> bool:
    """A side's flag is down: the clock says so, or the last of its time stands at zero."""
    if now.signs[side] is FlagSign.BLOCKED:
        return True
    if now.ms[side] > 0 or place.following(side) is not None:
        return False  # the sign alone belongs to an earlier period
    return not isinstance(place.stage(side), CountUp)


def likely_fall(estimate: Estimate, side: Side, heard: Instant | None, at: Instant) -> Instant:
    """The instant at which a flag seen at `at` fell: when the estimate ran out, if that was since the last reading."""
    if side is not estimate.running or heard is None:
        return at
    return Instant(max(heard, min(at, estimate.since + estimate.fine[side])))
