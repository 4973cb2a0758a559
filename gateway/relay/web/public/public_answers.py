"""Answers about the event, tables and games to whoever has not signed in: packed, with an ETag, kept for a second.

So a proxy in front asks once a second, however many ask it. What somebody who has signed in is answered is kept by
nobody: he may see more.
"""

from __future__ import annotations

import gzip
import hashlib
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.relay.web.visitors import COOKIE

__all__ = ["PublicAnswers"]

_PATHS: Final = (
    "/api/tournament",
    "/api/tables",
    "/api/games",
    "/api/event",
    "/api/rounds",
    "/api/players",
    "/feeds/folder.json",
)
_KEPT: Final = "public, max-age=1"
_SMALL: Final = 1000
"""Bytes below which packing is not worth it."""
_QUICKLY: Final = 5


class PublicAnswers:
    """Lets answers that are everybody's be kept and packs them; the others pass as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI call."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(_PATHS):
            await self._app(scope, receive, send)
            return
        asked, begun = Headers(scope=scope), list[Message]()
        theirs = f"{COOKIE}=" in asked.get("cookie", "")

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
                return
            if begun:
                start = begun.pop()
                whole = not message.get("more_body")
                if whole and not theirs and _is_for_all(start):
                    start, message = _kept(start, message, asked)
                await send(start)
            await send(message)

        await self._app(scope, receive, answer)


def _is_for_all(start: Message) -> bool:
    """Whether an answer is JSON about tables or games, and not one that says already how long it may be kept."""
    headers = Headers(raw=start["headers"])
    return (
        start["status"] == 200
        and headers.get("content-type", "").startswith("application/json")
        and headers.get("cache-control") == "no-store"
        and "set-cookie" not in headers
    )


def _kept(start: Message, message: Message, asked: Headers) -> tuple[Message, Message]:
    body = message["body"]
    packed = len(body) >= _SMALL and "gzip" in asked.get("accept-encoding", "")
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}{"-gz" if packed else ""}"'
    headers = MutableHeaders(raw=list(start["headers"]))
    headers.update({"Cache-Control": _KEPT, "ETag": etag, "Vary": "Cookie, Accept-Encoding"})
    if etag in asked.get("if-none-match", ""):
        del headers["content-length"]
        return {**start, "status": 304, "headers": headers.raw}, {**message, "body": b""}
    if packed:
        body = gzip.compress(body, _QUICKLY, mtime=0)
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
    return {**start, "headers": headers.raw}, {**message, "body": body}
