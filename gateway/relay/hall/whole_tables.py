"""Whole tables, as a viewer is sent them who has just come, or has missed something.

Everybody who looks at a table in the same moment is sent the same bytes: thousands who come back at once cost one
reading of the lines.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from gateway.record.entries import Entry
from gateway.record.lines import visibility_of_line
from gateway.record.visibility import Visibility

from .hall_table import HallTable, TableFields
from .message_bytes import MessageBytes
from .viewer import Have, Viewer, Whole
from .viewer_frames import TableFrame, as_sent, message_of

__all__ = ["WholeTables"]

_KEPT = 64
"""Wholes of a table that are kept: one for each visibility, and for each line that somebody left off at."""


class _Source(Protocol):
    """A source of tables."""

    async def numbered_lines(self, table: HallTable, after: int) -> list[tuple[int, bytes]]:
        """The stored lines of a table above number `after`."""

    def table_fields(self, table: HallTable, visibility: Visibility) -> TableFields:
        """One table as it may be seen so."""


class _Key(NamedTuple):
    visibility: Visibility
    after: int | None
    """The lines are those after this number; None: there are none."""


class WholeTables:
    """Writes whole tables, each once a moment."""

    def __init__(self, source: _Source) -> None:
        self._source = source
        self._kept: dict[str, tuple[int, dict[_Key, Whole]]] = {}
        """By table: what it was when they were made, and the wholes."""

    async def write(self, table: HallTable, viewer: Viewer) -> Whole:
        """A whole table, its lines from where the viewer left off, as of the moment when this is called."""
        touched, first = table.touched, table.first - 1
        after: int | None = None
        if viewer.follows(table.name):
            have = viewer.have.get(table.name)
            after = max(first, have.n) if have is not None and have.journal == table.journal else first
        key = _Key(viewer.visibility, after)
        since, kept = self._kept.get(table.name, (-1, {}))
        if since == touched and key in kept:
            return kept[key]
        whole = await self._write(table, key, first)
        since, kept = self._kept.get(table.name, (-1, {}))
        if since != touched:
            kept = {}
        if table.touched == touched and len(kept) < _KEPT:
            kept[key] = whole
            self._kept[table.name] = touched, kept
        return whole

    async def _write(self, table: HallTable, key: _Key, first: int) -> Whole:
        fields = self._source.table_fields(table, key.visibility)
        n, journal = table.changes[key.visibility], table.journal
        after = first if key.after is None else key.after
        lines: list[tuple[int, bytes]] = []
        if key.after is not None:
            lines = [
                (number, line)
                for number, line in await self._source.numbered_lines(table, after)
                if key.visibility.includes(visibility_of_line(line))
            ]
        entries = [as_sent(line, Entry) for _, line in lines]
        message: MessageBytes = message_of(TableFrame(**fields, n=n, after=after, entries=entries))
        return Whole([message], Have(lines[-1][0], journal) if lines else None)
