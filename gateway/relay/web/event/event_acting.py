"""Acts on an event over HTTP, whether it is the tournament or the bridge event: read, done, or only previewed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Generic, TypeVar

import msgspec
from fastapi import Request, Response

from gateway.event.event_refusals import EventRefused
from gateway.model.messages import Message
from gateway.relay.access.rights import Right
from gateway.relay.access.sessions import BrowserSession
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors

__all__ = ["ACT_PROBLEMS", "PREVIEWED", "ActBody", "preview_answer", "read_event_act"]

_ActT = TypeVar("_ActT")


class ActBody(msgspec.Struct, Generic[_ActT], frozen=True, forbid_unknown_fields=True):
    """The body of an act."""

    act: _ActT


class PreviewBody(msgspec.Struct, frozen=True):
    """The effects that an act would have."""

    effects: list[Message]


ACT_PROBLEMS: dict[int | str, dict[str, object]] = {
    **PROBLEMS,
    409: {**PROBLEMS[409], "description": "It may not be done now; says why."},
}
PREVIEWED = answer(PreviewBody) | ACT_PROBLEMS


async def read_event_act(
    request: Request, visitors: Visitors, body: type[ActBody[_ActT]], for_clerks: tuple[type, ...]
) -> tuple[BrowserSession, _ActT]:
    """Who asks, and for which act. Those `for_clerks` may be done by whoever enters results."""
    session = visitors.entitled(request, Right.RESULTS)  # whoever may do more may do this
    act = (await read_json(request, body)).act
    if not isinstance(act, for_clerks):
        visitors.entitled(request, Right.TOURNAMENT)
    return session, act


def preview_answer(preview: Callable[[], Iterable[Message]]) -> Response:
    """What would follow, or the refusal of the act."""
    try:
        effects = list(preview())
    except EventRefused as error:
        raise Problem(HTTPStatus.CONFLICT, error.message) from error
    return json_response(written(PreviewBody(effects)))
