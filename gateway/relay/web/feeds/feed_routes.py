"""Routes of feeds for others' programs: the folder of LiveChess by HTTP, and results as Atom."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Request, Response

from gateway.feeds.results_atom import results_atom
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.relay.hall.event_files import EventFiles
from gateway.relay.hall.game_index import GameSummary, UnknownGameId
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import Problem, asked_for, json_response, refused
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber
from gateway.texts.library import Library

from .file_answers import file_answer
from .game_bodies import FolderBody

__all__ = ["feed_routes"]

T = TypeVar("T")

_Round = Annotated[WholeNumber, Path(ge=1, le=2**31, description="The number of the round, from 1.")]
_Game = Annotated[
    WholeNumber, Path(ge=1, le=2**31, description="The number of the game: of its board, if boards have one each.")
]
_PGN = "application/vnd.chess-pgn"
_ATOM = "application/atom+xml"


def _responses(kind: str, schema: dict[str, str]) -> dict[int | str, dict[str, Any]]:
    return {
        200: {"description": "The file.", "content": {kind: {"schema": schema}}},
        304: {"description": "It is what you have."},
        404: refused("No such round or game of chess."),
    }


_JSON = _responses("application/json", {"type": "object"})
_GAMES = _responses(_PGN, {"type": "string"})


def feed_routes(visitors: Visitors, files: EventFiles, library: Library) -> APIRouter:
    """`/feeds/...`."""
    router = APIRouter(prefix="/feeds")
    router.routes += _livechess(visitors, files).routes

    @router.get("/folder.json", summary="The files of a folder to keep", responses=answer(FolderBody))
    async def listing(request: Request) -> Response:
        hall = visitors.hall(request)
        return json_response(written(FolderBody(hall.event, files.listing(hall))))

    @router.get(
        "/results.atom",
        summary="Results as they come, as an Atom feed",
        responses={
            200: {"description": "The feed.", "content": {_ATOM: {"schema": {"type": "string"}}}},
            304: {"description": "It is what you have."},
        },
        response_class=Response,
    )
    async def results(request: Request) -> Response:
        hall, texts = visitors.hall(request), library.find(*asked_for(request))
        title = texts.render(message("feed.results", event=hall.title))
        base = str(request.base_url).rstrip("/")
        content = results_atom(hall.event, title, files.results(hall), texts.render, base)
        return _answer(visitors, request, content, _ATOM)

    return router


def _answer(visitors: Visitors, request: Request, content: bytes, kind: str = "application/json") -> Response:
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return file_answer(request, content, kind, etag, final=False, own=not visitors.is_public(request))


def _found(what: T | None) -> T:
    if what is None:
        raise Problem(HTTPStatus.NOT_FOUND, message("problem.no_games"))
    return what


async def _made(writing: Awaitable[bytes]) -> bytes:
    """The file; a game whose lines make none is not there."""
    try:
        return await writing
    except (GameError, UnknownGameId) as error:
        raise Problem(HTTPStatus.NOT_FOUND, error.message) from error


def _livechess(visitors: Visitors, files: EventFiles) -> APIRouter:
    router = APIRouter(prefix="/feeds/livechess")

    def games_of(request: Request, number: int) -> list[GameSummary]:
        return _found(files.livechess_round(visitors.hall(request), number) or None)

    def one_of(request: Request, number: int, game: int) -> GameSummary:
        return _found(files.livechess_numbers(games_of(request, number)).get(game))

    @router.get("/tournament.json", summary="The event, as LiveChess has it", responses=_JSON, response_class=Response)
    async def tournament(request: Request) -> Response:
        return _answer(visitors, request, files.tournament(visitors.hall(request)))

    @router.get(
        "/round-{number}/index.json",
        summary="The pairings of a round, as LiveChess has them",
        responses=_JSON,
        response_class=Response,
    )
    async def index(number: _Round, request: Request) -> Response:
        return _answer(visitors, request, files.round_index(games_of(request, number)))

    @router.get(
        "/round-{number}/game-{game}.json",
        summary="A game of chess, as LiveChess has it",
        responses=_JSON,
        response_class=Response,
    )
    async def game(number: _Round, game: _Game, request: Request) -> Response:
        about = one_of(request, number, game)
        return _answer(visitors, request, await _made(files.livechess_game(visitors.hall(request), about)))

    @router.get(
        "/round-{number}/game-{game}.pgn",
        summary="A game of chess of a round",
        responses=_GAMES,
        response_class=Response,
    )
    async def game_pgn(number: _Round, game: _Game, request: Request) -> Response:
        about = one_of(request, number, game)
        content = await _made(files.game(visitors.hall(request), about, "pgn"))
        return _answer(visitors, request, content, f"{_PGN}; charset=utf-8")

    @router.get(
        "/round-{number}/games.pgn",
        summary="All games of chess of a round",
        responses=_GAMES,
        response_class=Response,
    )
    async def games_pgn(number: _Round, request: Request) -> Response:
        games, own = games_of(request, number), not visitors.is_public(request)
        content = files.together(visitors.hall(request), games, "pgn")
        etag = files.version(visitors.hall(request), games, "livechess")
        return file_answer(request, content, f"{_PGN}; charset=utf-8", etag, final=False, own=own)

    return router
