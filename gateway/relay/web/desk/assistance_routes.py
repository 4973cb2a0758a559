"""Routes that help with an act: the moves that can be entered, a board as a position, the times of an earlier move."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from gateway.feeds.restored_times import RestoredTimes, times_after
from gateway.games import registry
from gateway.games.game import Game, Position
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.record.game_id import GameId
from gateway.record.table_state import TableState
from gateway.relay.hall.game_index import UnknownGameId
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import NameInPath, answer
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber

__all__ = ["assistance_routes"]

_REFUSALS = FOR_ARBITERS | {404: PROBLEMS[404], 422: PROBLEMS[422]}


class MovesBody(msgspec.Struct, frozen=True):
    """The moves that the rules allow in the present position, as the game writes them."""

    fen: str
    """The position they are for."""
    turn: Side
    moves: list[str]


class PositionBody(msgspec.Struct, frozen=True):
    """A board as a position of the game, ready to be set."""

    fen: str
    board: str
    turn: Side


def assistance_routes(hall: PresentHall, visitors: Visitors, played: PlayedGames) -> APIRouter:
    """The routes that an arbiter's page asks while an act is being prepared; nothing is changed by them."""

    def trusted(request: Request) -> None:
        visitors.trusted(request)

    router = APIRouter(prefix="/api", dependencies=[Depends(trusted)])  # before anything that was asked is looked at

    @router.get(
        "/tables/{table}/moves",
        summary="The legal moves of the present position",
        responses=answer(MovesBody) | _REFUSALS,
    )
    async def moves(table: NameInPath) -> Response:
        _, position = _played(hall.find(table))
        legal = [position.write(move) for move in position.moves()]
        return json_response(written(MovesBody(position.fen(), position.turn, legal)))

    @router.get(
        "/tables/{table}/position",
        summary="A board as a position of the game on the table",
        responses=answer(PositionBody) | _REFUSALS,
    )
    async def position(
        table: NameInPath,
        board: Annotated[str, Query(max_length=400, description="What stands on each cell, as in a table's state.")],
        turn: Annotated[Side, Query(description="Who is to move.")],
    ) -> Response:
        game, before = _played(hall.find(table))
        if len(board) != game.rows * game.cols:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, message("problem.no_position"))
        standing = game.standing(board, turn, before)
        if standing is None:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, message("problem.no_position"))
        try:
            found = game.position(standing.fen())
        except GameError as error:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message) from error
        return json_response(written(PositionBody(found.fen(), found.board(), found.turn)))

    @router.get(
        "/tables/{table}/times",
        summary="Both times after an earlier move of the present game",
        responses=answer(RestoredTimes) | _REFUSALS,
    )
    async def times(
        table: NameInPath,
        ply: Annotated[WholeNumber, Query(ge=0, le=100_000, description="After how many turns; 0: at the start.")],
    ) -> Response:
        found = hall.find(table)
        try:
            game = await played.find(hall, GameId(table, _state(found).game, found.journal))
        except (UnknownGameId, GameError) as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        restored = times_after(game, ply)
        if restored is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.no_such_move", ply=ply))
        return json_response(written(restored))

    return router


def _state(table: HallTable) -> TableState:
    if table.state is None:
        raise Problem(HTTPStatus.NOT_FOUND, message("problem.no_game", table=table.name))
    return table.state


def _played(table: HallTable) -> tuple[Game, Position]:
    """The game on a table, and its position."""
    state = _state(table)
    try:
        game = registry.find(state.rules)
        return game, game.recorded_position(state.fen)
    except GameError as error:
        raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
