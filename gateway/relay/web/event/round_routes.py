"""Routes of the event as a whole: its rounds with their pairings, and its players."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from gateway.model.pairings import RoundNumber
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber

from .round_bodies import EventBody, PlayersBody, RoundBody

__all__ = ["round_routes"]


def round_routes(visitors: Visitors) -> APIRouter:
    """The routes that read the event."""
    router = APIRouter(prefix="/api")

    @router.get("/event", summary="The event at a glance: its rounds", responses=answer(EventBody))
    async def event(request: Request) -> Response:
        return json_response(written(EventBody.of(visitors.hall(request))))

    @router.get("/rounds/{number}", summary="The pairings of a round, with results", responses=answer(RoundBody))
    async def one_round(
        request: Request,
        number: Annotated[WholeNumber, Path(ge=0, le=2**31, description="From 1; 0 for games without a round.")],
    ) -> Response:
        return json_response(written(RoundBody.of(visitors.hall(request), RoundNumber(number))))

    @router.get("/players", summary="Everybody who plays in the event", responses=answer(PlayersBody))
    async def players(request: Request) -> Response:
        return json_response(written(PlayersBody.of(visitors.hall(request))))

    return router
