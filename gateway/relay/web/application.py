"""The web application over a hall."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, tzinfo
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from gateway import __version__
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.enrolment import Enrolment
from gateway.relay.hall.event_files import EventFiles
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.played_games import PlayedGames
from gateway.texts.library import Library

from .bridge.bridge_deal_routes import bridge_deal_routes
from .bridge.bridge_desk_routes import bridge_desk_routes
from .bridge.bridge_file_routes import bridge_file_routes
from .bridge.bridge_pages import bridge_page_routes
from .bridge.bridge_routes import bridge_routes
from .bridge.bridge_table_routes import bridge_table_routes
from .enrolment.enrol_routes import enrol_routes
from .enrolment.wheel_routes import wheel_routes
from .event.round_routes import round_routes
from .event.shown_bridge import ShownBridgeEvents
from .event.shown_events import ShownEvents
from .feeds.feed_routes import feed_routes
from .feeds.file_routes import file_routes
from .feeds.game_routes import game_routes
from .openapi import describe
from .people.account_routes import account_routes
from .people.people_routes import people_routes
from .people.sign_in import signin_routes
from .players.player_cards_print import card_routes
from .players.player_routes import player_routes
from .print_forms import form_routes
from .problems import PROBLEMS, install
from .public.public_answers import PublicAnswers
from .public.public_pages import public_routes
from .public.public_words import catalogue_parts
from .rest import api_routes
from .schemas import schema_routes
from .security import SecurityHeaders
from .static import Pages
from .texts import text_routes
from .tournament.result_routes import result_routes
from .tournament.tournament_file_routes import tournament_file_routes
from .tournament.tournament_forms import tournament_form_routes
from .tournament.tournament_pages import tournament_page_routes
from .visitors import Visitors
from .websocket import live_routes

__all__ = ["create_app"]

_TIME_S = 5.0
"""Seconds between two frames with the time; a page takes 12 s of silence for a dead connection."""


def create_app(
    halls: Halls,
    access: RelayAccess,
    library: Library | None = None,
    enrolment: Enrolment | None = None,
    zone: tzinfo = UTC,
    site: str = "",
    wheels: Path | None = None,
) -> FastAPI:
    """REST under `/api`, WebSocket at `/ws`, sign-in links at `/sign-in/{key}`, `/enrol`, the public's
    window at `/`, `/games`, `/embed` and `/overlay`, the desk's pages."""
    hall, pages, library = halls.present, Pages(), library or Library.load()
    visitors = Visitors(access.sessions, halls)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await access.load()
        ticking = asyncio.create_task(_tell_time(halls), name="relay time")
        yield
        ticking.cancel()

    app = FastAPI(
        title="Flagfall relay",
        summary="Every table of an event: position, clocks, record, and an arbiter's acts.",
        version=__version__,
        docs_url=None,  # the usual page loads scripts from another site
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        responses={422: PROBLEMS[422]},  # every route's, in our shape
    )
    app.add_middleware(PublicAnswers)
    app.add_middleware(SecurityHeaders)
    install(app, library)

    def add(router: APIRouter) -> None:
        # As they stand: `include_router` would build every route a second time, which is most of a relay's start.
        for route in router.routes:
            if isinstance(route, APIRoute):
                route.responses = {**app.router.responses, **route.responses}
        app.router.routes += router.routes

    files, events = EventFiles(PlayedGames(), zone, site), ShownEvents(hall, visitors)
    add(file_routes(visitors, files))  # before those whose addresses are the beginning of theirs
    add(game_routes(visitors, files.played))
    add(round_routes(visitors))
    add(feed_routes(visitors, files, library))
    add(api_routes(halls, visitors, access.audit, pages.version, files.played, events))
    if enrolment is not None:
        add(enrol_routes(hall, enrolment, visitors, access.audit))
    add(text_routes(library, catalogue_parts(pages)))
    add(schema_routes())
    add(live_routes(hall, visitors, access.sessions, pages.version))
    add(signin_routes(hall.event, access, library))
    add(people_routes(access, visitors))
    add(account_routes(hall.event, access, visitors))
    add(player_routes(hall, access, pages.version))
    add(result_routes(hall, halls.event_tables, access, visitors))
    bridge_events = ShownBridgeEvents(hall, visitors)
    add(bridge_routes(hall, access, visitors, bridge_events))
    add(bridge_desk_routes(hall, visitors, access.audit))
    add(bridge_deal_routes(hall, visitors, bridge_events, access.audit))
    add(bridge_page_routes(visitors, library, pages, bridge_events))
    add(bridge_table_routes(hall, access))
    add(bridge_file_routes(hall, visitors, bridge_events, library, zone))
    add(card_routes(hall, access, visitors, library))
    add(form_routes(visitors, library, zone))
    add(tournament_form_routes(hall, access, visitors, library, zone))
    add(tournament_file_routes(visitors, events))
    add(tournament_page_routes(visitors, library, pages, events, zone))
    add(public_routes(visitors, library, pages, files.played, events, bridge_events))
    if wheels is not None:
        add(wheel_routes(wheels))
    add(pages.routes())
    describe(app)
    return app


async def _tell_time(halls: Halls) -> None:
    while True:
        await asyncio.sleep(_TIME_S)
        for hall in halls:
            hall.show_time()
