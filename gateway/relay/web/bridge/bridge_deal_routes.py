"""Deals of the bridge event: loaded by a director from a PBN file, told once a board is played wherever it will be."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response

from gateway.event.bridge.bridge_window import with_open_deals
from gateway.event.bridge.event_deals import deals_of_file
from gateway.model.messages import message
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.event.shown_bridge import ShownBridgeEvents
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_bytes
from gateway.relay.web.visitors import Visitors, address_of
from gateway.relay.web.whole_numbers import WholeNumber

__all__ = ["bridge_deal_routes"]

_LONGEST = 1_000_000
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The deals as a PBN file, UTF-8 or Latin-1.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}
_Round = Annotated[
    WholeNumber, Query(alias="round", ge=0, le=99, description="Where boards begin with 1 in each round.")
]
_Why = Annotated[str, Query(max_length=500, description="The reason, where another deal was loaded before.")]


class OpenDealBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that anybody may know."""

    board: int
    deal: str
    """As PBN writes it."""
    round: int = 0
    """0 where no board comes twice in the event."""


class DealsBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deals of boards that are played out."""

    deals: list[OpenDealBody]
    sealed: int = 0
    """How many more are loaded; told to officials only."""


class DealsLoadedBody(msgspec.Struct, frozen=True):
    """The deals that were loaded."""

    boards: int


def bridge_deal_routes(hall: PresentHall, visitors: Visitors, events: ShownBridgeEvents, audit: Audit) -> APIRouter:
    """`/api/bridge/deals`."""
    router = APIRouter(prefix="/api/bridge/deals")

    @router.get("", summary="The deals of boards that nobody has still to play", responses=answer(DealsBody))
    async def opened(request: Request) -> Response:
        shown = events.of(request)
        if shown.event is None:
            return json_response(written(DealsBody([])))
        known = with_open_deals(shown.event)
        deals = [OpenDealBody(board, deal, number) for (number, board), deal in sorted(known.deals.items())]
        sealed = len(shown.event.deals) - len(deals) if shown.officials else 0
        return json_response(written(DealsBody(deals, sealed)))

    @router.post(
        "",
        summary="Load deals from a PBN file",
        responses=answer(DealsLoadedBody) | PROBLEMS,
        openapi_extra=_FILE,
    )
    async def load(request: Request, number: _Round = 0, why: _Why = "") -> Response:
        session = visitors.entitled(request, Right.TOURNAMENT)
        event = hall.bridge_record.fold.event
        if event is None:
            raise Problem(HTTPStatus.CONFLICT, message("bridge_event.not_open"))
        text = _decoded(await read_bytes(request, _LONGEST))
        told = {"did": "load_deals", "address": address_of(request)}
        async with audited(audit, AuditKind.BRIDGE, session, **told) as noted:
            acts = deals_of_file(text, event.regulations, number, why)
            entries = [await hall.bridge_record.act(act, session.official.name) for act in acts]
            noted["about"] = ", ".join(str(entry.n) for entry in entries)
        return json_response(written(DealsLoadedBody(sum(len(act.deals) for act in acts))))

    return router


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")  # as the standard began
