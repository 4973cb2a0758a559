"""A hall whose time is ours: changes, delays, restarts and failing disks in any order, and what each audience sees.

`shown` is reckoned here on its own: an audience may see what happened up to it, and nothing later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from gateway.model.errors import DiskTrouble
from gateway.model.instants import Instant
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.absence import ComputerTime
from gateway.record.availability import Availability
from gateway.record.entries import Entry
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.visibility import Audience, Visibility
from gateway.record.wire import CLOCK, ENTRY, TABLE_STATE
from gateway.relay.hall.hall import Hall, UnknownTable
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.withheld import HoldRefused
from gateway.store import StoredLine
from gateway.store.hash_chain import hash_of

from .fakes import FakeTable, face, moved, set_up

EVENT = "open"
START = 1_700_000_000_000


class KeptStore:
    """A store in memory that outlives a process, and whose disk may fail."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[int, bytes]] = {}
        self.fails = False
        self.most = 0

    async def append_many(self, lines: Iterable[StoredLine]) -> None:
        lines = list(lines)
        if self.fails and lines:
            raise DiskTrouble("full")
        for stream, n, data in lines:
            assert n > max(self.lines.get(stream, {0: b""})), "numbers of a stream go on"
            self.lines.setdefault(stream, {})[n] = data
        self.most = max(self.most, sum(map(len, self.lines.values())))

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        found = [data for n, data in sorted(self.lines.get(stream, {}).items()) if n > after]
        return found if limit < 0 else found[:limit]

    async def last(self, stream: str) -> int:
        return max(self.lines.get(stream, {}), default=0)

    async def contiguous(self, stream: str) -> int:
        held, n = self.lines.get(stream, {}), 0
        while n + 1 in held:
            n += 1
        return n

    async def hash(self, stream: str, n: int) -> str:
        return hash_of(data for number, data in sorted(self.lines.get(stream, {}).items()) if number <= n)

    async def trim(self, stream: str, upto: int) -> None:
        if self.fails:
            raise DiskTrouble("full")
        held = self.lines.get(stream, {})
        for n in [n for n in held if n <= upto]:
            del held[n]
        assert held or upto < 1, "the last line of a stream stays"

    async def streams(self) -> list[str]:
        return sorted(stream for stream, lines in self.lines.items() if lines)

    def close(self) -> None:
        pass


class Seen(NamedTuple):
    """What can be told of a table: the numbers of the happenings that are seen in it."""

    state: int
    clock: int
    journal: int
    held: int


