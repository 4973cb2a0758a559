"""Routes of what is sent to others: how that goes, for whoever has signed in."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.push_reports import PushReport
from gateway.relay.hall.viewer_frames import written

from .openapi import answer
from .problems import PROBLEMS, json_response
from .visitors import Visitors

__all__ = ["push_routes"]


class PushesBody(msgspec.Struct, frozen=True):
    """Everything that is sent to others."""

    now: int
    pushes: list[PushReport]


def push_routes(hall: PresentHall, visitors: Visitors) -> APIRouter:
    """The route of reports."""
    router = APIRouter()

    @router.get(
        "/pushes",
        summary="What is sent to others, and how that goes",
        responses=answer(PushesBody) | {401: PROBLEMS[401]},
    )
    async def pushes(request: Request) -> Response:
        visitors.known(request)
        return json_response(written(PushesBody(hall.now(), hall.push_reports.all)))

    return router
