"""The catalogues, for pages and whoever else shows messages: written once at the start, sent with an ETag."""

from __future__ import annotations

import functools
import gzip
import hashlib
from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from gateway.texts.library import Library

__all__ = ["text_routes"]


class LanguageBody(BaseModel):
    """A language that messages can be shown in."""

    code: str = Field(description="As in `/api/texts/{code}.json`, and for the attribute `lang`.")
    name: str = Field(description="Its name for itself.")


class _File(NamedTuple):
    content: bytes
    packed: bytes
    etag: str


def text_routes(library: Library, parts: Mapping[str, Callable[[str], bool]] | None = None) -> APIRouter:
    """`/api/texts` and the catalogues below it; `parts` tells of each part of a catalogue which keys belong to it."""
    router = APIRouter(prefix="/api/texts")
    wholes: dict[str, Callable[[str], bool]] = {"": lambda _: True, **(parts or {})}
    written = {
        (code, part): _write(library, code, belongs) for code in library.languages for part, belongs in wholes.items()
    }

    @router.get("", summary="The languages there are")
    async def languages() -> list[LanguageBody]:
        return [LanguageBody(code=code, name=name) for code, name in library.languages.items()]

    @router.get(
        "/{code}.json",
        summary="A language's catalogue: key to template",
        response_model=dict[str, str],
        responses={404: {"description": "There is no such language."}},
    )
    async def catalogue(
        code: str,
        request: Request,
        part: Annotated[str, Query(max_length=20, description="`public` or `articles`: only what these need.")] = "",
    ) -> Response:
        file = written.get((code, part))
        if file is None:
            return Response("There is no such language: see /api/texts.", 404, media_type="text/plain")
        headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, 200, {**headers, "Content-Encoding": "gzip"}, "application/json")
        return Response(file.content, 200, headers, "application/json")

    return router


def _write(library: Library, code: str, belongs: Callable[[str], bool]) -> _File:
    content = msgspec.json.encode({key: text for key, text in library[code].texts.items() if belongs(key)})
    return _file(content)


@functools.lru_cache(maxsize=64)
def _file(content: bytes) -> _File:
    return _File(content, gzip.compress(content, mtime=0), f'"{hashlib.sha256(content).hexdigest()[:32]}"')
