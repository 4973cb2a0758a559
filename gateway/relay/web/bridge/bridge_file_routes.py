"""Papers and files of the bridge event: forms to print, boards as PBN, results as USEBIO, and minutes per board."""

from __future__ import annotations

from datetime import UTC, tzinfo
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from gateway import __version__
from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_files import pbn_games, usebio_event
from gateway.event.bridge.slow_play import TableTime
from gateway.forms.bridge_form_list import BRIDGE_FORMS, BridgePaper, bridge_form, find_bridge_form
from gateway.forms.form_request import FormRefused, FormRequest
from gateway.forms.printed_form import Paper
from gateway.model.messages import Message, message
from gateway.model.pairings import RoundNumber
from gateway.relay.access.rights import Right, may
from gateway.relay.hall.bridge_buttons import BridgeButtons, bridge_buttons
from gateway.relay.hall.bridge_overtime import bridge_times
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.event.shown_bridge import ShownBridgeEvents
from gateway.relay.web.openapi import answer
from gateway.relay.web.print_forms import EVENT_FORM_RESPONSES, FormLanguage, form_page
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber
from gateway.texts.library import Library
from gateway.tournament.bridge.pbn import write_pbn
from gateway.tournament.bridge.usebio import write_usebio

__all__ = ["bridge_file_routes"]

_Name = Annotated[str, Path(pattern=r"^[a-z-]{1,40}$", description="The form, as `/api/bridge/forms` lists it.")]
_Round = Annotated[WholeNumber | None, Query(alias="round", ge=1, le=99, description="Else the last that is drawn.")]
_Number = Annotated[WholeNumber | None, Query(ge=1, le=9999, description="One team, match or board; else all.")]
_PerPage = Annotated[WholeNumber | None, Query(ge=1, le=2, description="Slips or cards on a page.")]
_Rows = Annotated[WholeNumber | None, Query(ge=1, le=64, description="Of a blank form.")]


def _file(kind: str, what: str) -> dict[int | str, dict[str, Any]]:
    return {
        200: {"description": what, "content": {kind: {"schema": {"type": "string"}}}},
        404: {**PROBLEMS[404], "description": "There is no bridge event."},
    }


class BridgeFormBody(msgspec.Struct, frozen=True, kw_only=True):
    """A paper that can be printed: `/print/bridge/{name}`."""

    name: str
    title: Message
    of_round: bool
    blank: bool
    """It can be printed for a pen."""


class BridgeFormsBody(msgspec.Struct, frozen=True):
    """All papers that somebody may print."""

    forms: list[BridgeFormBody]


class BridgeTimesBody(msgspec.Struct, frozen=True):
    """The minutes of boards, table by table, and what the scale proposes for overtime."""

    tables: list[TableTime]
    buttons: list[BridgeButtons]
    """Of tables that have a computer beside them."""


def bridge_file_routes(  # noqa: C901 - one route after the other
    hall: PresentHall, visitors: Visitors, events: ShownBridgeEvents, library: Library, zone: tzinfo = UTC
) -> APIRouter:
    """`/print/bridge/...`, `/api/bridge/forms`, `.../boards.pbn`, `.../results.xml`, `.../times`."""
    router = APIRouter()

    def shown(request: Request) -> BridgeEvent:
        found = events.of(request).event
        if found is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("form.no_bridge"))
        return found

    @router.get("/api/bridge/forms", summary="The papers that one may print", responses=answer(BridgeFormsBody))
    async def listed(request: Request) -> Response:
        session = visitors.session(request)
        trusted = session is not None and may(session.official.role, Right.RESULTS)
        found = [_body(form) for form in BRIDGE_FORMS if form.public or trusted]
        return json_response(written(BridgeFormsBody(found)))

    # `response_class` so that refusals are described as the JSON that they are.
    @router.get(
        "/print/bridge/{name}", summary="A paper, to print", responses=EVENT_FORM_RESPONSES, response_class=Response
    )
    async def form(
        name: _Name,
        request: Request,
        number_of_round: _Round = None,
        number: _Number = None,
        blank: Annotated[bool, Query(description="For a pen.")] = False,
        rows: _Rows = None,
        paper: Paper | None = None,
        per_page: _PerPage = None,
        language: FormLanguage = "",
    ) -> HTMLResponse:
        kind = find_bridge_form(name)
        if kind is None:
            known = tuple(each.name for each in BRIDGE_FORMS)
            raise Problem(HTTPStatus.NOT_FOUND, message("form.unknown", name=name, known=known))
        if not kind.public:
            visitors.entitled(request, Right.RESULTS)
        asked = FormRequest(
            round=None if number_of_round is None else RoundNumber(number_of_round),
            number=number,
            blank=blank,
            rows=rows,
            paper=paper,
            per_page=per_page,
            zone=zone,
        )
        try:
            made = bridge_form(kind, events.of(request).event, asked)
        except FormRefused as error:
            raise Problem(HTTPStatus.CONFLICT, error.message) from error
        return form_page(made, library, language, request)

    @router.get(
        "/api/bridge/boards.pbn",
        summary="Every board at every table, as PBN",
        responses=_file("application/x-pbn", "The file."),
        response_class=Response,
    )
    async def boards(request: Request) -> Response:
        return _sent(write_pbn(pbn_games(shown(request))), "application/x-pbn", "boards.pbn")

    @router.get(
        "/api/bridge/results.xml",
        summary="The results, as USEBIO",
        responses=_file("application/xml", "The file."),
        response_class=Response,
    )
    async def results(request: Request) -> Response:
        text = write_usebio(usebio_event(shown(request)), "Flagfall", __version__)
        return _sent(text, "application/xml", "results.xml")

    @router.get(
        "/api/bridge/times",
        summary="How long boards took, and what is proposed for overtime",
        responses=answer(BridgeTimesBody) | FOR_ARBITERS,
    )
    async def times(request: Request) -> Response:
        visitors.trusted(request)
        times = list(bridge_times(hall.bridge_record.fold, hall.clock_keeper))
        return json_response(written(BridgeTimesBody(times, bridge_buttons(hall.bridge_tables))))

    return router


def _sent(text: str, kind: str, name: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), 200, headers, kind)


def _body(form: BridgePaper) -> BridgeFormBody:
    return BridgeFormBody(name=form.name, title=form.title, of_round=form.of_round, blank=form.blank)
