"""The WebSocket: the hall as it is, then every change. One task sends, one listens; nobody else waits for a viewer.

In: `/ws?have=t1:57,t2:12:2&follow=t1` (both optional), later
`{"type": "subscribe", "follow": ["t3"], "have": {"t3": [57, 1]}}`.
`have` says up to which line (of which journal, else the first) the viewer holds a table; it gets the lines after.
`follow` names the tables whose lines are wanted; without it, all. States come of every table in any case.
With `sees=public` an arbiter's browser is shown what everybody may see, with `sees=screens` what the hall's screens
show: it drives one of them.

Out: `hello`, one `table` for each table, then `state`, `clock`, `entry`, `availability`, `broker`, `time`,
for arbiters `knocking`, `flooding`, `joining`, `handlings` and `colleagues`,
and `table` again when a table is new, begins a game, or must be shown afresh.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Coroutine

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from gateway.record.wire import Form, WireError
from gateway.relay.access.officials import Official
from gateway.relay.access.rights import Right, acts_for, may, rights_for, sees
from gateway.relay.access.sessions import BrowserSession, Sessions
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import HelloFrame, Subscribe, written
from gateway.relay.hall.viewers import VIEWERS_MAX, Have, Key, Viewer

from .visitors import Visitors

__all__ = ["live_routes"]

log = logging.getLogger(__name__)

_TRY_LATER = 1013
_BAD_DATA = 1007
_SESSION_ENDED = 4401
_CLOSE_S = 2.0
_HAVE = re.compile(r"([a-z0-9_-]{1,64}):(\d{1,15})(?::(\d{1,6}))?")


_SUBSCRIBE = Form(Subscribe)


def live_routes(present: PresentHall, visitors: Visitors, sessions: Sessions, version: str) -> APIRouter:
    """`/ws`."""
    router = APIRouter()

    @router.websocket("/ws")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        session, hall = visitors.viewer(socket), visitors.hall(socket)
        if session is None and len(hall.viewers) >= VIEWERS_MAX:  # no crowd keeps an arbiter out
            await socket.close(_TRY_LATER, "too many viewers")
            return
        viewer = Viewer(
            visitors.visibility(socket),
            hall.whole,
            _follow(socket.query_params.get("follow")),
        )
        viewer.have = _have(socket.query_params.get("have", ""))
        viewer.offer(Key("hello"), _hello(hall, session.official if session is not None else None, version))
        hall.join(viewer)
        code, why = 0, ""
        _came(present, session)
        try:
            code, why = await _serve(socket, hall, viewer, _ended(sessions, session))
        finally:
            hall.viewers.remove(viewer)
            _went(present, session, signed_out=code == _SESSION_ENDED)
        if code:
            # Whoever has stopped reading need not be waited for.
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                async with asyncio.timeout(_CLOSE_S):
                    await socket.close(code, why)

    return router


def _came(hall: PresentHall, session: BrowserSession | None) -> None:
    """Tell the others that somebody is there who can see to what waits."""
    if session is not None and may(session.official.role, Right.QUEUE):
        hall.colleagues.came(session.official.name, session.official.role)
        hall.show_colleagues()


def _went(hall: PresentHall, session: BrowserSession | None, *, signed_out: bool) -> None:
    if session is not None:
        hall.colleagues.went(session.official.name, signed_out=signed_out)
        hall.show_colleagues()


async def _ended(sessions: Sessions, session: BrowserSession | None) -> None:
    """Return when the session is over; whoever watches without one stays as long as he likes."""
    await (asyncio.Event().wait() if session is None else sessions.over(session))


async def _serve(
    socket: WebSocket, hall: Hall, viewer: Viewer, session_ended: Coroutine[None, None, None]
) -> tuple[int, str]:
    """Send and listen until one side ends it; returns how to close, 0 if there is nothing left to close."""
    sending = asyncio.create_task(_send(socket, viewer))
    ending = asyncio.create_task(session_ended)
    listening = asyncio.create_task(_listen(socket, hall, viewer))
    falling = asyncio.create_task(viewer.fallen.wait())
    tasks = {sending, listening, falling, ending}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if not ending.cancelled():
        return _SESSION_ENDED, "signed out"
    if viewer.fallen.is_set():
        return _TRY_LATER, "too far behind"
    return listening.result() if not listening.cancelled() else (0, "")


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await viewer.next())


async def _listen(socket: WebSocket, hall: Hall, viewer: Viewer) -> tuple[int, str]:
    """Take what the viewer subscribes to; returns how to close."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return 0, ""
        try:
            wanted = _SUBSCRIBE.receive((message.get("text") or "").encode())
        except WireError as error:
            return _BAD_DATA, f"not a subscription: {error}"[:120]
        for name, have in wanted.have.items():
            viewer.have[name] = Have(*have) if isinstance(have, tuple) else Have(have)
        before, viewer.follow = viewer.follow, None if wanted.follow is None else frozenset(wanted.follow)
        for table in hall.tables:
            if viewer.follows(table.name) and before is not None and table.name not in before:
                viewer.want(table.name)


def _hello(hall: Hall, official: Official | None, version: str) -> str:
    role = None if official is None else official.role
    hello = HelloFrame(
        now=hall.now(),
        event=hall.event,
        role=role,
        name=official.name if official is not None else "",
        version=version,
        broker=hall.broker,
        sees=sees(role),
        acts=acts_for(role),
        rights=rights_for(role),
    )
    return written(hello)


def _follow(text: str | None) -> frozenset[str] | None:
    return None if text is None else frozenset(filter(None, text.split(",")))


def _have(text: str) -> dict[str, Have]:
    """What does not fit is left out: the viewer then gets more than it needs, which is harmless."""
    found = (_HAVE.fullmatch(part) for part in text.split(","))
    return {match[1]: Have(int(match[2]), int(match[3] or 1)) for match in found if match}
