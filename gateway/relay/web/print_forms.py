"""Forms to print, in the language that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from gateway.forms.form_html import STYLE, html_form
from gateway.forms.game_sheets import score_sheet_form
from gateway.forms.languages import FormTexts, SideBySide
from gateway.forms.printed_form import PrintedForm
from gateway.forms.protocol import protocol_form
from gateway.forms.score_sheet import ScoreSheet, score_sheet
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.record.wire import ENTRY, WireError
from gateway.texts.library import Library

from .problems import FOR_ARBITERS, PROBLEMS, Problem, reader_languages
from .visitors import Visitors
from .whole_numbers import WholeNumber

__all__ = ["EVENT_FORM_RESPONSES", "FormLanguage", "form_page", "form_routes"]


_Table = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$", description="The table's name.")]
_Game = Annotated[WholeNumber, Path(ge=1, le=2**31, description="The number of the game at this table.")]
FormLanguage = Annotated[str, Query(description="Such as `zh`, or `both`; else a language of `Accept-Language`.")]
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "The form.", "content": {"text/html": {"schema": {"type": "string"}}}},
    404: PROBLEMS[404],
}
EVENT_FORM_RESPONSES: dict[int | str, dict[str, Any]] = {
    **_RESPONSES,
    404: {**PROBLEMS[404], "description": "There is no such form."},
    409: {**PROBLEMS[409], "description": "It cannot be made of the event as it stands; says what to do."},
    **FOR_ARBITERS,
}
"""Of a form of a whole event."""
_BOTH = "both"


def form_routes(visitors: Visitors, library: Library, zone: tzinfo = UTC) -> APIRouter:
    """`/print/...`; times of day are those of the event's zone."""
    router = APIRouter(prefix="/print")

    async def made(request: Request, table: str, game: int) -> ScoreSheet:
        """The game as the visitor may see it."""
        hall = visitors.hall(request)
        found = hall.find(table)
        entries = (ENTRY.decode(line) for line in await hall.lines(found, visitors.visibility(request), 0))
        try:
            sheet = score_sheet(entries, game, hall.event, found.name)
        except (GameError, WireError) as error:  # what the table has sent makes no game
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        if sheet is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.unknown_game", table=table, game=game))
        return sheet

    def answer(
        make: Callable[[ScoreSheet, tzinfo], PrintedForm], sheet: ScoreSheet, request: Request, language: str
    ) -> HTMLResponse:
        return form_page(make(sheet, zone), library, language, request)

    @router.get("/style.css", include_in_schema=False)
    async def style() -> Response:
        return Response(STYLE, media_type="text/css", headers={"Cache-Control": "no-cache"})

    # `response_class` so that refusals are described as the JSON that they are.
    @router.get(
        "/tables/{table}/games/{game}",
        summary="The score sheet of a game",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def sheet(table: _Table, game: _Game, request: Request, language: FormLanguage = "") -> HTMLResponse:
        return answer(score_sheet_form, await made(request, table, game), request, language)

    @router.get(
        "/tables/{table}/games/{game}/protocol",
        summary="The protocol of a game, with times, rulings and lines to sign; for arbiters with all of them",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def protocol(table: _Table, game: _Game, request: Request, language: FormLanguage = "") -> HTMLResponse:
        return answer(protocol_form, await made(request, table, game), request, language)

    return router


def form_page(form: PrintedForm, library: Library, language: str, request: Request) -> HTMLResponse:
    """A form as a page to print, in the language that is asked for."""
    page = html_form(form, _texts(library, language, request), "/print/style.css")
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


def _texts(library: Library, language: str, request: Request) -> FormTexts:
    """The words of a form: in a language, or in English and Chinese beside each other."""
    if language == _BOTH:
        return SideBySide(library.find("zh"), library.find("en"))
    return library.find(language, *reader_languages(request))
