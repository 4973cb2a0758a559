"""Orders to a clock that keeps time itself: asked and done are two facts, and an order is open between them."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

__all__ = ["OpenOrder", "Ordered"]


class Ordered(enum.StrEnum):
    """The kind of an order."""

    STAND = "stand"
    """Neither side's time runs."""
    RUN = "run"
    """A side's time runs."""
    SHOW = "show"
    """A side's time is this one."""


class OpenOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is asked of the clock and that it does not show yet."""

    what: Ordered
    since: Instant
    side: Side | None = None
    """Whose time is to run, or to be set."""
    to_ms: Millis | None = None
    """The time that the side was to have at `since`."""
    off_ms: int = 0
    """How much more the side's time is to be than the clock shows; less, if negative. It stays the same while the
    clock runs on."""
    by_hand: bool = True
    """People have to do it; False while the clock itself has been asked."""
    by: str = ""
    """Who ordered it."""
    why: str = ""
    """The article that the order rests on."""
    used_ms: BySide[Millis] = BySide(Millis(0), Millis(0))
    """Time each side had been on move by then."""

    @property
    def subject(self) -> str:
        """What it is about; of two orders about the same only the later is open."""
        return f"{Ordered.SHOW} {self.side}" if self.what is Ordered.SHOW else Ordered.RUN.value

    @property
    def name(self) -> str:
        """What tells it from other orders: `stand`, `run white`, `show black`."""
        return self.what.value if self.side is None else f"{self.what} {self.side}"

    def ran_ms(self, used_ms: BySide[Millis]) -> BySide[Millis]:
        """How long each side's time has run since, by the time it has used now."""
        return BySide(*(Millis(max(0, used_ms[side] - self.used_ms[side])) for side in Side))
