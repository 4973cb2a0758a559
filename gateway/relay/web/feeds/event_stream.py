"""A stream of server-sent events: the tables that somebody follows as they are, then every change and every line.

    event: table | state | clock | availability | entry | time | end
    data: JSON on one line
    id: t7:57           up to which line the reader has each table, as `have` of the WebSocket

Whoever comes back with the last id gets the lines after it. With many tables the id comes every few seconds only, and
a reader who was cut off gets some lines twice: they are numbered. Nothing waits for a slow reader, and nothing piles up
for it: it is told of the present when it has taken what it was sent.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import msgspec

from gateway.record.availability import Absence
from gateway.record.table_state import ClockMessage
from gateway.record.visibility import Visibility
from gateway.relay.hall.followers import HallChanges
from gateway.relay.hall.game_index import GameSummary
from gateway.relay.hall.hall import Hall, UnknownTable
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.viewer_frames import TableBody

__all__ = ["CURSOR_MAX", "EventStream", "Lines", "read_cursor"]

TIME_S = 10.0
"""Seconds between two events with the time, by which a reader knows that the connection lives."""
_CHUNK = 500
_NAMED_MAX = 8
"""With more tables than this the id would be longer than what it comes with."""
CURSOR_MAX = 4000
"""Characters of an id, some four hundred tables; more would not fit into the headers of a request everywhere."""
_CURSOR = re.compile(r"([a-z0-9_-]{1,64}):(\d{1,15})(?::(\d{1,6}))?")
_JSON = msgspec.json.Encoder()


class Lines:
    """The last lines that were read, so that a thousand readers of one table read them once."""

    def __init__(self) -> None:
        self._read: dict[tuple[int, str, int, int, int], list[tuple[int, bytes]]] = {}

    async def after(self, hall: Hall, table: HallTable, journal: int, after: int, upto: int) -> list[tuple[int, bytes]]:
        """The public lines of a table above one number up to another, each with its number."""
        key = (id(hall), table.name, journal, after, upto)
        found = self._read.get(key)
        if found is None:
            lines = await hall.journal_lines(table.name, journal, after, upto)
            found = [(msgspec.json.decode(line, type=_Numbered).n, line) for line in lines]
            if len(self._read) >= 256:
                self._read.clear()
            self._read[key] = found
        return found


class _Numbered(msgspec.Struct):
    n: int


class _Told:
    """The part of one table that a reader has been told."""

    def __init__(self, journal: int, n: int) -> None:
        self.journal = journal
        self.n = n
        self.game = -1
        self.state = b""
        self.clock: ClockMessage | None = None
        self.availability: tuple[bool | None, Absence | None, dict[str, bool]] | None = None


class EventStream:
    """The stream that one reader is sent."""

    def __init__(
        self,
        hall: Hall,
        lines: Lines,
        have: dict[str, tuple[int, int]],
        tables: frozenset[str] | None = None,
        game: GameSummary | None = None,
    ) -> None:
        """`tables` None: every table; with `game`, that game's lines only. `have`: lines and journal of each table."""
        self._hall = hall
        self._lines = lines
        self._have = have
        self._tables = tables
        self._game = game
        self._told: dict[str, _Told] = {}
        self._ended = False

    async def events(self, *, once: bool = False) -> AsyncIterator[bytes]:
        """Every event, for ever; with `once`, what there is now."""
        with self._hall.followers.following_all() as changes:
            yield b"retry: 3000\n\n"
            for table in self._hall.tables:
                async for event in self._news(table.name):
                    yield event
            yield self._time()
            while not once and not self._ended:
                for name in await self._changed(changes):
                    async for event in self._news(name):
                        yield event
                if self._due():
                    yield self._time()

    async def _changed(self, changes: HallChanges) -> set[str]:
        """The tables that have changed, or none after a while."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(max(self._tell_time_at, loop.time())):
                return await changes.next()
        except TimeoutError:
            return set()

    def _due(self) -> bool:
        return asyncio.get_running_loop().time() >= self._tell_time_at

    def _time(self) -> bytes:
        self._tell_time_at = asyncio.get_running_loop().time() + TIME_S
        cursor = self._cursor()
        known = cursor if len(cursor) <= CURSOR_MAX else ""
        return _event("time", {"now": self._hall.now(), "event": self._hall.event}, known)

    def _cursor(self) -> str:
        parts = ((name, told) for name, told in self._told.items())
        return ",".join(f"{name}:{told.n}" + (f":{told.journal}" if told.journal > 1 else "") for name, told in parts)

    async def _news(self, name: str) -> AsyncIterator[bytes]:
        """What is new at one table."""
        if self._ended or not (self._tables is None or name in self._tables):
            return
        try:
            table = self._hall.find(name)
        except UnknownTable:  # it has not been shown yet
            return
        told = self._told.get(name)
        if told is None or (self._game is None and told.journal != table.journal):
            told = self._told[name] = self._begin(table)
        for event in self._state(table, told):
            yield event
        async for event in self._entries(table, told):
            yield event

    def _begin(self, table: HallTable) -> _Told:
        """A table that is new to the reader: from where it left off, else the present game."""
        journal, first = (table.journal, table.first) if self._game is None else (self._game.journal, self._game.first)
        n, had = self._have.pop(table.name, (0, 1))
        return _Told(journal, max(n, first - 1) if had == journal else first - 1)

    def _state(self, table: HallTable, told: _Told) -> list[bytes]:
        """The state, clock and availability, as far as they have changed."""
        if self._game is not None and (table.state is None or (table.journal, table.state.game) != self._game_key):
            return []  # the table has turned to something else
        state, availability = table.written[Visibility.PUBLIC], (table.online, table.absence, table.devices)
        game = table.state.game if table.state is not None else 0
        events: list[bytes] = []
        if told.game != game or told.availability is None:
            events = [_event("table", TableBody(**self._hall.table_fields(table, Visibility.PUBLIC)))]
        else:
            about = {"table": table.name, "offset": table.offset.value}
            if told.state != state:
                events.append(_event("state", about | {"state": msgspec.Raw(state)}))
            elif told.clock != table.clock:
                events.append(_event("clock", about | {"clock": table.clock}))
            if told.availability != availability:
                online, absence, devices = availability
                fields = {"table": table.name, "online": online, "absence": absence, "devices": devices}
                events.append(_event("availability", fields))
        told.game, told.state, told.clock, told.availability = game, state, table.clock, availability
        return events

    @property
    def _game_key(self) -> tuple[int, int]:
        return (0, 0) if self._game is None else (self._game.journal, self._game.game)

    async def _entries(self, table: HallTable, told: _Told) -> AsyncIterator[bytes]:
        upto, over = table.held, False
        if self._game is not None:
            self._game = self._hall.game_index.find(self._game.game_id)
            over = table.journal != self._game.journal or self._follows(table)
            upto = self._game.last
        while told.n < upto:
            until = min(upto, told.n + _CHUNK)
            for n, line in await self._lines.after(self._hall, table, told.journal, told.n, until):
                told.n = n
                data = {"table": table.name, "journal": told.journal, "entry": msgspec.Raw(line)}
                yield _event("entry", data, self._cursor() if len(self._told) <= _NAMED_MAX else "")
            told.n = until
        if over and self._game is not None:
            self._ended = True
            yield _event("end", {"game": self._game.id})

    def _follows(self, table: HallTable) -> bool:
        """Whether another game has followed at the table."""
        game = self._game
        return game is not None and game.status.is_final and table.first > game.last


def _event(kind: str, data: object, cursor: str = "") -> bytes:
    number = f"id: {cursor}\n" if cursor else ""
    return b"event: %s\n%sdata: %s\n\n" % (kind.encode(), number.encode(), _JSON.encode(data))


def read_cursor(text: str) -> dict[str, tuple[int, int]]:
    """Up to which line of which journal somebody has each table; what does not fit is left out."""
    found = (_CURSOR.fullmatch(part) for part in text.split(","))
    return {match[1]: (int(match[2]), int(match[3] or 1)) for match in found if match}
