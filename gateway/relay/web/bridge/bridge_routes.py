"""Routes of the bridge event: everything that may be seen of it, what is done to it, and its record."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    AnswerCall,
    BridgeAct,
    CallDirector,
    LineUpTeam,
    ReportBoard,
    SignalTable,
    StrikeResult,
)
from gateway.event.bridge.bridge_preview import bridge_preview
from gateway.event.bridge.bridge_window import record_without_sealed_deals
from gateway.event.event_refusals import EventRefused
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.event.event_acting import ACT_PROBLEMS, PREVIEWED, ActBody, preview_answer, read_event_act
from gateway.relay.web.event.shown_bridge import ShownBridgeEvents
from gateway.relay.web.openapi import answer, asks_to_act
from gateway.relay.web.problems import FOR_ARBITERS, json_response
from gateway.relay.web.visitors import Visitors, address_of

from .bridge_bodies import BridgeActedBody, BridgeBody, BridgeRecordBody, bridge_body

__all__ = ["bridge_address", "bridge_routes"]

_RESULTS = (AcceptBoard, AnswerCall, CallDirector, LineUpTeam, ReportBoard, StrikeResult)
"""Acts that every director of a section may do, and a result clerk."""
_KEPT = 4
"""Bodies that are kept as they were written."""


class BridgeLinkBody(msgspec.Struct, frozen=True):
    """The link of a table."""

    table: str
    """Without its round: `2o`."""
    address: str
    """To be printed, as a QR code; it stays on the table."""


class BridgeLinksBody(msgspec.Struct, frozen=True):
    """The links of all tables that have been drawn."""

    links: list[BridgeLinkBody]


_REQUEST = asks_to_act(
    BridgeAct,
    "BridgeAct",
    open={"type": "open_event", "regulations": {"title": "City Teams", "boards": 8}},
    enter={
        "type": "enter",
        "contestant": {"name": "Harbour", "members": [{"name": name} for name in ("A", "B", "C", "D")]},
    },
    draw={"type": "draw_round"},
    accept={
        "type": "accept_board",
        "table": "1.2o",
        "board": 3,
        "outcome": {"type": "played", "result": "4S N +1"},
    },
)


def bridge_address(request: Request, link: str) -> str:
    """The whole address of a table's page."""
    return f"{str(request.base_url).rstrip('/')}/bridge/table/{link}"


def bridge_routes(hall: PresentHall, access: RelayAccess, visitors: Visitors, events: ShownBridgeEvents) -> APIRouter:
    """`/api/bridge`."""
    router = APIRouter(prefix="/api/bridge")
    bodies: dict[tuple[int, bool], str] = {}

    @router.get("", summary="The bridge event: contestants, rounds, results", responses=answer(BridgeBody))
    async def whole(request: Request) -> Response:
        shown = events.of(request)
        key = shown.acts, shown.officials
        if key not in bodies:  # reckoned once for all who ask; whoever is late asks for the one before
            for old in sorted(bodies)[: max(0, len(bodies) - _KEPT + 1)]:
                del bodies[old]
            bodies[key] = written(bridge_body(shown.event, shown.acts, officials=shown.officials))
        return json_response(bodies[key])

    @router.post(
        "/acts",
        summary="Do an act: enter, close, draw, publish, enter or adjust a board, penalize, rank, undo",
        responses=answer(BridgeActedBody) | ACT_PROBLEMS,
        openapi_extra=_REQUEST,
    )
    async def act(request: Request) -> Response:
        session, given = await read_event_act(request, visitors, ActBody[BridgeAct], _RESULTS)
        told = {"did": str(given.__struct_config__.tag), "address": address_of(request)}
        async with audited(access.audit, AuditKind.BRIDGE, session, **told) as noted:
            if isinstance(given, SignalTable):
                raise EventRefused(message("bridge_event.signals_of_tables"))
            entry = await hall.bridge_record.act(given, session.official.name)
            noted["about"] = str(entry.n)
        return json_response(written(BridgeActedBody(entry)))

    @router.post(
        "/preview",
        summary="What would follow from an act",
        responses=PREVIEWED,
        openapi_extra=_REQUEST,
    )
    async def ask(request: Request) -> Response:
        session, given = await read_event_act(request, visitors, ActBody[BridgeAct], _RESULTS)
        return preview_answer(
            lambda: bridge_preview(hall.bridge_record.fold, given, session.official.name, Instant(hall.now()))
        )

    @router.get("/record", summary="Every act of the bridge event", responses=answer(BridgeRecordBody) | FOR_ARBITERS)
    async def record(request: Request) -> Response:
        visitors.trusted(request)
        fold = hall.bridge_record.fold
        entries = record_without_sealed_deals(fold.entries, fold.event)
        return json_response(written(BridgeRecordBody(entries, list(fold.undoable()), fold.offered_from)))

    @router.get(
        "/links",
        summary="The links of tables, by which players enter results",
        responses=answer(BridgeLinksBody) | FOR_ARBITERS,
    )
    async def links(request: Request) -> Response:
        visitors.entitled(request, Right.RESULTS)
        event = hall.bridge_record.fold.event
        labels = {table.label: None for a_round in (event.rounds if event else ()) for table in a_round.tables}
        found = [BridgeLinkBody(each, bridge_address(request, access.bridge_links.link(each))) for each in labels]
        return json_response(written(BridgeLinksBody(found)))

    return router
