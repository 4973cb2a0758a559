"""Routes of the queue: what waits for an arbiter at any table, who sees to it, and what was seen to."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from gateway.referee.attention import ALERTS, CASES, Attention
from gateway.referee.rulings import CaseKind
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.colleagues import Colleague
from gateway.relay.hall.event_matters import TWO_RESULTS, TWO_RESULTS_ATTENTION
from gateway.relay.hall.matters import AGENT_GONE, GONE, Matter
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.queue_record import Handling, QueueRequest, ResolvedMatter
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.openapi import answer, asks_to_do
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

__all__ = ["queue_routes"]


class QueueBody(msgspec.Struct, frozen=True):
    """All that waits, what is urgent first and of that the oldest; what was seen to is left out."""

    now: int
    """The relay's clock, in milliseconds since 1970."""
    matters: list[Matter]
    handlings: list[Handling]
    """Who sees to which of them."""
    colleagues: list[Colleague]


class HistoryBody(msgspec.Struct, frozen=True):
    """The matters that were seen to, the latest first; a hundred at most."""

    resolved: list[ResolvedMatter]


class AttentionBody(msgspec.Struct, frozen=True):
    """The attention that each kind of alert and case asks for."""

    alerts: dict[str, Attention]
    cases: dict[CaseKind, Attention]


class _HandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of what an arbiter does about a matter."""

    do: QueueRequest


_REQUEST = asks_to_do(
    QueueRequest,
    "QueueRequest",
    "What to do about a matter, and the version of it that was seen (0: nobody has touched it).",
    take={"type": "take", "matter": "t1/1/case/3/2", "version": 0},
    resolve={
        "type": "resolve",
        "matter": "t1/1/alert/1777644000000/device_lost/board",
        "version": 1,
        "note": "cable plugged in again",
    },
)
_CONFLICT = {**PROBLEMS[409], "description": "Somebody was first, or it cannot be done; says who did what, and when."}


def queue_routes(hall: PresentHall, visitors: Visitors, audit: Audit) -> APIRouter:
    """The routes of the queue."""
    router = APIRouter(prefix="/api")

    @router.get("/attention", summary="What each kind of alert and case asks for", responses=answer(AttentionBody))
    async def attention() -> Response:
        alerts = {
            **{kind.value: each for kind, each in ALERTS.items()},
            AGENT_GONE: GONE,
            TWO_RESULTS: TWO_RESULTS_ATTENTION,
        }
        return json_response(written(AttentionBody(alerts, CASES)))

    @router.get("/queue", summary="What waits for an arbiter", responses=answer(QueueBody) | FOR_ARBITERS)
    async def queue(request: Request) -> Response:
        visitors.trusted(request)
        hands = hall.queue_record.on(matter.id for matter in hall.matters())
        seen_to = {hand.matter for hand in hands if hand.resolved}
        waiting = [matter for matter in hall.matters() if matter.id not in seen_to]
        body = QueueBody(hall.now(), waiting, [each for each in hands if not each.resolved], hall.colleagues.about())
        return json_response(written(body))

    @router.get("/queue/history", summary="What was seen to", responses=answer(HistoryBody) | FOR_ARBITERS)
    async def history(request: Request) -> Response:
        visitors.trusted(request)
        return json_response(written(HistoryBody(hall.queue_record.history)))

    @router.post(
        "/queue",
        summary="Take a matter in hand, hand it over, let go of it, resolve it",
        responses=answer(Handling) | PROBLEMS | {409: _CONFLICT},
        openapi_extra=_REQUEST,
    )
    async def act(request: Request) -> Response:
        session = visitors.entitled(request, Right.QUEUE)
        given = (await read_json(request, _HandBody)).do
        there = {colleague.name for colleague in hall.colleagues.about()}
        told = {
            "table": given.matter.partition("/")[0],
            "about": given.matter,
            "did": str(given.__struct_config__.tag),
            "address": address_of(request),
        }
        matter = hall.matter(given.matter)
        async with audited(audit, AuditKind.QUEUE, session, **told):
            hand = await hall.queue_record.act(given, session.official.name, matter, there)
        hall.show_handlings()
        return json_response(written(hand))

    return router
