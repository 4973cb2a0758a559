"""A late hall: what one audience is shown. Where there is no delay it is level with the present hall, change by change;
else it is fed with what was kept, when its time comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from gateway.record.visibility import Audience

from .changes import BrokerChange, KeptChange
from .fed_hall import FedHall
from .game_index import GameIndex
from .hall import Hall, Health
from .hall_table import HallTable
from .late_time import LateTime
from .table_snapshot import TableSnapshot
from .withheld import Curtain

__all__ = ["LateHall"]

_STORE_FAILS: Final = "The relay cannot write what it records."


class LateHall(FedHall):
    """Every table of one event as an audience is shown it. Nobody who sees more than the public looks at it."""

    def __init__(self, audience: Audience, present: Hall) -> None:
        super().__init__(present.event, present.store, lambda: self.time.shown(present.now()))
        self.audience = audience
        self.time = LateTime()
        self.level = True
        """It is told each change at once; else what is kept, after number `cursor`."""
        self.cursor = 0
        self.snapshot_at = 0
        """The number of the last change that is in the tables as they were kept last."""
        self.ahead: deque[KeptChange] = deque()
        """What has been read of the feed behind the cursor, and is not due."""
        self._curtain = Curtain(self)
        self._present = present
        self._told_still = False

    @property
    def title(self) -> str:
        """The event's name as people write it."""
        return self._present.title

    @property
    def behind(self) -> int:
        """How far the hall shown is behind the present, in milliseconds."""
        return self.time.behind(self._present.now())

    @property
    def still(self) -> bool:
        """Whether its time stands."""
        return self.time.stands(self._present.now())

    def acts_until(self, instant: int) -> int:
        """How many acts were done to the tournament up to an instant."""
        return self._present.acts_until(instant)

    def health(self, version: str) -> Health:
        """How the relay is now; what is counted at tables is of the moment that is shown."""
        now = self._present.health(version)
        if now.store:  # where the records are is nobody's business here
            now = msgspec.structs.replace(now, store=_STORE_FAILS)
        if self.level and not self.withheld:
            return now
        counted = super().health(version)
        return msgspec.structs.replace(counted, ok=now.ok, broker=now.broker, store=now.store, viewers=now.viewers)

    # Level with the present -----------------------------------------------------------------------------------------

    def twin(self, table: HallTable) -> tuple[Hall, HallTable] | None:
        """Our table for one of the present hall, and where it goes on; None if there are too many."""
        hall = self._place_of(table.name)
        own = hall.find_or_add(table.name)
        if own is None:
            return None
        own.offset.take_over(table.offset.value)
        return hall, own

    def _place_of(self, name: str) -> Hall:
        return self._curtain if name in self.withheld else self

    def stand_level(self, present: Hall) -> None:
        """Begin with the tables of a present hall that has just been opened."""
        self.game_index = present.game_index.copy()
        for table in present.all_tables():
            own = self._tables[table.name] = HallTable(table.name, table.journal, table.held)
            own.announced = table.announced

    def _list(self, table: HallTable, n: int, line: bytes) -> None:
        if self.level:  # the present hall has just listed it, and who is level lists the same
            self.game_index.follow(self._present.game_index, table.name, table.journal, n, line)
        else:
            super()._list(table, n, line)

    # Fed with what was kept -----------------------------------------------------------------------------------------

    def show_kept(self, kept: KeptChange) -> None:
        """Show a change whose time has come."""
        self.cursor, change = kept.n, kept.change
        behind = not isinstance(change, BrokerChange) and change.table in self.withheld
        (self._curtain if behind else self).show_change(change)

    def tell_whether_still(self) -> bool:
        """Tell viewers when time begins to stand, or goes on; False if it does as before."""
        changed = self._told_still != self.still
        if changed:
            self.show_time()
        return changed

    def show_time(self) -> None:
        """The sign of life, and what everybody's clocks are set by."""
        self._told_still = self.still
        super().show_time()

    # Kept across restarts -------------------------------------------------------------------------------------------

    def snapshot(self, shift: int) -> list[TableSnapshot]:
        """Every table as it is shown, or would be, instants as on disk."""
        return [TableSnapshot.of(table, shift) for table in self.going_on()]

    def going_on(self) -> list[HallTable]:
        """All tables; of those that are held back as they would be shown."""
        tables = {table.name: table for hall in (self, self._curtain) for table in hall.all_tables()}
        return list(tables.values())

    async def restore(self, tables: Iterable[TableSnapshot], shift: int) -> None:
        """Take up the tables as they were shown."""
        self._tables.clear()
        self.game_index = GameIndex()
        for kept in tables:
            await self.take_up(kept, shift)

    # Held back ------------------------------------------------------------------------------------------------------

    def withhold(self, name: str, shift: int) -> TableSnapshot:
        """Let what is shown of a table stand from now on; returns it as it is to be kept on disk."""
        shown = self._tables.setdefault(name, HallTable(name, 1, 0))
        self._curtain.close(shown)
        self.withheld[name] = self.now()
        self._tell_held(shown)
        return TableSnapshot.of(shown, shift)

    async def keep_withheld(self, kept: TableSnapshot, shift: int) -> None:
        """Go on showing a table as it was shown before a restart, when it was held back."""
        self._curtain.close(self._tables.get(kept.table) or HallTable(kept.table, 1, 0))
        self.game_index.forget(kept.table)
        shown = await self.take_up(kept, shift)
        self.withheld[kept.table] = shown.absent_since or self.now()

    def release(self, name: str) -> None:
        """Show a table again as the others are shown."""
        del self.withheld[name]
        shown = self._tables[name]
        self._curtain.open(shown)
        self._tell_held(shown)

    def _tell_held(self, shown: HallTable) -> None:
        self.followers.wake(shown.name)
        if shown.heard:
            self._broadcast.table(shown)
