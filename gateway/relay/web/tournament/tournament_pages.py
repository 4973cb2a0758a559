"""The public's pages of the tournament: players, rounds, standings, charts and each player, at addresses that stay.

The relay writes them whole, so that they can be read and printed without scripts; those only look for somebody, open
explanations over the page, and fetch it anew when something was done. They show what the public is shown of the hall,
and no earlier.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, tzinfo
from functools import partial
from http import HTTPStatus
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from gateway.event.event_charts import EventChart
from gateway.event.player_record import player_record
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.relay.web.event.shown_events import ShownEvent, ShownEvents, tournament_tabs
from gateway.relay.web.html_tags import Html, join, tag
from gateway.relay.web.problems import Problem
from gateway.relay.web.public.public_html import PageParts, public_document
from gateway.relay.web.public.public_window import LanguageAsked, PublicWindow
from gateway.relay.web.static import Pages
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import RoundInPath
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library
from gateway.tournament.crosstable import PairingNumber

from .tournament_charts import bracket_page, crosstable_page
from .tournament_lists import overview_page, players_page, round_page, standings_page
from .tournament_player import player_page, story_page
from .tournament_routes import AfterRound, NumberInPath
from .tournament_team_pages import team_page
from .tournament_writer import PageWriter

__all__ = ["tournament_page_routes"]

_Find = Annotated[str, Query(max_length=100)]
_By = Annotated[str, Query(max_length=10)]
_KEPT: Final = 64
"""Pages that are kept as they were written; the one that was asked for longest ago is forgotten first."""

_Write = Callable[[PageWriter, ShownEvent], Awaitable[tuple[str, Html]]]
"""The title of a page and what is on it."""


class _TournamentWindow(PublicWindow):
    """The window to the tournament."""

    def __init__(self, visitors: Visitors, library: Library, pages: Pages, events: ShownEvents, zone: tzinfo) -> None:
        super().__init__(visitors, library, pages)
        self.events = events
        self._zone = zone
        self._written: dict[tuple[object, ...], str] = {}

    async def page(self, request: Request, language: str, path: str, write: _Write, find: str = "") -> Response:
        """A page at `/tournament/{path}`, or the same inside another site's."""
        hall = self.hall(request)
        shown = self.events.of_hall(hall)
        embedded = request.url.path.startswith("/embed/")
        parts = self.parts(request, language, "tournament", as_chosen=not embedded)
        kept = tuple((name, value) for name, value in (("sees", parts.sees), ("language", parts.chosen)) if value)
        if shown.event is None:
            text = self._document(parts, shown, path, _none(parts.texts), kept, embedded=embedded)
            return self.answer(request, text, vary="Accept-Language, Cookie", status=HTTPStatus.NOT_FOUND)
        query = tuple(sorted(request.query_params.multi_items()))
        key = (
            request.url.path,
            query,
            parts.texts.language,
            parts.sees,
            parts.site,
            hall.acts_until(hall.now()),
            len(hall.game_index),
        )
        text = "" if find else self._written.pop(key, "")
        if not text:
            writer = PageWriter(
                texts=parts.texts,
                event=shown.event,
                games=shown.games(),
                prefix="/embed" if embedded else "",
                kept=kept,
                find=find.strip(),
                zone=self._zone,
            )
            text = self._document(parts, shown, path, await write(writer, shown), kept, embedded=embedded)
        if not find:
            self._written[key] = text  # the latest to be asked for is the last to be forgotten
            while len(self._written) > _KEPT:
                del self._written[next(iter(self._written))]
        return self.answer(request, text, vary="Accept-Language, Cookie")

    async def places(self, shown: ShownEvent, after: int | None = None) -> list[EventChart]:
        """The groups of the stage that is played, or was played in a round; none where nobody has a number."""
        charts = await self.events.charts(shown, None if after is None else RoundNumber(after))
        planned = [chart for chart in charts if not shown.held.stages[chart.stage - 1].is_play_off]
        return [chart for chart in planned if chart.stage == planned[-1].stage]

    # What is on each ------------------------------------------------------------------------------------------------

    async def overview(self, page: PageWriter, shown: ShownEvent) -> tuple[str, Html]:
        """In short."""
        return page.event.regulations.title, overview_page(page, await self.places(shown))

    async def players(self, page: PageWriter, _: ShownEvent) -> tuple[str, Html]:
        """Who takes part."""
        return page.text("page.tournament_players"), players_page(page)

    async def round(self, page: PageWriter, _: ShownEvent, *, number: int, by_name: bool) -> tuple[str, Html]:
        """A round; one that is to come says so, and is shown as soon as it is published."""
        title = page.text("page.tournament_round", round=number)
        if number > len(page.event.rounds):
            words = page.text("tournament_page.round_to_come", round=number)
            return title, join((tag("h1", title), tag("p", words, class_="notice small")))
        return title, round_page(page, page.event.rounds[number - 1], by_name=by_name)

    async def standings(self, page: PageWriter, shown: ShownEvent, *, after: int | None) -> tuple[str, Html]:
        """All places."""
        past = _past(page, after)
        return page.text("page.tournament_standings"), standings_page(page, await self.places(shown, past), past)

    async def crosstable(self, page: PageWriter, shown: ShownEvent) -> tuple[str, Html]:
        """Who met whom."""
        return page.text("page.tournament_crosstable"), crosstable_page(page, await self.events.charts(shown))

    async def bracket(self, page: PageWriter, shown: ShownEvent) -> tuple[str, Html]:
        """Who goes on."""
        return page.text("page.tournament_bracket"), bracket_page(page, await self.events.charts(shown))

    async def player(
        self, page: PageWriter, shown: ShownEvent, *, number: PairingNumber, after: int | None
    ) -> tuple[str, Html]:
        """One player."""
        try:
            record = player_record(page.event, number)
        except LookupError as error:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_player", player=str(number))) from error
        past = _past(page, after)
        charts = await self.events.charts(shown, None if past is None else RoundNumber(past))
        planned = [chart for chart in charts if not page.event.stages[chart.stage - 1].is_play_off]
        own = [chart.standings for chart in planned if any(row.number == number for row in chart.standings.rows)]
        if page.event.regulations.teams is not None:
            return record.entrant.person.name, team_page(page, record.entrant, own[-1] if own else None)
        return record.entrant.person.name, player_page(page, record, own[-1] if own else None, past)

    async def story(
        self, page: PageWriter, shown: ShownEvent, *, number: RoundNumber, player: PairingNumber
    ) -> tuple[str, Html]:
        """Why somebody was met."""
        try:
            told = await self.events.story(shown, number, player)
        except LookupError as error:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_player", player=str(player))) from error
        return page.text("page.tournament_why"), story_page(page, number, player, told)

    def _document(
        self,
        parts: PageParts,
        shown: ShownEvent,
        path: str,
        written: tuple[str, Html],
        kept: tuple[tuple[str, str], ...],
        *,
        embedded: bool,
    ) -> str:
        title, content = written
        event = shown.event.regulations.title if shown.event is not None else shown.hall.title
        return public_document(
            parts,
            page="tournament",
            title=" · ".join(dict.fromkeys((title, event))),
            description=f"{title}. {event}",
            path=f"/tournament/{path}".rstrip("/"),
            main=join((_tabs(parts.texts, shown, path, kept, embedded=embedded), tag("div", content, id="shown"))),
            home=shown.hall.title,
            attributes={"acts": str(shown.hall.acts_until(shown.hall.now())), "written": parts.texts.language},
            bare=embedded,
        )


