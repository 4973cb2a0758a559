"""The public's pages of the bridge event, at addresses that stay: rounds, matches, boards, standings, who met whom.

The relay writes them whole, as those of the tournament, and as late as the public's hall; a board is on them once
nobody has still to play it.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Request, Response

from gateway.event.bridge.bridge_event import BridgeEvent, BridgeRoundState
from gateway.event.bridge.bridge_matches import round_matches
from gateway.event.bridge.bridge_window import with_open_deals
from gateway.model.messages import message
from gateway.relay.web.event.shown_bridge import ShownBridge, ShownBridgeEvents
from gateway.relay.web.html_tags import Html, join, tag
from gateway.relay.web.problems import Problem
from gateway.relay.web.public.public_html import public_document
from gateway.relay.web.public.public_window import LanguageAsked, PublicWindow
from gateway.relay.web.static import Pages
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import RoundInPath, WholeNumber
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library

from .bridge_page_lists import (
    bridge_board_page,
    bridge_crosstable_page,
    bridge_match_page,
    bridge_overview_page,
    bridge_round_page,
    bridge_standings_page,
)
from .bridge_writer import BridgeWriter

__all__ = ["bridge_page_routes", "bridge_tabs"]

_Match = Annotated[WholeNumber, Path(ge=1, le=512)]
_Board = Annotated[WholeNumber, Path(ge=1, le=9999)]
_KEPT = 64
"""Pages that are kept as they were written; the oldest is forgotten first."""
_Write = Callable[[BridgeWriter], Html]


def bridge_tabs(shown: ShownBridge) -> list[tuple[str, str]]:
    """The pages that there are, as (key of their name, path): none where there is no bridge event."""
    event = shown.event
    if event is None:
        return []
    tabs = [("bridge_desk.section", "")]
    if event.rounds:
        tabs += [
            ("page.tournament_rounds", f"rounds/{event.rounds[-1].number}"),
            ("bridge_desk.standings", "standings"),
        ]
        teams = event.regulations.form.is_teams and not event.regulations.system.is_bracket
        tabs += [("bridge_page.crosstable", "crosstable")] if teams else []
    return tabs


class _BridgeWindow(PublicWindow):
    """The window to the bridge event."""

    def __init__(self, visitors: Visitors, library: Library, pages: Pages, events: ShownBridgeEvents) -> None:
        super().__init__(visitors, library, pages)
        self._events = events
        self._written: dict[tuple[object, ...], str] = {}

    def page(self, request: Request, language: str, path: str, write: _Write) -> Response:
        """A page at `/bridge/{path}`."""
        hall = self.hall(request)
        shown = self._events.of_hall(hall)
        embedded = request.url.path.startswith("/embed/")
        parts = self.parts(request, language, "tournament", as_chosen=not embedded)
        kept = tuple((name, value) for name, value in (("sees", parts.sees), ("language", parts.chosen)) if value)
        key = (path, embedded, kept, parts.texts.language, parts.site, hall.title, hall.acts_until(hall.now()))
        if key in self._written:
            return self.answer(request, self._written[key], vary="Accept-Language, Cookie")
        if shown.event is None:
            words = parts.texts.text("bridge_desk.none")
            content, title, status = tag("h1", words, class_="notice small"), words, HTTPStatus.NOT_FOUND
        else:
            content, title = (
                write(_writer(parts.texts, shown.event, kept, embedded=embedded)),
                shown.event.regulations.title,
            )
            status = HTTPStatus.OK
        text = public_document(
            parts,
            page="tournament",
            title=title,
            description=title,
            path=f"/bridge/{path}".rstrip("/"),
            main=join((_tabs(parts.texts, shown, path, kept, embedded=embedded), tag("div", content, id="shown"))),
            home=hall.title,
            attributes={"acts": str(hall.acts_until(hall.now())), "written": parts.texts.language},
            bare=embedded,
        )
        if status is HTTPStatus.OK:
            self._written[key] = text
        while len(self._written) > _KEPT:
            del self._written[next(iter(self._written))]
        return self.answer(request, text, vary="Accept-Language, Cookie", status=status)


def _writer(texts: Catalogue, event: BridgeEvent, kept: tuple[tuple[str, str], ...], *, embedded: bool) -> BridgeWriter:
    return BridgeWriter(texts=texts, event=with_open_deals(event), kept=kept, prefix="/embed" if embedded else "")


def _tabs(
    texts: Catalogue, shown: ShownBridge, path: str, kept: tuple[tuple[str, str], ...], *, embedded: bool
) -> Html:
    """Links to the pages that there are; inside another site's page only to those of the bridge event."""
    query = f"?{urlencode(kept)}" if kept else ""
    links = [] if embedded else [tag("a", texts.text("public.games"), href=f"/{query}")]
    for key, where in bridge_tabs(shown):
        here = path.partition("/")[0] == where.partition("/")[0]
        href = f"{'/embed' if embedded else ''}/bridge/{where}".rstrip("/") + query
        links.append(tag("a", texts.text(key), href=href, aria_current="page" if here else None))
    return tag("nav", *links, class_="tabs", aria_label=texts.text("page.sections"))


