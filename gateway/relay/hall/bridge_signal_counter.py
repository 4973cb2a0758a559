"""Signals of bridge tables counted into the bridge event: each press once, in its order, whatever dies in between.

The lines of a bridge table are stored like any table's. A press becomes an act of the bridge event that names its line,
so that a relay which was killed between the two knows what it has counted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gateway.event.bridge.bridge_acts import SignalTable
from gateway.event.event_refusals import EventRefused
from gateway.model.errors import JournalError
from gateway.model.instants import Instant
from gateway.record.entries import Entry
from gateway.record.wire import ENTRY, WireError
from gateway.referee.inputs import Signalled
from gateway.store import LineStore

from .bridge_record import BridgeRecord

__all__ = ["BridgeSignalCounter", "SignalStream"]

log = logging.getLogger(__name__)

_CHUNK = 200
_AGAIN_S = 2.0


class SignalStream(NamedTuple):
    """One journal of a bridge table."""

    table: str
    journal: int
    """From 1; more than 1 means that the table has lost one."""
    name: str
    """Of the stream in the store."""
    offset: int
    """Milliseconds to add to the table's instants to get ours."""


class BridgeSignalCounter:
    """The reader of what bridge tables have said by their buttons."""

    def __init__(self, record: BridgeRecord, store: LineStore, streams: Callable[[], Iterable[SignalStream]]) -> None:
        self._record = record
        self._store = store
        self._streams = streams
        self._read: dict[tuple[str, int], int] = {}
        """By table and journal: the number of the last line that was looked at."""
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Lines may have come."""
        self._news.set()

    def has_counted(self, table: str) -> bool:
        """Whether presses of a table are in the record: then it is a bridge table, whoever has not said so yet."""
        acts = (entry.act for entry in self._record.fold.entries)
        return any(isinstance(act, SignalTable) and act.place == table for act in acts)

    async def run(self) -> None:
        """Count for ever."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.count()
            except JournalError as error:
                log.warning("Signals of bridge tables wait for the disk: %s", error)
                await asyncio.sleep(_AGAIN_S)
                self._news.set()

    async def count(self) -> None:
        """Count what has come; raises `JournalError` where it cannot be kept, and begins there the next time."""
        entries = self._record.fold.entries
        if not entries:
            return  # there is no event yet
        opened = entries[0].at
        for stream in self._streams():
            key = stream.table, stream.journal
            if key not in self._read:
                self._read[key] = self._counted(key)
            while lines := await self._store.read(stream.name, self._read[key], _CHUNK):
                for line in lines:
                    await self._take(stream, _entry(line), opened)
                    self._read[key] += 1

    def _counted(self, key: tuple[str, int]) -> int:
        """The last line of a journal that is counted; also an act that was undone has been."""
        acts = (entry.act for entry in self._record.fold.entries)
        return max(
            (act.line for act in acts if isinstance(act, SignalTable) and (act.place, act.journal) == key), default=0
        )

    async def _take(self, stream: SignalStream, entry: Entry | None, opened: Instant) -> None:
        if entry is None or not isinstance(entry.what, Signalled):
            return
        pressed = Instant(entry.at + stream.offset)
        if pressed < opened:
            return  # somebody tried the buttons before there was an event
        act = SignalTable(
            place=stream.table, signal=entry.what.signal, pressed=pressed, journal=stream.journal, line=entry.n
        )
        try:
            await self._record.act(act, f"table {stream.table}")
        except EventRefused as error:
            log.warning("A signal of table %s is not taken: %s", stream.table, error)


def _entry(line: bytes) -> Entry | None:
    try:
        return ENTRY.decode(line)
    except WireError:
        return None  # of a later version: whoever updates the relay sees it then
