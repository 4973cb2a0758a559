"""Followers: whoever looks at one table, or at all, and is woken when something changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

__all__ = ["Followers", "HallChanges"]


class HallChanges:
    """The tables that have changed since somebody looked last."""

    def __init__(self) -> None:
        self._tables: set[str] = set()
        self._some = asyncio.Event()

    def add(self, table: str) -> None:
        """A table has changed."""
        self._tables.add(table)
        self._some.set()

    async def next(self) -> set[str]:
        """The tables that have changed, as soon as there are any."""
        await self._some.wait()
        self._some.clear()
        tables, self._tables = self._tables, set()
        return tables


class Followers:
    """The followers of each table."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._of_all: set[HallChanges] = set()

    @contextlib.contextmanager
    def following_all(self) -> Iterator[HallChanges]:
        """The changes of every table, its lines included."""
        changes = HallChanges()
        self._of_all.add(changes)
        try:
            yield changes
        finally:
            self._of_all.discard(changes)

    def wake_for_lines(self, table: str) -> None:
        """The table has more lines, for those who follow all."""
        for changes in self._of_all:
            changes.add(table)

    @contextlib.contextmanager
    def following(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table has changed; its owner clears it."""
        changed = asyncio.Event()
        self._waiting.setdefault(table, set()).add(changed)
        try:
            yield changed
        finally:
            self._waiting[table].discard(changed)
            if not self._waiting[table]:
                del self._waiting[table]

    def wake(self, table: str) -> None:
        """The table has changed."""
        for changed in self._waiting.get(table, ()):
            changed.set()
        self.wake_for_lines(table)

    def wake_all(self) -> None:
        """Something has changed for every table."""
        for table in self._waiting:
            self.wake(table)
