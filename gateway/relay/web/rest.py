"""REST: everything under `/api`, each resource in a module of its own."""

from __future__ import annotations

from fastapi import APIRouter

from gateway.relay.access.audit import Audit
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.played_games import PlayedGames

from .act_routes import act_routes
from .assignment_routes import assignment_routes
from .assistance_routes import assistance_routes
from .delay_routes import delay_routes
from .event_routes import event_routes
from .push_routes import push_routes
from .queue_routes import queue_routes
from .readings_routes import readings_routes
from .reference_routes import reference_routes
from .shown_events import ShownEvents
from .table_routes import table_routes
from .tournament_act_routes import tournament_act_routes
from .tournament_routes import tournament_routes
from .visitors import Visitors

__all__ = ["api_routes"]


def api_routes(
    halls: Halls, visitors: Visitors, audit: Audit, version: str, played: PlayedGames, events: ShownEvents
) -> APIRouter:
    """Everything under `/api`."""
    router, hall = APIRouter(prefix="/api"), halls.present
    router.include_router(table_routes(hall, visitors, played))
    router.include_router(event_routes(visitors))
    router.include_router(reference_routes(visitors, version))
    router.include_router(act_routes(hall, visitors, audit))
    router.include_router(assignment_routes(hall, visitors, audit))
    router.include_router(assistance_routes(hall, visitors, played))
    router.include_router(delay_routes(halls, visitors, audit))
    router.include_router(queue_routes(hall, visitors, audit))
    router.include_router(push_routes(hall, visitors, audit))
    router.include_router(readings_routes(hall, visitors, audit))
    router.include_router(tournament_routes(hall, visitors, events))
    router.include_router(tournament_act_routes(hall, halls.event_tables, visitors, audit))
    return router
