"""The public's window: the event's page, a game's page at its address for ever, and both inside other people's pages.

All of them show what everybody may see, whoever asks: no cookie is read but to bring officials from `/` to their desk,
and for those who ask to see it as early as the hall's screens do (`?sees=screens`).
"""

from __future__ import annotations

import gzip
import hashlib
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.record.game_id import GameId, NotAGameId
from gateway.record.visibility import Audience
from gateway.relay.hall.game_index import GameSummary, UnknownGameId
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.played_games import PlayedGames
from gateway.texts.library import Library

from .game_bodies import WholeGameBody
from .problems import Problem, asked_for
from .public_html import PageParts, event_page, game_page, overlay_page, public_document
from .round_bodies import EventBody, RoundBody
from .static import Pages
from .visitors import Visitors

__all__ = ["public_routes"]

_Table = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$")]
_Language = Annotated[str, Query(max_length=20)]
_LIVE = "no-cache"
"""Asked for again each time, and sent only if it has changed."""
_FINAL = "public, max-age=60, stale-while-revalidate=86400"
"""A game that is over: an arbiter may still correct it."""


_OWN = "private, no-store"
_QUICKLY = 4
"""How hard a page is packed that is written for one reader: a few moves more, and it is another."""


def public_routes(visitors: Visitors, library: Library, pages: Pages, played: PlayedGames) -> APIRouter:
    """`/`, `/desk`, `/games/{game}`, `/tables/{table}`, `/embed/...` and `/overlay/{table}`."""
    router = APIRouter(include_in_schema=False)
    window = _Window(visitors, library, pages, played)

    @router.get("/")
    async def index(request: Request, language: _Language = "") -> Response:
        if visitors.session(request) is not None and "sees" not in request.query_params:
            own = pages.send("index.html", request)
            own.headers["Cache-Control"] = "private, no-cache"
            own.headers["Vary"] = "Cookie"
            return own
        hall = window.hall(request)
        event = EventBody.of(hall)
        form = next((game.form for game in hall.game_index.of_round(event.round)), "")
        text = event_page(window.parts(request, language, "event"), event, RoundBody.of(hall, event.round), form)
        return window.answer(request, text, vary="Accept-Language, Cookie")

    @router.get("/desk")
    async def for_officials(request: Request) -> Response:
        return pages.send("index.html", request)

    @router.get("/games/{game}")
    async def one_game(game: str, request: Request, language: _Language = "") -> Response:
        return await window.game(request, game, language)

    @router.get("/tables/{table}")
    async def table_game(table: _Table, request: Request) -> Response:
        """Whatever is on a table now."""
        found = window.latest(request, table)
        if found is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.unknown_table", table=table))
        sees = f"?sees={window.sees(request)}" if window.sees(request) else ""
        path = f"/games/{found.id}{sees}"
        return RedirectResponse(path, HTTPStatus.TEMPORARY_REDIRECT, {"Cache-Control": "no-store"})

    router.include_router(_framed_routes(window))
    return router


def _framed_routes(window: _Window) -> APIRouter:
    """What other sites may show inside their pages."""
    router = APIRouter()

    @router.get("/embed/games/{game}")
    async def embedded_game(game: str, request: Request, language: _Language = "") -> Response:
        return await window.game(request, game, language, embedded=True)

    @router.get("/embed/tables/{table}")
    async def embedded_table(table: _Table, request: Request, language: _Language = "") -> Response:
        found = window.latest(request, table)
        if found is None:
            return window.coming(request, language, {"table": table}, table, embedded=True)
        return await window.game(request, found.id, language, embedded=True, table=table)

    @router.get("/overlay/{table}")
    async def overlay(table: _Table, request: Request, language: _Language = "") -> Response:
        title = window.hall(request).title
        return window.answer(request, overlay_page(window.parts(request, language, "overlay"), title, table))

    return router


class _Window:
    """What the routes share."""

    def __init__(self, visitors: Visitors, library: Library, pages: Pages, played: PlayedGames) -> None:
        self._visitors = visitors
        self._library = library
        self._pages = pages
        self._played = played

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
        cache: str = _LIVE,
        vary: str = "Accept-Language",
        status: int = HTTPStatus.OK,
    ) -> Response:
        """A page; one that not everybody may see is kept by nobody."""
        return _html(request, text, cache=_OWN if self.sees(request) else cache, vary=vary, status=status)

    def parts(self, request: Request, language: str, page: str) -> PageParts:
        """What a page is put together from, in the language that is asked for."""
        chosen = language if language in self._library else ""
        texts = self._library.find(*filter(None, (chosen, *asked_for(request))))
        return PageParts(
            texts=texts,
            languages=self._library.languages,
            chosen=chosen,
            modules=self._pages.modules(f"public/{page}.js"),
            files=self._pages.kept,
            site=str(request.base_url).rstrip("/"),
            sees=self.sees(request),
        )

    def latest(self, request: Request, table: str) -> GameSummary | None:
        """The game that is on a table, or was the last there."""
        games = self.hall(request).game_index.of_table(table)
        return max(games, key=lambda game: (game.journal, game.game), default=None)

    async def game(
        self, request: Request, text: str, language: str, *, embedded: bool = False, table: str = ""
    ) -> Response:
        """The page of a game; one that is not there yet says so, and waits for it."""
        hall = self.hall(request)
        try:
            wanted = GameId.parse(text)
        except NotAGameId as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        try:
            about = hall.game_index.find(wanted)
            whole = await self._played.find(hall, wanted)
        except (UnknownGameId, GameError):
            return self.coming(request, language, {"game": text}, wanted.table, embedded=embedded)
        offset = hall.offset_of(about.table)
        body = WholeGameBody.of(about, whole, event=hall.event, title=hall.title, now=hall.now(), offset=offset)
        parts = self.parts(request, language, "embed" if embedded else "game")
        page = game_page(parts, body, embedded=embedded, table=table)
        final = about.status.is_final and not table
        return self.answer(request, page, cache=_FINAL if final else _LIVE)

    def coming(
        self, request: Request, language: str, attributes: dict[str, str], table: str, *, embedded: bool
    ) -> Response:
        """A page for what is not there yet: it waits, and shows it as soon as it is."""
        parts = self.parts(request, language, "embed" if embedded else "game")
        words, title = parts.texts.text("public.coming"), self.hall(request).title
        text = public_document(
            parts,
            page="embed" if embedded else "game",
            title=f"{table.upper()} · {title}",
            description=words,
            path=request.url.path,
            main=f'<p class="notice small">{words}</p>',
            attributes=attributes,
            home=title,
            bare=embedded,
        )
        return self.answer(request, text, status=HTTPStatus.NOT_FOUND)


def _html(
    request: Request, text: str, *, cache: str = _LIVE, vary: str = "Accept-Language", status: int = HTTPStatus.OK
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
