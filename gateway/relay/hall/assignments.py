"""The assignments of an event's tables, kept on disk and retained on the bus.

Each has a number, higher than any before it at the table. The broker is not trusted to remember: all are sent again on
every connect. What another relay has assigned meanwhile is taken over from the bus.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator

import msgspec

from gateway.record.wire import ASSIGNMENT
from gateway.referee.assignment import Assignment
from gateway.store import LineStore, StoredLine

from .command_client import CommandClient, NoBroker

__all__ = ["Assignments"]


class Assignments:
    """The latest assignment of each table."""

    def __init__(self, event: str, store: LineStore, client: CommandClient) -> None:
        self._store = store
        self._client = client
        # ":" cannot be part of an event's name, so no table's own stream is called like this.
        self._prefix = f"{event}:assignments/"
        self._latest: dict[str, Assignment] = {}
        self._writing = asyncio.Lock()
        self.told: Callable[[str, Assignment], None] | None = None
        """Whom to tell of an assignment that is kept."""

    async def load(self) -> None:
        """Take up what the store holds."""
        for stream in await self._store.streams():
            if stream.startswith(self._prefix):
                (line,) = await self._store.read(stream, await self._store.last(stream) - 1)
                self._latest[stream.removeprefix(self._prefix)] = ASSIGNMENT.decode(line)

    def __iter__(self) -> Iterator[tuple[str, Assignment]]:
        """Each table, and what is assigned to it."""
        return iter(list(self._latest.items()))

    def find(self, table: str) -> Assignment | None:
        """What is assigned to a table."""
        return self._latest.get(table)

    async def assign(self, table: str, assignment: Assignment, above: int) -> tuple[Assignment, bool]:
        """Give it a number above this one, keep it and send it; False: it could not be sent yet, and will be.

        One that is assigned already keeps its number. Raises `JournalError` if it cannot be kept, and then it does
        not hold.
        """
        async with self._writing:
            before = self._latest.get(table)
            if before is None or before.n < above or before != _numbered(assignment, before.n):
                before = _numbered(assignment, 1 + max(above, before.n if before is not None else 0))
                await self._keep(table, before)
        return before, await self._send(table)

    async def hear(self, table: str, heard: Assignment) -> None:
        """An assignment is on the bus: ours, one that the broker has kept for long, or another relay's."""
        async with self._writing:
            ours = self._latest.get(table)
            if ours is None or heard.n > ours.n:
                await self._keep(table, heard)
                return
        if heard.n < ours.n:
            await self._send(table)

    async def send_all(self) -> None:
        """Say everything again: a broker may have forgotten it."""
        for table in list(self._latest):
            if not await self._send(table):
                return

    async def _keep(self, table: str, assignment: Assignment) -> None:
        line = ASSIGNMENT.encode(assignment)
        await self._store.append_many([StoredLine(self._prefix + table, assignment.n, line)])
        self._latest[table] = assignment
        if self.told is not None:
            self.told(table, assignment)

    async def _send(self, table: str) -> bool:
        with contextlib.suppress(NoBroker):
            await self._client.assign(table, self._latest[table])
            return True
        return False


def _numbered(assignment: Assignment, n: int) -> Assignment:
    return msgspec.structs.replace(assignment, n=n)
