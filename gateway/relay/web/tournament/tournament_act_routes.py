"""Routes of what is done to the tournament, by those who run it and those who enter results."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from gateway.event.event_acts import AcceptResult, AdjournGame, EventAct, ReportResult
from gateway.event.event_preview import preview
from gateway.model.instants import Instant
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.hall.event_tables import EventTables
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.event.event_acting import ACT_PROBLEMS, PREVIEWED, ActBody, preview_answer, read_event_act
from gateway.relay.web.openapi import answer, asks_to_act
from gateway.relay.web.problems import json_response
from gateway.relay.web.visitors import Visitors, address_of

from .tournament_bodies import ActedBody

__all__ = ["tournament_act_routes"]

_RESULTS = (ReportResult, AcceptResult, AdjournGame)
"""Acts that a result clerk may do."""
_REQUEST = asks_to_act(
    EventAct,
    "EventAct",
    open={
        "type": "open_event",
        "regulations": {"title": "City Open", "system": "dutch", "rounds": 5, "control": "10m+5s"},
    },
    enter={"type": "enter_player", "person": {"name": "Ann Able", "rating": 2104}},
    pair={"type": "pair_round"},
    accept={"type": "accept_result", "pairing": "1.4"},
)


def tournament_act_routes(hall: PresentHall, tables: EventTables, visitors: Visitors, audit: Audit) -> APIRouter:
    """The routes of acts."""
    router = APIRouter(prefix="/api")

    @router.post(
        "/tournament/acts",
        summary="Do an act: enter, close, pair, publish, accept a result, withdraw, rank, undo",
        responses=answer(ActedBody) | ACT_PROBLEMS,
        openapi_extra=_REQUEST,
    )
    async def act(request: Request) -> Response:
        session, given = await read_event_act(request, visitors, ActBody[EventAct], _RESULTS)
        told = {"did": str(given.__struct_config__.tag), "address": address_of(request)}
        async with audited(audit, AuditKind.TOURNAMENT, session, **told) as noted:
            entry = await tables.act(given, session.official.name)
            noted["about"] = str(entry.n)
        return json_response(written(ActedBody(entry)))

    @router.post(
        "/tournament/preview",
        summary="What would follow from an act",
        responses=PREVIEWED,
        openapi_extra=_REQUEST,
    )
    async def ask(request: Request) -> Response:
        session, given = await read_event_act(request, visitors, ActBody[EventAct], _RESULTS)
        return preview_answer(
            lambda: preview(hall.event_record.fold, given, session.official.name, Instant(hall.now()))
        )

    return router
