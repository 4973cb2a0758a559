"""The one interface of all transports."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol
from urllib.parse import urlsplit

from drivers.errors import BadUrlError, ConnectionLostError

__all__ = ["StreamTransport", "Transport", "host_and_port"]

CHUNK = 4096
"""Bytes per read: more than the longest burst of a slow device."""

WRITE_S = 5.0
"""How long a write may take: a device that takes nothing meanwhile is gone; our writes are a few bytes each."""


def host_and_port(url: str) -> tuple[str, int]:
    """The host and the port of an address; raises `BadUrlError`."""
    try:
        address = urlsplit(url)
        host, port = address.hostname, address.port
    except ValueError as error:
        raise BadUrlError(url, str(error)) from error
    if not host or not port:
        raise BadUrlError(url, f"expected {address.scheme}://host:port")
    return host, port


class Transport(Protocol):
    """Bytes in both directions, in order. Any loss raises `ConnectionLostError`, an orderly end too."""

    async def read(self) -> bytes:
        """The next bytes, at least one."""

    async def write(self, data: bytes) -> None:
        """Hand over all bytes."""

    async def close(self) -> None:
        """Let go of the port; never raises, may be called twice."""


class StreamTransport:
    """A transport over asyncio's pair of streams."""

    def __init__(self, url: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._url = url
        self._reader = reader
        self._writer = writer

    async def read(self) -> bytes:
        """The next bytes, at least one."""
        try:
            data = await self._reader.read(CHUNK)
        except OSError as error:
            raise ConnectionLostError(self._url, str(error)) from error
        if not data:
            raise ConnectionLostError(self._url, "the other end closed it")
        return data

    async def write(self, data: bytes) -> None:
        """Hand over all bytes."""
        try:
            self._writer.write(data)
            async with asyncio.timeout(WRITE_S):
                await self._writer.drain()
        except TimeoutError as error:
            raise ConnectionLostError(self._url, "it takes no more bytes") from error
        except OSError as error:
            raise ConnectionLostError(self._url, str(error)) from error

    async def close(self) -> None:
        """Let go of the port; what is not yet sent is dropped."""
        self._writer.transport.abort()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
