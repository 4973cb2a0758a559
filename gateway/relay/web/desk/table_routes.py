"""Routes of tables: their states, the lines of their records, their games."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from gateway.model.errors import GameError
from gateway.record.entries import Entry
from gateway.relay.hall.game_index import UnknownGameId
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import TableBody, as_sent, written
from gateway.relay.web.answer_bodies import EntriesBody, GameBody, GamesBody, KnockingBody, OneTableBody, TablesBody
from gateway.relay.web.openapi import NameInPath, answer
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber

__all__ = ["table_routes"]


def table_routes(present: PresentHall, visitors: Visitors, played: PlayedGames) -> APIRouter:
    """The routes that read tables."""
    router = APIRouter(prefix="/api")

    @router.get("/tables", summary="Every table at a glance", responses=answer(TablesBody))
    async def tables(request: Request) -> Response:
        hall = visitors.hall(request)
        bodies = [TableBody(**hall.table_fields(table, visitors.visibility(request))) for table in hall.tables]
        return json_response(written(TablesBody(hall.event, hall.now(), bodies, hall.behind)))

    @router.get(
        "/knocking",
        summary="Who speaks on the bus and is not a table of the event",
        responses=answer(KnockingBody) | FOR_ARBITERS,
    )
    async def knocking(request: Request) -> Response:
        visitors.trusted(request)
        return json_response(written(KnockingBody(present.knocking)))

    @router.get(
        "/tables/{table}", summary="One table at a glance", responses=answer(OneTableBody) | {404: PROBLEMS[404]}
    )
    async def one_table(table: NameInPath, request: Request) -> Response:
        hall = visitors.hall(request)
        fields = hall.table_fields(hall.find(table), visitors.visibility(request))
        return json_response(written(OneTableBody(**fields, now=hall.now(), behind=hall.behind)))

    @router.get(
        "/tables/{table}/entries",
        summary="A table's record, line by line",
        responses=answer(EntriesBody) | {404: PROBLEMS[404]},
    )
    async def entries(
        table: NameInPath,
        request: Request,
        after: Annotated[WholeNumber, Query(ge=0, le=2**53, description="Lines numbered above this.")] = 0,
        limit: Annotated[WholeNumber, Query(ge=1, le=1000, description="How many lines to look at.")] = 500,
    ) -> Response:
        hall = visitors.hall(request)
        found = hall.find(table)
        lines = [as_sent(line, Entry) for line in await hall.lines(found, visitors.visibility(request), after, limit)]
        seen = min(after + limit, found.held)
        more = None if seen >= found.held else seen
        return json_response(written(EntriesBody(found.name, found.journal, found.held, more, lines)))

    @router.get(
        "/tables/{table}/games",
        summary="Every game of a table, with its moves and its result",
        responses=answer(GamesBody) | {404: PROBLEMS[404]},
    )
    async def games(table: NameInPath, request: Request) -> Response:
        hall = visitors.hall(request)
        found = hall.find(table)
        try:
            told = [
                await played.find(hall, about.game_id)
                for about in hall.game_index.of_table(table)
                if about.journal == found.journal
            ]
        except (GameError, UnknownGameId) as error:  # what the table has sent makes no game
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        return json_response(written(GamesBody(found.name, [GameBody.of(game) for game in told])))

    return router
