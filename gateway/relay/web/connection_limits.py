"""Limits on a connection, since the server itself has none: how long a request may take to arrive, how large it is, and
how long an answer may wait to be taken. How many one address may have is said in `address_limits.py`.

Without them a stranger who opens connections and sends a byte now and then, or a header without end, holds them all.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from asyncio import constants, sslproto
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .address_limits import AddressLimits

__all__ = [
    "ANSWER_S",
    "HEAD_MAX",
    "REQUEST_S",
    "LimitedHttp",
    "LimitedServing",
    "TooManyFiles",
    "addresses_of",
    "limit_encryption",
]

log = logging.getLogger(__name__)

REQUEST_S: Final = 15.0
"""Seconds from the first byte of a request, or from the connection, until it is there in full."""
HEAD_MAX: Final = 32_768
"""Bytes of the request line and the headers together."""
ANSWER_S: Final = 60.0
"""Seconds within which somebody has to take what was sent to him, before he is sent more."""
_REFUSED_S: Final = 2.0
"""Seconds within which somebody has to take that he is not admitted: encrypted connections would wait half a minute for
the other side to agree that they are closed."""
_SAY_S: Final = 60.0
_READ_AHEAD: Final = 32_768
"""Bytes that an encrypted connection may have waiting to be read: two records of TLS."""


def limit_encryption() -> None:
    """Let a connection be encrypted as quickly as a request must come, and hold no quarter of a megabyte by itself.

    Whoever only connects has not reached HTTP, and its limits, yet. The server passes nothing on that would say so.
    """
    constants.SSL_HANDSHAKE_TIMEOUT = REQUEST_S
    sslproto.SSLProtocol.max_size = _READ_AHEAD


class TooManyFiles:
    """A handler of the loop's errors: that no more connections can be taken is said once a minute, not a thousand times
    a second, which would fill a disk."""

    def __init__(self) -> None:
        self._said_at = -_SAY_S

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What the loop calls."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in {errno.EMFILE, errno.ENFILE}:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._said_at >= _SAY_S:
            self._said_at = time.monotonic()
            log.error("No more connections can be taken (%s): others wait until some have gone.", error.strerror)


class LimitedServing(uvicorn.Config):
    """The server's settings, with the limits of addresses, if there are any."""

    addresses: AddressLimits | None = None


def addresses_of(config: uvicorn.Config) -> AddressLimits | None:
    """The limits of addresses, if there are any."""
    return config.addresses if isinstance(config, LimitedServing) else None


class LimitedHttp(HttpToolsProtocol):
    """HTTP as the server speaks it, within the limits."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _loose: int = 0
    """Bytes that have come in a row and are of no body: of a head, or of what stands behind a body in chunks."""
    _counts_on = True
    _in_body = False
    _admitted = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: a request is due."""
        super().connection_made(transport)
        if (addresses := addresses_of(self.config)) is not None and self.client is not None:
            addresses.opened(transport, self.client[0])
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._request_is_here()
        self._is_read()
        if (addresses := addresses_of(self.config)) is not None:
            addresses.closed(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes have come; if there are too many of no body, that was all."""
        if self._deadline is None:
            self._expect_request()
        before, self._counts_on = self._loose, True
        super().data_received(data)
        if self._deadline is None or self.transport.is_closing():
            return
        self._loose = before + len(data) if self._counts_on else 0
        if self._loose > HEAD_MAX:
            self.send_400_response("The headers are too long.")

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; one that stands behind a body says nothing to anybody."""
        if not self._in_body:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body follows, if there is one; whoever reads it bounds it."""
        self._counts_on, self._in_body = False, True
        # What has come in one piece has not been counted piece by piece.
        if len(self.url) + sum(len(name) + len(value) for name, value in self.scope["headers"]) > HEAD_MAX:
            raise ValueError("The headers are too long.")  # the parser's caller refuses the request
        if (addresses := addresses_of(self.config)) is not None:
            cookies = b"; ".join(value for name, value in self.scope["headers"] if name == b"cookie")
            path = self.url.partition(b"?")[0].decode("latin-1")
            self._admitted = addresses.admits(self.transport, path, cookies.decode("latin-1"))
            self.app = self.config.loaded_app if self._admitted else addresses.answer
            if not self._admitted:
                self.loop.call_later(_REFUSED_S, self.transport.abort)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._counts_on = False
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is here in full."""
        self._request_is_here()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is another protocol's from now on."""
        self._request_is_here()
        if not self._admitted:
            self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            self.transport.close()
            return
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The other side does not take what it asked for."""
        super().pause_writing()
        self._unread = self.loop.call_later(ANSWER_S, self._too_slow)

    def resume_writing(self) -> None:
        """It does."""
        self._is_read()
        super().resume_writing()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_S, self._too_slow)

    def _request_is_here(self) -> None:
        self._loose, self._in_body = 0, False
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.abort()
