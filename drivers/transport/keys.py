"""`evdev:///dev/input/by-id/...-event-kbd`: a keyboard, or GPIO pins that the kernel makes keys of.

Read for us alone where the system lets us, so that a press is not typed into a console as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os

from drivers.clocks.buttons.keys import CHANNEL
from drivers.codec import Packet
from drivers.errors import ConnectionLostError, PortUnavailableError

__all__ = ["KeysTransport"]

_EVIOCGRAB = 0x40044590
"""_IOW('E', 0x90, int)"""

CHUNK = 24 * 64
"""The kernel hands over whole events of 24 bytes, or 16; this holds whole ones of both."""


class KeysTransport:
    """Input events as packets on the channel `evdev`; nothing can be written."""

    def __init__(self, url: str, descriptor: int) -> None:
        self._url = url
        self._descriptor: int | None = descriptor

    @classmethod
    async def open(cls, url: str) -> KeysTransport:
        """Open the device; raises `PortUnavailableError`."""
        try:
            descriptor = os.open(url.removeprefix("evdev://"), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise PortUnavailableError.from_os_error(url, error) from error
        with contextlib.suppress(OSError):  # not an input device, such as a pipe
            fcntl.ioctl(descriptor, _EVIOCGRAB, 1)
        return cls(url, descriptor)

    async def read(self) -> bytes:
        """The next events."""
        loop = asyncio.get_running_loop()
        while True:
            if self._descriptor is None:
                raise ConnectionLostError(self._url, "it was closed")
            try:
                data = os.read(self._descriptor, CHUNK)
            except BlockingIOError:
                ready = loop.create_future()
                loop.add_reader(self._descriptor, _wake, ready)
                try:
                    await ready
                finally:
                    if self._descriptor is not None:
                        loop.remove_reader(self._descriptor)
                continue
            except OSError as error:
                raise ConnectionLostError(self._url, str(error)) from error
            if not data:
                raise ConnectionLostError(self._url, "the other end closed it")
            return Packet(data, CHANNEL)

    async def write(self, data: bytes) -> None:
        """Keys take no bytes."""

    async def close(self) -> None:
        """Let go of the device."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            asyncio.get_running_loop().remove_reader(descriptor)
            os.close(descriptor)


def _wake(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
