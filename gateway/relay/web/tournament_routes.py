"""Routes of the tournament: entries, rounds and standings for everybody, the record for officials."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from gateway.event.event import Event
from gateway.event.event_standings import standings
from gateway.event.pairing_story import pairing_story
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import Standings

from .openapi import answer
from .problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from .tournament_bodies import (
    PairingStoryBody,
    RecordBody,
    StandingBody,
    StandingsBody,
    TournamentBody,
    standing_body,
    standings_body,
    tournament_body,
)
from .visitors import Visitors

__all__ = ["RoundInPath", "tournament_routes"]

_NO_TOURNAMENT: dict[int | str, dict[str, object]] = {
    404: {**PROBLEMS[404], "description": "There are no standings yet, or no such player."}
}
AfterRound = Annotated[int | None, Query(alias="round", ge=1, le=99, description="After this round.")]
RoundInPath = Annotated[int, Path(ge=1, le=99, description="A round.")]
NumberInPath = Annotated[int, Path(ge=1, le=9999, description="A pairing number.")]


def tournament_routes(hall: PresentHall, visitors: Visitors) -> APIRouter:  # noqa: C901 - one route after the other
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

    @router.get(
        "/tournament/rounds/{number}/players/{player}",
        summary="Why a player met this opponent, criterion by criterion",
        responses=answer(PairingStoryBody) | _NO_TOURNAMENT,
    )
    async def story(request: Request, number: RoundInPath, player: NumberInPath) -> Response:
        try:
            told = pairing_story(_shown(request), RoundNumber(number), PairingNumber(player))
        except LookupError as error:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_player", player=str(player))) from error
        return json_response(written(PairingStoryBody(list(told))))

    def _shown(request: Request) -> Event:
        """The event as the visitor may see it; there is none before everybody has a number."""
        shown = visitors.hall(request)
        event = hall.event_record.as_of(shown.now()).event
        if event is None or not event.closed:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.no_standings"))
        return event if shown is hall else event.as_published

    def _standings(request: Request, after: int | None) -> Standings:
        return standings(_shown(request).as_published, through=None if after is None else RoundNumber(after))

    @router.get("/tournament/record", summary="Every act", responses=answer(RecordBody) | FOR_ARBITERS)
    async def record(request: Request) -> Response:
        visitors.trusted(request)
        fold = hall.event_record.fold
        return json_response(written(RecordBody(list(fold.entries), list(fold.undoable()))))

    return router
