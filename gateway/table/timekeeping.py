"""Timekeeping: which timekeeper a table has, and what a new game or a ruling means for it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from drivers.readings import LeverPressed, Reading, Seat
from gateway.clock import interruption, mirror_orders
from gateway.clock.adjustments import Adjustment, Change
from gateway.clock.control import ClockModel, Shared, TimeControl
from gateway.clock.control_notation import parse_control
from gateway.clock.face import ClockFace, Source, Way
from gateway.clock.facts import (
    ClockAnomalyKind,
    ClockFact,
    ClockPressed,
    ClockStarted,
    FlagFell,
    SharedTimeEnded,
    StageReached,
    TimeUnobserved,
)
from gateway.clock.game_clock import ONE_MINUTE, ClockPhase
from gateway.clock.keeper import Keeper
from gateway.clock.mirror import Mirror
from gateway.clock.timekeeper import Timekeeper
from gateway.games import registry
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side
from gateway.record.raw import Unobserved
from gateway.referee.rulings import (
    Arrived,
    ClockPut,
    ClockRun,
    ControlChanged,
    Ended,
    NewClock,
    Paused,
    Resumed,
    RoundStarted,
    Ruling,
    Sealed,
    Started,
    TimeChanged,
    Voided,
)
from gateway.referee.state import Phase, State

__all__ = [
    "Bearing",
    "Terms",
    "at_set_up",
    "for_new_game",
    "handed_over",
    "has_counted",
    "in_turn",
    "missed_press",
    "past_its_half",
    "presser",
    "refused",
    "resumed",
    "ruled",
    "swapped",
    "unobserved",
]

_NOTICEABLE_MS = 1000
"""An absence that is shorter is as long as a breath."""


class Terms(NamedTuple):
    """The game that a timekeeper counts for."""

    source: Source
    """Whether the clock on the table keeps the time, or the agent does."""
    rules: str
    control: str
    marks: tuple[Millis, ...] = (ONE_MINUTE,)
    """The times of which is told when a side comes down to them."""
    flags_claimed: bool = False
    """A fallen flag is the players' to notice: the clock goes on, as most do."""


def _is_shared(terms: Terms, face: ClockFace | None) -> bool:
    """Whether both sides have one time, which the agent keeps: no clock on a table counts it (GN 14.1.3)."""
    shared = isinstance(parse_control(terms.control).white[0], Shared)
    return shared and (face is None or face.way is Way.SHARED)


def resumed(terms: Terms, face: ClockFace | None, white: Seat, at: Instant, *, battery_low: bool = False) -> Timekeeper:
    """The timekeeper that last showed this face; a new one if there was none. A low battery is not told twice."""
    control = parse_control(terms.control)
    if terms.source is Source.HARDWARE and not _is_shared(terms, face):
        first = registry.find(terms.rules).first
        if face is None:
            return Mirror.set_up(control, at, white=white, first=first, thresholds=terms.marks)
        anomalies = frozenset({ClockAnomalyKind.BATTERY_LOW} if battery_low else ())
        return Mirror.restore(control, face, at, white=white, first=first, anomalies=anomalies, thresholds=terms.marks)
    model = ClockModel(freezes=not terms.flags_claimed)
    if face is None:
        return Keeper.set_up(control, at, white=white, model=model, thresholds=terms.marks)
    return Keeper.restore(control, face, at, white=white, model=model, thresholds=terms.marks)


def for_new_game(clock: Timekeeper, terms: Terms, white: Seat, at: Instant) -> Timekeeper:
    """The timekeeper at the start of a game: nothing has run, no flag is down.

    A hardware clock keeps showing what it shows until somebody sets it, so its times are kept.
    """
    if terms.source is Source.AGENT or not isinstance(clock, Mirror) or _is_shared(terms, None):
        return resumed(terms, None, white, at)
    face = clock.seated(white).face(at)
    fresh = msgspec.structs.replace(face, turn=face.running, stage=BySide(0, 0), flags=(), first_flag=None, orders=())
    battery_low = ClockAnomalyKind.BATTERY_LOW in clock.anomalies
    timekeeper = resumed(terms, fresh, white, at, battery_low=battery_low)
    # What a standing clock showed last it shows now: it has no reason to say so again.
    known = clock.sure and face.running is None
    return msgspec.structs.replace(timekeeper, sure=known) if isinstance(timekeeper, Mirror) else timekeeper


