"""A file of the kernel that hands over one packet with each read: input events, reports of a USB device."""

from __future__ import annotations

import asyncio
import os

from drivers.codec import Packet
from drivers.errors import ConnectionLostError

__all__ = ["DeviceFile"]


class DeviceFile:
    """Packets on one channel, for as long as the file is open."""

    CHANNEL = ""
    CHUNK = 4096
    """Bytes per read, more than the longest packet: what does not fit into a read is lost."""

    def __init__(self, url: str, descriptor: int) -> None:
        self._url = url
        self._descriptor: int | None = descriptor

    async def read(self) -> bytes:
        """The next packet."""
        loop = asyncio.get_running_loop()
        while True:
            if self._descriptor is None:
                raise ConnectionLostError(self._url, "it was closed")
            try:
                data = os.read(self._descriptor, self.CHUNK)
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
            return Packet(data, self.CHANNEL)

    async def close(self) -> None:
        """Let go of the file."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            asyncio.get_running_loop().remove_reader(descriptor)
            os.close(descriptor)


def _wake(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
