"""A table that is judged by the real rules, on a real broker: what an arbiter orders goes to the referee."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from gateway.bus import topics
from gateway.record.commands import Command, Reply, SendLines, SendReadings
from gateway.record.raw import RAW, RawEvent
from gateway.record.sensor_replay import ReplayPart
from gateway.record.wire import ENTRY
from gateway.runtime.readings_sender import ReadingsSender
from gateway.store import SqliteStore
from gateway.table.reporting import table_state
from tests.table.virtual import VirtualTable

from .fakes import FakeTable

__all__ = ["JudgedTable"]


class JudgedTable(FakeTable):
    """A table without hardware behind the relay."""

    def __init__(self, url: str, event: str, real: VirtualTable, name: str = "t1") -> None:
        self.real = real
        self._answered: dict[str, Reply] = {}
        super().__init__(url, event, name, now=lambda: self.real.at)

    async def obey(self, command: Command) -> None:
        if isinstance(command.do, SendLines):
            await super().obey(command)
            return
        self.commands.append(command)
        if isinstance(command.do, SendReadings):
            await self._send_readings(command, command.do)
            return
        if command.id not in self._answered:  # a relay that is busy asks again
            self.real.hear(command, 1000)
            self._answered[command.id] = self.real.replies[-1]
        await self.say(topics.REPLIES, self._answered[command.id])
        await self.tell()

    async def _send_readings(self, command: Command, asked: SendReadings) -> None:
        """As an agent does, from all that the table was told."""
        said: asyncio.Queue[Reply | ReplayPart] = asyncio.Queue()
        with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "raw") as store:
            sender = ReadingsSender(store, "raw", lambda: self.real.table, said.put_nowait, said.put_nowait)
            for n, (at, event) in enumerate(self.real.events, 1):
                sender.note(n, RAW.encode(RawEvent.of(at, event)))
            sender.ask(command, asked)
            task = asyncio.create_task(sender.run())
            while True:
                got = await said.get()
                if isinstance(got, Reply):
                    await self.say(topics.REPLIES, got)
                else:
                    await self.say(topics.READINGS, got)
                if isinstance(got, Reply) or got.part == got.of:
                    break
            task.cancel()
            await asyncio.wait([task])

    async def tell(self) -> None:
        """Send what is new, and how the table is."""
        for entry in self.real.entries[len(self.lines) :]:
            self.lines.append(ENTRY.encode(entry))
            await self.send(len(self.lines))
        await self.say(topics.STATE, table_state(self.real.table, self.real.at))
