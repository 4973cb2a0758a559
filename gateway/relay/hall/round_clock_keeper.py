"""The round clock of an event at the relay: acts are kept on disk before anybody is told, what is due is told in time.

Instants on disk are of a time line that goes on across restarts: `shift` leads from it to the relay's. A relay that was
killed goes on to the millisecond, since the computer knows how long it has been on whatever was done to its wall clock;
where it was switched off and no clock can be believed, the time that nobody counted is left out, and people are told.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from gateway.clock.round_clock import TimetableLine
from gateway.clock.round_clock_record import (
    ChangeRoundPlan,
    RoundClockAct,
    RoundClockEntry,
    RoundClockFold,
    RunSpan,
    SetRoundClock,
    StartRoundClock,
)
from gateway.model.errors import JournalDamaged, JournalError
from gateway.model.instants import Instant
from gateway.record.absence import ComputerTime, absence
from gateway.record.round_clock_message import RoundClockMessage
from gateway.record.start_marks import StartMark
from gateway.store import LineStore, StoredLine

from .command_client import CommandClient, NoBroker

__all__ = ["RoundClockKeeper"]

log = logging.getLogger(__name__)

_MARK_S: Final = 10.0
"""Seconds between two marks while the clock runs: after a power cut without a right clock as much may be lost."""
_RECENT: Final = 4
_RECENT_MS: Final = 10_000
"""What was called so short a time ago is told with the clock, for those who could not know that it was due."""


class _KeptEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line on disk: an entry, and what the computer knew of the time."""

    entry: RoundClockEntry
    mark: StartMark | None = None


_LINE = msgspec.json.Decoder(_KeptEntry)
_MARK = msgspec.json.Decoder(StartMark)


