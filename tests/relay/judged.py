"""A table that is judged by the real rules, on a real broker: what an arbiter orders goes to the referee."""

from __future__ import annotations

from gateway.bus import topics
from gateway.record.commands import Command, SendLines
from gateway.record.wire import ENTRY
from gateway.table.reporting import table_state
from tests.table.virtual import VirtualTable

from .fakes import FakeTable

__all__ = ["JudgedTable"]


class JudgedTable(FakeTable):
    """A table without hardware behind the relay."""

    def __init__(self, url: str, event: str, real: VirtualTable, name: str = "t1") -> None:
        self.real = real
        super().__init__(url, event, name, now=lambda: self.real.at)

    async def obey(self, command: Command) -> None:
        if isinstance(command.do, SendLines):
            await super().obey(command)
            return
        self.commands.append(command)
        self.real.hear(command, 1000)
        await self.say(topics.REPLIES, self.real.replies[-1])
        await self.tell()

    async def tell(self) -> None:
        """Send what is new, and how the table is."""
        for entry in self.real.entries[len(self.lines) :]:
            self.lines.append(ENTRY.encode(entry))
            await self.send(len(self.lines))
        await self.say(topics.STATE, table_state(self.real.table, self.real.at))
