"""The halls of one event: the present one, and what each audience is shown of it, at once or later.

An audience without a delay is told each change as it comes. For one with a delay the changes are kept on disk and shown
when their time has come, moves, clocks, results and all, in the order in which they happened. `advance` does what is
due; `run` calls it for ever. A restart goes on where the audience was: on disk are also the tables as it was shown them
(every now and then, so that what lies before need not be kept) and the time that has passed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gateway.model.errors import JournalError
from gateway.record.absence import ComputerTime
from gateway.record.round_clock_message import RoundClockMessage
from gateway.record.visibility import Audience

from .changes import HallChange, LineChange
from .event_tables import EventTables
from .hall import Hall
from .late_feed import LateFeed
from .late_hall import LateHall
from .late_record import KeptDelay, LateRecord
from .late_time import LateTime
from .passing_on import PassingOn, line_change
from .present_hall import PresentHall
from .viewer_frames import AudienceDelay, DelaysFrame, WithheldTable
from .withheld import HoldRefused, Withheld
from .withheld_record import WithheldRecord

__all__ = ["READ_AHEAD", "Halls"]

log = logging.getLogger(__name__)

READ_AHEAD: Final = 200
"""Changes that are read of the feed at once: these are in memory, the others on disk only."""
SNAPSHOT_EVERY: Final = 2000
"""Changes after which an audience's tables are kept anew; more where there are many tables."""
_WRITE_S = 0.25
"""Seconds for which changes are gathered: nobody sees them before their time."""
_RETRY_S = 2.0


