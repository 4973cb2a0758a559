"""Routes of the sectors: which tables each arbiter watches, and how they go over to another."""

from __future__ import annotations

import contextlib
from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.model.messages import message
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right, may
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.queue_record import HandOver, QueueRefused
from gateway.relay.hall.sectors import HandSector, Sector, SectorRequest
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.openapi import answer, asks_to_do
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["sector_routes"]


class SectorsBody(msgspec.Struct, frozen=True):
    """The tables that each arbiter watches."""

    sectors: list[Sector]


class _SectorBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of what is done about a sector."""

    do: SectorRequest


_REQUEST = asks_to_do(
    SectorRequest,
    "SectorRequest",
    "Which tables somebody watches, or to whom a sector goes with all that is in hand there.",
    watch={"type": "watch", "tables": ["t1", "t2", "t3"]},
    hand_sector={"type": "hand_sector", "to": "Jo"},
)


def sector_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """The routes of the sectors."""
    router = APIRouter(prefix="/api")

    @router.get("/sectors", summary="Which tables each arbiter watches", responses=answer(SectorsBody) | FOR_ARBITERS)
    async def sectors(request: Request) -> Response:
        visitors.trusted(request)
        return json_response(written(SectorsBody(hall.sectors.all)))

    @router.post(
        "/sectors",
        summary="Say which tables somebody watches, or hand a sector over",
        responses=answer(SectorsBody) | PROBLEMS,
        openapi_extra=_REQUEST,
    )
    async def act(request: Request) -> Response:
        session = visitors.entitled(request, Right.QUEUE)
        given = (await read_json(request, _SectorBody)).do
        me = session.official.name
        who = given.who or me
        if who != me and not may(session.official.role, Right.ASSIGN):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.sector_of_another"))
        told = {"about": who, "did": str(given.__struct_config__.tag), "address": address_of(request)}
        async with audited(audit, AuditKind.SECTOR, session, **told):
            await hall.sectors.act(given, me, {colleague.name for colleague in hall.colleagues.about()})
            if isinstance(given, HandSector):
                await _hand_over(hall, who, given.to)
        hall.show_sectors()
        return json_response(written(SectorsBody(hall.sectors.all)))

    return router


async def _hand_over(hall: PresentHall, who: str, to: str) -> None:
    """What somebody has in hand goes with his tables; what a third one takes meanwhile is his."""
    there = {colleague.name for colleague in hall.colleagues.about()}
    for hand in hall.queue_record.known():
        matter = hall.matter(hand.matter)
        if hand.holder == who and not hand.resolved and matter is not None:
            with contextlib.suppress(QueueRefused):
                await hall.queue_record.act(
                    HandOver(matter=hand.matter, version=hand.version, to=to), who, matter, there
                )
    hall.show_handlings()