class RoundClockKeeper:
    """The clock as it stands, and the one who runs it."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int], client: CommandClient) -> None:
        self._store = store
        self._now = now
        self._client = client
        self._stream = f"{event}:round-clock"
        self._marks = f"{event}:round-clock-time"
        self._marked = 0
        self._computer: Callable[[], ComputerTime] | None = None
        self._shift = 0
        self._unsure = False
        self._writing = asyncio.Lock()
        self._changed = asyncio.Event()
        self.fold = RoundClockFold()
        self.told: Callable[[RoundClockMessage], None] | None = None
        """Whoever is told of each change."""

    async def load(self, computer: Callable[[], ComputerTime] | None = None) -> None:
        """Take up what the store holds; raises `JournalError`. Without `computer` no time has passed since."""
        self._computer = computer
        try:
            kept = [_LINE.decode(line) for line in await self._store.read(self._stream)]
            self._marked = await self._store.last(self._marks)
            marks = [_MARK.decode(line) for line in await self._store.read(self._marks, max(0, self._marked - 1))]
        except msgspec.DecodeError as error:
            raise JournalDamaged(f"The record of the round clock has a line that cannot be read: {error}.") from error
        if not kept:
            return
        self.fold = RoundClockFold.of(tuple(line.entry for line in kept))
        known = [mark for mark in (kept[-1].mark, *marks) if mark is not None]
        mark = max(known, key=lambda each: each.at, default=None)
        last = Instant(max(kept[-1].entry.at, mark.at if mark is not None else 0))
        gone = absence(mark, last, computer()) if computer is not None else None
        now = last if gone is None else gone.since + gone.least_ms
        self._shift = self._now() - now
        clock = self.fold.advanced(last).clock
        self._unsure = gone is not None and gone.most_ms is None and clock is not None and clock.since is not None
        self.fold = self.fold.advanced(self._at())

    def _at(self) -> Instant:
        """This instant as on disk; it never goes back."""
        last = self.fold.entries[-1].at if self.fold.entries else 0
        return Instant(max(last, self._now() - self._shift))

    def message(self) -> RoundClockMessage | None:
        """The clock as it is published; None: there never was one."""
        if not self.fold.entries:
            return None
        return self._message_of(self.fold)

    def _message_of(self, fold: RoundClockFold) -> RoundClockMessage:
        at = self._at()
        now = fold.advanced(at)
        recent = [call for call in now.calls[-_RECENT:] if call.at > at - _RECENT_MS]
        return RoundClockMessage.of(
            now.clock, Instant(at + self._shift), calls=recent, shift=self._shift, unsure=self._unsure
        )

    def timetable(self) -> tuple[TimetableLine, ...]:
        """What is still to come, by the relay's instants."""
        return self._timetable_of(self.fold)

    def _timetable_of(self, fold: RoundClockFold) -> tuple[TimetableLine, ...]:
        at = self._at()
        clock, shift = fold.advanced(at).clock, self._shift
        lines = clock.timetable(at) if clock is not None else ()
        return tuple(
            TimetableLine(line.phase, Instant(line.start + shift), Instant(line.end + shift)) for line in lines
        )

    def spans(self) -> tuple[RunSpan, ...]:
        """When it ran, by the relay's instants."""
        shift = self._shift
        return tuple(
            RunSpan(span.kind, span.round, Instant(span.start + shift), Instant(span.end + shift))
            for span in self.fold.spans_until(self._at())
        )

    def entries(self) -> tuple[RoundClockEntry, ...]:
        """What was done, by the relay's instants."""
        return tuple(
            msgspec.structs.replace(entry, at=Instant(entry.at + self._shift), act=_shifted(entry.act, self._shift))
            for entry in self.fold.entries
        )

    def preview(self, act: RoundClockAct, by: str) -> tuple[RoundClockMessage, tuple[TimetableLine, ...]]:
        """The clock and the timetable as they would be after an act; raises `TournamentError`."""
        fold = self.fold.after(self.fold.decide(_shifted(act, -self._shift), by, self._at()))
        return self._message_of(fold), self._timetable_of(fold)

    async def act(self, act: RoundClockAct, by: str) -> RoundClockEntry:
        """Do it, keep it and tell it; raises `TournamentError`, or `JournalError` where it cannot be kept and does not
        hold."""
        async with self._writing:
            if not self.fold.entries:
                self._shift = 0
            entry = self.fold.decide(_shifted(act, -self._shift), by, self._at())
            kept = _KeptEntry(entry, self._mark(entry.at))
            await self._store.append_many([StoredLine(self._stream, entry.n, msgspec.json.encode(kept))])
            self.fold = self.fold.after(entry)
            self._unsure = False
        self._changed.set()
        self._tell_pages()
        return self.entries()[-1]

    # -- it runs -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Tell what is due when it is due, until cancelled."""
        while True:
            self._changed.clear()
            await self._publish()
            deadline = self.fold.clock.next_deadline() if self.fold.clock is not None else None
            if await self._waited(deadline):
                continue
            self.fold = self.fold.advanced(self._at())
            self._tell_pages()

    async def _waited(self, deadline: Instant | None) -> bool:
        """Wait for a change (True) or the deadline, and take note of the time meanwhile."""
        while True:
            pause = None if deadline is None else max(0.0, (deadline - self._at()) / 1000)
            if pause == 0.0:
                return False
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if pause is None else min(pause, _MARK_S)):
                    await self._changed.wait()
                    return True
            if pause is not None and pause > _MARK_S:
                await self._note_time()

    def _tell_pages(self) -> None:
        message = self.message()
        if message is not None and self.told is not None:
            self.told(message)

    async def _publish(self) -> None:
        message = self.message()
        if message is not None:
            with contextlib.suppress(NoBroker):  # it is sent again when there is one
                await self._client.tell_round_clock(message)

    def send_again(self) -> None:
        """The broker is new: it may have forgotten what it was told."""
        self._changed.set()

    def _mark(self, at: Instant) -> StartMark | None:
        if self._computer is None:
            return None
        now = self._computer()
        return StartMark(at, now.boot, now.up_ms, now.wall_ms, now.synchronised)

    async def _note_time(self) -> None:
        mark = self._mark(self._at())
        if mark is None:
            return
        try:
            await self._store.append_many([StoredLine(self._marks, self._marked + 1, msgspec.json.encode(mark))])
            self._marked += 1
            await self._store.trim(self._marks, self._marked - 1)
        except JournalError as error:
            log.warning("The time of the round clock cannot be kept: %s", error)


def _shifted(act: RoundClockAct, shift: int) -> RoundClockAct:
    """An act whose instants are of the other time line."""
    match act:
        case StartRoundClock(start=int() as start):
            return msgspec.structs.replace(act, start=Instant(start + shift))
        case ChangeRoundPlan(finish=int() as finish):
            return msgspec.structs.replace(act, finish=Instant(finish + shift))
        case SetRoundClock(start=start, finish=finish):
            begins, ends = (None if each is None else Instant(each + shift) for each in (start, finish))
            return msgspec.structs.replace(act, start=begins, finish=ends)
    return act
