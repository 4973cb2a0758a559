"""The public's window: the event's page, a game's page at its address for ever, and both inside other people's pages.

All of them show what everybody may see, whoever asks: no cookie is read but to bring officials from `/` to their desk,
and for those who ask to see it as early as the hall's screens do (`?sees=screens`).
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.record.game_id import GameId, NotAGameId
from gateway.relay.hall.game_index import GameSummary, UnknownGameId
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.web.event.round_bodies import EventBody, RoundBody
from gateway.relay.web.event.shown_bridge import ShownBridgeEvents
from gateway.relay.web.event.shown_events import ShownEvents, tournament_tabs
from gateway.relay.web.feeds.game_bodies import WholeGameBody
from gateway.relay.web.problems import Problem
from gateway.relay.web.static import Pages
from gateway.relay.web.visitors import Visitors
from gateway.texts.library import Library

from .public_html import event_page, game_page, overlay_page, public_document
from .public_window import FINAL, LIVE, LanguageAsked, PublicWindow

__all__ = ["public_routes"]

_Table = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$")]


def public_routes(
    visitors: Visitors,
    library: Library,
    pages: Pages,
    played: PlayedGames,
    events: ShownEvents,
    bridge_events: ShownBridgeEvents,
) -> APIRouter:
    """`/`, `/desk`, `/games/{game}`, `/tables/{table}`, `/embed/...` and `/overlay/{table}`."""
    router = APIRouter(include_in_schema=False)
    window = _GameWindow(visitors, library, pages, played)

    @router.get("/")
    async def index(request: Request, language: LanguageAsked = "") -> Response:
        if visitors.session(request) is not None and "sees" not in request.query_params:
            own = pages.send("index.html", request)
            own.headers["Cache-Control"] = "private, no-cache"
            own.headers["Vary"] = "Cookie"
            return own
        hall = window.hall(request)
        event = EventBody.of(hall)
        form = next((game.form for game in hall.game_index.of_round(event.round)), "")
        tabs = [(name, f"/tournament/{path}") for name, path in tournament_tabs(events.of_hall(hall))]
        if bridge_events.of_hall(hall).event is not None:
            tabs.append(("bridge", "/bridge"))
        text = event_page(window.parts(request, language, "event"), event, RoundBody.of(hall, event.round), form, tabs)
        return window.answer(request, text, vary="Accept-Language, Cookie")

    @router.get("/desk")
    async def for_officials(request: Request) -> Response:
        return pages.send("index.html", request)

    @router.get("/games/{game}")
    async def one_game(game: str, request: Request, language: LanguageAsked = "") -> Response:
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

    router.routes += _framed_routes(window).routes
    return router


def _framed_routes(window: _GameWindow) -> APIRouter:
    """What other sites may show inside their pages."""
    router = APIRouter(include_in_schema=False)

    @router.get("/embed/games/{game}")
    async def embedded_game(game: str, request: Request, language: LanguageAsked = "") -> Response:
        return await window.game(request, game, language, embedded=True)

    @router.get("/embed/tables/{table}")
    async def embedded_table(table: _Table, request: Request, language: LanguageAsked = "") -> Response:
        found = window.latest(request, table)
        if found is None:
            return window.coming(request, language, {"table": table}, table, embedded=True)
        return await window.game(request, found.id, language, embedded=True, table=table)

    @router.get("/overlay/{table}")
    async def overlay(table: _Table, request: Request, language: LanguageAsked = "") -> Response:
        title = window.hall(request).title
        return window.answer(request, overlay_page(window.parts(request, language, "overlay"), title, table))

    return router


class _GameWindow(PublicWindow):
    """The window to games and tables."""

    def __init__(self, visitors: Visitors, library: Library, pages: Pages, played: PlayedGames) -> None:
        super().__init__(visitors, library, pages)
        self._played = played

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
        return self.answer(request, page, cache=FINAL if final else LIVE)

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
