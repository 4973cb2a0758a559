"""The route of raw readings: what a table's sensors told around an instant, for arbiters who look at a dispute."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from gateway.model.messages import message
from gateway.record.commands import Reply, SendReadings
from gateway.record.sensor_replay import LONGEST_REPLAY_MS, SensorReplay
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.hall.command_client import NoAnswer, NoBroker
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import NameInPath, answer
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors, address_of
from gateway.relay.web.whole_numbers import WholeNumber

__all__ = ["readings_routes"]

_REFUSALS = FOR_ARBITERS | {status: PROBLEMS[status] for status in (404, 409, 422, 503, 504)}
_Length = Annotated[WholeNumber, Query(ge=0, le=LONGEST_REPLAY_MS, description="Milliseconds; a minute in all.")]


def readings_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """The route of readings: never for players, never for the public."""

    def trusted(request: Request) -> None:
        visitors.trusted(request)

    router = APIRouter(prefix="/api", dependencies=[Depends(trusted)])  # before anything that was asked is looked at

    @router.get(
        "/tables/{table}/readings",
        summary="What a table's sensors told around an instant",
        responses=answer(SensorReplay) | _REFUSALS,
    )
    async def readings(
        table: NameInPath,
        request: Request,
        at: Annotated[
            WholeNumber | None, Query(ge=0, le=2**53, description="An instant of the table; without it, now.")
        ] = None,
        before: _Length = 30_000,
        after: _Length = 0,
    ) -> Response:
        found = hall.find(table)
        if found.state is None:
            raise Problem(HTTPStatus.CONFLICT, message("problem.not_heard", table=table))
        if found.online is False:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, message("problem.table_offline", table=table))
        session = visitors.trusted(request)
        who, role, _ = session.official
        await audit.note(AuditKind.READINGS, session, table=table, address=address_of(request))
        around = hall.now() - found.offset.value if at is None else at
        asked = SendReadings(who, role, max(0, around - before), max(0, around + after))
        try:
            got = await hall.command_client.readings(table, asked)
        except NoBroker as error:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, error.message) from error
        except NoAnswer as error:
            raise Problem(HTTPStatus.GATEWAY_TIMEOUT, error.message) from error
        if isinstance(got, Reply):
            raise Problem(HTTPStatus.CONFLICT, got.why or message("refusal.no_reason"), got.article)
        return json_response(written(got))

    return router
