"""A table's work on one step: inputs are judged and written down, and what is ruled is carried out.

How readings become inputs is in `table.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from drivers.readings import RequestAnswer, Seat
from drivers.requests import ClearText, ReadBoard, Request, SetClock, ShowText, tag
from gateway.clock.facts import ClockFact, ClockStarted
from gateway.clock.orders import OpenOrder
from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.record.commands import Reply
from gateway.record.entries import Entry
from gateway.record.visibility import visibility_of
from gateway.referee import machine
from gateway.referee.inputs import Clocked, Input, SetUp
from gateway.referee.rulings import Ended, Opened, PositionSet, Ruling, Voided
from gateway.referee.state import Phase, Play
from gateway.tracking.vision import see

from . import clock_display, timekeeping
from .game_start import after_end, tracker_for, white_seat
from .state import Step, Table
from .timekeeping import Bearing

__all__ = ["TableWork"]

_SET_CLOCK = tag(SetClock(0, 0))


class TableWork(ABC):
    """One step in the making: the table so far and what has come of it. Lives only as long as the step."""

    def __init__(self, table: Table, at: Instant) -> None:
        self._table = table
        self._at = at
        self._entries: list[Entry] = []
        self._effects: list[Request] = []
        self._replies: list[Reply] = []

    def done(self) -> Step:
        """The step."""
        self._set(text_until=clock_display.shown_until(self._effects, self._table.text_until, self._at))
        return Step(self._table, tuple(self._entries), tuple(self._effects), tuple(self._replies))

    @abstractmethod
    def _clock_facts(self, facts: Sequence[ClockFact], *, by_hand: bool = True) -> None:
        """Have the referee hear what the clock has done, after the board where that matters."""

    def _input(self, given: Input) -> None:
        before = self._table.referee.play
        referee, rulings = machine.step(self._table.referee, given, self._at)
        self._set(referee=referee)
        self._write(given)
        for ruling in rulings:
            self._write(ruling)
        for ruling in rulings:  # what the clock does upon one is an input of its own, and comes after them all
            self._follow(ruling, before)
        if isinstance(given, SetUp):
            self._effects.append(ClearText())
            if self._sets_clock:
                clock, facts = timekeeping.at_set_up(self._table.clock, self._at)
                self._set(clock=clock)
                self._clock_facts(facts)
        self._set(clock=timekeeping.in_turn(self._table.clock, self._bearing.turn))
        self._watch_the_right_game()

    def _follow(self, ruling: Ruling, before: Play | None) -> None:
        """What a ruling means for the table: clock, seats, what the board shows; `before` is the game until then."""
        if isinstance(ruling, PositionSet) and before is not None and len(ruling.moves) != len(before.texts):
            self._withhold(ruling.board)
        if isinstance(ruling, Ended):
            self._table = after_end(self._table)
        elif isinstance(ruling, Voided):
            self._set(left_start=True)  # it begins again, also where nothing has moved yet
        if (text := clock_display.told(ruling)) is not None:
            self._effects.append(text)
        if isinstance(ruling, Opened):
            # Who holds which colour has changed; where they sit has not.
            self._seat(white_seat(turned=self._table.tracker.layout.turned is not ruling.swapped))
        clock, facts = timekeeping.ruled(self._table.clock, ruling, self._at, self._bearing)
        self._set(clock=clock)
        self._clock_facts(facts, by_hand=False)

    def _withhold(self, board: str) -> None:
        """Moves were entered or taken back: what stands on the board until people have followed is no move."""
        tracker = self._table.tracker
        seen = tracker.seen or ""
        shows_it = seen == see(tracker.game, tracker.vision, board)
        self._set(tracker=tracker.with_memo(withheld="" if shows_it else seen))

    @property
    def _bearing(self) -> Bearing:
        play = self._table.referee.play
        turn = play.on_move if play is not None else Side.WHITE
        return Bearing(self._table.setup.clock, turn, by_hand=not self._sets_clock)

    @property
    def _sets_clock(self) -> bool:
        play = self._table.referee.play
        return play is not None and play.setup.set_clock

    def _watch_the_right_game(self) -> None:
        """The board is read for the game under way, or else for the next: an assignment may bring another game."""
        setup, referee = self._table.setup, self._table.referee
        if self._table.tracker.game.name != setup.rules(referee):
            self._set(tracker=tracker_for(setup, referee))
            self._effects.append(ReadBoard())

    def _seat(self, white: Seat) -> None:
        """The times go with the persons: after a swap each colour's time is the other one's."""
        clock = timekeeping.swapped(self._table.clock, white)
        if clock is not self._table.clock:
            self._set(clock=clock)
            face = clock.face(self._at)
            if face.running is not None:
                self._input(Clocked(ClockStarted(face.running), face))

    def _write(self, what: Input | Ruling) -> None:
        entry = Entry(self._table.last + 1, self._at, visibility_of(what), what)
        self._entries.append(entry)
        self._set(last=entry.n)

    def _ask_clock(self, news: Sequence[OpenOrder]) -> None:
        """Have the clock do what is asked of it, or tell people to do it."""
        request = clock_display.asked(self._table.clock, news, self._at)
        if request is not None:
            self._effects.append(request)
        if isinstance(request, SetClock):
            self._set(unanswered=self._table.unanswered + 1)

    def _answered(self, answer: RequestAnswer) -> Sequence[ClockFact]:
        """A clock that cannot be set has to be set by hand; one that was asked again since has yet to answer."""
        if answer.request != _SET_CLOCK or self._table.unanswered == 0:
            return ()
        self._set(unanswered=self._table.unanswered - 1)
        if answer.ok or self._table.unanswered:
            return ()
        clock, facts = timekeeping.refused(self._table.clock)
        self._set(clock=clock)
        return facts

    def _show_phase(self) -> None:
        """A device that came back may show a text of before, or have forgotten it."""
        paused = self._table.referee.phase is Phase.PAUSED
        self._effects.append(ShowText("PAUSE") if paused else ClearText())

    def _set(self, **changes: object) -> None:
        self._table = msgspec.structs.replace(self._table, **changes)