def has_counted(clock: Timekeeper, terms: Terms, at: Instant) -> bool:
    """Whether a timekeeper has counted for a game already: its time ran, or it counts no shared time where that comes
    first."""
    return clock.face(at).turn is not None or (isinstance(clock, Mirror) and _is_shared(terms, None))


def swapped(clock: Timekeeper, white: Seat) -> Timekeeper:
    """The timekeeper after the players have exchanged colours: White sits here now, and everybody keeps his time."""
    if not isinstance(clock, Keeper | Mirror) or clock.white is white:
        return clock
    if isinstance(clock, Keeper):
        kept = clock.clock
        turn = None if kept.turn is None else kept.turn.other
        crossed = msgspec.structs.replace(kept, sides=BySide(kept.sides.black, kept.sides.white), turn=turn)
        clock = msgspec.structs.replace(clock, clock=crossed)
    return clock.seated(white)


class Bearing(NamedTuple):
    """The circumstances in which a ruling bears on the clock."""

    source: Source
    """Whether the clock on the table keeps time."""
    turn: Side
    """Who is on move."""
    by_hand: bool
    """What is asked of a clock is left to people: it is not set by us."""


def ruled(clock: Timekeeper, ruling: Ruling, at: Instant, bearing: Bearing) -> tuple[Timekeeper, tuple[ClockFact, ...]]:
    """What a ruling does to the clock: the agent's own does it, one that keeps time itself is asked for it, or people
    are."""
    if isinstance(ruling, ControlChanged):
        return _with_control(clock, parse_control(ruling.control)), ()
    if isinstance(clock, Keeper):
        kept, facts = _done(clock, ruling, at, bearing.turn)
        return handed_over(kept, facts, at, bearing)
    return _asked(clock, ruling, at, bearing) if isinstance(clock, Mirror) else (clock, ())


def _with_control(clock: Timekeeper, control: TimeControl) -> Timekeeper:
    """The clock under another control; one that keeps time itself is set by hand, and no surprise when it is."""
    match clock:
        case Keeper():
            return msgspec.structs.replace(clock, clock=msgspec.structs.replace(clock.clock, control=control))
        case Mirror():
            return msgspec.structs.replace(clock, place=msgspec.structs.replace(clock.place, control=control))
        case _:
            return clock


def handed_over(
    clock: Timekeeper, facts: tuple[ClockFact, ...], at: Instant, bearing: Bearing
) -> tuple[Timekeeper, tuple[ClockFact, ...]]:
    """The timekeeper once shared time is over: from then on the clock on the table counts, and is to be set for it."""
    if not isinstance(clock, Keeper) or bearing.source is Source.AGENT or clock.clock.in_shared_time:
        return clock, facts
    face = clock.face(at)
    times = BySide(face.shown_ms(Side.WHITE, at), face.shown_ms(Side.BLACK, at))
    # Nothing is known of the clock that comes to the table, not even whose lever is up.
    shown = msgspec.structs.replace(face, running=None, turn=None, way=Way.DOWN)
    mirror = Mirror.restore(clock.clock.control, shown, at, white=clock.white, thresholds=clock.clock.thresholds)
    mirror, asked = mirror_orders.ask_times(mirror, times, at, by_hand=bearing.by_hand)
    if face.running is not None:
        mirror, run = mirror_orders.ask_run(mirror, face.running, at, by="", by_hand=bearing.by_hand)
        asked = (*asked, *run)
    kept = tuple(fact for fact in facts if not isinstance(fact, ClockStarted))
    return mirror, (*kept, *asked)


