"""The player's own page: the table as he may see it, live, and what he asks for. The link of his card opens it.

Out over `/ws/play/{link}`: a `player` frame whenever the table has changed, and every few seconds. In over
`POST /api/play/{link}`: one request of his, entered at the table in the role of his seat. A card asks for so much in a
minute and no more: a telephone that was lost must not keep an arbiter busy.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.record.commands import ActCommand
from gateway.record.table_state import PlayerState
from gateway.record.visibility import player_state
from gateway.referee.acts import EnterRequest
from gateway.referee.limits import exceeded, is_command_id
from gateway.referee.player_requests import CallArbiter, Complain, PlayerRequest
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.player_cards import PlayerCard, PlayerCards
from gateway.relay.access.rate_limit import RateLimit
from gateway.relay.hall.hall import UnknownTable
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import PlayerFrame, written
from gateway.relay.web.card_pace import count_request
from gateway.relay.web.desk.act_routes import DoneBody, carry_out
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import PROBLEMS, Problem, json_response, refused
from gateway.relay.web.request_bodies import does_not_fit, read_json
from gateway.relay.web.visitors import address_of, from_own_page

__all__ = ["CardLimits", "player_routes"]

REQUESTS_MAX: Final = 8
REQUESTS_MS: Final = 60_000
"""How much one card asks for within a minute."""
CALLS_MAX: Final = 3
CALLS_MS: Final = 300_000
"""How often one card calls the arbiter, or complains, within five minutes."""
PAGES_MAX: Final = 3
"""How many pages one card keeps open; one more closes the oldest, which may be a connection that died."""
_COUNTED_MAX = 1000
"""Requests of the whole hall that are remembered as counted: far more than are sent again at one time."""
_TIME_S = 5.0
_CARD_REPLACED = 4403
_TOO_MANY = 4429

_Link = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}\.[wb]\.[0-9a-f]{32}$", description="As the card has it.")]
_PLAY_PROBLEMS: dict[int | str, dict[str, object]] = {
    403: {**PROBLEMS[403], "description": "The card was replaced or never was one, or another site's page asks."},
    **{status: PROBLEMS[status] for status in (409, 413, 415, 422, 503, 504)},
    404: PROBLEMS[404],
    429: refused("This card has asked for too much."),
}


class PlayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request of a player."""

    game: int
    """The game that it is about, as the page showed it: one that has begun since gets nothing of it."""
    request: PlayerRequest
    id: str = ""
    """The command's id, where the page chooses it: what is sent again under the same one is entered once."""


