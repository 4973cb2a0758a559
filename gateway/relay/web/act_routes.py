"""The route of an arbiter's act: from the page to the table, and its answer back."""

from __future__ import annotations

from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from gateway.model.messages import message
from gateway.record.commands import ActCommand
from gateway.relay.access.rights import acts_for
from gateway.relay.hall.command_client import NoAnswer, NoBroker
from gateway.relay.hall.hall import Hall

from .openapi import NameInPath
from .problems import PROBLEMS, Problem
from .request_bodies import REQUEST_BODY, read_act
from .visitors import Visitors

__all__ = ["act_routes"]


class DoneBody(BaseModel):
    """The table has carried the act out."""

    ok: Literal[True] = True
    id: str = Field(description="The command's id, as in the record.")
    entry: int = Field(description="The number of the entry that records the act.")


def act_routes(hall: Hall, visitors: Visitors) -> APIRouter:
    """The route of acts."""
    router = APIRouter()

    @router.post(
        "/tables/{table}/commands",
        summary="Carry out an arbiter's act",
        responses=PROBLEMS,
        openapi_extra=REQUEST_BODY,
    )
    async def command(table: NameInPath, request: Request) -> DoneBody:
        arbiter = visitors.acting(request)
        if not acts_for(arbiter.role):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.may_not_act"))
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

    return router
