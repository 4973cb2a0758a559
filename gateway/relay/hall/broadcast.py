"""The broadcast: what viewers are told of a change, encoded once for each group, and only if somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from gateway.record.entries import Entry
from gateway.record.lines import visibility_of_line
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Visibility

from .hall_table import HallTable, WrittenState
from .patches import difference
from .summaries import Summaries, is_loud
from .viewer import CHANGES, Group, Have, Viewer
from .viewer_frames import (
    AvailabilityFrame,
    ChangeFrame,
    ClockFrame,
    EntryFrame,
    StateFrame,
    as_sent,
    message_of,
)
from .viewers import Viewers

__all__ = ["Broadcast"]

_CIRCLES = tuple(Visibility)


class Broadcast:
    """The one place from which viewers are told."""

    def __init__(self, tables: Callable[[], Iterable[HallTable]]) -> None:
        """`tables()` gives those that are shown."""
        self.viewers = Viewers()
        self.summaries = {visibility: Summaries(visibility, self.viewers, tables) for visibility in Visibility}

    def general(self, frame: msgspec.Struct, *circles: Visibility) -> None:
        """Tell what is about no table, to everybody if nobody is named."""
        message = message_of(frame)
        for visibility in circles or Visibility:
            for viewer in self.viewers.of(visibility):
                viewer.tell(message)

    def table(self, table: HallTable) -> None:
        """A table is new, or begins anew."""
        table.touched += 1
        self._summarise(table, loud=True)
        self.viewers.want(table.name)

    def state(self, table: HallTable, before: TableState, text: WrittenState) -> None:
        """A state has taken the place of the one before, which had this text."""
        table.touched += 1
        if any(summaries.held for summaries in self.summaries.values()):
            self._summarise(table, loud=table.state is not None and is_loud(before, table.state))
        for group in self.viewers.groups:
            viewers = self.viewers.watching(table.name, group)
            if not viewers:
                continue
            frame = _change(table, group, text)
            if frame is not None:
                self._tell(viewers, table, frame)

    def clock(self, table: HallTable, line: bytes) -> None:
        """A clock has changed; `line` is what the table said."""
        table.touched += 1
        self._summarise(table, loud=False)
        self._tell_watchers(table, lambda: ClockFrame(table.name, table.offset.value, as_sent(line, ClockMessage)))

    def availability(self, table: HallTable) -> None:
        """A table's agent or one of its devices came or went."""
        table.touched += 1
        self._summarise(table, loud=True)
        self._tell_watchers(
            table,
            lambda: AvailabilityFrame(table.name, table.online, table.devices, table.absence, table.absent_since),
        )

    def announced(self, table: HallTable) -> None:
        """A table was told what to play next."""
        table.touched += 1
        self._summarise(table, loud=True)

    def line(self, table: HallTable, n: int, line: bytes) -> None:
        """There is a line more of the present game."""
        table.touched += 1
        following = [(visibility, self.viewers.following(table.name, visibility)) for visibility in _CIRCLES]
        if not any(viewers for _, viewers in following):
            return
        message = message_of(EntryFrame(table.name, as_sent(line, Entry)))
        needed, have = visibility_of_line(line), Have(n, table.journal)
        for visibility, viewers in following:
            if visibility.includes(needed):
                for viewer in viewers:
                    viewer.tell_line(message, table.name, have)

    def _summarise(self, table: HallTable, *, loud: bool) -> None:
        for summaries in self.summaries.values():
            summaries.touch(table, loud=loud)

    def _tell_watchers(self, table: HallTable, make: Callable[[], msgspec.Struct]) -> None:
        """Tell all who look at a table the same."""
        frame: msgspec.Struct | None = None
        for group in self.viewers.groups:
            viewers = self.viewers.watching(table.name, group)
            if viewers:
                frame = frame or make()
                self._tell(viewers, table, frame)

    def _tell(self, viewers: Iterable[Viewer], table: HallTable, frame: msgspec.Struct) -> None:
        message, name = message_of(frame), table.name
        for viewer in viewers:
            viewer.tell(message, name)


def _change(table: HallTable, group: Group, before: WrittenState) -> msgspec.Struct | None:
    """How a state has changed, as this group is told; None: not at all."""
    visibility = group.visibility
    if group.protocol < CHANGES:
        return StateFrame(table.name, table.offset.value, as_sent(table.written[visibility], TableState))
    patch = difference(before.fields(visibility), table.written.fields(visibility))
    if patch is None:
        return None
    table.changes[visibility] += 1
    return ChangeFrame(table.name, table.changes[visibility], table.offset.value, patch)