class _OpenPages:
    """The pages that are open on each card, the oldest first."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, Side], list[asyncio.Event]] = defaultdict(list)

    @contextlib.contextmanager
    def one_more(self, card: PlayerCard) -> Iterator[asyncio.Event]:
        """An event that is set when this page has to make way."""
        seat, leave = (card.table, card.side), asyncio.Event()
        pages = self._open[seat]
        pages.append(leave)
        for oldest in pages[:-PAGES_MAX]:
            oldest.set()
        try:
            yield leave
        finally:
            pages.remove(leave)
            if not pages:
                self._open.pop(seat, None)

    def close(self, table: str, side: Side) -> None:
        """Close the pages of a card."""
        for page in self._open.get((table, side), ()):
            page.set()


class CardLimits:
    """The limits of what each card may ask for."""

    def __init__(self) -> None:
        self._asked, self._called = RateLimit(REQUESTS_MAX, REQUESTS_MS), RateLimit(CALLS_MAX, CALLS_MS)
        self._counted: deque[tuple[str, str]] = deque(maxlen=_COUNTED_MAX)

    def count(self, card: PlayerCard, command: str, request: PlayerRequest, now: int) -> None:
        """Count a request, once however often it is sent under its id; raises `Problem` if it is one too many."""
        seat = f"{card.table} {card.side}"
        if command and (seat, command) in self._counted:
            return
        limits = [self._asked, self._called] if isinstance(request, CallArbiter | Complain) else [self._asked]
        count_request(seat, now, *limits)
        self._counted.append((seat, command))


def player_routes(hall: PresentHall, access: RelayAccess, version: str) -> APIRouter:
    """`/api/play/{link}` and `/ws/play/{link}`."""
    router, limits = APIRouter(), CardLimits()

    def known(link: str) -> PlayerCard:
        card = access.cards.find(link)
        if card is None:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.card_replaced"))
        return card

    @router.get(
        "/api/play/{link}",
        summary="A table as one of its players sees it",
        responses=answer(PlayerFrame) | {403: _PLAY_PROBLEMS[403]},
    )
    async def look(link: _Link) -> Response:
        return json_response(_frame(hall, known(link), version))

    @router.post(
        "/api/play/{link}",
        summary="What a player asks for",
        responses=_PLAY_PROBLEMS,
        openapi_extra=request_body(PlayBody),
    )
    async def ask(link: _Link, request: Request) -> DoneBody:
        from_own_page(request)
        card = known(link)
        body = await read_json(request, PlayBody)
        if (beyond := exceeded(body)) is not None:
            raise does_not_fit(beyond)
        if body.id and not is_command_id(body.id):
            raise does_not_fit("id: letters, figures and _.:- only, 64 at most")
        seen = _seen(hall, card, body.game)
        if any(each.command == body.id for each in seen.asked):  # sent again, since the answer was lost
            return await carry_out(hall, card.table, _command(card, seen, body), body.id)
        _check_offered(seen, body.request)
        limits.count(card, body.id, body.request, hall.now())
        command = _command(card, seen, body)
        who = command.who
        told: dict[str, Any] = {"role": card.role.value, "table": card.table, "act": command.act}
        told |= {"session": f"card {card.issue + 1}", "address": address_of(request)}
        try:
            done = await carry_out(hall, card.table, command, body.id)
        except Problem as problem:
            told |= {"why": problem.why, "article": problem.article}
            await access.audit.note(AuditKind.REQUEST, None, who, ok=False, **told)
            raise
        await access.audit.note(AuditKind.REQUEST, None, who, entry=done.entry, **told)
        return done

    router.routes += _live_routes(hall, access.cards, version).routes
    return router


def _seen(hall: PresentHall, card: PlayerCard, game: int) -> PlayerState:
    """What the player sees, if it is the game that his page showed."""
    state = hall.find(card.table).state
    if state is None or state.game != game:
        raise Problem(HTTPStatus.CONFLICT, message("problem.another_game"))
    return player_state(state, card.role)


def _check_offered(seen: PlayerState, request: PlayerRequest) -> None:
    """Raise `Problem` if this cannot be asked for now."""
    if all(each.request != request.__struct_config__.tag for each in seen.requests):
        raise Problem(HTTPStatus.CONFLICT, message("problem.not_asked_now"))


def _command(card: PlayerCard, seen: PlayerState, body: PlayBody) -> ActCommand:
    who = seen.players[seen.side].name or seen.side.value
    return ActCommand(who, card.role.value, EnterRequest(side=seen.side, request=body.request))


def _live_routes(hall: PresentHall, cards: PlayerCards, version: str) -> APIRouter:
    router, pages = APIRouter(), _OpenPages()
    cards.replaced = pages.close

    @router.websocket("/ws/play/{link}")
    async def live(socket: WebSocket, link: str) -> None:
        await socket.accept()
        card = cards.find(link)
        if card is None:
            await socket.close(_CARD_REPLACED, "card replaced")
            return
        with pages.one_more(card) as leave, hall.followers.following(card.table) as changed:
            await _serve(socket, hall, card, version, changed, leave)
        if leave.is_set():
            code = _TOO_MANY if cards.find(link) == card else _CARD_REPLACED
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                async with asyncio.timeout(2):
                    await socket.close(code, "another page" if code == _TOO_MANY else "card replaced")

    return router


async def _serve(
    socket: WebSocket, hall: PresentHall, card: PlayerCard, version: str, changed: asyncio.Event, leave: asyncio.Event
) -> None:
    """Send until the player goes or has to."""
    tasks = [
        asyncio.create_task(_send(socket, hall, card, version, changed)),
        asyncio.create_task(_gone(socket)),
        asyncio.create_task(leave.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send(socket: WebSocket, hall: PresentHall, card: PlayerCard, version: str, changed: asyncio.Event) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            changed.clear()
            await socket.send_text(_frame(hall, card, version))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_TIME_S):
                    await changed.wait()


async def _gone(socket: WebSocket) -> None:
    """Return when the page has gone; it has nothing to say on this connection."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _frame(hall: PresentHall, card: PlayerCard, version: str) -> str:
    """The table now; one that was not heard of yet has no state."""
    try:
        table = hall.find(card.table)
    except UnknownTable:
        return written(PlayerFrame(hall.now(), version, hall.event, 0, online=False, clock=None, state=None))
    state = None if table.state is None else player_state(table.state, card.role)
    online = hall.broker and table.online is not False
    return written(PlayerFrame(hall.now(), version, hall.event, table.offset.value, online, table.clock, state))
