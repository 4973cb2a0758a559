"""The page of a virtual table: its files, and one WebSocket that carries a person's hands."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from importlib.resources import files
from typing import Protocol

import msgspec
from fastapi import FastAPI, Response, WebSocket, WebSocketDisconnect
from starlette.middleware.trustedhost import TrustedHostMiddleware

from gateway.games import registry
from gateway.model.errors import GatewayError
from gateway.model.messages import Message
from gateway.relay.web.security import SecurityHeaders, is_own_page
from gateway.relay.web.static import Pages
from gateway.relay.web.texts import text_routes
from gateway.texts.library import Library

from .hall_link import HallLink
from .request_fields import request_fields
from .virtual_table import ChooseGame, Deed, DeedRefused, PlayerAsks, Reset, VirtualTable, check_set, read_deed

__all__ = ["create_app"]

_TIME_S = 5.0
"""Seconds between two reports of the times, so that a page whose own clock is off stays right."""
_NOT_OURS = 4403
_CHOICES: dict[str, object] = {"games": list(registry.GAMES), "fields": request_fields()}
"""What may be chosen on the page: the games, and what belongs to each of the requests."""


class HallAround(Protocol):
    """The hall around a table, as far as the page needs it."""

    link: HallLink

    @property
    def public(self) -> str:
        """The table on the relay's public page."""

    async def play(self, game: str, control: str) -> None:
        """Lay out the set of another game."""


def create_app(table: VirtualTable, hall: HallAround | None = None) -> FastAPI:
    """`/` is the page, `/ws` the hands; the drawing comes from the relay's own modules under `/pages`."""
    app = FastAPI(title="Flagfall virtual table", docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(SecurityHeaders)
    # Another site's name that was made to point to this computer gets nothing.
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    own = _own_files()

    @app.get("/")
    async def index() -> Response:
        return await own_file("index.html")

    @app.get("/virtual/{name}")
    async def own_file(name: str) -> Response:
        if name not in own:
            return Response("There is no such file: / is the table.", 404, media_type="text/plain")
        content, kind = own[name]
        return Response(content, 200, {"Cache-Control": "no-cache"}, kind)

    @app.websocket("/ws")
    async def hands(socket: WebSocket) -> None:
        await socket.accept()
        if not is_own_page(socket):
            await socket.close(_NOT_OURS, "Open the table's own page.")
            return
        sender = asyncio.create_task(_tell(table, hall, socket))
        try:
            await _obey(table, hall, socket)
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    app.include_router(text_routes(Library.load()))
    app.include_router(Pages().routes())
    return app


async def _obey(table: VirtualTable, hall: HallAround | None, socket: WebSocket) -> None:
    """Do what the page says, until it is gone; what cannot be done gets a sentence and the true state."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        try:
            await _do(table, hall, read_deed(message.get("text") or message.get("bytes") or ""))
        except GatewayError as refusal:
            await socket.send_text(_message("refused", {"why": msgspec.to_builtins(refusal.message), **table.state()}))


async def _do(table: VirtualTable, hall: HallAround | None, deed: Deed) -> None:
    match deed:
        case PlayerAsks(side, request):
            if hall is None:
                raise DeedRefused(Message("virtual.no_hall"))
            await hall.link.ask(side, request)
        case ChooseGame(game, control):
            check_set(game, control)
            await (table.lay if hall is None else hall.play)(game, control)
        case _:
            if hall is not None and isinstance(deed, Reset):
                table.reset_clock()
                await hall.link.abandon()
            await table.do(deed)


async def _tell(table: VirtualTable, hall: HallAround | None, socket: WebSocket) -> None:
    """Tell the state now and after every change; what set lies there, first and whenever it is another."""
    laid = 0
    with table.listening() as changed:
        while True:
            changed.clear()
            if laid != table.laid:
                laid = table.laid
                about = {**table.about(), "public": hall.public if hall else None, **_CHOICES}
                await socket.send_text(_message("hello", about))
            await socket.send_text(_message("state", table.state()))
            try:
                async with asyncio.timeout(_TIME_S):
                    await changed.wait()
            except TimeoutError:
                continue


def _message(kind: str, content: dict[str, object]) -> str:
    return json.dumps({"type": kind, **content})


def _own_files() -> dict[str, tuple[bytes, str]]:
    found = {}
    for item in (files("gateway.lab.virtual") / "pages").iterdir():
        kind = "text/javascript" if item.name.endswith(".js") else mimetypes.guess_type(item.name)[0]
        found[item.name] = (item.read_bytes(), kind or "application/octet-stream")
    return found
