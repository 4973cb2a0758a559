"""A bridge table as its players have it on a phone: who sits there, which boards are played, what was entered.

The link of the table's card opens it, and nothing else. One side enters a result and the other one confirms it; two
different values wait for the director. A table is called without a name: what it says is in the record with its side.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response

from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import BridgeAct, CallDirector, ReportBoard
from gateway.event.bridge.bridge_event import BridgeEvent, BridgeRoundState, BridgeTable
from gateway.event.bridge.bridge_seats import seatings
from gateway.model.messages import message
from gateway.model.persons import Person
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.rate_limit import RateLimit
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.card_pace import count_request
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import PROBLEMS, Problem, json_response, refused
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import address_of, from_own_page
from gateway.tournament.bridge.compass import CompassSeat, Partnership, dealer, vulnerable

from .bridge_bodies import BoardBody, board_body

__all__ = ["bridge_table_routes"]

ENTRIES_MAX: Final = 120
ENTRIES_MS: Final = 60_000
"""How often something is said at one table within a minute: hands that enter whole rounds at the end stay far below."""

_Card = Annotated[str, Path(pattern=r"^[0-9a-z]{1,12}\.[0-9a-f]{24}$", description="As the table's card has it.")]
_GONE = refused("No table has this link, or another site's page asks.")
_PROBLEMS: dict[int | str, dict[str, object]] = {
    403: _GONE,
    409: refused("It cannot have been so, the board is not played here, or a director has entered a result."),
    **{status: PROBLEMS[status] for status in (413, 415, 422, 503)},
    429: refused("Too much is entered at this table."),
}


class TableBoardBody(BoardBody, frozen=True, omit_defaults=True, kw_only=True):
    """A board as those who play it see it."""

    dealer: CompassSeat
    vulnerable: tuple[Partnership, ...]
    set: int


class TableSeatsBody(msgspec.Struct, frozen=True):
    """The seats from a board on."""

    board: int
    seats: dict[CompassSeat, str]


class TablePageBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as its players have it."""

    title: str
    table: str
    """Without its round: `2o`. Empty where nothing is played here yet."""
    round: int = 0
    rounds: int = 0
    match: int = 0
    room: str = ""
    teams: bool = False
    north_south: str = ""
    """The contestant there; empty for individuals."""
    east_west: str = ""
    seats: list[TableSeatsBody] = []
    boards: list[TableBoardBody] = []
    current: int | None = None
    confirm: bool = True
    """Both sides say a result before it counts."""
    calls: int = 0
    """Calls of this table that wait for the director."""
    ranked: bool = False
    """The final ranking is fixed: nothing is entered any more."""


class EnteredBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result that a side says."""

    side: Partnership
    board: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    result: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    """`4SX N +1 H10`, `pass`."""


class CalledDirector(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A call."""

    side: Partnership | None = None
    board: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""


def bridge_table_routes(hall: PresentHall, access: RelayAccess) -> APIRouter:
    """`/api/bridge/table/{card}`."""
    router, limit = APIRouter(prefix="/api/bridge/table"), RateLimit(ENTRIES_MAX, ENTRIES_MS)

    def known(link: str) -> tuple[BridgeEvent, str, tuple[BridgeRoundState, BridgeTable] | None]:
        event, label = hall.bridge_record.fold.event, access.bridge_links.label(link)
        if event is None or label is None:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.bridge_link"))
        return event, label, access.bridge_links.find(event, label)

    def playing(link: str) -> BridgeTable:
        _, label, found = known(link)
        if found is None:
            raise Problem(HTTPStatus.CONFLICT, message("bridge_event.unknown_table", table=label))
        return found[1]

    async def note(request: Request, table: BridgeTable, act: BridgeAct, who: str) -> None:
        count_request(table.label, hall.now(), limit)
        told = {"did": str(act.__struct_config__.tag), "role": "player", "address": address_of(request)}
        async with audited(access.audit, AuditKind.BRIDGE, None, who, **told) as noted:
            noted["about"] = str((await hall.bridge_record.act(act, who)).n)

    @router.get("/{card}", summary="A bridge table for its players", responses=answer(TablePageBody) | {403: _GONE})
    async def look(card: _Card) -> Response:
        return json_response(written(_body(*known(card))))

    @router.post(
        "/{card}/results",
        summary="The result of a board as one side says it",
        responses=answer(TablePageBody) | _PROBLEMS,
        openapi_extra=request_body(EnteredBoard),
    )
    async def enter(card: _Card, request: Request) -> Response:
        from_own_page(request)
        table = playing(card)
        entered = await read_json(request, EnteredBoard)
        held = table.results.get(entered.board)
        if held is not None and held.accepted is not None:
            raise Problem(HTTPStatus.CONFLICT, message("problem.board_fixed", board=entered.board))
        act = ReportBoard(table=table.id, board=entered.board, outcome=Played(entered.result), side=entered.side)
        await note(request, table, act, f"table {table.label} {entered.side.value}")
        return json_response(written(_body(*known(card))))

    @router.post(
        "/{card}/call",
        summary="Call the director",
        responses=answer(TablePageBody) | _PROBLEMS,
        openapi_extra=request_body(CalledDirector),
    )
    async def call(card: _Card, request: Request) -> Response:
        from_own_page(request)
        table = playing(card)
        called = await read_json(request, CalledDirector)
        act = CallDirector(table=table.id, board=called.board, side=called.side, text=called.text)
        await note(request, table, act, f"table {table.label}")
        return json_response(written(_body(*known(card))))

    return router


def _body(event: BridgeEvent, label: str, found: tuple[BridgeRoundState, BridgeTable] | None) -> TablePageBody:
    if found is None:
        return TablePageBody(title=event.regulations.title, table="")
    a_round, table = found
    return TablePageBody(
        title=event.regulations.title,
        table=label,
        round=a_round.number,
        rounds=len(event.rounds),
        match=table.match,
        room=table.room.value,
        teams=event.regulations.form.is_teams,
        north_south="" if table.four else event.contestant(table.north_south).name,
        east_west="" if table.four else event.contestant(table.east_west).name,
        seats=[TableSeatsBody(table.boards[at], _names(people)) for at, people in seatings(event, table)],
        boards=[_board(event, table, board, at) for at, board in enumerate(table.boards)],
        current=event.current_board(table),
        confirm=event.regulations.confirm_results,
        calls=sum(1 for each in event.calls if each.table == table.id and each.answered is None),
        ranked=event.ranking is not None,
    )


def _names(people: Mapping[CompassSeat, Person | None]) -> dict[CompassSeat, str]:
    return {seat: person.name for seat, person in people.items() if person is not None}


def _board(event: BridgeEvent, table: BridgeTable, board: int, at: int) -> TableBoardBody:
    held = table.results.get(board)
    about = BoardBody(board=board) if held is None else board_body(event, table, board, held, officials=True)
    return TableBoardBody(
        **msgspec.structs.asdict(about),
        dealer=dealer(board),
        vulnerable=tuple(sorted(vulnerable(board))),
        set=event.set_of(at),
    )
