"""The common part of the public's pages: whose hall they show, in which language, and how they are answered."""

from __future__ import annotations

import gzip
import hashlib
from http import HTTPStatus
from typing import Annotated

from fastapi import Query, Request, Response

from gateway.record.visibility import Audience
from gateway.relay.hall.hall import Hall
from gateway.relay.web.problems import asked_for, reader_languages
from gateway.relay.web.static import Pages
from gateway.relay.web.visitors import Visitors
from gateway.texts.library import Library

from .public_html import PageParts

__all__ = ["FINAL", "LIVE", "LanguageAsked", "PublicWindow"]

LanguageAsked = Annotated[str, Query(alias="language", max_length=20)]
LIVE = "no-cache"
"""Asked for again each time, and sent only if it has changed."""
FINAL = "public, max-age=60, stale-while-revalidate=86400"
"""A game that is over: an arbiter may still correct it."""
_OWN = "private, no-store"
_QUICKLY = 4
"""How hard a page is packed that is written for one reader: a few moves more, and it is another."""


class PublicWindow:
    """The common part of the routes of the public's pages."""

    def __init__(self, visitors: Visitors, library: Library, pages: Pages) -> None:
        self._visitors = visitors
        self._library = library
        self._pages = pages

    def sees(self, request: Request) -> str:
        """Whose hall is shown, where it is not the public's."""
        wanted = request.query_params.get("sees") == Audience.SCREENS
        return Audience.SCREENS.value if wanted and self._visitors.audience(request) is Audience.SCREENS else ""

    def hall(self, request: Request) -> Hall:
        """The hall as everybody may see it, or as early as the screens do for those who ask for that and may."""
        return self._visitors.hall(request) if self.sees(request) else self._visitors.public_hall

    def answer(
        self,
        request: Request,
        text: str,
        *,
        cache: str = LIVE,
        vary: str = "Accept-Language",
        status: int = HTTPStatus.OK,
    ) -> Response:
        """A page; one that not everybody may see is kept by nobody."""
        return _html(request, text, cache=_OWN if self.sees(request) else cache, vary=vary, status=status)

    def parts(self, request: Request, language: str, page: str, *, as_chosen: bool = False) -> PageParts:
        """What a page is put together from, in the language that is asked for; where no script draws it anew, in the
        one that the reader has chosen before (`as_chosen`)."""
        chosen = language if language in self._library else ""
        wanted = reader_languages(request) if as_chosen else asked_for(request)
        texts = self._library.find(*filter(None, (chosen, *wanted)))
        return PageParts(
            texts=texts,
            languages=self._library.languages,
            chosen=chosen,
            modules=self._pages.modules(f"public/{page}.js"),
            files=self._pages.kept,
            site=str(request.base_url).rstrip("/"),
            sees=self.sees(request),
        )


def _html(
    request: Request, text: str, *, cache: str = LIVE, vary: str = "Accept-Language", status: int = HTTPStatus.OK
) -> Response:
    """A page, or the word that the reader has it already."""
    content = text.encode()
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": cache, "Vary": f"{vary}, Accept-Encoding"}
    if status == HTTPStatus.OK and etag in request.headers.get("if-none-match", ""):
        return Response(None, HTTPStatus.NOT_MODIFIED, headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, _QUICKLY, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(content, status, headers, "text/html; charset=utf-8")
