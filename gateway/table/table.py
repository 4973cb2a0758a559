"""One table as a value: `step(table, event, at) -> Step`. Here, and only here, a reading becomes an input.

    reading ──> devices ──> clock ──> tracking ──> referee ──> entries
    clock's ──> devices ──> clock ───────────────> referee ──> entries     where it stands beside the board
    command ─────────────────────────────────────> referee ──> entries, reply
    moment  ──────────────> clock ──> tracking ──> referee ──> entries

Everything before this only decodes, everything after it only carries. The same events at the same instants give the
same entries, on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

import msgspec

from drivers.readings import LeverPressed, LinkUp, Reading, RequestAnswer, Seat
from drivers.requests import ClearText, ReadBoard
from gateway.clock.facts import (
    ClockAnomaly,
    ClockAnomalyKind,
    ClockFact,
    ClockPressed,
    ClockStarted,
    FlagFell,
    OrderAsked,
    OrderLeftToHands,
)
from gateway.clock.keeper import Keeper
from gateway.model.bridge_signals import BridgeSignal
from gateway.model.instants import Instant
from gateway.record.commands import ActCommand, Command, Reply
from gateway.record.raw import FromClock, Stalled, Unobserved
from gateway.referee import machine
from gateway.referee.acts import EnterRequest
from gateway.referee.assigning import is_news
from gateway.referee.assignment import Assignment, Unfit
from gateway.referee.inputs import (
    Acted,
    Assigned,
    Clocked,
    DeviceChanged,
    DiskChanged,
    MomentReached,
    Signalled,
)
from gateway.referee.limits import is_command_id, nameless, unwritable
from gateway.referee.player_requests import DeclareFifths, OfferDraw, PlayerRequest
from gateway.referee.rulings import AlertKind
from gateway.tracking import opening_recognition, recognition

from . import board_inputs, first_snapshot, timekeeping
from .board_work import BoardWork
from .game_start import assumed, sensor_changed
from .known_devices import Devices
from .state import Event, Step, Table

__all__ = ["next_deadline", "step"]

_SIGNALS = {Seat.LEFT: BridgeSignal.BOARD_OVER, Seat.RIGHT: BridgeSignal.DIRECTOR}
"""What the buttons of a bridge table stand for."""
_OVERDUE_MS = 300
"""The time by which a look may be late without anything having been missed: computers have other things to do."""


def next_deadline(table: Table, at: Instant) -> Instant | None:
    """When to call `step` with None if nothing happens before."""
    moments = [
        table.clock.next_deadline(),
        recognition.next_deadline(table.tracker, at),
        opening_recognition.next_deadline(table.opening, table.tracker, at),
        machine.next_deadline(table.referee),
        table.shown_by,
        table.text_until,
    ]
    return min((moment for moment in moments if moment is not None), default=None)


def step(table: Table, event: Event, at: Instant) -> Step:
    """Take one event."""
    work = _Work(_watched(table, at), at)
    match event:
        case None:
            work.wake()
        case Command():
            work.command(event)
        case Assignment():
            work.assign(event)
        case FromClock() if table.setup.bridge:
            work.button(event.reading)
        case FromClock():
            work.clock_reading(event.reading)
        case DiskChanged():
            work.disk(event)
        case Unobserved():
            work.unobserved(event)
        case Stalled():
            work.stalled(event)
        case _:
            work.reading(event)
    return work.done()


def _watched(table: Table, at: Instant) -> Table:
    """The table as somebody looks at it, who may not have come when it asked for it: the agent was frozen, or too busy.

    What devices said meanwhile is then read all at once, and of two devices nobody knows which came first.
    """
    due = recognition.next_deadline(table.tracker, table.looked)
    overdue = due is not None and at - due > _OVERDUE_MS
    return msgspec.structs.replace(
        table, looked=max(table.looked, at), tracker=table.tracker.unwatched(at) if overdue else table.tracker
    )


def _is_missed_press(fact: ClockFact) -> TypeGuard[ClockAnomaly]:
    """Whether a fact tells that a side's press went unheard: the press that follows is made up for the clock."""
    return isinstance(fact, ClockAnomaly) and fact.kind is ClockAnomalyKind.MISSED_PRESSES


