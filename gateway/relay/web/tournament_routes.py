"""Routes of the tournament: entries, rounds and standings for everybody, the record for officials."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from gateway.event.event_standings import standings
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import Standings

from .openapi import answer
from .problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from .tournament_bodies import (
    RecordBody,
    StandingBody,
    StandingsBody,
    TournamentBody,
    standing_body,
    standings_body,
    tournament_body,
)
from .visitors import Visitors

__all__ = ["tournament_routes"]

_NO_TOURNAMENT: dict[int | str, dict[str, object]] = {
    404: {**PROBLEMS[404], "description": "There are no standings yet, or no such player."}
}
AfterRound = Annotated[int | None, Query(alias="round", ge=1, le=99, description="After this round.")]
NumberInPath = Annotated[int, Path(ge=1, le=9999, description="A pairing number.")]


def tournament_routes(hall: PresentHall, visitors: Visitors) -> APIRouter:
    """The routes of the tournament."""
    router = APIRouter()

    @router.get("/tournament", summary="The tournament: players, rounds, results", responses=answer(TournamentBody))
    async def tournament(request: Request) -> Response:
        shown = visitors.hall(request)
        fold = hall.event_record.as_of(shown.now())
        body = tournament_body(fold.event, len(fold.entries), officials=shown is hall)
        return json_response(written(body))

    @router.get(
        "/tournament/standings",
        summary="The standings, after a round or now",
        responses=answer(StandingsBody) | _NO_TOURNAMENT,
    )
    async def all_standings(request: Request, after: AfterRound = None) -> Response:
        return json_response(written(standings_body(_standings(request, after))))

    @router.get(
        "/tournament/standings/{number}",
        summary="One player's place, with every number explained",
        responses=answer(StandingBody) | _NO_TOURNAMENT,
    )
    async def standing(request: Request, number: NumberInPath, after: AfterRound = None) -> Response:
        try:
            body = standing_body(_standings(request, after), PairingNumber(number))
        except LookupError as error:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_player", player=str(number))) from error
        return json_response(written(body))

    def _standings(request: Request, after: int | None) -> Standings:
        event = hall.event_record.as_of(visitors.hall(request).now()).event
        if event is None or not event.closed:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.no_standings"))
        return standings(event.as_published, through=None if after is None else RoundNumber(after))

    @router.get("/tournament/record", summary="Every act", responses=answer(RecordBody) | FOR_ARBITERS)
    async def record(request: Request) -> Response:
        visitors.trusted(request)
        fold = hall.event_record.fold
        return json_response(written(RecordBody(list(fold.entries), list(fold.undoable()))))

    return router
