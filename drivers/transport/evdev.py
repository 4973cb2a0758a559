"""`evdev:///dev/input/by-id/...-event-kbd`: a keyboard, or GPIO pins that the kernel makes keys of.

Each pin is a file of its own to the kernel: `evdev:///dev/input/...,/dev/input/...` reads several as one clock. Read
for us alone where the system lets us, so that a press is not typed into a console as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import struct
import time
from collections import deque
from typing import Self

from drivers.clocks.buttons.keys import CHANNEL, in_order
from drivers.codec import Packet
from drivers.errors import PortReason, PortUnavailableError

from .devicefile import DeviceFile

__all__ = ["KeysTransport"]

_EVIOCGRAB = 0x40044590
"""_IOW('E', 0x90, int)"""
_EVIOCSCLOCKID = 0x400445A0
"""_IOW('E', 0xa0, int)"""


class _Keys(DeviceFile):
    """One file of input events."""

    CHANNEL = CHANNEL
    timed = False
    """Its events carry instants of the clock that nobody sets."""
    CHUNK = 24 * 64
    """Bytes per read: the kernel hands over whole events of 24 bytes, or 16, and this holds whole ones of both."""

    @classmethod
    def open(cls, url: str, path: str) -> Self:
        """Open the file; raises `OSError`."""
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        file = cls(url, descriptor)
        with contextlib.suppress(OSError):  # not an input device, such as a pipe
            fcntl.ioctl(descriptor, _EVIOCGRAB, 1)
            fcntl.ioctl(descriptor, _EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
            file.timed = True
        return file


class KeysTransport:
    """Input events as packets on the channel `evdev`; nothing can be written."""

    def __init__(self, files: list[_Keys]) -> None:
        self._files = files
        self._reading: dict[_Keys, asyncio.Task[bytes]] = {}
        self._events: deque[Packet] = deque()
        self._timed = all(file.timed for file in files)

    @classmethod
    async def open(cls, url: str) -> KeysTransport:
        """Open the device; raises `PortUnavailableError`."""
        files: list[_Keys] = []
        try:
            for path in re.split(r",(?=/)", url.removeprefix("evdev://")):
                files.append(_Keys.open(url, path))  # noqa: PERF401 - those before one that fails are closed again
        except PermissionError as error:
            await cls(files).close()
            raise PortUnavailableError(url, PortReason.KEYS_DENIED, str(error)) from error
        except OSError as error:
            await cls(files).close()
            raise PortUnavailableError.from_os_error(url, error) from error
        return cls(files)

    async def read(self) -> bytes:
        """The next event of any of them, with its age: the computer may have been too busy to read it at once."""
        while not self._events:
            for file in self._files:
                if file not in self._reading:
                    self._reading[file] = asyncio.create_task(file.read())
            await asyncio.wait(self._reading.values(), return_when=asyncio.FIRST_COMPLETED)
            done = [file for file, task in self._reading.items() if task.done()]
            came = [file for file in done if self._reading[file].exception() is None]  # before word of one that went
            now = int(asyncio.get_running_loop().time() * 1000)  # the clock that the events were timed by
            for at, event in in_order([self._reading.pop(file).result() for file in came or done]):
                self._events.append(Packet(event, CHANNEL, max(0, now - at) if self._timed else 0))
        return self._events.popleft()

    async def write(self, data: bytes) -> None:
        """Keys take no bytes."""

    async def close(self) -> None:
        """Let go of all files."""
        tasks = list(self._reading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for file in self._files:
            await file.close()
