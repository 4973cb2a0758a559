"""Routes of game files: one game, a table, a round, the whole event, each in every notation of its games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from starlette.convertors import StringConvertor, register_url_convertor

from gateway.feeds.export import FORMATS, WrongFormat, formats_for
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.record.game_id import GameId
from gateway.relay.hall.event_files import EventFiles, is_counted
from gateway.relay.hall.game_index import GameIndex, GameSummary, UnknownGameId
from gateway.relay.web.openapi import NameInPath
from gateway.relay.web.problems import Problem, refused
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber

from .file_answers import file_answer
from .game_routes import GameInPath

__all__ = ["file_routes"]


class _FormInPath(StringConvertor):
    regex = "|".join(FORMATS)


# So that `/api/games/t7.3` is a game, and `/api/games/t7.3.pgn` its file.
register_url_convertor("gameform", _FormInPath())

_Form = Annotated[Literal["pgn", "pdn", "sgf", "lib"], Path(description="The end of the file's name.")]
_CONTENT = {kind.media_type: {"schema": {"type": "string", "format": "binary"}} for kind in FORMATS.values()}
_RESPONSES: dict[int | str, dict[str, object]] = {
    200: {"description": "The games as they were played in the end, or stand now.", "content": _CONTENT},
    304: {"description": "It is what you have."},
    404: refused("No such game, or none in this notation."),
}


def file_routes(visitors: Visitors, files: EventFiles) -> APIRouter:
    """The routes that give games to take away."""
    # `response_class` so that refusals are described as the JSON that they are.
    router = APIRouter(prefix="/api")

    def answer(request: Request, look: Callable[[GameIndex], Iterable[GameSummary]], form: str) -> Response:
        hall, kind = visitors.hall(request), FORMATS[form]
        games = [each for each in look(hall.game_index) if is_counted(each)]
        fitting = [each for each in games if kind.rules(each.rules)]
        if not fitting:
            forms = sorted({name for each in games for name in formats_for(each.rules)})
            why = (
                message("problem.no_games_so", form=form, forms=tuple(forms)) if forms else message("problem.no_games")
            )
            raise Problem(HTTPStatus.NOT_FOUND, why)
        content = files.together(hall, fitting, form)
        etag = files.version(hall, fitting, form)
        return file_answer(request, content, _type(form), etag, final=False, own=not visitors.is_public(request))

    async def one_game(request: Request, wanted: GameId, form: str) -> Response:
        hall = visitors.hall(request)
        try:
            about = hall.game_index.find(wanted)
            content = await files.game(hall, about, form)
        except (UnknownGameId, WrongFormat, GameError) as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        own = not visitors.is_public(request)
        return file_answer(
            request, content, _type(form), files.version(hall, [about], form), final=about.status.is_final, own=own
        )

    @router.get(
        "/games/{game}.{form:gameform}", summary="A game as a file", responses=_RESPONSES, response_class=Response
    )
    async def game_file(game: GameInPath, form: _Form, request: Request) -> Response:
        return await one_game(request, GameId.parse(game), form)

    @router.get(
        "/tables/{table}/games/{game}.{form:gameform}",
        summary="A game of a table as a file, of the table's present journal",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def game_of_table(
        table: NameInPath, game: Annotated[WholeNumber, Path(ge=1, le=999_999_999)], form: _Form, request: Request
    ) -> Response:
        found = visitors.hall(request).find(table)
        return await one_game(request, GameId(table, game, found.journal), form)

    @router.get(
        "/tables/{table}.{form:gameform}",
        summary="Every game of a table as one file",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def table_file(table: NameInPath, form: _Form, request: Request) -> Response:
        return answer(
            request,
            lambda index: sorted(index.of_table(table), key=lambda each: (each.round, each.game_id.order)),
            form,
        )

    @router.get(
        "/rounds/{number}.{form:gameform}",
        summary="Every game of a round as one file",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def round_file(
        number: Annotated[WholeNumber, Path(ge=0, le=2**31, description="0: games of no round.")],
        form: _Form,
        request: Request,
    ) -> Response:
        return answer(request, lambda index: index.of_round(number), form)

    @router.get(
        "/event.{form:gameform}",
        summary="Every game of the event as one file",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def event_file(form: _Form, request: Request) -> Response:
        return answer(request, iter, form)

    return router


def _type(form: str) -> str:
    kind = FORMATS[form].media_type
    return kind if form == "lib" else f"{kind}; charset=utf-8"
