"""The WebSocket as the server speaks it, with an outlet for frames that were made once for everybody.

Handshake, limits, pings and closing are the server's own. What is told to thousands goes past its message by message
encoding, straight to the transport: the bytes are the same for all. For that no message may refer to an earlier one
where they are compressed, which also spares each viewer a window of memory.
"""

from __future__ import annotations

import logging
import socket
from asyncio import BaseTransport
from typing import Any, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

from .connection_limits import addresses_of

__all__ = ["OUTLET", "ViewerSocket"]

OUTLET: Final = "flagfall.outlet"
"""The name of the outlet among the extensions of an ASGI scope."""
_UNSENT: Final = 65_536
"""Bytes that the system may hold for a viewer who takes nothing: what waits there can no longer be replaced."""
_BAD_DATA: Final = 1007
_DEFLATE: Final = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)


class ViewerSocket(WebSocketsSansIOProtocol):
    """A connection, and the outlet to it (`gateway.relay.hall.viewer.Outlet`). It was counted when it was made, as
    HTTP's."""

    def __init__(self, config: uvicorn.Config, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self.conn = ServerProtocol(
            extensions=[_DEFLATE], max_size=config.ws_max_size, logger=logging.getLogger("uvicorn.error")
        )
        self.compresses = False

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody has connected."""
        super().connection_made(transport)
        plain = transport.get_extra_info("socket")
        if plain is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if (addresses := addresses_of(self.config)) is not None:
            addresses.closed(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """The application, which finds the outlet in its scope."""
        self.compresses = bool(self.conn.extensions)
        self.scope["extensions"][OUTLET] = self  # type: ignore[assignment]
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """A message is here in full. Text that is none ends the connection; the server would log it as a failure."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(_BAD_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def write(self, data: bytes) -> None:
        """Write frames, unless it is being closed."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(data)

    def backlog(self) -> int:
        """Bytes that wait to be taken."""
        return self.transport.get_write_buffer_size()

    async def drained(self) -> bool:
        """Return when little waits any more; False if the connection is gone."""
        await self.writable.wait()
        return not self.disconnected


def _is_text(data: bytes) -> bool:
    """Whether it is UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
