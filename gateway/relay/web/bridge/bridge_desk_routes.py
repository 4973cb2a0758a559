"""Routes of the desk of a bridge event: what somebody has written, read: a scale of victory points, a list."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.event.bridge.bridge_list import list_acts
from gateway.event.bridge.bridge_regulations import ScaleKind, ScaleOfEvent
from gateway.event.entry_list import BadEntryList
from gateway.model.errors import TournamentError
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of
from gateway.tournament.bridge.scale_table import read_scale_table

__all__ = ["bridge_desk_routes"]


class WrittenScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of victory points as text."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    table: Annotated[str, msgspec.Meta(max_length=12_000)]
    """Lines of a margin, the winner's points and the loser's: `2-5 16 14`."""


class WrittenEntries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of contestants as text."""

    list: Annotated[str, msgspec.Meta(max_length=15_000)]
    """CSV with columns `team` and `name`, a row for each player."""


class BridgeEnteredBody(msgspec.Struct, frozen=True):
    """The contestants who were entered from a list."""

    names: list[str]


def bridge_desk_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """`/api/bridge/scale` and `/api/bridge/entries`."""
    router = APIRouter(prefix="/api/bridge")

    @router.post(
        "/scale",
        summary="A table of victory points as somebody has written it, read",
        responses=answer(ScaleOfEvent) | {code: PROBLEMS[code] for code in (401, 403, 413, 415, 422)},
        openapi_extra=request_body(WrittenScale),
    )
    async def scale(request: Request) -> Response:
        visitors.entitled(request, Right.TOURNAMENT)
        given = await read_json(request, WrittenScale)
        try:
            table = read_scale_table(given.table)
            made = ScaleOfEvent(
                kind=ScaleKind.GIVEN, name=given.name, winners=table.winners, losers=table.losers, total=table.total
            )
            made.made(1)
        except TournamentError as error:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message) from error
        return json_response(written(made))

    @router.post(
        "/entries",
        summary="Enter everybody of a list, or nobody of it",
        responses=answer(BridgeEnteredBody) | PROBLEMS,
        openapi_extra=request_body(WrittenEntries),
    )
    async def enter(request: Request) -> Response:
        session = visitors.entitled(request, Right.TOURNAMENT)
        try:
            acts = list_acts((await read_json(request, WrittenEntries)).list)
        except BadEntryList as error:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message) from error
        told = {"did": "enter", "address": address_of(request)}
        async with audited(audit, AuditKind.BRIDGE, session, **told) as noted:
            entries = await hall.bridge_record.act_all(acts, session.official.name)
            noted["about"] = f"{entries[0].n}-{entries[-1].n}"
        return json_response(written(BridgeEnteredBody([act.contestant.name for act in acts])))

    return router
