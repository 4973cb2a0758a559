"""Routes of the round clock: how it stands, its timetable, and what is done to it by those who may.

It is shown to everybody at once, however late the games are: it tells when to play, and nothing of what was played.
"""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.clock.round_clock import TimetableLine
from gateway.clock.round_clock_record import RoundClockAct, RoundClockEntry
from gateway.model.errors import TournamentError
from gateway.model.instants import Instant
from gateway.record.round_clock_message import RoundClockMessage
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.access.sessions import BrowserSession
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.openapi import answer, asks_to_act
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["round_clock_routes"]

_CONFLICT = {**PROBLEMS[409], "description": "It may not be done now; says why."}
_REFUSALS: dict[int | str, dict[str, object]] = {code: PROBLEMS[code] for code in (401, 403, 413, 415, 422, 503)}
_REFUSALS |= {409: _CONFLICT}


class RoundClockBody(msgspec.Struct, frozen=True):
    """The round clock, and what is still to come."""

    clock: RoundClockMessage
    timetable: tuple[TimetableLine, ...]
    """If it ran from now on without a pause; empty: it is over, or there is none."""


class RoundClockRecordBody(msgspec.Struct, frozen=True):
    """Everything that was done to the round clock."""

    entries: tuple[RoundClockEntry, ...]


class _RoundClockActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an act."""

    act: RoundClockAct


_REQUEST = asks_to_act(
    RoundClockAct,
    "RoundClockAct",
    set={"type": "set", "plan": {"rounds": 7, "boards": 8, "board_ms": 480000}},
    start={"type": "start"},
    pause={"type": "pause", "why": "fire alarm"},
    **{"a minute more": {"type": "add", "ms": 60000}},
    skip={"type": "skip"},
    undo={"type": "undo"},
)


def round_clock_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """`/round-clock`."""
    router, keeper = APIRouter(prefix="/api"), hall.clock_keeper

    @router.get("/round-clock", summary="The round clock and its timetable", responses=answer(RoundClockBody))
    async def show() -> Response:
        clock = keeper.message() or RoundClockMessage(at=Instant(hall.now()))
        return json_response(written(RoundClockBody(clock, keeper.timetable())))

    @router.get(
        "/round-clock/entries",
        summary="What was done to the round clock, by whom and why",
        responses=answer(RoundClockRecordBody) | {code: PROBLEMS[code] for code in (401, 403)},
    )
    async def entries(request: Request) -> Response:
        visitors.trusted(request)
        return json_response(written(RoundClockRecordBody(keeper.entries())))

    @router.post(
        "/round-clock/acts",
        summary="Set the round clock, start it, stop it, add time, skip, change its plan, undo",
        responses=answer(RoundClockBody) | _REFUSALS,
        openapi_extra=_REQUEST,
    )
    async def act(request: Request) -> Response:
        session, given = await _read(request)
        told = {"did": str(given.__struct_config__.tag), "address": address_of(request)}
        async with audited(audit, AuditKind.ROUND_CLOCK, session, **told):
            await keeper.act(given, session.official.name)
        return await show()

    @router.post(
        "/round-clock/preview",
        summary="The round clock and its timetable as they would be after an act",
        responses=answer(RoundClockBody) | _REFUSALS,
        openapi_extra=_REQUEST,
    )
    async def preview(request: Request) -> Response:
        session, given = await _read(request)
        try:
            clock, timetable = keeper.preview(given, session.official.name)
        except TournamentError as error:
            raise Problem(HTTPStatus.CONFLICT, error.message) from error
        return json_response(written(RoundClockBody(clock, timetable)))

    async def _read(request: Request) -> tuple[BrowserSession, RoundClockAct]:
        session = visitors.entitled(request, Right.ROUND_CLOCK)
        try:
            return session, (await read_json(request, _RoundClockActBody)).act
        except TournamentError as error:  # a plan that contradicts itself
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message) from error

    return router
