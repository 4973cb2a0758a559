"""Followers: whoever looks at one table only, and is woken when it changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

__all__ = ["Followers"]


class Followers:
    """The followers of each table."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

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

    def wake_all(self) -> None:
        """Something has changed for every table."""
        for table in self._waiting:
            self.wake(table)
