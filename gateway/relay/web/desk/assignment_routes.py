"""Routes of assignments: what a table plays next, asked and given."""

from __future__ import annotations

from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from gateway.model.errors import JournalError
from gateway.model.messages import message
from gateway.record.wire import ASSIGNMENT
from gateway.referee.assignment import Assignment
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.openapi import NameInPath, answer
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response, not_stored
from gateway.relay.web.request_bodies import ASSIGNMENT_BODY, read_assignment
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["assignment_routes"]

_ASSIGNED_PROBLEMS: dict[int | str, dict[str, object]] = {
    **FOR_ARBITERS,
    404: {**PROBLEMS[404], "description": "Nothing is assigned."},
}


class AssignedBody(BaseModel):
    """The assignment is kept; the table takes it for its next game, or refuses it with an alert."""

    ok: Literal[True] = True
    n: int = Field(description="The number of the assignment.")
    sent: bool = Field(description="Whether the broker has it; else it is sent as soon as there is one.")


def assignment_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """The routes of assignments."""
    router = APIRouter(prefix="/api")

    @router.get(
        "/tables/{table}/assignment",
        summary="What is assigned to a table",
        responses=answer(Assignment) | _ASSIGNED_PROBLEMS,
    )
    async def assignment(table: NameInPath, request: Request) -> Response:
        visitors.trusted(request)
        found = hall.assignments.find(table)
        if found is None:
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.nothing_assigned", table=table))
        return json_response(ASSIGNMENT.encode(found))

    @router.put(
        "/tables/{table}/assignment",
        summary="Assign to a table what it plays next",
        responses=PROBLEMS,
        openapi_extra=ASSIGNMENT_BODY,
    )
    async def assign(table: NameInPath, request: Request) -> AssignedBody:
        session = visitors.entitled(request, Right.ASSIGN)
        given = await read_assignment(request)
        try:
            taken, sent = await hall.assignments.assign(table, given, hall.last_assigned(table))
        except JournalError as error:
            raise not_stored(error) from error
        pairing = " – ".join(person.name for person in (taken.players.white, taken.players.black))
        await audit.note(AuditKind.ASSIGNED, session, table=table, about=pairing, address=address_of(request))
        return AssignedBody(n=taken.n, sent=sent)

    return router