def past_its_half(
    clock: Timekeeper, facts: tuple[ClockFact, ...], at: Instant, bearing: Bearing
) -> tuple[Timekeeper, tuple[ClockFact, ...]]:
    """The timekeeper once a side has used up its half of shared time: if another control follows, the clock on the
    table knows nothing of it, and is to be set for it (GN 14.1.3)."""
    for fact in facts:
        if not isinstance(clock, Mirror) or not isinstance(fact, FlagFell):
            continue
        side, place = fact.side, clock.place
        if not isinstance(place.stage(side), Shared) or place.following(side) is None:
            continue
        place = place.advanced(side)
        clock = msgspec.structs.replace(clock, place=place)
        time = Adjustment(side, Change.SET, place.times(clock.model)[side], "", "")
        clock, shown = mirror_orders.ask_time(clock, time, at, by_hand=bearing.by_hand)
        clock, run = mirror_orders.ask_run(clock, side, at, by="", by_hand=bearing.by_hand)
        facts = (*facts, StageReached(side, place.numbers[side], at), *shown, *run)
    return clock, facts


def in_turn(clock: Timekeeper, turn: Side) -> Timekeeper:
    """The timekeeper with this side on move: in shared time nobody presses, the board tells it."""
    return _on_move(clock, turn) if isinstance(clock, Keeper) and clock.clock.in_shared_time else clock


def _on_move(clock: Keeper, side: Side) -> Keeper:
    """The timekeeper of a game in which this side is on move; nothing of its time has run meanwhile."""
    if clock.clock.turn in (None, side):
        return clock
    return msgspec.structs.replace(clock, clock=msgspec.structs.replace(clock.clock, turn=side))


def _done(clock: Keeper, ruling: Ruling, at: Instant, turn: Side) -> tuple[Keeper, tuple[ClockFact, ...]]:
    match ruling:
        case Started() if clock.clock.in_shared_time:
            return clock.start(turn, at)
        case Sealed():
            return _on_move(clock, ruling.sealer).seal(at, by=ruling.by)
        case Paused() | Ended() | Voided():
            return clock.pause(at)
        case Resumed():
            return clock.open_sealed(at) if ruling.sealed else clock.resume(at)
        case RoundStarted() | Arrived() if ruling.run is not None:
            return _run(clock, ruling.run, at)
        case TimeChanged():
            return clock.adjust(_adjustment(ruling), at)
        case _:
            return _put_or_replaced(clock, ruling, at)


def _put_or_replaced(clock: Keeper, ruling: Ruling, at: Instant) -> tuple[Keeper, tuple[ClockFact, ...]]:
    match ruling:
        case ClockPut():
            return clock.halve(at, by=ruling.by, why=ruling.article)
        case NewClock():
            return clock.put_right(ruling.left_ms, at, by=ruling.by, why=ruling.article)
        case ClockRun():
            return _run(clock, ruling.side, at)
        case _:
            return clock, ()


def _asked(clock: Mirror, ruling: Ruling, at: Instant, bearing: Bearing) -> tuple[Mirror, tuple[ClockFact, ...]]:
    by_hand = bearing.by_hand
    match ruling:
        case Paused(by=by):
            return mirror_orders.ask_stand(clock, at, by=by, by_hand=by_hand)
        case Sealed():
            return clock, (interruption.read_times(clock.face(at), ruling.sealer, at, by=ruling.by),)
        case Resumed(by=by, sealed=sealed):
            turn = (ruling.sealer if sealed else None) or clock.face(at).turn or bearing.turn
            return mirror_orders.ask_run(clock, turn.other if sealed else turn, at, by=by, by_hand=by_hand)
        case RoundStarted() | Arrived() if ruling.run is not None:
            # This side's clock is no surprise.
            first = ruling.run if isinstance(ruling, RoundStarted) else clock.first
            clock = msgspec.structs.replace(clock, first=first)
            return mirror_orders.ask_run(clock, ruling.run, at, by="", by_hand=by_hand)
        case TimeChanged():
            return mirror_orders.ask_time(clock, _adjustment(ruling), at, by_hand=by_hand)
        case NewClock():
            return mirror_orders.replaced(clock, ruling.left_ms, at, by=ruling.by, why=ruling.article, by_hand=by_hand)
        case ClockRun():
            return mirror_orders.ask_run(clock, ruling.side, at, by=ruling.by, by_hand=by_hand)
        case Ended() | Voided():
            return mirror_orders.lapse(clock, at)
        case _:
            return clock, ()


