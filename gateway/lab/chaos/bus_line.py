"""The line between a part and its broker: a TCP forwarder that can be cut, or left half open."""

from __future__ import annotations

import asyncio
import contextlib

from gateway.runtime.free_ports import any_port

__all__ = ["BusLine"]

_HOST = "127.0.0.1"


class BusLine:
    """A port of its own that leads to the broker's."""

    def __init__(self, broker_port: int) -> None:
        self.port = any_port()
        self._broker_port = broker_port
        self._server: asyncio.Server | None = None
        self._through = asyncio.Event()
        self._through.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen; on the same port each time."""
        if self._server is None:
            self._server = await asyncio.start_server(self._accept, _HOST, self.port)

    def cut(self) -> None:
        """Close every connection, and take no new one until `start`."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in self._open:
            writer.transport.abort()

    def hold(self) -> None:
        """Let nothing through, without a word to anybody."""
        self._through.clear()

    def let_through(self) -> None:
        """Carry on with what has waited."""
        self._through.set()

    async def stop(self) -> None:
        """Close for good."""
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._open.add(writer)
        try:
            await self._through.wait()
            far_reader, far_writer = await asyncio.open_connection(_HOST, self._broker_port)
        except OSError:  # the broker is away: so is the line
            self._open.discard(writer)
            writer.transport.abort()
            return
        self._open.add(far_writer)
        try:
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        finally:
            for each in (writer, far_writer):
                self._open.discard(each)
                each.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                await self._through.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
