"""The watch server: `/metrics` for Prometheus, `/healthz` and `/readyz` for whoever looks after services.

A few lines of HTTP, since a table's agent has no web server and needs none. It is served on loopback; beyond this
computer only to whoever shows the token, for metrics tell of what the public must not know yet.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gateway.record.exposition import CONTENT_TYPE, Family, written

from .settings import WatchSection

__all__ = ["Readiness", "WatchServer"]

log = logging.getLogger(__name__)

_HEAD_MAX = 8192
_PATIENCE_S = 10.0
_AGAIN_S = 5.0
_REASONS = {200: "OK", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}


class Readiness(NamedTuple):
    """Whether a service can do its work, and what it lacks."""

    ready: bool
    standing: str


class WatchServer:
    """One listener."""

    def __init__(
        self, section: WatchSection, families: Callable[[], Iterable[Family]], readiness: Callable[[], Readiness]
    ) -> None:
        self._section = section
        self._token = section.token()
        self._families = families
        self._readiness = readiness

    async def run(self) -> None:
        """Answer until cancelled; a port that is taken is tried again, and stops no game."""
        told = False
        while True:
            try:
                server = await asyncio.start_server(
                    self._serve, self._section.host, self._section.port, limit=_HEAD_MAX
                )
            except OSError as error:
                log.log(logging.DEBUG if told else logging.WARNING, "Metrics cannot be served: %s", error)
                told = True
                await asyncio.sleep(_AGAIN_S)
                continue
            log.info("Metrics at http://%s:%d/metrics.", self._section.host, self._section.port)
            async with server:
                await server.serve_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_PATIENCE_S):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(head.decode("latin-1")))
                await writer.drain()
        writer.close()

    def _answer(self, head: str) -> bytes:
        first, *lines = head.split("\r\n")
        method, _, rest = first.partition(" ")
        path = rest.partition(" ")[0].partition("?")[0]
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if method not in {"GET", "HEAD"}:
            return _response(405, "Only GET.\n", method)
        if self._token and not hmac.compare_digest(
            fields.get("authorization", "").encode(), f"Bearer {self._token}".encode()
        ):
            return _response(401, "The token of this server is missing.\n", method)
        match path:
            case "/metrics":
                return _response(200, written(self._families()), method, CONTENT_TYPE)
            case "/healthz":
                return _response(200, "awake\n", method)  # the loop that works has answered
            case "/readyz":
                found = self._readiness()
                return _response(200 if found.ready else 503, f"{found.standing}\n", method)
            case _:
                return _response(404, "Here are /metrics, /healthz and /readyz.\n", method)


def _response(status: int, text: str, method: str, kind: str = "text/plain; charset=utf-8") -> bytes:
    body = text.encode()
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        f"{'WWW-Authenticate: Bearer' + chr(13) + chr(10) if status == 401 else ''}"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + (b"" if method == "HEAD" else body)
