"""Routes of the tables that are held back: which they are, to hold one back, and to release it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.hall import UnknownTable
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.viewer_frames import WithheldTable, written
from gateway.relay.web.audited import audited
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["withheld_routes"]

_MAY: dict[int | str, dict[str, Any]] = {status: PROBLEMS[status] for status in (401, 403)}
_REFUSALS = _MAY | {status: PROBLEMS[status] for status in (404, 409, 413, 415, 422, 503)}


class WithheldBody(msgspec.Struct, frozen=True):
    """The tables that are held back from spectators."""

    tables: list[WithheldTable]


class HoldBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why a table is held back."""

    why: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\S")]


def withheld_routes(halls: Halls, visitors: Visitors, audit: Audit) -> APIRouter:
    """`/withheld`, and what is done to one table."""
    router = APIRouter(prefix="/api")

    @router.get(
        "/withheld",
        summary="The tables that are held back from spectators",
        responses=answer(WithheldBody) | _MAY,
    )
    async def withheld(request: Request) -> Response:
        visitors.entitled(request, Right.WITHHOLD)
        return json_response(written(WithheldBody(halls.withheld())))

    @router.post(
        "/tables/{table}/withhold",
        summary="Hold a table back: what those who look on are shown of it stands",
        responses=answer(WithheldBody) | _REFUSALS,
        openapi_extra=request_body(HoldBody),
    )
    async def withhold(table: str, request: Request) -> Response:
        session = visitors.entitled(request, Right.WITHHOLD)
        why = (await read_json(request, HoldBody)).why.strip()
        told = {"table": _known(table), "about": why, "address": address_of(request)}
        async with audited(audit, AuditKind.WITHHELD, session, **told):
            await halls.withhold(table, session.official.name, why)
        return json_response(written(WithheldBody(halls.withheld())))

    @router.post(
        "/tables/{table}/release",
        summary="Release a table that is held back",
        responses=answer(WithheldBody) | _REFUSALS,
    )
    async def release(table: str, request: Request) -> Response:
        session = visitors.entitled(request, Right.WITHHOLD)
        told = {"table": _known(table), "address": address_of(request)}
        async with audited(audit, AuditKind.RELEASED, session, **told):
            await halls.release(table)
        return json_response(written(WithheldBody(halls.withheld())))

    def _known(table: str) -> str:
        try:
            return halls.present.find(table).name
        except UnknownTable as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error

    return router
