"""Routes of the tournament: entries, rounds and standings for everybody, the record for officials."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from gateway.event.event import Event
from gateway.event.stages import EventStage
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.event.shown_events import ShownEvent, ShownEvents
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import RoundInPath, WholeNumber
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import Standings

from .standing_bodies import StandingBody, StandingsBody, standing_body, standings_body
from .tournament_bodies import PairingStoryBody, RecordBody, TournamentBody, tournament_body
from .tournament_stage_bodies import StageBody, stage_body

__all__ = ["AfterRound", "NumberInPath", "tournament_routes"]

_NO_TOURNAMENT: dict[int | str, dict[str, object]] = {
    404: {**PROBLEMS[404], "description": "There are no standings yet, or no such player, stage or group."}
}
AfterRound = Annotated[WholeNumber | None, Query(alias="round", ge=1, le=99, description="After this round.")]
OfStage = Annotated[
    WholeNumber | None,
    Query(alias="stage", ge=1, le=99, description="Of this stage, as they are listed; without, the last."),
]
OfGroup = Annotated[str, Query(alias="group", max_length=8, description="Of this group; without, the first.")]
StageInPath = Annotated[WholeNumber, Path(ge=1, le=99, description="A stage, counted as they are listed.")]
NumberInPath = Annotated[WholeNumber, Path(ge=1, le=9999, description="A pairing number.")]


def _stage(event: Event, number: int) -> EventStage:
    if number > len(event.stages):
        raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_stage", stage=number))
    return event.stages[number - 1]


def tournament_routes(  # noqa: C901 - one route after the other
    hall: PresentHall, visitors: Visitors, events: ShownEvents
) -> APIRouter:
    """The routes of the tournament."""
    router = APIRouter(prefix="/api")

    @router.get("/tournament", summary="The tournament: players, rounds, results", responses=answer(TournamentBody))
    async def tournament(request: Request) -> Response:
        shown = events.of(request)
        body = tournament_body(shown.event, shown.acts, officials=shown.officials)
        return json_response(written(body))

    @router.get(
        "/tournament/standings",
        summary="The standings, after a round or now",
        responses=answer(StandingsBody) | _NO_TOURNAMENT,
    )
    async def all_standings(
        request: Request, after: AfterRound = None, stage: OfStage = None, group: OfGroup = ""
    ) -> Response:
        return json_response(written(standings_body(await _standings(request, after, stage, group))))

    @router.get(
        "/tournament/standings/{number}",
        summary="One player's place, with every number explained",
        responses=answer(StandingBody) | _NO_TOURNAMENT,
    )
    async def standing(
        request: Request, number: NumberInPath, after: AfterRound = None, stage: OfStage = None, group: OfGroup = ""
    ) -> Response:
        try:
            body = standing_body(await _standings(request, after, stage, group), PairingNumber(number))
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
            told = await events.story(_numbered(request), RoundNumber(number), PairingNumber(player))
        except LookupError as error:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_player", player=str(player))) from error
        return json_response(written(PairingStoryBody(list(told))))

    def _numbered(request: Request) -> ShownEvent:
        """There is none before everybody has a number."""
        shown = events.of(request)
        if not shown.is_numbered:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.no_standings"))
        return shown

    async def _standings(request: Request, after: int | None, stage: int | None, group: str) -> Standings:
        shown = _numbered(request)
        through = None if after is None else RoundNumber(after)
        if stage is None and not group:
            return await events.standings(shown, through)
        of = _stage(shown.held, len(shown.held.stages) if stage is None else stage)
        found = next((each for each in of.groups if each.name == group or not group), None)
        if found is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.unknown_group", group=group))
        return await events.standings(shown, through, (of, found))

    @router.get(
        "/tournament/stages/{number}",
        summary="A stage: the standings of its groups, or its bracket",
        responses=answer(StageBody) | _NO_TOURNAMENT,
    )
    async def stage(request: Request, number: StageInPath) -> Response:
        event = _numbered(request).held
        return json_response(written(stage_body(event, _stage(event, number))))

    @router.get("/tournament/record", summary="Every act", responses=answer(RecordBody) | FOR_ARBITERS)
    async def record(request: Request) -> Response:
        visitors.trusted(request)
        fold = hall.event_record.fold
        return json_response(written(RecordBody(list(fold.entries), list(fold.undoable()))))

    return router
