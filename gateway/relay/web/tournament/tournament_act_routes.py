"""Routes of what is done to the tournament, by those who run it and those who enter results."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.event.event_acts import AcceptResult, AdjournGame, EventAct, ReportResult
from gateway.event.event_deciding import EventRefused
from gateway.event.event_preview import preview
from gateway.model.instants import Instant
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.access.sessions import BrowserSession
from gateway.relay.hall.event_tables import EventTables
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.openapi import answer, asks_to_act
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

from .tournament_bodies import ActedBody, PreviewBody

__all__ = ["tournament_act_routes"]

_RESULTS = (ReportResult, AcceptResult, AdjournGame)
"""Acts that a result clerk may do."""
_CONFLICT = {**PROBLEMS[409], "description": "It may not be done now; says why."}


class _ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an act."""

    act: EventAct


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
        responses=answer(ActedBody) | PROBLEMS | {409: _CONFLICT},
        openapi_extra=_REQUEST,
    )
    async def act(request: Request) -> Response:
        session, given = await _read(request)
        told = {"did": str(given.__struct_config__.tag), "address": address_of(request)}
        async with audited(audit, AuditKind.TOURNAMENT, session, **told) as noted:
            entry = await tables.act(given, session.official.name)
            noted["about"] = str(entry.n)
        return json_response(written(ActedBody(entry)))

    @router.post(
        "/tournament/preview",
        summary="What would follow from an act",
        responses=answer(PreviewBody) | PROBLEMS | {409: _CONFLICT},
        openapi_extra=_REQUEST,
    )
    async def ask(request: Request) -> Response:
        session, given = await _read(request)
        try:
            effects = preview(hall.event_record.fold, given, session.official.name, Instant(hall.now()))
        except EventRefused as error:
            raise Problem(HTTPStatus.CONFLICT, error.message) from error
        return json_response(written(PreviewBody(list(effects))))

    async def _read(request: Request) -> tuple[BrowserSession, EventAct]:
        session = visitors.entitled(request, Right.RESULTS)  # whoever may do more may do this
        given = (await read_json(request, _ActBody)).act
        if not isinstance(given, _RESULTS):
            visitors.entitled(request, Right.TOURNAMENT)
        return session, given

    return router