class World:
    """One relay, again and again."""

    def __init__(self) -> None:
        self.store = KeptStore()
        self.now = START
        self.boot, self.up_ms = "boot 1", 5_000_000
        self.happened: list[int] = []
        """When each happening took place; its number is its place, from 1."""
        self.line_of: dict[tuple[str, int, int], int] = {}
        """The happening of each line."""
        self.retained: dict[str, tuple[TableState | None, ClockMessage | None, Availability]] = {}
        self.lines: dict[str, int] = {}
        self.shown = dict.fromkeys(Audience, START)
        self.delay = dict.fromkeys(Audience, 0)
        self.seen: dict[tuple[Audience, str], Seen] = {}
        self.held_back: dict[str, dict[Audience, object]] = {}
        """The tables that are held back, and what each audience was shown of them at that moment."""
        self.halls: Halls

    async def start(self, configured: Mapping[Audience, int] | None = None) -> None:
        present = await PresentHall.open(EVENT, self.store, lambda: self.now)
        self.halls = await Halls.open(
            present,
            lambda: ComputerTime(self.boot, self.up_ms, wall_ms=self.now, synchronised=False),
            configured or {},
        )
        for audience in Audience:
            _watch_lines(self.halls.of(audience))
        present.show_broker(True)
        for name, (state, clock, availability) in self.retained.items():  # as a broker has kept it
            table = present.find_or_add(name)
            assert table is not None
            present.show_availability(table, availability)
            if clock is not None:
                present.show_clock(table, clock, CLOCK.encode(clock))
            if state is not None:
                present.show_state(table, state, TABLE_STATE.encode(state))

    def pass_time(self, ms: int) -> None:
        self.now += ms
        self.up_ms += ms
        for audience in Audience:
            self.shown[audience] = max(self.shown[audience], self.now - self.delay[audience])

    async def set_delay(self, audience: Audience, delay: int) -> None:
        try:
            await self.halls.set_delay(audience, delay)
        except DiskTrouble:
            assert self.store.fails
            return
        self.delay[audience] = delay
        self.shown[audience] = max(self.shown[audience], self.now - delay)

    async def withhold(self, name: str) -> None:
        try:
            await self.halls.withhold(name, "Vera", "a dispute")
        except (HoldRefused, UnknownTable):
            assert name in self.held_back or name not in {table.name for table in self.halls.present.tables}
            return
        except DiskTrouble:
            assert self.store.fails
            return
        self.held_back[name] = {audience: self._shown_of(audience, name) for audience in Audience}

    async def release(self, name: str) -> None:
        try:
            await self.halls.release(name)
        except HoldRefused:
            assert name not in self.held_back
            return
        except DiskTrouble:
            assert self.store.fails
            return
        del self.held_back[name]

    def _shown_of(self, audience: Audience, name: str) -> object:
        """Everything of one table that an audience is shown, but for how its clock's instants are to be read."""
        hall = self.halls.of(audience)
        games = [msgspec.json.encode(game) for game in hall.game_index.of_table(name)]
        if name not in {table.name for table in hall.tables}:
            return games
        table = hall.find(name)
        fields = {**hall.table_fields(table, Visibility.PUBLIC), "offset": 0, "absent_since": 0}
        return games, msgspec.json.encode(fields), table.held

    async def advance(self) -> None:
        try:
            await self.halls.advance()
        except DiskTrouble:
            assert self.store.fails

    # What happens ---------------------------------------------------------------------------------------------------

    def _happen(self) -> int:
        self.happened.append(self.now)
        return len(self.happened)

    async def happen(self, name: str, kind: str) -> None:
        hall = self.halls.present
        table = hall.find_or_add(name)
        assert table is not None
        state, clock, availability = self.retained.get(name, (None, None, Availability(True, {"board": True})))
        number = self._happen()
        match kind:
            case "state":
                made = FakeTable("mqtt://127.0.0.1", EVENT, name, now=lambda: self.now).make_state()
                state = msgspec.structs.replace(made, ply=number, clock=None, last=table.held)
                hall.show_state(table, state, TABLE_STATE.encode(state))
            case "clock":
                clock = ClockMessage(Instant(self.now), face(white_ms=number))
                hall.show_clock(table, clock, CLOCK.encode(clock))
            case "gone" | "back":
                availability = Availability(kind == "back", {"board": True} if kind == "back" else {})
                hall.show_availability(table, availability)
            case "line" | "secret":
                await self._line(name, number, Visibility.PUBLIC if kind == "line" else Visibility.ARBITERS)
            case "unshown":  # stored, and then the process ends
                await self._line(name, number, Visibility.PUBLIC, show=False)
                self.retained[name] = (state, clock, availability)
                await self.restart(0)
            case "journal" if not self.store.fails:
                hall.begin_journal(table)
                await self._line(name, number, Visibility.PUBLIC)
        self.retained[name] = (state, clock, availability)

    async def _line(self, name: str, number: int, see: Visibility, *, show: bool = True) -> None:
        hall = self.halls.present
        table = hall.find_or_add(name)
        assert table is not None
        n = table.held + 1
        what = set_up(named("Ann", "Bo")) if n == 1 else moved(Side.WHITE, f"{number}")
        line = ENTRY.encode(Entry(n, Instant(self.now), see, what))
        try:
            await self.store.append_many([StoredLine(hall.stream(table), n, line)])
        except DiskTrouble:
            return
        self.line_of[name, table.journal, n] = number
        if show:
            hall.show_lines(table, [(n, line)])

    async def restart(self, away: int, *, switched_off: bool = False) -> None:
        """The process is killed, and started again some time later. Across a switching-off nobody knows how much
        later, so that less may be shown than could be, or was."""
        level = [audience for audience in Audience if self.halls.of(audience).behind == 0]
        self.pass_time(away)
        if switched_off:
            self.boot, self.up_ms = self.boot + "'", 10
        for key in [key for key in self.seen if switched_off or key[0] in level]:
            del self.seen[key]  # of one that was level, nothing is told of a table before it has been heard anew
        self.store.fails = False
        await self.start()

    # What is seen ---------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Nothing is early, and nothing that was seen is taken back."""
        for audience in Audience:
            hall = self.halls.of(audience)
            for name, shown in self.held_back.items():
                assert self._shown_of(audience, name) == shown[audience], "what is held back stands"
            for table in hall.tables:
                seen = self._see(hall, table.name)
                line = self.line_of.get((table.name, seen.journal, seen.held), 0)
                for number in (seen.state, seen.clock, line):
                    assert not number or self.happened[number - 1] <= self.shown[audience]
                before = self.seen.get((audience, table.name))
                if before is not None:
                    assert seen.state >= before.state
                    assert seen.clock >= before.clock
                    assert (seen.journal, seen.held) >= (before.journal, before.held)
                self.seen[audience, table.name] = seen
            missing = {name for of, name in self.seen if of is audience} - {table.name for table in hall.tables}
            assert not missing, "a table that was shown is gone"

    def _see(self, hall: Hall, name: str) -> Seen:
        table = hall.find(name)
        return Seen(
            table.state.ply if table.state is not None else 0,
            table.clock.face.white_ms if table.clock is not None else 0,
            table.journal,
            table.held,
        )

    async def see_it_through(self) -> None:
        """Let all delays pass: what is seen then is the present."""
        self.store.fails = False
        for name in list(self.held_back):
            await self.release(name)
        self.pass_time(1)
        await self.advance()
        self.pass_time(max(self.delay.values()) + max(self.now - shown for shown in self.shown.values()) + 1)
        await self.advance()
        self.check()
        for audience in Audience:
            assert self.fields(self.halls.of(audience)) == self.fields(self.halls.present)

    def fields(self, hall: Hall) -> list[object]:
        tables = [(hall.table_fields(table, Visibility.PUBLIC), table.held) for table in hall.tables]
        games = [msgspec.json.encode(game) for game in hall.game_index]
        return [hall.broker, games, *((msgspec.json.encode({**fields, "offset": 0}), held) for fields, held in tables)]


def _watch_lines(hall: Hall) -> None:
    """Have each line follow the one before it."""
    show = hall.show_lines

    def watched(table: HallTable, lines: Iterable[tuple[int, bytes]]) -> None:
        for n, line in lines:
            assert n == table.held + 1, "a line is missing, or comes twice"
            show(table, [(n, line)])

    hall.show_lines = watched  # type: ignore[method-assign]
