"""The present hall: every table as it is now, and what only arbiters see and do about it.

`Ingest` puts in what the bus says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Self

import msgspec

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
    message_of,
)
from .viewers import Viewer

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
        """Tell the viewer what it looks at, and every change of it from now on."""
        if viewer.visibility is Visibility.ARBITERS:
            for frame in self._for_arbiters():
                viewer.tell(message_of(frame))
        super().join(viewer)

    def _general(self, visibility: Visibility) -> Iterator[msgspec.Struct]:
        yield from super()._general(visibility)
        if visibility is Visibility.ARBITERS:
            yield from self._for_arbiters(also_nothing=True)

    def _for_arbiters(self, *, also_nothing: bool = False) -> Iterator[msgspec.Struct]:
        """What arbiters are told of no table, as it stands; somebody who has just come need not hear of nothing."""
        if self.store_trouble or also_nothing:
            yield StoreFrame(failing=bool(self.store_trouble))
        if self.knocking or also_nothing:
            yield KnockingFrame(sorted(self.knocking))
        if self._flooding or also_nothing:
            yield FloodingFrame(sorted(self._flooding))
        if self.joining is not None:
            yield self.joining()
        yield self._handlings()
        yield ColleaguesFrame(self.colleagues.about())

    # What changes ---------------------------------------------------------------------------------------------------

    def knock(self, name: str) -> None:
        """Somebody who is no table of the event speaks on the bus: arbiters are told, and nothing is taken from him."""
        if name in self._knocking or len(self._knocking) >= KNOCKING_MAX:
            return
        log.warning("%s speaks on the bus, and is no table of this event: it is left out.", name)
        self._knocking[name] = self.now()
        self._tell_arbiters(KnockingFrame(sorted(self.knocking)))

    def show_flooding(self, table: HallTable, flooding: bool) -> None:
        """A table sends more than any table has to tell, or no longer."""
        (self._flooding.add if flooding else self._flooding.discard)(table.name)
        self._tell_arbiters(FloodingFrame(sorted(self._flooding)))

    def show_joining(self) -> None:
        """Somebody asks to be enrolled, or was answered."""
        if self.joining is not None:
            self._tell_arbiters(self.joining())

    def show_handlings(self) -> None:
        """Somebody has done something about a matter."""
        self._tell_arbiters(self._handlings())

    def show_colleagues(self) -> None:
        """Somebody came or went who sees to matters."""
        self._tell_arbiters(ColleaguesFrame(self.colleagues.about()))

    def show_store(self, trouble: str) -> None:
        """Lines cannot be written, and why; empty: they can be."""
        if bool(trouble) != bool(self.store_trouble):
            self._tell_arbiters(StoreFrame(failing=bool(trouble)))
        self.store_trouble = trouble

    def _introduce(self, table: HallTable) -> bool:
        new = super()._introduce(table)
        if new and self._knocking.pop(table.name, None) is not None:
            self._tell_arbiters(KnockingFrame(sorted(self.knocking)))
        return new

    def _tell_arbiters(self, frame: msgspec.Struct) -> None:
        self._broadcast.general(frame, Visibility.ARBITERS)

    def _handlings(self) -> HandlingsFrame:
        """The hands on what waits, also at tables that have not been heard since we started."""
        waiting = {matter.id for table in self.tables for matter in _waiting(table)}
        unheard = {table.name for table in self._tables.values() if not table.heard}
        hands = [
            hand
            for hand in self.queue_record.known()
            if hand.matter in waiting or hand.matter.partition("/")[0] in unheard
        ]
        return HandlingsFrame(hands)


def _waiting(table: HallTable) -> Iterator[Matter]:
    return matters_of(table)


def _journals(event: str, streams: Iterable[str]) -> dict[str, int]:
    """The latest journal of each table that the store knows."""
    latest: dict[str, int] = {}
    for stream in streams:
        home, _, rest = stream.partition("/")
        name, _, journal = rest.partition("~")
        if home == event:
            latest[name] = max(latest.get(name, 1), int(journal or 1))
    return latest
