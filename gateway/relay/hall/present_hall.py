"""The present hall: every table as it is now, and what only arbiters see and do about it.

`Ingest` puts in what the bus says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Self

from gateway.record.visibility import Visibility
from gateway.store import LineStore

from .assignments import Assignments
from .colleagues import Colleagues
from .command_client import CommandClient
from .hall import Hall
from .hall_table import HallTable
from .matters import Matter, by_need, matters_of
from .push_reports import PushReports
from .queue_record import QueueRecord
from .viewer_frames import (
    ColleaguesFrame,
    FloodingFrame,
    HandlingsFrame,
    JoiningFrame,
    KnockingFrame,
    StoreFrame,
    written,
)
from .viewers import Key, Viewer

__all__ = ["PresentHall"]

log = logging.getLogger(__name__)

KNOCKING_MAX = 50


class PresentHall(Hall):
    """Every table of one event as it is now."""

    @classmethod
    async def open(
        cls, event: str, store: LineStore, now: Callable[[], int], known: Container[str] | None = None
    ) -> Self:
        """The hall as the store left it, with nothing heard from any table yet."""
        hall = cls(event, store, now, known)
        await hall.assignments.load()
        await hall.queue_record.load()
        for name, journal in _journals(event, await store.streams()).items():
            held = await store.contiguous(hall._stream(name, journal))
            hall._tables[name] = HallTable(name, journal, held)
            await hall.index_games(name, journal, held)
        return hall

    def __init__(
        self, event: str, store: LineStore, now: Callable[[], int], known: Container[str] | None = None
    ) -> None:
        """`store` is open with `skip_repeats`; `now` is the wall clock in milliseconds since 1970.

        `known` holds the names of the tables that there are; without it, every sender is a table.
        """
        super().__init__(event, store, now)
        self.command_client = CommandClient(event)
        self.assignments = Assignments(event, store, self.command_client)
        self.queue_record = QueueRecord(event, store, now)
        self.colleagues = Colleagues(now)
        self.push_reports = PushReports()
        self.joining: Callable[[], JoiningFrame] | None = None
        """Tells who asks to be enrolled, where the relay can enrol."""
        self._known = known
        self._knocking: dict[str, int] = {}
        self._flooding: set[str] = set()

    # What is there --------------------------------------------------------------------------------------------------

    def last_assigned(self, name: str) -> int:
        """The number of the last assignment that a table says to have taken."""
        table = self._tables.get(name)
        return table.state.assigned if table is not None and table.state is not None else 0

    def knows(self, name: str) -> bool:
        """Whether a table of this name belongs to the event."""
        return self._known is None or name in self._known

    @property
    def knocking(self) -> dict[str, int]:
        """Senders that say to be tables and are not known, and since when they have been heard."""
        return {name: since for name, since in self._knocking.items() if not self.knows(name)}

    def matters(self) -> list[Matter]:
        """All that waits for an arbiter: what is urgent first, of that the oldest."""
        return sorted((matter for table in self.tables for matter in _waiting(table)), key=by_need)

    def matter(self, wanted: str) -> Matter | None:
        """What waits under this id; None: nothing does, any more or yet."""
        table = self._tables.get(wanted.partition("/")[0])
        found = _waiting(table) if table is not None else ()
        return next((matter for matter in found if matter.id == wanted), None)

    # What viewers are sent ------------------------------------------------------------------------------------------

    def join(self, viewer: Viewer) -> None:
        """Tell the viewer everything, and every change from now on."""
        super().join(viewer)
        if viewer.visibility is not Visibility.ARBITERS:
            return
        if self.store_trouble:
            viewer.offer(Key("store"), written(StoreFrame(failing=True)))
        if self.knocking:
            viewer.offer(*self._door())
        if self._flooding:
            viewer.offer(Key("flooding"), written(FloodingFrame(sorted(self._flooding))))
        if self.joining is not None:
            viewer.offer(Key("joining"), written(self.joining()))
        viewer.offer(*self._handlings())
        viewer.offer(*self._colleagues())

    # What changes ---------------------------------------------------------------------------------------------------

    def knock(self, name: str) -> None:
        """Somebody who is no table of the event speaks on the bus: arbiters are told, and nothing is taken from him."""
        if name in self._knocking or len(self._knocking) >= KNOCKING_MAX:
            return
        log.warning("%s speaks on the bus, and is no table of this event: it is left out.", name)
        self._knocking[name] = self.now()
        self.viewers.tell(Visibility.ARBITERS, *self._door())

    def show_flooding(self, table: HallTable, flooding: bool) -> None:
        """A table sends more than any table has to tell, or no longer."""
        (self._flooding.add if flooding else self._flooding.discard)(table.name)
        frame = FloodingFrame(sorted(self._flooding))
        self.viewers.tell(Visibility.ARBITERS, Key("flooding"), written(frame))

    def show_joining(self) -> None:
        """Somebody asks to be enrolled, or was answered."""
        if self.joining is not None:
            self.viewers.tell(Visibility.ARBITERS, Key("joining"), written(self.joining()))

    def show_handlings(self) -> None:
        """Somebody has done something about a matter."""
        self.viewers.tell(Visibility.ARBITERS, *self._handlings())

    def show_colleagues(self) -> None:
        """Somebody came or went who sees to matters."""
        self.viewers.tell(Visibility.ARBITERS, *self._colleagues())

    def show_store(self, trouble: str) -> None:
        """Lines cannot be written, and why; empty: they can be."""
        if bool(trouble) != bool(self.store_trouble):
            self.viewers.tell(Visibility.ARBITERS, Key("store"), written(StoreFrame(failing=bool(trouble))))
        self.store_trouble = trouble

    def _introduce(self, table: HallTable) -> bool:
        new = super()._introduce(table)
        if new and self._knocking.pop(table.name, None) is not None:
            self.viewers.tell(Visibility.ARBITERS, *self._door())
        return new

    def _door(self) -> tuple[Key, str]:
        return Key("knocking"), written(KnockingFrame(sorted(self.knocking)))

    def _handlings(self) -> tuple[Key, str]:
        """The hands on what waits, also at tables that have not been heard since we started."""
        waiting = {matter.id for table in self.tables for matter in _waiting(table)}
        unheard = {table.name for table in self._tables.values() if not table.heard}
        hands = [
            hand
            for hand in self.queue_record.known()
            if hand.matter in waiting or hand.matter.partition("/")[0] in unheard
        ]
        return Key("handlings"), written(HandlingsFrame(hands))

    def _colleagues(self) -> tuple[Key, str]:
        return Key("colleagues"), written(ColleaguesFrame(self.colleagues.about()))


def _waiting(table: HallTable) -> Iterator[Matter]:
    return matters_of(table.state, table.journal, table.offset.value) if table.state is not None else iter(())


def _journals(event: str, streams: Iterable[str]) -> dict[str, int]:
    """The latest journal of each table that the store knows."""
    latest: dict[str, int] = {}
    for stream in streams:
        home, _, rest = stream.partition("/")
        name, _, journal = rest.partition("~")
        if home == event:
            latest[name] = max(latest.get(name, 1), int(journal or 1))
    return latest