class Halls:
    """The present hall, and the hall of each audience."""

    @classmethod
    async def open(
        cls,
        present: PresentHall,
        computer: Callable[[], ComputerTime] | None = None,
        configured: Mapping[Audience, int] | None = None,
    ) -> Halls:
        """The halls as the store left them; raises `JournalError`.

        `computer` tells for how long nobody was there, by which the audiences are further now; without it, no time has
        passed. `configured` are the delays of the settings, in milliseconds: one that is another than at the last start
        counts, else what was set since.
        """
        halls = cls(present, computer)
        await halls._load()
        await present.clock_keeper.load(computer)
        if (clock := present.clock_keeper.message()) is not None:
            halls._tell_clock(clock)
        for audience, delay in (configured or {}).items():
            await halls._configure(audience, delay)
        return halls

    def __init__(self, present: PresentHall, computer: Callable[[], ComputerTime] | None = None) -> None:
        self.present = present
        self.event_tables = EventTables(present)
        self._late = {audience: LateHall(audience, present) for audience in Audience}
        self._feed = LateFeed(present.event, present.store)
        self._record = LateRecord(present.event, present.store, computer)
        self._withheld: dict[str, Withheld] = {}
        self._withheld_record = WithheldRecord(present.event, present.store)
        self._one_at_a_time = asyncio.Lock()
        self._some = asyncio.Event()
        for late in self._late.values():
            late.stand_level(present)
        present.delays = self.delays
        present.withheld_tables = self.withheld
        present.clock_keeper.told = self._tell_clock
        present.viewers_elsewhere = lambda: sum(len(late.viewers) for late in self._late.values())
        self._passing_on = present.onlooker = PassingOn(self._late.values(), self._keep)

    def of(self, audience: Audience | None) -> Hall:
        """The hall that an audience is shown, the same one for as long as the relay runs; None: the present one."""
        return self.present if audience is None else self._late[audience]

    def __iter__(self) -> Iterator[Hall]:
        """The present one first."""
        yield self.present
        yield from self._late.values()

    def delays(self) -> DelaysFrame:
        """How far each audience is behind."""
        return DelaysFrame(
            {
                audience: AudienceDelay(late.time.delay, late.time.reaches(late.time.floor) if late.still else 0)
                for audience, late in self._late.items()
            }
        )

    # The delay ------------------------------------------------------------------------------------------------------

    async def set_delay(self, audience: Audience, delay: int) -> None:
        """Let an audience be so many milliseconds behind from now on; raises `JournalError`, and then nothing changes.

        With a longer delay its time stands until the present is that far ahead; with a shorter one all is shown that is
        due then, in order.
        """
        late = self._late[audience]
        async with self._one_at_a_time:
            if delay == late.time.delay:
                return
            if late.level:
                await self._put_behind(late, delay)
            else:
                await self._keep_delays({late: late.time.with_delay(delay, self.present.now())})
                late.time = late.time.with_delay(delay, self.present.now())
            await self._keep_floor()
        with contextlib.suppress(JournalError):  # `run` goes on with it
            await self.advance()
        self._some.set()
        late.show_time()
        self.present.show_delays()

    async def _put_behind(self, late: LateHall, delay: int) -> None:
        before, self._passing_on.keeps = self._passing_on.keeps, True
        try:
            await self._keep_delays({late: LateTime(delay, self.present.now())}, {late: self._feed.last})
        except JournalError:
            self._passing_on.keeps = before
            raise
        # Until now it was level, and what it was shown meanwhile is kept as well: it goes on behind that.
        late.level, late.cursor, late.snapshot_at = False, self._feed.last, self._feed.last
        late.time = LateTime(delay, self.present.now())

    async def _keep_floor(self) -> None:
        """Keep what is shown at this moment: a little more than a moment ago, when the delay was kept."""
        with contextlib.suppress(JournalError):  # a restart would show the last milliseconds again, and no more
            await self._keep_delays({})

    async def _keep_delays(
        self, new: Mapping[LateHall, LateTime], snapshots: Mapping[LateHall, int] | None = None
    ) -> None:
        delays = {
            late.audience: KeptDelay(new.get(late, late.time), late=late in new or not late.level)
            for late in self._late.values()
        }
        await self._record.keep(delays, self._feed.shift, self.present.now(), snapshots)

    async def _configure(self, audience: Audience, delay: int) -> None:
        if self._record.configured.get(audience, 0) != delay:
            await self.set_delay(audience, delay)
            self._record.configured[audience] = delay
            await self._keep_delays({})

    # Held back ------------------------------------------------------------------------------------------------------

    def withheld(self) -> list[WithheldTable]:
        """The tables that are held back from every audience, the latest last."""
        return [each.about for each in self._withheld.values()]

    async def withhold(self, table: str, by: str, why: str) -> WithheldTable:
        """Let what every audience is shown of a table stand, from this very moment; raises `HoldRefused`,
        `UnknownTable`, or `JournalError`, and then nothing changes."""
        async with self._one_at_a_time:
            if self.present.find(table).bridge:  # what is played there is told by the event, not by the table
                raise HoldRefused("problem.bridge_withheld", table)
            if table in self._withheld:
                raise HoldRefused("problem.withheld_already", table)
            about = WithheldTable(table, self.present.now(), by, why)
            shown = {audience: late.withhold(table, self._feed.shift) for audience, late in self._late.items()}
            try:
                await self._keep_withheld({**self._withheld, table: Withheld(about, shown)})
            except JournalError:
                for late in self._late.values():
                    late.release(table)
                raise
        self.present.show_withheld()
        return about

    async def release(self, table: str) -> None:
        """Show a table again as the others are shown; raises `HoldRefused`, or `JournalError`, and then it stays held
        back."""
        async with self._one_at_a_time:
            if table not in self._withheld:
                raise HoldRefused("problem.not_withheld", table)
            await self._keep_withheld({name: each for name, each in self._withheld.items() if name != table})
            for late in self._late.values():
                late.release(table)
        self.present.show_withheld()

    async def _keep_withheld(self, withheld: dict[str, Withheld]) -> None:
        await self._withheld_record.keep(withheld.values())
        self._withheld = withheld

    async def _load_withheld(self) -> None:
        for each in await self._withheld_record.load():
            self._withheld[each.about.table] = each
            for audience, shown in each.shown.items():
                await self._late[audience].keep_withheld(shown, self._feed.shift)

    # What comes, and what is due ------------------------------------------------------------------------------------

    def _keep(self, change: HallChange) -> None:
        # What comes in the very millisecond up to which everything is shown comes after it.
        floor = max(late.time.floor for late in self._late.values())
        self._feed.put(change, max(self.present.now(), floor + 1))
        self._some.set()

    async def run(self) -> None:
        """Show what is due, and hear the tables' results, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._show_all(), name="late halls")
            tasks.create_task(self.event_tables.run(), name="results of tables")
            tasks.create_task(self.present.clock_keeper.run(), name="round clock")

    def _tell_clock(self, clock: RoundClockMessage) -> None:
        """Tell everybody at once: it tells when to play, and nothing of what was played."""
        for hall in self:
            hall.show_round_clock(clock)

    async def _show_all(self) -> None:
        while True:
            self._some.clear()
            try:
                pause = await self.advance()
            except JournalError as error:
                log.error("What is to be shown later cannot be kept: %s", error)  # noqa: TRY400 - says all there is
                await asyncio.sleep(_RETRY_S)
                continue
            # Not `wait_for`, which before Python 3.12 can lose a cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._some.wait()
                    await asyncio.sleep(_WRITE_S)

    async def advance(self) -> float | None:
        """Keep what has come and show what is due; returns in how many seconds more is, None: not before more comes.

        Raises `JournalError` where the disk fails: nothing is lost by that, and nothing shown too early.
        """
        async with self._one_at_a_time:
            if not self._behind:
                return None
            failure: JournalError | None = None
            try:
                await self._feed.write()
            except JournalError as error:
                failure = error  # what is on disk is due all the same
            for late in self._behind:
                await self._catch_up(late)
                if late.tell_whether_still():
                    self.present.show_delays()
            if failure is not None:
                raise failure
            await self._tidy()
            return self._pause()

    @property
    def _behind(self) -> list[LateHall]:
        return [late for late in self._late.values() if not late.level]

    async def _catch_up(self, late: LateHall) -> None:
        """Show what is due."""
        while late.ahead or late.cursor < self._feed.written:
            if not late.ahead:
                late.ahead.extend(await self._feed.read(late.cursor, READ_AHEAD))
                if not late.ahead:
                    late.cursor = self._feed.written
            while late.ahead and (not late.time.delay or late.ahead[0].at <= late.now()):
                late.show_kept(late.ahead.popleft())
            if late.ahead:
                return
            await asyncio.sleep(0)  # much may be due at once: let others have their turn
        if not late.time.delay:
            for kept in self._feed.pending(late.cursor):
                late.show_kept(kept)
            late.level = True
            self._passing_on.keeps = bool(self._behind)

    async def _tidy(self) -> None:
        """Keep the tables as they are shown, so that what lies before can go; and the time."""
        behind = self._behind
        if any(kept.late != (self._late[audience] in behind) for audience, kept in self._record.delays.items()):
            await self._keep_delays({})
        every = max(SNAPSHOT_EVERY, 4 * len(self.present.all_tables()))
        due = {late: late.cursor for late in behind if late.cursor - late.snapshot_at >= every}
        if due:
            await self._keep_delays({}, due)
            for late, cursor in due.items():
                late.snapshot_at = cursor
            await self._feed.trim(min(late.snapshot_at for late in behind))
        elif not behind:
            await self._feed.trim(self._feed.written)
        else:
            await self._record.mark(self._feed.shift, self.present.now())

    def _pause(self) -> float | None:
        now = self.present.now()
        due = [late.time.reaches(late.ahead[0].at) for late in self._behind if late.ahead]
        due += [late.time.reaches(late.time.floor) for late in self._behind if late.still]
        return max(0, min(due) - now) / 1000 if due else None

    # After a restart ------------------------------------------------------------------------------------------------

    async def _load(self) -> None:
        last = await self._feed.load()
        now = await self._record.load(last)
        behind = [self._late[audience] for audience, kept in self._record.delays.items() if kept.late]
        if not behind:
            await self._load_withheld()
            return
        shift = self._feed.shift = self.present.now() - now
        for late in behind:
            time = self._record.delays[late.audience].time
            late.time, late.level = LateTime(time.delay, time.floor + shift), False
            found = await self._record.snapshot(late.audience)
            if found is None:  # nobody but somebody with a tool can have brought this about
                log.error("What the %s was shown is not on disk any more: it begins anew.", late.audience)
                late.cursor = late.snapshot_at = self._feed.last
            else:
                await late.restore(found.tables, shift)
                late.broker = found.broker
                late.cursor = late.snapshot_at = found.cursor
        await self._load_withheld()
        self._passing_on.keeps = True
        await self._make_good(min(behind, key=lambda late: late.cursor))
        try:
            await self._record.begin(now)
            await self.advance()
        except JournalError as error:
            log.error("What is to be shown later cannot be kept: %s", error)  # noqa: TRY400 - says all there is

    async def _make_good(self, first: LateHall) -> None:
        """Keep the lines that were stored, but not kept any more before the process ended; `first` is the audience that
        is furthest behind."""
        known = await self._known_in_the_end(first)
        for table in self.present.all_tables():
            journal, held = known.get(table.name, (1, 0))
            while journal <= table.journal:
                upto = table.held if journal == table.journal else None
                for n, line in await self.present.stored_lines(table.name, journal, held, upto):
                    self._keep(line_change(table.name, journal, n, line))
                journal, held = journal + 1, 0

    async def _known_in_the_end(self, late: LateHall) -> dict[str, tuple[int, int]]:
        """The journal of each table and its last line, once the audience has been shown all that is kept."""
        known = {table.name: (table.journal, table.held) for table in late.going_on()}
        after = late.cursor
        while found := await self._feed.read(after, READ_AHEAD):
            for kept in found:
                if isinstance(kept.change, LineChange):
                    known[kept.change.table] = (kept.change.journal, kept.change.n)
            after = found[-1].n
        return known
