"""The pages: plain files of the wheel, read once, sent with an ETag and always revalidated.

So an upgraded relay is never shown with old scripts. `version` changes with any of them; an open page that hears of
another version loads itself anew.
"""

from __future__ import annotations

import hashlib
import mimetypes
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from gateway import __version__
from gateway.model.messages import message

from .problems import Problem

__all__ = ["Pages"]

_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


class _Page(NamedTuple):
    content: bytes
    media_type: str
    etag: str


class Pages:
    """All files of the `pages` folder, by their path."""

    def __init__(self) -> None:
        self._pages = dict(_read(files("gateway.relay.web") / "pages"))
        together = hashlib.sha256("".join(page.etag for page in self._pages.values()).encode()).hexdigest()
        self.version = f"{__version__}+{together[:8]}"

    def routes(self) -> APIRouter:
        """`/`, `/sign-in`, `/invitation/...`, `/play/...`, `/wall` and `/pages/...`."""
        router = APIRouter(include_in_schema=False)

        @router.get("/")
        async def index(request: Request) -> Response:
            return self._send("index.html", request)

        @router.get("/sign-in")
        @router.get("/invitation/{secret}")
        async def enter(request: Request) -> Response:
            return self._send("people/enter.html", request)

        @router.get("/wall")
        async def wall(request: Request) -> Response:
            return self._send("wall/wall.html", request)

        @router.get("/play/{link}")
        async def play(request: Request) -> Response:
            return self._send("play/play.html", request)

        @router.get("/pages/{path:path}")
        async def page(path: str, request: Request) -> Response:
            return self._send(path, request)

        return router

    def _send(self, path: str, request: Request) -> Response:
        page = self._pages.get(path)
        if page is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.nothing_here"))
        headers = {"ETag": page.etag, "Cache-Control": "no-cache"}
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        return Response(page.content, 200, headers, page.media_type)


def _read(folder: Traversable, prefix: str = "") -> list[tuple[str, _Page]]:
    pages: list[tuple[str, _Page]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        path = prefix + item.name
        if item.is_dir():
            pages += _read(item, f"{path}/")
            continue
        content = item.read_bytes()
        suffix = item.name[item.name.rfind(".") :]
        kind = _TYPES.get(suffix) or mimetypes.guess_type(item.name)[0] or "application/octet-stream"
        pages.append((path, _Page(content, kind, f'"{hashlib.sha256(content).hexdigest()[:32]}"')))
    return pages
