"""The cable: a device behind a pseudo-terminal or a TCP port, which can be pulled out and put back."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import tty
from abc import ABC, abstractmethod
from collections import deque
from pathlib import Path
from typing import Self

from .devices import SimulatedDevice
from .faults import Fault, apply
from .timebase import Timebase, WallTime

__all__ = ["Port", "PtyPort", "TcpPort"]

BACKLOG = 4096
"""Writes that wait for a slow line; a real device has no more memory either and loses the rest."""


SLICE = 16
"""Bytes that arrive together on a line with a speed, as a UART's buffer hands them on."""

BITS_PER_BYTE = 10
"""Bits on the line for each byte: start bit, eight data bits, stop bit."""


class Port(ABC):
    """One device that runs while the `async with` block lasts, whether or not its cable is in."""

    def __init__(
        self,
        device: SimulatedDevice,
        time: Timebase | None = None,
        *,
        baud: int | None = None,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        self.device = device
        self.faults = faults
        self._time = time or WallTime()
        self._baud = baud
        self._stirred = asyncio.Event()
        self._line: deque[bytes] = deque(maxlen=BACKLOG)
        self._line_ready = asyncio.Event()
        self._line_free = asyncio.Event()
        """Whether all that was put on the line has been carried."""
        self._tasks: list[asyncio.Task[None]] = []
        device.stirred = self._stirred.set

    @property
    @abstractmethod
    def url(self) -> str:
        """The address at which a link finds the device."""

    @abstractmethod
    async def plug(self) -> None:
        """Put the cable in: the device gets power and the host sees a port."""

    @abstractmethod
    def unplug(self) -> None:
        """Pull the cable, at once, whatever is under way."""

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._plugged

    async def __aenter__(self) -> Self:
        await self.plug()
        self._tasks = [asyncio.create_task(self._serve()), asyncio.create_task(self._write_out())]
        return self

    async def __aexit__(self, *exc: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.unplug()

    # -- for the kinds of port ---------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def _plugged(self) -> bool:
        """Whether the cable is in."""

    @abstractmethod
    async def _write_out(self) -> None:
        """Carry to the host whatever is put on the line, for ever."""

    def _power(self) -> None:
        self.device.power_on(self._time.now())
        self._stirred.set()

    def _received(self, data: bytes) -> None:
        self.device.receive(data, self._time.now())
        self._stirred.set()

    # -- the loops ---------------------------------------------------------------------------------------------------

    async def _serve(self) -> None:
        while True:
            self._stirred.clear()
            self.device.wake(self._time.now())
            for message in self.device.data_to_send():
                if self._plugged:
                    self._line.append(message)
            if self._line:
                self._line_free.clear()
                self._line_ready.set()
                if getattr(self.device, "waits_for_line", False):
                    await self._line_free.wait()
            await self._time.wait(self._stirred, self.device.next_deadline())


class _Cable(Port):
    """A port at the end of a cable, on which bytes follow each other at the pace of the line."""

    _free_at = 0.0
    """When the line has carried what was put on it. Sleeps last too long; added up, they would make the line slower."""

    @abstractmethod
    def _carry(self, data: bytes) -> None:
        """Write to the host; what it cannot take is lost, as on a line without flow control."""

    async def _write_out(self) -> None:
        while True:
            await self._line_ready.wait()
            self._line_ready.clear()
            while self._line:
                for piece in apply(self.faults, self._line.popleft()):
                    await self._write_piece(piece)
            self._line_free.set()

    async def _write_piece(self, piece: bytes) -> None:
        if self._baud is None:
            if self._plugged:
                self._carry(piece)
            await asyncio.sleep(0)
            return
        for start in range(0, len(piece), SLICE):
            part = piece[start : start + SLICE]
            now = self._time.now()
            self._free_at = max(self._free_at, now) + len(part) * BITS_PER_BYTE * 1000 / self._baud
            await self._time.sleep(self._free_at - now)
            if self._plugged:
                self._carry(part)


class PtyPort(_Cable):
    """A serial port at a path of your choice: a symbolic link, so that the path outlives pulling and replugging."""

    def __init__(
        self,
        device: SimulatedDevice,
        path: Path,
        time: Timebase | None = None,
        *,
        baud: int | None = None,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(device, time, baud=baud, faults=faults)
        self.path = Path(path)
        self._master: int | None = None
        self._slave: int | None = None

    @property
    def url(self) -> str:
        """Where a link finds the device."""
        return f"serial://{self.path}"

    async def plug(self) -> None:
        """Make a fresh pseudo-terminal and point the path to it."""
        if self._master is not None:
            return
        if self.path.exists() and not self.path.is_symlink():  # somebody's file
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.path))
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)  # a fresh one echoes
        os.set_blocking(self._master, False)
        # Our own end of the slave stays open: without it the master reads EIO whenever no host has the port open.
        fresh = self.path.with_name(f".{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(self.path)
        asyncio.get_running_loop().add_reader(self._master, self._readable)
        self._power()

    def unplug(self) -> None:
        """Hang up and take the path away."""
        if self._master is None or self._slave is None:
            return
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = None
        self._line.clear()
        self.path.unlink(missing_ok=True)

    @property
    def _plugged(self) -> bool:
        return self._master is not None

    def _carry(self, data: bytes) -> None:
        if self._master is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, data)

    def _readable(self) -> None:
        if self._master is None:
            return
        try:
            data = os.read(self._master, 4096)
        except BlockingIOError:
            return
        self._received(data)


class TcpPort(_Cable):
    """A TCP port; the host that connected last has the device, as with a cable."""

    def __init__(
        self,
        device: SimulatedDevice,
        port: int = 0,
        time: Timebase | None = None,
        *,
        host: str = "127.0.0.1",
        baud: int | None = None,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(device, time, baud=baud, faults=faults)
        self._host = host
        self.port = port
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def url(self) -> str:
        """Where a link finds the device."""
        return f"tcp://{self._host}:{self.port}"

    async def plug(self) -> None:
        """Listen; on a port of the system's choice the first time if none was given."""
        if self._server is None:
            self._server = await asyncio.start_server(self._accept, self._host, self.port)
            self.port = self._server.sockets[0].getsockname()[1]
            self._power()

    def unplug(self) -> None:
        """Drop the host and listen no more."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self._hang_up()
        self._line.clear()

    @property
    def _plugged(self) -> bool:
        return self._writer is not None

    def _carry(self, data: bytes) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(data)

    def _hang_up(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._server is None:  # it came while the plug was pulled
            writer.transport.abort()
            return
        self._hang_up()
        self._writer = writer
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                self._received(data)
        writer.close()
        if self._writer is writer:
            self._writer = None