class _Work(BoardWork):
    """The work on one event: what comes in becomes inputs."""

    # Events ---------------------------------------------------------------------------------------------------------

    def reading(self, reading: Reading) -> None:
        self._devices(self._table.devices.take(reading))
        if isinstance(reading, LinkUp):
            self._effects.append(ReadBoard())
            self._show_phase()
        facts = () if self._table.setup.apart else self._time(reading)
        if first_snapshot.is_refused(reading):
            self._set(never_whole=True)
        self._table = assumed(self._table, reading, self._at)
        self._look_for_start()
        self._sense(reading)
        self._set(shown_by=first_snapshot.awaited_until(self._table, reading, self._at))
        self._clock_facts(facts)
        self._look()

    def clock_reading(self, reading: Reading) -> None:
        self._devices(self._table.devices.take_clock(reading))
        if isinstance(reading, LinkUp):
            self._show_phase()
        self._clock_facts(self._time(reading))
        self._look()

    def button(self, reading: Reading) -> None:
        """A button of a bridge table: every press is on record, also one that was a mistake."""
        self._devices(self._table.devices.take_clock(reading))
        if isinstance(reading, LeverPressed):
            self._input(Signalled(_SIGNALS[reading.seat]))

    def wake(self) -> None:
        clock, facts = self._table.clock.wake(self._at)
        clock, facts = timekeeping.handed_over(clock, facts, self._at, self._bearing)
        self._set(clock=clock)
        self._clock_facts(facts)
        due = machine.next_deadline(self._table.referee)
        if due is not None and due <= self._at:
            self._input(MomentReached(unsettled=board_inputs.is_unsettled(self._table)))
        if self._table.shown_by is not None and self._table.shown_by <= self._at:
            self._set(shown_by=None)
            self._devices(self._table.devices.without_position())
            self._effects.append(ReadBoard())
        if self._table.text_until is not None and self._table.text_until <= self._at:
            self._effects.append(ClearText())
        self._look()

    def command(self, command: Command) -> None:
        if not isinstance(command.do, ActCommand) or not is_command_id(command.id):
            return  # lines are sent again by whoever holds the journal; without an id nobody waits for an answer
        if (not_taken := unwritable(command.do)) is not None:
            self._replies.append(Reply(command.id, ok=False, why=not_taken))
            return
        if command.id not in self._table.referee.judged:
            asked = command.do
            if isinstance(asked.act, EnterRequest) and self._speaks_of_stones(asked.act.request):
                self._look(at_once=True)
            elif isinstance(asked.act, EnterRequest):
                self._take_standing(self._at)  # a claim or an offer comes after the move, and before the press
            self._set(acted={**self._table.acted, command.id: self._table.last + 1})
            self._input(Acted(command.id, asked.who, asked.role, asked.act))
        refusal, entry = self._table.referee.judged[command.id], self._table.acted[command.id]
        if refusal is None:
            self._replies.append(Reply(command.id, ok=True, entry=entry))
        else:
            reply = Reply(command.id, ok=False, why=refusal.why, article=refusal.article, entry=entry)
            self._replies.append(reply)
        self._look()

    def _speaks_of_stones(self, request: PlayerRequest) -> bool:
        """Whether a number or an offer comes in an opening: it is spoken with the stones, before the press."""
        play = self._table.referee.play
        return play is not None and play.opens and isinstance(request, DeclareFifths | OfferDraw)

    def assign(self, assignment: Assignment) -> None:
        referee = self._table.referee
        unfit = self._table.setup.unfit(assignment)
        if unfit is Unfit.BEYOND_LIMITS:
            assignment = nameless(assignment)
        if is_news(assignment, referee.assignment, referee.refused):
            self._input(Assigned(assignment, unfit))
            if self._table.referee.assignment is assignment:
                # The pieces need not be touched between two games that are assigned.
                self._set(left_start=True)
        self._look()

    def disk(self, changed: DiskChanged) -> None:
        if changed.failing is not self._table.referee.raised(AlertKind.DISK):
            self._input(changed)
        self._look()

    def stalled(self, stall: Stalled) -> None:
        self._set(tracker=self._table.tracker.unwatched(stall.until), unproven=self._may_have_missed_a_press())

    def unobserved(self, gap: Unobserved) -> None:
        clock, told = timekeeping.unobserved(self._table.clock, gap, self._at)
        self._set(clock=clock)
        if told is not None:
            self._clock_facts((told,))

    # Parts ----------------------------------------------------------------------------------------------------------

    def _devices(self, devices: Devices) -> None:
        changed = [
            now for was, now in zip(self._table.devices.all(), devices.all(), strict=True) if was.online != now.online
        ]
        self._set(devices=devices, unproven=self._may_have_missed_a_press() if changed else self._table.unproven)
        for now in changed:
            self._input(DeviceChanged(now.name, now.online, now.detail))

    def _may_have_missed_a_press(self) -> bool:
        """Whether it is doubtful whose turn it is now that something was away: where no clock runs, nobody presses."""
        return self._table.unproven or self._table.clock.face(self._at).running is not None

    def _sense(self, reading: Reading) -> None:
        """Let tracking take a reading in. A sensor that was stuck and changes is mended."""
        stuck = self._table.tracker.sensors.health.stuck
        self._set(tracker=self._table.tracker.take(reading, self._at))
        for cell in sorted(stuck - self._table.tracker.sensors.health.stuck):
            self._input(sensor_changed(self._table.tracker.game, cell, online=True))

    def _time(self, reading: Reading) -> Sequence[ClockFact]:
        """What a reading means for the time."""
        facts = list(self._answered(reading)) if isinstance(reading, RequestAnswer) else list[ClockFact]()
        table, play = self._table, self._table.referee.play
        late = None
        if table.gap and play is not None:
            unpressed = table.tracker.progress.ply > table.tracker.progress.pressed_ply
            late = timekeeping.missed_press(table.clock, reading, play.line.last.turn, unpressed=unpressed)
        if late is not None and isinstance(table.clock, Keeper):
            clock, pressed = table.clock.press(late, self._at)
            self._set(clock=clock)
            facts += [ClockAnomaly(ClockAnomalyKind.MISSED_PRESSES, late), *pressed]
        keeper, told = self._table.clock.take(reading, self._at)
        keeper, told = timekeeping.past_its_half(keeper, told, self._at, self._bearing)
        facts += told
        lever = any(isinstance(fact, ClockPressed | ClockStarted) for fact in facts)
        self._set(clock=keeper, gap=table.gap and not lever)
        if isinstance(reading, LinkUp):
            self._set(gap=True, unanswered=0)
        return facts

    def _clock_facts(self, facts: Sequence[ClockFact], *, by_hand: bool = True) -> None:
        unheard = {fact.side for fact in facts if _is_missed_press(fact)}
        if None in unheard:  # by both, as the times of a clock that keeps them tell
            self._set(tracker=self._table.tracker.with_gap(unheard=True))
        for fact in facts:
            by = timekeeping.presser(fact, self._table.clock, self._table.referee) if by_hand else None
            if by is not None and by not in unheard:
                # The move comes before the press that ended it, where the board shows it already.
                tracker = self._table.tracker
                proven = by is tracker.due and tracker.shows_a_turn
                self._set(tracker=tracker.press(by, self._at), unproven=self._table.unproven and not proven)
                if self._table.referee.play is not None and self._table.referee.play.opens:
                    self._set(opening=self._table.opening.press(self._table.tracker, by, self._at))
                self._look()
            if isinstance(fact, FlagFell):
                self._look_before_flag(fact)
            self._input(Clocked(fact, self._table.clock.face(self._at)))
        if news := [fact.order for fact in facts if isinstance(fact, OrderAsked | OrderLeftToHands)]:
            self._ask_clock(news)

    def _look_before_flag(self, flag: FlagFell) -> None:
        """Take in the move that stood on the board when its side's flag fell: it was made before (FIDE 6.9).

        Where the clock tells that instant only roughly, the board is believed.
        """
        play = self._table.referee.play
        if play is None:
            return
        self._tell_lacking()
        if play.line.last.turn is not flag.side:
            return
        self._take_standing(Instant(flag.fell_at + flag.uncertainty_ms))
