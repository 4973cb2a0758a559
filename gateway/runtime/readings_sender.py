"""The answers to `send_readings`: raw readings out of memory and journal, bounded in time and number.

One request is answered after the other, and some may wait. What is kept in memory is enough for the last minutes, so
that a disk which fails takes nothing away from a dispute.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from gateway.model.errors import JournalError
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.record.commands import Command, Reply, SendReadings
from gateway.record.raw import RAW, RawEvent
from gateway.record.sensor_replay import LONGEST_REPLAY_MS, MOST_READINGS, ReplayPart, replay_parts
from gateway.record.wire import WireError
from gateway.referee.roles import SEES_ALL, find_role
from gateway.store import LineStore
from gateway.table.raw_replay import ReplayWindow, is_whole_board, replay_of
from gateway.table.state import Table

__all__ = ["ReadingsSender"]

log = logging.getLogger(__name__)

_RECENT = 4096
"""Raw lines that are kept in memory."""
_WAITING = 4
"""Requests that wait; whoever asks beyond that is told so."""
_CHUNK = 500
_BACK = 20_000
"""Lines that are looked through for the whole board before a stretch."""


class ReadingsSender:
    """Sends readings on request. `stream` is the journal's stream of raw events."""

    def __init__(
        self,
        store: LineStore,
        stream: str,
        table: Callable[[], Table],
        reply: Callable[[Reply], None],
        send: Callable[[ReplayPart], None],
    ) -> None:
        self._store = store
        self._stream = stream
        self._table = table
        self._reply = reply
        self._send = send
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)
        self._last = 0
        self._asked: asyncio.Queue[tuple[str, SendReadings]] = asyncio.Queue(_WAITING)

    def begin(self, last: int) -> None:
        """The journal holds lines up to this number."""
        self._last = last

    def note(self, n: int, line: bytes) -> None:
        """A raw line has been made, whether it is on disk already or not."""
        self._recent.append((n, line))
        self._last = n

    def ask(self, command: Command, asked: SendReadings) -> None:
        """Take a request, or refuse it with a sentence."""
        if find_role(asked.role) not in SEES_ALL:
            why = message("refusal.readings_for_arbiters")
        elif not 0 <= asked.upto - asked.since <= LONGEST_REPLAY_MS:
            why = message("refusal.readings_window", ms=LONGEST_REPLAY_MS)
        elif self._asked.full():
            why = message("refusal.readings_busy")
        else:
            self._asked.put_nowait((command.id, asked))
            return
        self._reply(Reply(command.id, ok=False, why=why))

    async def run(self) -> None:
        """Answer until cancelled."""
        while True:
            command, asked = await self._asked.get()
            try:
                window = ReplayWindow(Instant(asked.since), Instant(asked.upto))
                replay = replay_of(self._table(), window, await self._events(window))
            except (JournalError, WireError) as error:
                log.warning("Readings that were asked for cannot be read: %s", error)
                self._reply(Reply(command, ok=False, why=message("refusal.readings_unreadable")))
                continue
            for part in replay_parts(command, replay):
                self._send(part)

    async def _events(self, window: ReplayWindow) -> list[RawEvent]:
        """The events of a window, from the last whole board before it on."""
        start = await self._first_at(window.since)
        events: list[RawEvent] = []
        at, back = start, max(0, start - _BACK)
        while at > back and not any(is_whole_board(event) for event in events):
            after = max(back, at - _CHUNK)
            events = [*await self._read(after, at - after), *events]
            at = after
        events = events[: start - at]
        after = start
        while chunk := await self._read(after, _CHUNK):
            events += chunk
            after += len(chunk)
            if chunk[-1].at > window.upto or after - start > _BACK + MOST_READINGS:
                break
        return events

    async def _first_at(self, since: Instant) -> int:
        """The number of the last line before an instant: lines are in the order of time."""
        low, high = 0, self._last
        while low < high:
            middle = (low + high + 1) // 2
            found = await self._read(middle - 1, 1)
            if found and found[0].at < since:
                low = middle
            else:
                high = middle - 1
        return low

    async def _read(self, after: int, limit: int) -> list[RawEvent]:
        """Up to so many events after a line, from memory where they are there."""
        kept = self._recent[0][0] if self._recent else self._last + 1
        recent = [line for n, line in self._recent if after < n <= after + limit]
        lines: list[bytes] = []
        if after + 1 < kept:
            lines = await self._store.read(self._stream, after, min(limit, kept - 1 - after))
        return [RAW.decode(line) for line in (*lines, *recent)]
