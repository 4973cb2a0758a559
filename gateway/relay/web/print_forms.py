"""Forms to print, in the language that is asked for."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from gateway.forms.html import STYLE, html_score_sheet
from gateway.forms.score_sheet import score_sheet
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.record.wire import ENTRY, WireError
from gateway.relay.hall.hall import Hall
from gateway.texts.library import Library

from .problems import PROBLEMS, Problem, asked_for
from .visitors import Visitors

__all__ = ["form_routes"]


def form_routes(hall: Hall, visitors: Visitors, library: Library) -> APIRouter:
    """`/print/...`."""
    router = APIRouter(prefix="/print")

    @router.get("/style.css", include_in_schema=False)
    async def style() -> Response:
        return Response(STYLE, media_type="text/css", headers={"Cache-Control": "no-cache"})

    @router.get(
        "/tables/{table}/games/{game}",
        summary="The score sheet of a game",
        responses={
            200: {"description": "The sheet.", "content": {"text/html": {"schema": {"type": "string"}}}},
            404: PROBLEMS[404],
        },
        response_class=Response,  # so that refusals are described as the JSON that they are
    )
    async def sheet(
        table: Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$", description="The table's name.")],
        game: Annotated[int, Path(ge=1, le=2**31, description="The number of the game at this table.")],
        request: Request,
        language: Annotated[str, Query(description="Such as `zh`; else a language of `Accept-Language`.")] = "",
    ) -> HTMLResponse:
        found = hall.find(table)
        entries = (ENTRY.decode(line) for line in await hall.lines(found, visitors.visibility(request), 0))
        try:
            made = score_sheet(entries, game, hall.event, found.name)
        except (GameError, WireError) as error:  # what the table has sent makes no game
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        if made is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.unknown_game", table=table, game=game))
        texts = library.find(language, *asked_for(request))
        return HTMLResponse(html_score_sheet(made, texts, "/print/style.css"), headers={"Cache-Control": "no-store"})

    return router
