"""Routes of what is sent to others: how that goes, for whoever has signed in, and to have it tried again."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request, Response

from gateway.model.messages import message
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.push_reports import PushReport
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors, address_of
from gateway.relay.web.whole_numbers import WholeNumber

__all__ = ["push_routes"]


class PushesBody(msgspec.Struct, frozen=True):
    """Everything that is sent to others."""

    now: int
    pushes: list[PushReport]


def push_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """`/pushes`."""
    router = APIRouter(prefix="/api")

    @router.get(
        "/pushes",
        summary="What is sent to others, and how that goes",
        responses=answer(PushesBody) | {401: PROBLEMS[401]},
    )
    async def pushes(request: Request) -> Response:
        visitors.known(request)
        return json_response(written(PushesBody(hall.now(), hall.push_reports.all)))

    @router.post(
        "/pushes/{number}/retry",
        summary="Have something tried again now; what is parked goes on",
        responses=answer(PushReport) | {code: PROBLEMS[code] for code in (401, 403, 404)},
    )
    async def retry(number: Annotated[WholeNumber, Path(ge=1, le=10_000)], request: Request) -> Response:
        session = visitors.entitled(request, Right.PUSHES)
        report = hall.push_reports.retry(number)
        if report is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.no_such_push", number=number))
        await audit.note(AuditKind.PUSHED, session, about=report.target, address=address_of(request))
        return json_response(written(report))

    return router
