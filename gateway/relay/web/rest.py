"""REST: everything under `/api`, each resource in a module of its own."""

from __future__ import annotations

from fastapi import APIRouter

from gateway.relay.access.audit import Audit
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.played_games import PlayedGames

from .desk.act_routes import act_routes
from .desk.assignment_routes import assignment_routes
from .desk.assistance_routes import assistance_routes
from .desk.delay_routes import delay_routes
from .desk.queue_routes import queue_routes
from .desk.readings_routes import readings_routes
from .desk.sector_routes import sector_routes
from .desk.table_routes import table_routes
from .desk.withheld_routes import withheld_routes
from .event.shown_events import ShownEvents
from .feeds.event_routes import event_routes
from .feeds.push_routes import push_routes
from .reference_routes import reference_routes
from .tournament.round_clock_routes import round_clock_routes
from .tournament.tournament_act_routes import tournament_act_routes
from .tournament.tournament_desk_routes import tournament_desk_routes
from .tournament.tournament_routes import tournament_routes
from .visitors import Visitors

__all__ = ["api_routes"]


def api_routes(
    halls: Halls, visitors: Visitors, audit: Audit, version: str, played: PlayedGames, events: ShownEvents
) -> APIRouter:
    """Everything under `/api`."""
    router, hall = APIRouter(), halls.present
    router.routes += table_routes(hall, visitors, played).routes
    router.routes += event_routes(visitors).routes
    router.routes += reference_routes(visitors, version).routes
    router.routes += act_routes(hall, visitors, audit).routes
    router.routes += assignment_routes(hall, visitors, audit).routes
    router.routes += assistance_routes(hall, visitors, played).routes
    router.routes += delay_routes(halls, visitors, audit).routes
    router.routes += withheld_routes(halls, visitors, audit).routes
    router.routes += queue_routes(hall, visitors, audit).routes
    router.routes += sector_routes(hall, visitors, audit).routes
    router.routes += push_routes(hall, visitors, audit).routes
    router.routes += round_clock_routes(hall, visitors, audit).routes
    router.routes += readings_routes(hall, visitors, audit).routes
    router.routes += tournament_routes(hall, visitors, events).routes
    router.routes += tournament_act_routes(hall, halls.event_tables, visitors, audit).routes
    router.routes += tournament_desk_routes(hall, halls.event_tables, visitors, audit).routes
    return router