def _tabs(texts: Catalogue, shown: ShownEvent, path: str, kept: tuple[tuple[str, str], ...], *, embedded: bool) -> Html:
    """Links to the pages that there are; inside another site's page only to those of the tournament."""
    query = f"?{urlencode(kept)}" if kept else ""
    links = [] if embedded else [tag("a", texts.text("public.games"), href=f"/{query}")]
    for name, where in tournament_tabs(shown):
        here = path.partition("/")[0] == where.partition("/")[0]
        href = f"{'/embed' if embedded else ''}/tournament/{where}{query}"
        teams = name == "players" and shown.held.regulations.teams is not None
        words = texts.text("page.tournament_teams" if teams else f"page.tournament_{name}")
        links.append(tag("a", words, href=href, aria_current="page" if here else None))
    return tag("nav", *links, class_="tabs", aria_label=texts.text("page.sections"))


def _none(texts: Catalogue) -> tuple[str, Html]:
    words = texts.text("page.tournament_none")
    return words, tag("h1", words, class_="notice small")


def tournament_page_routes(
    visitors: Visitors, library: Library, pages: Pages, events: ShownEvents, zone: tzinfo = UTC
) -> APIRouter:
    """`/tournament/...` and `/embed/tournament/...`."""
    window = _TournamentWindow(visitors, library, pages, events, zone)
    router = APIRouter()
    for prefix in ("/tournament", "/embed/tournament"):
        router.routes += _routes(window, prefix).routes
    return router


def _routes(window: _TournamentWindow, prefix: str) -> APIRouter:
    router = APIRouter(prefix=prefix, include_in_schema=False)

    @router.get("")
    async def overview(request: Request, language: LanguageAsked = "") -> Response:
        return await window.page(request, language, "", window.overview)

    @router.get("/players")
    async def players(request: Request, language: LanguageAsked = "", find: _Find = "") -> Response:
        return await window.page(request, language, "players", window.players, find)

    @router.get("/rounds/{number}")
    async def one_round(
        request: Request, number: RoundInPath, language: LanguageAsked = "", find: _Find = "", by: _By = ""
    ) -> Response:
        write = partial(window.round, number=number, by_name=by == "name")
        return await window.page(request, language, f"rounds/{number}", write, find)

    @router.get("/standings")
    async def standings(
        request: Request, language: LanguageAsked = "", find: _Find = "", after: AfterRound = None
    ) -> Response:
        return await window.page(request, language, "standings", partial(window.standings, after=after), find)

    @router.get("/crosstable")
    async def crosstable(request: Request, language: LanguageAsked = "") -> Response:
        return await window.page(request, language, "crosstable", window.crosstable)

    @router.get("/bracket")
    async def bracket(request: Request, language: LanguageAsked = "") -> Response:
        return await window.page(request, language, "bracket", window.bracket)

    @router.get("/players/{number}")
    async def player(
        request: Request, number: NumberInPath, language: LanguageAsked = "", after: AfterRound = None
    ) -> Response:
        write = partial(window.player, number=PairingNumber(number), after=after)
        return await window.page(request, language, f"players/{number}", write)

    @router.get("/rounds/{number}/players/{player}")
    async def story(
        request: Request, number: RoundInPath, player: NumberInPath, language: LanguageAsked = ""
    ) -> Response:
        write = partial(window.story, number=RoundNumber(number), player=PairingNumber(player))
        return await window.page(request, language, f"rounds/{number}/players/{player}", write)

    return router


def _past(page: PageWriter, after: int | None) -> int | None:
    """The round after which something is shown, if that is not how it stands now."""
    return after if after is not None and after < len(page.event.rounds) else None
