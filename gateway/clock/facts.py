"""Facts that a timekeeper tells the table: a closed union, each fact told exactly once, when it is found out."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.sides import BySide, Side

from .orders import OpenOrder

__all__ = [
    "ClockAdjusted",
    "ClockAnomaly",
    "ClockAnomalyEnded",
    "ClockAnomalyKind",
    "ClockBack",
    "ClockFact",
    "ClockLost",
    "ClockPressed",
    "ClockReplaced",
    "ClockStarted",
    "ClockStopped",
    "FlagCalled",
    "FlagFell",
    "GraceExceeded",
    "OrderAsked",
    "OrderDone",
    "OrderLapsed",
    "OrderLeftToHands",
    "PeriodUsed",
    "SharedTimeEnded",
    "SharedTimeHalved",
    "StageReached",
    "TimeLow",
    "TimeUnobserved",
    "TimesSealed",
]


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all facts."""


class ClockStarted(_Fact, frozen=True, tag="clock_started"):
    """A side's clock began to run: at the start, or after a stop."""

    side: Side


class ClockPressed(_Fact, frozen=True, tag="clock_pressed"):
    """A side ended its turn at the clock; the other side's time runs."""

    by: Side


class ClockStopped(_Fact, frozen=True, tag="clock_stopped"):
    """Neither side's time runs."""


class FlagFell(_Fact, frozen=True, tag="flag_fell"):
    """A side's last time was used up. Nobody has called it yet: that is another fact."""

    side: Side
    fell_at: Instant
    uncertainty_ms: Millis = Millis(0)
    """How far the instant may be off: a hardware clock tells it only to its own resolution."""


class StageReached(_Fact, frozen=True, tag="stage_reached"):
    """A side entered a later stage of its control."""

    side: Side
    stage: int
    """Counted from 0."""
    at: Instant


class PeriodUsed(_Fact, frozen=True, tag="period_used"):
    """A byo-yomi period ran out."""

    side: Side
    left: int
    """Periods left, the new one included."""
    at: Instant


class SharedTimeEnded(_Fact, frozen=True, tag="shared_time_ended"):
    """The common time is used up and no control follows: the arbiter decides, nobody loses by it (GN 14.1.3)."""

    at: Instant


class TimeLow(_Fact, frozen=True, tag="time_low"):
    """A side came down to a threshold, such as one minute."""

    side: Side
    threshold_ms: Millis
    at: Instant


class ClockAdjusted(_Fact, frozen=True, tag="clock_adjusted"):
    """A side's time was changed: by an arbiter through us (`by` says who), or by hand on the hardware (`by` empty)."""

    side: Side
    from_ms: Millis
    to_ms: Millis
    by: str = ""
    why: str = ""


class TimeUnobserved(_Fact, frozen=True, tag="time_unobserved"):
    """A side's time ran while nobody was looking, since the agent that keeps it was away: the arbiter decides about
    it."""

    side: Side
    before_ms: Millis
    """What its clock showed when somebody last looked."""
    least_ms: Millis
    """For how long nobody looked, at least."""
    most_ms: Millis | None = None
    """And at most; not known where no clock can tell."""
    charged: bool = False
    """It was counted; else the time goes on from where it was."""


class ClockReplaced(_Fact, frozen=True, tag="clock_replaced"):
    """A faulty clock was replaced and the new one set (GN 14.5)."""

    by: str
    why: str


class SharedTimeHalved(_Fact, frozen=True, tag="shared_time_halved"):
    """The arbiter put a clock on the table: each side has half of what was left (GN 14.1.3)."""

    left_ms: Millis
    """What was left of the common time."""
    by: str
    why: str


class TimesSealed(_Fact, frozen=True, tag="times_sealed"):
    """The game was interrupted: these times go into the envelope (GN 20.1.2, 20.1.4)."""

    sealer: Side
    """The side to move, who seals a move."""
    left_ms: BySide[Millis]
    used_ms: BySide[Millis]
    by: str


class FlagCalled(_Fact, frozen=True, tag="flag_called"):
    """A fallen flag was reported (GN 14.4). The instant at which it fell is another fact."""

    side: Side
    fell_at: Instant
    called_at: Instant
    by: str


class GraceExceeded(_Fact, frozen=True, tag="grace_exceeded"):
    """A side was not there in time (GN 14.3.3); told for each if neither was (GN 14.3.4). The arbiter decides."""

    side: Side
    limit_at: Instant


class ClockLost(_Fact, frozen=True, tag="clock_lost"):
    """The hardware clock no longer tells its times; what is shown is our estimate."""

    reason: Message


class ClockBack(_Fact, frozen=True, tag="clock_back"):
    """The hardware clock tells its times again."""


class ClockAnomalyKind(enum.StrEnum):
    """Kinds of anomalies that an arbiter would notice on a hardware clock."""

    WRONG_CONTROL = "wrong_control"
    """It was started from other times than the table's control."""
    NO_INCREMENT = "no_increment"
    """A press did not add the increment."""
    WRONG_INCREMENT = "wrong_increment"
    """A press added something else than the increment."""
    DRIFT = "drift"
    """It runs faster or slower than time itself."""
    SIDES_SWAPPED = "sides_swapped"
    """The times changed sides, or the wrong side's clock was started."""
    LEVER_WHILE_STOPPED = "lever_while_stopped"
    """The lever was moved while no time ran: who is on move may be unclear."""
    MISSED_PRESSES = "missed_presses"
    """While it could not be read it was pressed more often than can be told."""
    BATTERY_LOW = "battery_low"
    """Its battery sign is on."""


class ClockAnomaly(_Fact, frozen=True, tag="clock_anomaly"):
    """An anomaly of the hardware clock that an arbiter should look at."""

    kind: ClockAnomalyKind
    side: Side | None = None
    expected_ms: Millis | None = None
    shown_ms: Millis | None = None


class ClockAnomalyEnded(_Fact, frozen=True, tag="clock_anomaly_ended"):
    """An anomaly of the hardware clock that no longer holds: its battery was changed, say."""

    kind: ClockAnomalyKind
    side: Side | None = None


class OrderAsked(_Fact, frozen=True, tag="order_asked"):
    """Something is asked of a clock that keeps time itself: of the device, or of people's hands."""

    order: OpenOrder


class OrderLeftToHands(_Fact, frozen=True, tag="order_left_to_hands"):
    """The clock refused what it was asked for, or has not done it: people have to."""

    order: OpenOrder


class OrderDone(_Fact, frozen=True, tag="order_done"):
    """The clock shows what was asked of it."""

    order: OpenOrder
    ran_ms: BySide[Millis] = BySide(Millis(0), Millis(0))
    """How long each side's time ran on after the clock was to stand."""


class OrderLapsed(_Fact, frozen=True, tag="order_lapsed"):
    """An order that was not done, and need not be any more: something newer was asked, or the game has
    ended."""

    order: OpenOrder
    ran_ms: BySide[Millis] = BySide(Millis(0), Millis(0))
    """How long each side's time ran on after the clock was to stand."""


ClockFact = (
    ClockStarted
    | ClockPressed
    | ClockStopped
    | FlagFell
    | StageReached
    | PeriodUsed
    | SharedTimeEnded
    | TimeLow
    | TimeUnobserved
    | ClockAdjusted
    | ClockReplaced
    | SharedTimeHalved
    | TimesSealed
    | FlagCalled
    | GraceExceeded
    | OrderAsked
    | OrderLeftToHands
    | OrderDone
    | OrderLapsed
    | ClockLost
    | ClockBack
    | ClockAnomaly
    | ClockAnomalyEnded
)
