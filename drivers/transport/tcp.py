"""`tcp://host:port`: a serial server, or a simulated device."""

from __future__ import annotations

import asyncio

from drivers.errors import PortReason, PortUnavailableError

from .base import StreamTransport, host_and_port

__all__ = ["TcpTransport"]

CONNECT_S = 5.0


class TcpTransport(StreamTransport):
    """Plain bytes over TCP."""

    @classmethod
    async def open(cls, url: str) -> TcpTransport:
        """Connect; raises `PortUnavailableError`."""
        host, port = host_and_port(url)
        try:
            async with asyncio.timeout(CONNECT_S):
                reader, writer = await asyncio.open_connection(host, port)
        except TimeoutError as error:
            raise PortUnavailableError(url, PortReason.UNREACHABLE, "no answer") from error
        except OSError as error:  # includes a name that does not resolve
            raise PortUnavailableError.from_os_error(url, error) from error
        return cls(url, reader, writer)
