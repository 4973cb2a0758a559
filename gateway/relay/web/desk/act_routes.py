"""The route of an arbiter's act: from the page to the table, and its answer back."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from gateway.model.messages import message
from gateway.record.commands import ActCommand
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import acts_for
from gateway.relay.hall.command_client import NoAnswer, NoBroker
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.openapi import NameInPath
from gateway.relay.web.problems import PROBLEMS, Problem
from gateway.relay.web.request_bodies import REQUEST_BODY, read_act
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["DoneBody", "act_routes", "carry_out"]


class DoneBody(BaseModel):
    """The table has carried the act out."""

    ok: Literal[True] = True
    id: str = Field(description="The command's id, as in the record.")
    entry: int = Field(description="The number of the entry that records the act.")


def act_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """The route of acts."""
    router = APIRouter(prefix="/api")

    @router.post(
        "/tables/{table}/commands",
        summary="Carry out an arbiter's act",
        responses=PROBLEMS,
        openapi_extra=REQUEST_BODY,
    )
    async def command(table: NameInPath, request: Request) -> DoneBody:
        session = visitors.acting(request)
        who, role, _ = session.official
        if not acts_for(role):
            why = message("problem.may_not_act")
            await audit.note(AuditKind.ACT, session, table=table, ok=False, why=why, address=address_of(request))
            raise Problem(HTTPStatus.FORBIDDEN, why)
        act, chosen = await read_act(request)
        hall.find(table)
        told: dict[str, Any] = {"table": table, "act": act, "address": address_of(request)}
        try:
            done = await carry_out(hall, table, ActCommand(who, role, act), chosen)
        except Problem as problem:
            await audit.note(AuditKind.ACT, session, **told, ok=False, why=problem.why, article=problem.article)
            raise
        await audit.note(AuditKind.ACT, session, **told, entry=done.entry)
        return done

    return router


async def carry_out(hall: PresentHall, table: str, command: ActCommand, chosen: str = "") -> DoneBody:
    """Have a table do it, under an id if one was chosen; raises `Problem` if it refuses, or cannot be reached."""
    if hall.find(table).online is False:
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, message("problem.table_offline", table=table))
    try:
        reply = await hall.command_client.act(table, command, chosen)
    except NoBroker as error:
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, error.message) from error
    except NoAnswer as error:
        raise Problem(HTTPStatus.GATEWAY_TIMEOUT, error.message) from error
    if not reply.ok:
        raise Problem(HTTPStatus.CONFLICT, reply.why or message("refusal.no_reason"), reply.article)
    return DoneBody(id=reply.id, entry=reply.entry)
