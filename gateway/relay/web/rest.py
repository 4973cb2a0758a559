"""REST: tables, their lines, the relay's health, and an arbiter's acts."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from gateway.feeds.export import PlayedAt, WrongFormat, write_game
from gateway.model.errors import JournalError, SettingsError
from gateway.model.messages import message
from gateway.record.commands import ActCommand
from gateway.record.entries import Entry
from gateway.record.visibility import Visibility
from gateway.record.wire import ASSIGNMENT
from gateway.referee import rulebooks
from gateway.referee.assignment import Assignment
from gateway.referee.roles import SENIOR, Role, find_role
from gateway.relay.access.arbiters import COOKIE, Arbiter, Arbiters
from gateway.relay.hall.command_client import NoAnswer, NoBroker
from gateway.relay.hall.hall import Hall, Health, UnknownGame
from gateway.relay.hall.viewer_frames import TableBody, as_sent, written

from .answer_bodies import ArticleBody, EntriesBody, OneTableBody, RulebookBody, TablesBody
from .openapi import answer
from .problems import Problem, ProblemBody, json_response
from .request_bodies import ASSIGNMENT_BODY, REQUEST_BODY, read_act, read_assignment
from .security import is_own_page

__all__ = ["api_routes"]

_Name = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$", description="A table's or rulebook's name.")]


class DoneBody(BaseModel):
    """The table has carried the act out."""

    ok: Literal[True] = True
    id: str = Field(description="The command's id, as in the record.")
    entry: int = Field(description="The number of the entry that records the act.")


class AssignedBody(BaseModel):
    """The assignment is kept; the table takes it for its next game, or refuses it with an alert."""

    ok: Literal[True] = True
    n: int = Field(description="The number of the assignment.")
    sent: bool = Field(description="Whether the broker has it; else it is sent as soon as there is one.")


_MAY_ASSIGN = (*SENIOR, Role.COMMITTEE)

_PROBLEMS: dict[int | str, dict[str, object]] = {
    401: {"model": ProblemBody, "description": "Not signed in as an arbiter."},
    403: {"model": ProblemBody, "description": "Sent by a page of another site."},
    404: {"model": ProblemBody, "description": "No such table or rulebook."},
    413: {"model": ProblemBody, "description": "Longer than any act."},
    415: {"model": ProblemBody, "description": "Not sent as JSON."},
    422: {"model": ProblemBody, "description": "Not an act; says which field is wrong."},
    409: {"model": ProblemBody, "description": "The table refused, and says why."},
    503: {"model": ProblemBody, "description": "No road to the table: agent or broker is away."},
    504: {"model": ProblemBody, "description": "The table has not answered."},
}


_ASSIGNED_PROBLEMS: dict[int | str, dict[str, object]] = {
    401: _PROBLEMS[401],
    404: {**_PROBLEMS[404], "description": "Nothing is assigned."},
}


_GAME_TYPES = {"pgn": "application/vnd.chess-pgn", "pdn": "application/x-pdn", "sgf": "application/x-go-sgf"}
_GAME_CONTENT = {kind: {"schema": {"type": "string"}} for kind in _GAME_TYPES.values()}


def api_routes(hall: Hall, arbiters: Arbiters, version: str) -> APIRouter:
    """Everything under `/api`."""
    router = APIRouter(prefix="/api")

    def signed_in(request: Request) -> Arbiter | None:
        return arbiters.by_cookie(request.cookies.get(COOKIE), hall.now())

    def visibility(request: Request) -> Visibility:
        return Visibility.PUBLIC if signed_in(request) is None else Visibility.ARBITERS

    def known(request: Request) -> Arbiter:
        arbiter = signed_in(request)
        if arbiter is None:
            raise Problem(HTTPStatus.UNAUTHORIZED, message("problem.sign_in"))
        return arbiter

    def acting(request: Request) -> Arbiter:
        arbiter = known(request)
        if not is_own_page(request.headers):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))
        return arbiter

    @router.get("/tables", summary="Every table at a glance", responses=answer(TablesBody))
    async def tables(request: Request) -> Response:
        bodies = [TableBody(**hall.table_fields(table, visibility(request))) for table in hall.tables]
        return json_response(written(TablesBody(hall.event, hall.now(), bodies)))

    @router.get(
        "/tables/{table}", summary="One table at a glance", responses=answer(OneTableBody) | {404: _PROBLEMS[404]}
    )
    async def one_table(table: _Name, request: Request) -> Response:
        fields = hall.table_fields(hall.find(table), visibility(request))
        return json_response(written(OneTableBody(**fields, now=hall.now())))

    @router.get(
        "/tables/{table}/entries",
        summary="A table's record, line by line",
        responses=answer(EntriesBody) | {404: _PROBLEMS[404]},
    )
    async def entries(
        table: _Name,
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53, description="Lines numbered above this.")] = 0,
        limit: Annotated[int, Query(ge=1, le=1000, description="How many lines to look at.")] = 500,
    ) -> Response:
        found = hall.find(table)
        lines = [as_sent(line, Entry) for line in await hall.lines(found, visibility(request), after, limit)]
        seen = min(after + limit, found.held)
        more = None if seen >= found.held else seen
        return json_response(written(EntriesBody(found.name, found.journal, found.held, more, lines)))

    @router.get(
        "/tables/{table}/games/{game}.{form}",
        summary="A game of a table, as PGN, PDN or SGF",
        responses={
            200: {"description": "The game as it was played in the end.", "content": _GAME_CONTENT},
            404: {"model": ProblemBody, "description": "No such game, or it is written in another notation."},
        },
        response_class=PlainTextResponse,
    )
    async def game(table: _Name, game: Annotated[int, Path(ge=1)], form: Literal["pgn", "pdn", "sgf"]) -> Response:
        found = hall.find(table)
        try:
            text = write_game(await hall.game(found, game), form, PlayedAt(hall.event, table))
        except (UnknownGame, WrongFormat) as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        return Response(text, media_type=f"{_GAME_TYPES[form]}; charset=utf-8", headers={"Cache-Control": "no-cache"})

    @router.get(
        "/rulebooks/{name}", summary="A rulebook's articles", responses=answer(RulebookBody) | {404: _PROBLEMS[404]}
    )
    async def rulebook(name: _Name) -> Response:
        try:
            articles = [ArticleBody.of(article) for article in rulebooks.load(name).articles()]
        except SettingsError as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        return json_response(written(RulebookBody(name, articles)))

    @router.get(
        "/health",
        summary="How the relay is",
        responses=answer(Health) | answer(Health, 503, "As well, and why it does not work now."),
    )
    async def health() -> Response:
        found = hall.health(version)
        return json_response(written(found), 200 if found.ok else 503)

    @router.post(
        "/tables/{table}/commands",
        summary="Carry out an arbiter's act",
        responses=_PROBLEMS,
        openapi_extra=REQUEST_BODY,
    )
    async def command(table: _Name, request: Request) -> DoneBody:
        arbiter = acting(request)
        act = await read_act(request)
        if hall.find(table).online is False:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, message("problem.table_offline", table=table))
        try:
            reply = await hall.command_client.act(table, ActCommand(arbiter.name, arbiter.role, act))
        except NoBroker as error:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, error.message) from error
        except NoAnswer as error:
            raise Problem(HTTPStatus.GATEWAY_TIMEOUT, error.message) from error
        if not reply.ok:
            raise Problem(HTTPStatus.CONFLICT, reply.why or message("refusal.no_reason"), reply.article)
        return DoneBody(id=reply.id, entry=reply.entry)

    @router.get(
        "/tables/{table}/assignment",
        summary="What is assigned to a table",
        responses=answer(Assignment) | _ASSIGNED_PROBLEMS,
    )
    async def assignment(table: _Name, request: Request) -> Response:
        known(request)
        found = hall.assignments.find(table)
        if found is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.nothing_assigned", table=table))
        return json_response(ASSIGNMENT.encode(found))

    @router.put(
        "/tables/{table}/assignment",
        summary="Assign to a table what it plays next",
        responses=_PROBLEMS,
        openapi_extra=ASSIGNMENT_BODY,
    )
    async def assign(table: _Name, request: Request) -> AssignedBody:
        arbiter = acting(request)
        if find_role(arbiter.role) not in _MAY_ASSIGN:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.may_not_assign"))
        given = await read_assignment(request)
        try:
            taken, sent = await hall.assignments.assign(table, given, hall.last_assigned(table))
        except JournalError as error:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, message("problem.not_stored", why=error.message)) from error
        return AssignedBody(n=taken.n, sent=sent)

    return router