def _adjustment(ruling: TimeChanged) -> Adjustment:
    return Adjustment(ruling.side, ruling.change, ruling.ms, ruling.by, ruling.article)


def at_set_up(clock: Timekeeper, at: Instant) -> tuple[Timekeeper, tuple[ClockFact, ...]]:
    """A clock that is set by us is asked to show the control."""
    if not isinstance(clock, Mirror):
        return clock, ()
    return mirror_orders.ask_times(clock, clock.place.times(clock.model), at, by_hand=False)


def refused(clock: Timekeeper) -> tuple[Timekeeper, tuple[ClockFact, ...]]:
    """The clock does not let itself be set."""
    return mirror_orders.refused(clock) if isinstance(clock, Mirror) else (clock, ())


def _run(clock: Keeper, side: Side, at: Instant) -> tuple[Keeper, tuple[ClockFact, ...]]:
    """Let this side's time run instead of the other's; in a pause, as soon as it is over."""
    paused = clock.clock.phase is ClockPhase.PAUSED
    clock, stopped = clock.pause(at)
    clock, started = clock.start(side, at)
    if not paused:
        return clock, (*stopped, *started)
    clock, again = clock.pause(at)
    return clock, (*started, *again)


def unobserved(clock: Timekeeper, gap: Unobserved, at: Instant) -> tuple[Timekeeper, TimeUnobserved | None]:
    """The clock after a time during which the agent was away, and what is to be told of it. One that keeps time
    itself has kept it.

    What is known to have passed is charged, unless it would end somebody's time: that, and what cannot be known, is
    for an arbiter to say, and the clock goes on from where it was last seen.
    """
    away = at - gap.since
    known = gap.most_ms is not None
    if not isinstance(clock, Keeper) or clock.clock.phase is not ClockPhase.RUNNING:
        return clock, None
    if known and away < _NOTICEABLE_MS:
        return clock, None
    side = clock.clock.turn or Side.WHITE
    ended = any(isinstance(fact, FlagFell | SharedTimeEnded) for fact in clock.wake(at)[1])
    charged = known and not ended
    before = clock.face(gap.since).shown_ms(side, gap.since)
    if not charged:
        moved = msgspec.structs.replace(clock.clock, since=Instant(clock.clock.since + away))
        clock = msgspec.structs.replace(clock, clock=moved)
    return clock, TimeUnobserved(side, before, gap.least_ms, gap.most_ms, charged)


def missed_press(clock: Timekeeper, reading: Reading, turn: Side, *, unpressed: bool) -> Side | None:
    """Whose press went unheard while the buttons were away, now that the other side presses.

    By the record it must be the presser's `turn`, or a move must have been seen that no press ended (`unpressed`): a
    button that is pushed twice tells nothing.
    """
    if not isinstance(clock, Keeper) or not isinstance(reading, LeverPressed):
        return None
    side = Side.WHITE if reading.seat is clock.white else Side.BLACK
    moved = unpressed or turn is side
    return side.other if clock.clock.running is side.other and moved else None


def presser(fact: ClockFact, clock: Timekeeper, referee: State) -> Side | None:
    """Who has ended a turn. On buttons that may also start the clock: by the press of whoever moved first."""
    if referee.play is None:
        return None
    if isinstance(fact, ClockPressed):
        return fact.by
    first = referee.play.line.last.turn
    attendance = referee.play.attendance
    ordered = attendance is not None and attendance.runs is not None
    started = isinstance(fact, ClockStarted) and referee.phase is Phase.READY and fact.side is not first and not ordered
    return first if started and isinstance(clock, Keeper) else None
