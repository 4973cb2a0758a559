"""Forms of the tournament to print: lists and tables for everybody, slips and cards for those who enter results."""

from __future__ import annotations

from datetime import UTC, tzinfo
from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from gateway.event.event import Event
from gateway.forms.form_event import FormEvent
from gateway.forms.form_list import FORMS, EventForm, FormGroup, event_form, find_form
from gateway.forms.form_request import FormRefused, FormRequest
from gateway.forms.printed_form import Paper
from gateway.forms.recorded_event import recorded_event
from gateway.model.messages import Message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.rights import Right, may
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.shown_tournament import tournament_of
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.print_forms import EVENT_FORM_RESPONSES, FormLanguage, form_page
from gateway.relay.web.problems import Problem, json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber
from gateway.texts.library import Library

from .result_routes import result_address

__all__ = ["tournament_form_routes"]

_Name = Annotated[str, Path(pattern=r"^[a-z-]{1,40}$", description="The form, as `/api/tournament/forms` lists it.")]
_Round = Annotated[WholeNumber | None, Query(alias="round", ge=1, le=99, description="Else the last that is paired.")]
_Number = Annotated[WholeNumber | None, Query(ge=1, le=9999, description="One board, player, team or match; else all.")]
_PerPage = Annotated[WholeNumber | None, Query(ge=1, le=4, description="Slips or cards on a page.")]
_Rows = Annotated[WholeNumber | None, Query(ge=1, le=200, description="Of a blank form.")]


class FormBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A form that can be printed: `/print/tournament/{name}`."""

    name: str
    title: Message
    group: FormGroup
    article: str = ""
    """The book that prints it."""
    of_round: bool = False
    of_teams: bool = False
    blank: bool = False
    """It can be printed for a pen."""
    per_page: list[int] = []
    papers: list[Paper] = []


class FormsBody(msgspec.Struct, frozen=True):
    """All forms that somebody may print."""

    forms: list[FormBody]


def tournament_form_routes(
    hall: PresentHall, access: RelayAccess, visitors: Visitors, library: Library, zone: tzinfo = UTC
) -> APIRouter:
    """`/api/tournament/forms` and `/print/tournament/...`; times of day are those of the event's zone."""
    router = APIRouter()

    @router.get(
        "/api/tournament/forms", summary="The forms of the tournament that one may print", responses=answer(FormsBody)
    )
    async def listed(request: Request) -> Response:
        session = visitors.session(request)
        trusted = session is not None and may(session.official.role, Right.RESULTS)
        return json_response(written(FormsBody([_body(form) for form in FORMS if form.public or trusted])))

    # `response_class` so that refusals are described as the JSON that they are.
    @router.get(
        "/print/tournament/{name}",
        summary="A form of the tournament, to print",
        responses=EVENT_FORM_RESPONSES,
        response_class=Response,
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
        kind = _found(name)
        if not kind.public:
            visitors.entitled(request, Right.RESULTS)
        shown = visitors.hall(request)
        event, _ = tournament_of(hall, shown)
        through = None if number_of_round is None else RoundNumber(number_of_round)
        asked = FormRequest(
            round=through,
            number=number,
            blank=blank,
            rows=rows,
            paper=paper,
            per_page=per_page,
            zone=zone,
            site=str(request.base_url).rstrip("/"),
        )
        try:
            known = _event(event, through, request, kind, officials=shown is hall)
            made = event_form(name, known, asked)
        except FormRefused as error:
            raise Problem(HTTPStatus.CONFLICT, error.message) from error
        return form_page(made, library, language, request)

    def _event(
        event: Event | None, through: RoundNumber | None, request: Request, kind: EventForm, *, officials: bool
    ) -> FormEvent:
        """The event as the visitor may see it; the codes on slips are for those who may print them."""
        if event is None:
            return FormEvent()
        shown = event if officials else event.as_published
        links: dict[PairingId, str] = {}
        if not kind.public:
            links = {
                game.id: result_address(request, access.result_links.link(event, game))
                for a_round in shown.rounds
                if a_round.published
                for game in a_round.games
            }
        return recorded_event(shown, through=through, links=links)

    return router


def _found(name: str) -> EventForm:
    try:
        return find_form(name)
    except FormRefused as error:
        raise Problem(HTTPStatus.NOT_FOUND, error.message) from error


def _body(form: EventForm) -> FormBody:
    return FormBody(
        name=form.name,
        title=form.title,
        group=form.group,
        article=form.article,
        of_round=form.of_round,
        of_teams=form.of_teams,
        blank=form.blank,
        per_page=list(form.per_page),
        papers=list(form.papers),
    )
