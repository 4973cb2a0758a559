"""Sectors: the tables that each arbiter watches. A fold over lines, which a restart keeps.

A sector takes nothing from anybody: everybody may still see to everything. It says whose a table is first, for whom a
bell rings, and what goes over to the deputy when somebody leaves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Annotated, Final

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.store import LineStore, StoredLine

from .kept_lines import read_kept

__all__ = ["HandSector", "Sector", "SectorRefused", "SectorRequest", "Sectors", "Watch"]

TABLES_MAX: Final = 1000
_PEOPLE_MAX: Final = 200
_Table = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_-]{1,64}$")]
_Name = Annotated[str, msgspec.Meta(max_length=200)]


class _SectorRequest(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Base of what is asked for."""

    who: _Name = ""
    """Whose sector it is about; empty: one's own."""


class Watch(_SectorRequest, frozen=True, tag="watch", kw_only=True):
    """Say which tables somebody watches; none: no sector."""

    tables: Annotated[list[_Table], msgspec.Meta(max_length=TABLES_MAX)]


class HandSector(_SectorRequest, frozen=True, tag="hand_sector", kw_only=True):
    """Give a whole sector to a colleague, with everything in it that one has in hand."""

    to: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


SectorRequest = Watch | HandSector


class SectorRefused(GatewayError):
    """A request that is not carried out."""


class Sector(msgspec.Struct, frozen=True):
    """The tables that somebody watches."""

    name: str
    tables: tuple[str, ...]
    """Sorted by name."""


class SectorGiven(msgspec.Struct, frozen=True, tag_field="type", tag="sector_given", kw_only=True):
    """A line: from now on these are somebody's tables."""

    name: str
    tables: tuple[str, ...]
    by: str
    at: int


_LINE = msgspec.json.Decoder(SectorGiven)


class Sectors:
    """Everybody's sector, kept on disk before anybody is told."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._stream = f"{event}:sectors"  # ":" cannot be part of an event's name
        self._written = 0
        self._tables: dict[str, tuple[str, ...]] = {}
        self._writing = asyncio.Lock()

    async def load(self) -> None:
        """Take up what the store holds."""
        self._written, lines = await read_kept(self._store, self._stream, _LINE, "who watches which tables")
        for line in lines:
            self._fold(line)

    @property
    def all(self) -> list[Sector]:
        """Every sector, by the names of the people."""
        return [Sector(name, tables) for name, tables in sorted(self._tables.items())]

    def of(self, name: str) -> tuple[str, ...]:
        """The tables that somebody watches."""
        return self._tables.get(name, ())

    async def act(self, request: SectorRequest, by: str, there: Collection[str]) -> None:
        """Carry a request out; raises `SectorRefused`, or `JournalError` where it cannot be kept and does not hold."""
        async with self._writing:
            who = request.who or by
            if isinstance(request, Watch):
                if who not in self._tables and len(self._tables) >= _PEOPLE_MAX:
                    raise SectorRefused(message("problem.too_many_sectors"))
                await self._write({who: request.tables}, by)
                return
            if request.to == who or request.to not in there:
                raise SectorRefused(message("problem.colleague_away", who=request.to))
            if not self.of(who):
                raise SectorRefused(message("problem.no_sector", who=who))
            await self._write({request.to: [*self.of(request.to), *self.of(who)], who: []}, by)

    async def _write(self, given: dict[str, list[str]], by: str) -> None:
        now = self._now()
        lines = [
            SectorGiven(name=name, tables=tuple(sorted(set(tables))[:TABLES_MAX]), by=by, at=now)
            for name, tables in given.items()
        ]
        stored = [
            StoredLine(self._stream, self._written + n, msgspec.json.encode(line))
            for n, line in enumerate(lines, start=1)
        ]
        await self._store.append_many(stored)
        self._written += len(stored)
        for line in lines:
            self._fold(line)

    def _fold(self, line: SectorGiven) -> None:
        self._tables.pop(line.name, None)
        if line.tables:
            self._tables[line.name] = line.tables
