"""The catalogues, for pages and whoever else shows messages: written once at the start, sent with an ETag."""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple

import msgspec
from fastapi import APIRouter, Request, Response
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


def text_routes(library: Library) -> APIRouter:
    """`/api/texts` and the catalogues below it."""
    router = APIRouter(prefix="/api/texts")
    written = {code: _write(library, code) for code in library.languages}

    @router.get("", summary="The languages there are")
    async def languages() -> list[LanguageBody]:
        return [LanguageBody(code=code, name=name) for code, name in library.languages.items()]

    @router.get(
        "/{code}.json",
        summary="A language's catalogue: key to template",
        response_model=dict[str, str],
        responses={404: {"description": "There is no such language."}},
    )
    async def catalogue(code: str, request: Request) -> Response:
        file = written.get(code)
        if file is None:
            return Response("There is no such language: see /api/texts.", 404, media_type="text/plain")
        headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, 200, {**headers, "Content-Encoding": "gzip"}, "application/json")
        return Response(file.content, 200, headers, "application/json")

    return router


def _write(library: Library, code: str) -> _File:
    content = msgspec.json.encode(library[code].texts)
    return _File(content, gzip.compress(content, mtime=0), f'"{hashlib.sha256(content).hexdigest()[:32]}"')
