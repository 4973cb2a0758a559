"""Routes of the tournament's files: players, pairings, standings and cross table as CSV and JSON, and the report (TRF).

For everybody, as late as the tournament is shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Path, Request, Response
from starlette.convertors import StringConvertor, register_url_convertor

from gateway.event.event import Event
from gateway.event.event_charts import EventChart
from gateway.event.event_sheets import (
    Sheet,
    crosstable_sheet,
    pairings_sheet,
    players_sheet,
    standings_sheet,
    written_csv,
)
from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.relay.web.event.shown_events import ShownEvent, ShownEvents
from gateway.relay.web.feeds.file_answers import file_answer
from gateway.relay.web.problems import Problem, refused
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import RoundInPath

from .tournament_routes import AfterRound

__all__ = ["tournament_file_routes"]


class _SheetInPath(StringConvertor):
    regex = "csv|json"


register_url_convertor("sheetform", _SheetInPath())

_Form = Annotated[Literal["csv", "json"], Path(description="The end of the file's name.")]
_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
_RESPONSES: dict[int | str, dict[str, object]] = {
    200: {
        "description": "The rows, under the names of their columns.",
        "content": {
            "text/csv": {"schema": {"type": "string"}},
            "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
        },
    },
    304: {"description": "It is what you have."},
    404: refused("There is no tournament, no such round, or nothing to rank yet."),
}
_REPORT: dict[int | str, dict[str, object]] = {
    **_RESPONSES,
    200: {"description": "The report, TRF26.", "content": {"text/plain": {"schema": {"type": "string"}}}},
}


class _Files:
    """The common part of the routes."""

    def __init__(self, visitors: Visitors, events: ShownEvents) -> None:
        self._visitors = visitors
        self._events = events

    def held(self, request: Request, *, numbered: bool = True) -> ShownEvent:
        """The tournament as the visitor is shown it; raises `Problem`."""
        shown = self._events.of(request)
        if shown.event is None or (numbered and not shown.is_numbered):
            raise Problem(HTTPStatus.NOT_FOUND, message("event.no_standings" if numbered else "event.not_open"))
        return shown

    def sheet(self, request: Request, sheet: Sheet, form: str) -> Response:
        """Rows as a file."""
        content = written_csv(sheet) if form == "csv" else msgspec.json.encode(sheet.records).decode()
        return self.file(request, content, _TYPES[form])

    async def chart(
        self, request: Request, make: Callable[[Event, EventChart], Sheet], after: int | None, form: str
    ) -> Response:
        """Rows that are reckoned from all results."""
        shown = self.held(request)
        charts = await self._events.charts(shown, None if after is None else RoundNumber(after))
        last = [make(shown.held, chart) for chart in charts if chart.stage == charts[-1].stage]
        return self.sheet(request, Sheet(last[0].columns, tuple(row for each in last for row in each.rows)), form)

    async def report(self, request: Request) -> Response:
        """The report file."""
        try:
            content = await self._events.report(self.held(request))
        except GatewayError as error:  # what has no place in a report
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        return self.file(request, content, "text/plain; charset=utf-8")

    def file(self, request: Request, content: str, media_type: str) -> Response:
        """An answer that is kept by nobody who might show it to others."""
        data = content.encode()
        etag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        return file_answer(request, data, media_type, etag, final=False, own=not self._visitors.is_public(request))


def tournament_file_routes(visitors: Visitors, events: ShownEvents) -> APIRouter:
    """The routes that give the tournament to take away."""
    # `response_class` so that refusals are described as the JSON that they are.
    router, files = APIRouter(prefix="/api/tournament"), _Files(visitors, events)

    @router.get("/players.{form:sheetform}", summary="The start list", responses=_RESPONSES, response_class=Response)
    async def players(form: _Form, request: Request) -> Response:
        return files.sheet(request, players_sheet(files.held(request, numbered=False).held), form)

    @router.get(
        "/rounds/{number}.{form:sheetform}",
        summary="The pairings of a round with their results",
        responses=_RESPONSES,
        response_class=Response,
    )
    async def pairings(number: RoundInPath, form: _Form, request: Request) -> Response:
        try:
            sheet = pairings_sheet(files.held(request).held.as_published, RoundNumber(number))
        except LookupError as error:
            raise Problem(HTTPStatus.NOT_FOUND, message("event.no_such_round", round=number)) from error
        return files.sheet(request, sheet, form)

    @router.get("/standings.{form:sheetform}", summary="All places", responses=_RESPONSES, response_class=Response)
    async def places(form: _Form, request: Request, after: AfterRound = None) -> Response:
        return await files.chart(request, standings_sheet, after, form)

    @router.get(
        "/crosstable.{form:sheetform}", summary="The cross table", responses=_RESPONSES, response_class=Response
    )
    async def crosstable(form: _Form, request: Request) -> Response:
        return await files.chart(request, crosstable_sheet, None, form)

    @router.get("/report.trf", summary="The tournament report", responses=_REPORT, response_class=Response)
    async def report(request: Request) -> Response:
        return await files.report(request)

    return router
