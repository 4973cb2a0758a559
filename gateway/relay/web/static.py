"""The pages: plain files of the wheel, read once, sent with an ETag and always revalidated.

So an upgraded relay is never shown with old scripts. `version` changes with any of them; an open page that hears of
another version loads itself anew. Under `/pages/@.../`, with the mark of this version, the same files may be kept for
ever: a page that is written by the relay names them so, and one who comes again on a bad line has them all.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import posixpath
import re
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from gateway import __version__
from gateway.model.messages import message

from .problems import Problem

__all__ = ["Pages"]

_IMPORT = re.compile(r'^(?:import|export)[^"\n]*"(\.{1,2}/[^"]+)";', re.MULTILINE)
_KEY = re.compile(r'"([a-z_]+(?:\.[a-z_]+)+)"')
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


_SMALL = 400
"""Bytes below which packing does not pay."""


class _Page(NamedTuple):
    content: bytes
    packed: bytes
    media_type: str
    etag: str


class Pages:
    """All files of the `pages` folder, by their path."""

    def __init__(self) -> None:
        self._pages = _pages()
        together = hashlib.sha256("".join(page.etag for page in self._pages.values()).encode()).hexdigest()
        self.version = f"{__version__}+{together[:8]}"
        self.kept = f"/pages/@{together[:8]}"
        """Where this version's files are, to be kept for ever."""

    def routes(self) -> APIRouter:
        """Pages of one file: sign-in, invitations, those of players and tables, `/wall`, `/clock`; and `/pages/...`."""
        router = APIRouter(include_in_schema=False)

        @router.get("/sign-in")
        @router.get("/invitation/{secret}")
        async def enter(request: Request) -> Response:
            return self.send("people/enter.html", request)

        @router.get("/wall")
        async def wall(request: Request) -> Response:
            return self.send("wall/wall.html", request)

        @router.get("/clock")
        async def clock(request: Request) -> Response:
            return self.send("round_clock/clock.html", request)

        @router.get("/play/{link}")
        async def play(request: Request) -> Response:
            return self.send("play/play.html", request)

        @router.get("/result/{slip}")
        async def result(request: Request) -> Response:
            return self.send("result/result.html", request)

        @router.get("/bridge/table/{card}")
        async def bridge_table(request: Request) -> Response:
            return self.send("bridge/bridge_table.html", request)

        @router.get("/pages/{path:path}")
        async def page(path: str, request: Request) -> Response:
            mark, slash, rest = path.partition("/")
            if not mark.startswith("@"):
                return self.send(path, request)
            answered = self.send(rest if slash else path, request)
            if f"/pages/{mark}" == self.kept:
                answered.headers["Cache-Control"] = "public, max-age=31536000, immutable"
            return answered

        return router

    def modules(self, entry: str) -> tuple[str, ...]:
        """The script at this path and all that it imports, so that a page can have them fetched at once."""
        found: dict[str, None] = {}
        waiting = [entry]
        while waiting:
            path = waiting.pop(0)
            if path in found or path not in self._pages:
                continue
            found[path] = None
            folder = posixpath.dirname(path)
            imported = _IMPORT.findall(self._pages[path].content.decode())
            waiting += [posixpath.normpath(posixpath.join(folder, each)) for each in imported]
        return tuple(found)

    def text_keys(self, *entries: str) -> frozenset[str]:
        """What looks like a key of the catalogues in these scripts and all that they import."""
        paths = {path for entry in entries for path in self.modules(entry)}
        return frozenset(key for path in paths for key in _KEY.findall(self._pages[path].content.decode()))

    def send(self, path: str, request: Request) -> Response:
        """The file at this path, or the word that the reader has it already."""
        page = self._pages.get(path)
        if page is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.nothing_here"))
        headers = {"ETag": page.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(page.packed, 200, {**headers, "Content-Encoding": "gzip"}, page.media_type)
        return Response(page.content, 200, headers, page.media_type)


@functools.cache
def _pages() -> dict[str, _Page]:
    """What is on the disk when somebody first asks; a relay whose files were exchanged is started again."""
    return dict(_read(files("gateway.relay.web") / "pages"))


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
        packed = gzip.compress(content, mtime=0) if len(content) > _SMALL else b""
        pages.append((path, _Page(content, packed, kind, f'"{hashlib.sha256(content).hexdigest()[:32]}"')))
    return pages
