"""The record of what audiences are shown: their delays, the tables as they were shown them, and the time that passes.

Instants on disk are of a time line that goes on across restarts (`shift` leads from it to that of this process): within
one switching-on of the computer exactly, across it as far as the wall clock can be believed, and else too slow rather
than too fast, so that nothing is shown before its time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

import msgspec

from gateway.model.instants import Instant
from gateway.record.absence import ComputerTime, absence
from gateway.record.start_marks import START, StartMark
from gateway.record.visibility import Audience
from gateway.record.wire import Form
from gateway.store import LineStore, StoredLine

from .late_hall import LateHall
from .late_time import LateTime
from .table_snapshot import TableSnapshot

__all__ = ["AudienceSnapshot", "KeptDelay", "LateRecord"]

_MARK_MS: Final = 10_000
"""Between two marks: where no clock can be believed after a power cut, as much may be shown again."""


class KeptDelay(msgspec.Struct, frozen=True):
    """The delay of one audience."""

    time: LateTime
    late: bool
    """Its changes are in the late feed; else it is level with the present."""


class _Delays(msgspec.Struct, frozen=True):
    """All delays at one moment."""

    audiences: dict[Audience, KeptDelay] = {}
    configured: dict[Audience, int] = {}
    """As the settings had them at the last start."""


class _SnapshotHead(msgspec.Struct, frozen=True, tag_field="type", tag="head"):
    """The beginning of a snapshot: so many tables follow."""

    cursor: int
    tables: int
    broker: bool


class AudienceSnapshot(msgspec.Struct, frozen=True):
    """The hall as an audience was shown it at one moment."""

    cursor: int
    """The last change that is in it."""
    broker: bool
    tables: list[TableSnapshot]


_DELAYS = Form(_Delays)
_SNAPSHOT_LINE = cast("type[_SnapshotHead | TableSnapshot]", _SnapshotHead | TableSnapshot)
_SNAPSHOT = Form(_SNAPSHOT_LINE, noun="a line of a snapshot")


class LateRecord:
    """The record of one event's audiences."""

    def __init__(self, event: str, store: LineStore, computer: Callable[[], ComputerTime] | None = None) -> None:
        self.configured: dict[Audience, int] = {}
        self.delays: dict[Audience, KeptDelay] = {}
        """As they were kept, instants as on disk."""
        self._store = store
        self._computer = computer
        self._delays_stream = f"{event}:delay"
        self._marks_stream = f"{event}:late-time"
        self._snapshots_stream = f"{event}:late/"
        self._numbers: dict[str, int] = {}
        self._mark: StartMark | None = None

    async def load(self, last_change: int) -> int:
        """Take up what is on disk; returns the instant on disk that it is now, as far as is known. `last_change` is
        when the last change came that is kept."""
        line = await self._latest(self._delays_stream)
        if line is not None:
            kept = _DELAYS.decode(line)
            self.delays, self.configured = dict(kept.audiences), dict(kept.configured)
        line = await self._latest(self._marks_stream)
        self._mark = None if line is None else START.decode(line)
        last = max([last_change, *(kept.time.floor for kept in self.delays.values())])
        if self._mark is None or self._computer is None:
            return last
        gone = absence(self._mark, Instant(max(last, self._mark.at)), self._computer())
        return gone.since + gone.least_ms

    async def snapshot(self, audience: Audience) -> AudienceSnapshot | None:
        """What an audience was shown, as it was kept last."""
        stream = self._snapshots_stream + audience
        self._numbers[stream] = await self._store.last(stream)
        kept = [_SNAPSHOT.decode(line) for line in await self._store.read(stream)]
        for index in reversed(range(len(kept))):
            head = kept[index]
            if isinstance(head, _SnapshotHead):
                tables = [each for each in kept[index + 1 :] if isinstance(each, TableSnapshot)]
                return AudienceSnapshot(head.cursor, head.broker, tables) if len(tables) == head.tables else None
        return None

    async def keep(
        self, times: Mapping[Audience, KeptDelay], shift: int, now: int, snapshots: Mapping[LateHall, int] | None = None
    ) -> None:
        """Have the delays on disk, and with them the tables of an audience as it is shown them after change number
        `snapshots[hall]`: all of it or nothing; raises `JournalError`."""
        on_disk = {
            audience: KeptDelay(LateTime(kept.time.delay, kept.time.floor - shift), kept.late)
            for audience, kept in times.items()
        }
        groups: dict[str, list[bytes]] = {}
        for late, cursor in (snapshots or {}).items():
            tables = late.snapshot(shift)
            head = _SNAPSHOT.encode(_SnapshotHead(cursor, len(tables), late.broker))
            groups[self._snapshots_stream + late.audience] = [head, *map(_SNAPSHOT.encode, tables)]
        groups[self._delays_stream] = [_DELAYS.encode(_Delays(on_disk, self.configured))]
        if (mark := self._next_mark(now - shift)) is not None:
            groups[self._marks_stream] = [START.encode(mark)]
        await self._append(groups)
        self.delays, self._mark = on_disk, mark or self._mark

    async def mark(self, shift: int, now: int) -> None:
        """Take note of the time every now and then; raises `JournalError`."""
        if self._mark is None or now - shift - self._mark.at >= _MARK_MS:
            await self._note(now - shift)

    async def begin(self, at: int) -> None:
        """Let it be this instant on disk: the time line goes on in this process."""
        await self._note(at)

    async def _note(self, at: int) -> None:
        mark = self._next_mark(at)
        if mark is not None:
            await self._append({self._marks_stream: [START.encode(mark)]})
            self._mark = mark

    def _next_mark(self, at: int) -> StartMark | None:
        if self._computer is None:
            return None
        now = self._computer()
        return StartMark(Instant(at), now.boot, now.up_ms, now.wall_ms, now.synchronised)

    async def _latest(self, stream: str) -> bytes | None:
        last = self._numbers[stream] = await self._store.last(stream)
        lines = await self._store.read(stream, last - 1) if last else []
        return lines[-1] if lines else None

    async def _append(self, groups: Mapping[str, list[bytes]]) -> None:
        """Put each group behind its stream, then forget what lies before it there."""
        lines: list[StoredLine] = []
        for stream, group in groups.items():
            if stream not in self._numbers:
                self._numbers[stream] = await self._store.last(stream)
            lines += [StoredLine(stream, n, line) for n, line in enumerate(group, self._numbers[stream] + 1)]
        await self._store.append_many(lines)
        before = {stream: self._numbers[stream] for stream in groups}
        for stream, group in groups.items():  # all of them: what has to be trimmed may fail, and these are taken
            self._numbers[stream] += len(group)
        for stream, upto in before.items():
            await self._store.trim(stream, upto)
