"""Viewers, and what waits to be sent to each. The broadcast itself never waits for anybody.

A frame with a key takes the place of a waiting frame with the same key: somebody on a slow line sees fewer states, not
older ones. Lines of the record are never replaced. Who falls behind by more than `BACKLOG_MAX` is let go with 1013, and
comes back to a fresh start.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from typing import NamedTuple

from gateway.record.visibility import Visibility

__all__ = ["BACKLOG_MAX", "VIEWERS_MAX", "Have", "Key", "Viewer", "Viewers", "WholeTable"]

BACKLOG_MAX = 1_000_000
"""Characters that may wait for one viewer: some 400 whole tables, or a minute of a busy hall."""
VIEWERS_MAX = 5000
"""The most viewers of one process; beyond it is the wrong tool (measured: the tail grows to a third of a second)."""


class Have(NamedTuple):
    """The lines of a table that a viewer holds: those up to `n` of its journal `journal`."""

    n: int
    journal: int = 1


class Key(NamedTuple):
    """The subject of a frame; of two frames with one key only the later counts."""

    kind: str
    table: str = ""
    n: int = 0


WholeTable = Callable[[str, "Viewer"], Awaitable[str]]
"""Writes a whole table for one viewer."""


class Viewer:
    """One open connection's waiting frames."""

    def __init__(self, visibility: Visibility, whole: WholeTable, follow: frozenset[str] | None = None) -> None:
        """`whole(table, viewer)` writes a whole table when its turn to be sent comes; `follow` None: every table."""
        self.visibility = visibility
        self.follow = follow
        self.have: dict[str, Have] = {}
        self._whole = whole
        self._waiting: dict[Key, str | None] = {}
        self._size = 0
        self.fallen = asyncio.Event()
        """Set when the viewer could not keep up; nothing more is sent."""
        self._some = asyncio.Event()

    def offer(self, key: Key, frame: str) -> None:
        """Put a frame in the row. What the whole table will show anyway is left out."""
        if self.fallen.is_set() or Key("table", key.table) in self._waiting:
            return
        self._size += len(frame) - len(self._waiting.get(key) or "")
        self._waiting[key] = frame
        if self._size > BACKLOG_MAX:
            self.fallen.set()
            self._waiting.clear()
        self._some.set()

    def want(self, table: str) -> None:
        """Put the whole table in the row; it replaces what else waits about the table."""
        for key in [key for key in self._waiting if key.table == table]:
            self._size -= len(self._waiting.pop(key) or "")
        self._waiting[Key("table", table)] = None
        self._some.set()

    def follows(self, table: str) -> bool:
        """Whether the lines of this table are wanted as well as its states."""
        return self.follow is None or table in self.follow

    async def next(self) -> str:
        """The next frame, as soon as there is one."""
        if self._waiting:
            # Hundreds who come at once each want every table: let the bus have its turn between two frames.
            await asyncio.sleep(0)
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        key = next(iter(self._waiting))
        frame = self._waiting.pop(key)
        if frame is None:
            return await self._whole(key.table, self)
        self._size -= len(frame)
        return frame


class Viewers:
    """All of them, by what they may see."""

    def __init__(self) -> None:
        self._all: dict[Visibility, set[Viewer]] = {visibility: set() for visibility in Visibility}

    def __len__(self) -> int:
        return sum(len(viewers) for viewers in self._all.values())

    def __iter__(self) -> Iterator[Viewer]:
        return itertools.chain.from_iterable(self._all.values())

    def add(self, viewer: Viewer) -> None:
        """From now on the viewer is told."""
        self._all[viewer.visibility].add(viewer)

    def remove(self, viewer: Viewer) -> None:
        """The viewer has gone."""
        self._all[viewer.visibility].discard(viewer)

    def tell(self, visibility: Visibility, key: Key, frame: str) -> None:
        """Give the viewers of one visibility a frame that was written once."""
        for viewer in self._all[visibility]:
            viewer.offer(key, frame)

    def tell_line(self, visibility: Visibility, key: Key, frame: str) -> None:
        """Give those viewers of one visibility who follow the table a line."""
        for viewer in self._all[visibility]:
            if viewer.follows(key.table):
                viewer.offer(key, frame)

    def want(self, table: str) -> None:
        """Everybody needs the whole of this table."""
        for viewer in self:
            viewer.want(table)
