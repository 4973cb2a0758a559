"""The route of server-sent events, for programs that follow the hall without a WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import StreamingResponse

from gateway.model.messages import message
from gateway.record.game_id import GAME_ID_PATTERN, GameId
from gateway.relay.hall.game_index import UnknownGameId
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.viewers import VIEWERS_MAX
from gateway.relay.web.problems import PROBLEMS, Problem, refused
from gateway.relay.web.visitors import Visitors

from .event_stream import CURSOR_MAX, EventStream, Lines, read_cursor

__all__ = ["event_routes"]

_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy in front passes each event on as it comes
    "Access-Control-Allow-Origin": "*",  # what everybody may see, on any site's page
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_SCHEMA = {
    "type": "object",
    "description": "One event.",
    "properties": {name: {"type": "string"} for name in ("event", "data", "id")},
}
_Table = Annotated[str, Query(pattern=r"^[a-z0-9_-]{1,64}$")]


class _Readers:
    """The count of those who read events now."""

    def __init__(self) -> None:
        self.count = 0
        self.lines = Lines()

    async def count_one(
        self, visitors: Visitors, request: Request, events: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """The events, as long as the reader is shown the hall that they are of: somebody may sign out."""
        hall = visitors.hall(request)
        self.count += 1
        try:
            async for event in events:
                yield event
                if visitors.hall(request) is not hall:
                    return
        finally:
            self.count -= 1


def event_routes(visitors: Visitors) -> APIRouter:
    """`/api/events`."""
    router, readers = APIRouter(prefix="/api"), _Readers()

    @router.get(
        "/events",
        summary="Server-sent events: tables as they are, then every change and every line",
        response_class=StreamingResponse,
        responses={
            200: {"description": "Events without end.", "content": {"text/event-stream": {"schema": _SCHEMA}}},
            404: PROBLEMS[404],
            503: refused("Too many follow already."),
        },
    )
    async def events(
        request: Request,
        table: Annotated[
            list[_Table] | None, Query(max_length=100, description="Only these tables; may be given again.")
        ] = None,
        game: Annotated[
            str | None, Query(pattern=GAME_ID_PATTERN, max_length=96, description="Only the lines of this game.")
        ] = None,
        last: Annotated[str, Query(max_length=CURSOR_MAX, description="As `Last-Event-ID`, in the address.")] = "",
        once: Annotated[bool, Query(description="End with what there is now.")] = False,
        last_event_id: Annotated[
            str, Header(max_length=CURSOR_MAX, description="The id of the last event that was taken.")
        ] = "",
    ) -> StreamingResponse:
        hall = visitors.hall(request)
        if readers.count + visitors.crowd >= VIEWERS_MAX:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, message("problem.too_many_viewers"))
        stream = _stream(hall, readers.lines, table, game, last_event_id or last)
        told = readers.count_one(visitors, request, stream.events(once=once))
        return StreamingResponse(told, media_type="text/event-stream", headers=_HEADERS)

    return router


def _stream(hall: Hall, lines: Lines, tables: list[str] | None, game: str | None, last: str) -> EventStream:
    have = read_cursor(last)
    if game is None:
        for name in tables or ():
            hall.find(name)
        return EventStream(hall, lines, have, None if not tables else frozenset(tables))
    try:
        about = hall.game_index.find(GameId.parse(game))
    except UnknownGameId as error:
        raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
    hall.find(about.table)
    return EventStream(hall, lines, have, frozenset({about.table}), about)
