"""The WebSocket: what a viewer looks at as it is, then every change. One task listens; nobody waits for a viewer.

In: `/ws?v=2&tables=t1,t2&follow=t1&summaries=1&have=t1:57,t2:12:2` (all optional), later
`{"type": "subscribe", "tables": ["t3"], "follow": ["t3"], "summaries": true, "have": {"t3": [57, 1]}}`.
`tables` names the tables that are wanted whole, without it all; `follow` those whose lines are wanted as well, without
it all of these. `summaries` asks for few words about every table.
`have` says up to which line (of which journal, else the first) the viewer holds a table; it gets the lines after.
`v` is the protocol that the viewer speaks: from 2 on a state is sent once, and then what changes.
With `sees=public` an arbiter's browser is shown what everybody may see, with `sees=screens` what the hall's screens
show: it drives one of them.

Out: `hello`, `table` for each table that is wanted, then `change` (before 2: `state`), `clock`, `entry`,
`availability`, `summaries`, `broker`, `time`, for arbiters `store`, `knocking`, `flooding`, `joining`, `handlings`,
`sectors` and `colleagues`, and `table` again when a table is new, begins a game, or must be shown afresh. docs/wire.md
has it all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from gateway.record.wire import Form, WireError
from gateway.relay.access.officials import Official
from gateway.relay.access.rights import Right, acts_for, may, rights_for, sees
from gateway.relay.access.sessions import BrowserSession, Sessions
from gateway.relay.hall.hall import TABLES_MAX, Hall
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer import CHANGES, Have, Subscription, Viewer
from gateway.relay.hall.viewer_frames import TABLES_NAMED, HelloFrame, Subscribe, message_of
from gateway.relay.hall.viewers import VIEWERS_MAX

from .viewer_socket import OUTLET
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
        if session is None and visitors.crowd >= VIEWERS_MAX:  # no crowd keeps an arbiter out
            await socket.close(_TRY_LATER, "too many viewers")
            return
        query = socket.query_params
        viewer = Viewer(
            visitors.visibility(socket),
            socket.scope["extensions"][OUTLET],
            hall.viewers.moments,
            hall.whole,
            Subscription(_names(query.get("tables")), _names(query.get("follow")), query.get("summaries") == "1"),
            CHANGES if query.get("v", "1") >= "2" else 1,
        )
        viewer.have = _have(query.get("have", ""))
        viewer.tell(message_of(_hello(hall, session.official if session is not None else None, version, viewer)))
        hall.join(viewer)
        code, why = 0, ""
        _came(present, session)
        try:
            code, why = await _serve(socket, hall, viewer, sessions, session)
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


async def _serve(
    socket: WebSocket, hall: Hall, viewer: Viewer, sessions: Sessions, session: BrowserSession | None
) -> tuple[int, str]:
    """Listen until one side ends it; returns how to close, 0 if there is nothing left to close."""
    if session is None:  # whoever watches without one stays as long as he likes
        return await _listen(socket, hall, viewer)
    ending = asyncio.create_task(sessions.over(session))
    listening = asyncio.create_task(_listen(socket, hall, viewer))
    tasks: set[asyncio.Task[Any]] = {listening, ending}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return listening.result() if not listening.cancelled() else (_SESSION_ENDED, "signed out")


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
            if len(viewer.have) < TABLES_MAX:
                viewer.have.setdefault(name, Have(*have) if isinstance(have, tuple) else Have(have))
        hall.subscribe(viewer, Subscription(_set(wanted.tables), _set(wanted.follow), wanted.summaries))
        for name in wanted.again:
            if viewer.subscription.sees(name):
                viewer.want(name)


def _hello(hall: Hall, official: Official | None, version: str, viewer: Viewer) -> HelloFrame:
    role = None if official is None else official.role
    return HelloFrame(
        now=hall.now(),
        event=hall.event,
        role=role,
        name=official.name if official is not None else "",
        version=version,
        broker=hall.broker,
        protocol=viewer.group.protocol,
        sees=sees(role),
        acts=acts_for(role),
        rights=rights_for(role),
        behind=hall.behind,
        still=hall.still,
        title=hall.title,
    )


def _names(text: str | None) -> frozenset[str] | None:
    """Tables in the address; None: all. Whoever names too many gets the first of them."""
    return None if text is None else frozenset([name for name in text.split(",") if name][:TABLES_NAMED])


def _set(names: list[str] | None) -> frozenset[str] | None:
    return None if names is None else frozenset(names)


def _have(text: str) -> dict[str, Have]:
    """What does not fit is left out: the viewer then gets more than it needs, which is harmless."""
    found = (_HAVE.fullmatch(part) for part in text.split(","))
    return {match[1]: Have(int(match[2]), int(match[3] or 1)) for match in found if match}
