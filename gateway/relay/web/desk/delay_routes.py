"""Routes of the delay: how far behind the hall each audience is, and the chief arbiter's word on it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.model.errors import JournalError
from gateway.record.visibility import Audience
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.late_time import DELAY_MAX
from gateway.relay.hall.viewer_frames import AudienceDelay, written
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, json_response, not_stored
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["delay_routes"]

_Delay = Annotated[int, msgspec.Meta(ge=0, le=DELAY_MAX)]
_REFUSALS = FOR_ARBITERS | {status: PROBLEMS[status] for status in (413, 415, 422)}
_REFUSALS |= {503: {**PROBLEMS[503], "description": "It could not be written down."}}


class DelaysBody(msgspec.Struct, frozen=True):
    """The delay of each audience behind the hall."""

    audiences: dict[Audience, AudienceDelay]


class SetDelaysBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delays to be set, in milliseconds; an audience that is not named stays as far behind as it is."""

    public: _Delay | None = None
    screens: _Delay | None = None


def delay_routes(halls: Halls, visitors: Visitors, audit: Audit) -> APIRouter:
    """`/delays`."""
    router = APIRouter(prefix="/api")

    @router.get(
        "/delays", summary="How far behind the hall each audience is", responses=answer(DelaysBody) | FOR_ARBITERS
    )
    async def delays(request: Request) -> Response:
        visitors.trusted(request)
        return json_response(written(DelaysBody(halls.delays().audiences)))

    @router.patch(
        "/delays",
        summary="Put an audience behind the hall, or less far",
        responses=answer(DelaysBody) | _REFUSALS,
        openapi_extra=request_body(SetDelaysBody),
    )
    async def set_delays(request: Request) -> Response:
        session = visitors.entitled(request, Right.DELAY)
        body = await read_json(request, SetDelaysBody)
        for audience, delay in ((Audience.PUBLIC, body.public), (Audience.SCREENS, body.screens)):
            if delay is None:
                continue
            try:
                await halls.set_delay(audience, delay)
            except JournalError as error:
                raise not_stored(error) from error
            told: dict[str, Any] = {"about": audience.value, "delay": delay, "address": address_of(request)}
            await audit.note(AuditKind.DELAYED, session, **told)
        return json_response(written(DelaysBody(halls.delays().audiences)))

    return router