def _round_of(page: BridgeWriter, number: int) -> BridgeRoundState:
    if number > len(page.event.rounds):
        raise Problem(HTTPStatus.NOT_FOUND, message("bridge_event.no_round", round=number))
    return page.event.rounds[number - 1]


def bridge_page_routes(visitors: Visitors, library: Library, pages: Pages, events: ShownBridgeEvents) -> APIRouter:
    """`/bridge/...` and `/embed/bridge/...`."""
    window = _BridgeWindow(visitors, library, pages, events)
    router = APIRouter(include_in_schema=False)
    for prefix in ("/bridge", "/embed/bridge"):
        router.include_router(_routes(window), prefix=prefix)
    return router


def _routes(window: _BridgeWindow) -> APIRouter:  # noqa: C901 - one route after the other
    router = APIRouter()

    @router.get("")
    async def overview(request: Request, language: LanguageAsked = "") -> Response:
        return window.page(request, language, "", bridge_overview_page)

    @router.get("/rounds/{number}")
    async def one_round(request: Request, number: RoundInPath, language: LanguageAsked = "") -> Response:
        return window.page(
            request, language, f"rounds/{number}", lambda page: bridge_round_page(page, _round_of(page, number))
        )

    @router.get("/rounds/{number}/boards/{board}")
    async def board_of_round(
        request: Request, number: RoundInPath, board: _Board, language: LanguageAsked = ""
    ) -> Response:
        return window.page(
            request,
            language,
            f"rounds/{number}/boards/{board}",
            lambda page: bridge_board_page(page, board, _round_of(page, number)),
        )

    @router.get("/matches/{number}/{match}")
    async def one_match(request: Request, number: RoundInPath, match: _Match, language: LanguageAsked = "") -> Response:
        def write(page: BridgeWriter) -> Html:
            a_round = _round_of(page, number)
            found = next((each for each in round_matches(page.event, a_round) if each.number == match), None)
            if found is None:
                raise Problem(HTTPStatus.NOT_FOUND, message("bridge_event.no_match", match=match))
            return bridge_match_page(page, a_round, found)

        return window.page(request, language, f"matches/{number}/{match}", write)

    @router.get("/boards/{board}")
    async def one_board(request: Request, board: _Board, language: LanguageAsked = "") -> Response:
        return window.page(request, language, f"boards/{board}", lambda page: bridge_board_page(page, board))

    @router.get("/standings")
    async def standings(request: Request, language: LanguageAsked = "") -> Response:
        return window.page(request, language, "standings", lambda page: bridge_standings_page(page, None))

    @router.get("/standings/{number}")
    async def earlier(request: Request, number: RoundInPath, language: LanguageAsked = "") -> Response:
        return window.page(
            request,
            language,
            f"standings/{number}",
            lambda page: bridge_standings_page(page, _round_of(page, number).number),
        )

    @router.get("/crosstable")
    async def crosstable(request: Request, language: LanguageAsked = "") -> Response:
        return window.page(request, language, "crosstable", bridge_crosstable_page)

    return router
