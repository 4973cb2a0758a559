"""Results entered by the players of a game: the link of its slip opens it, and nothing else.

Each of the two says what became of it, on his own telephone or one after the other on the same. What both say is a
report of both; two different values wait for an arbiter. A link ends when every result of its round is fixed.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response

from gateway.event.event import Event, EventGame, EventRound
from gateway.event.event_acts import ReportResult
from gateway.event.game_scores import GameScore
from gateway.model.messages import message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.rate_limit import RateLimit
from gateway.relay.access.rights import Right
from gateway.relay.hall.event_tables import EventTables
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.audited import audited
from gateway.relay.web.card_pace import count_request
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response, refused
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of, from_own_page
from gateway.relay.web.whole_numbers import RoundInPath

__all__ = ["result_address", "result_routes"]

ENTRIES_MAX: Final = 12
ENTRIES_MS: Final = 60_000
"""How often a result is entered by one link within a minute."""

_Slip = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,64}\.[0-9a-f]{24}$", description="As the slip has it.")]
_GONE = refused("No slip has this link, or its pairing was taken back; or another site's page asks.")
_ENTRY_PROBLEMS: dict[int | str, dict[str, object]] = {
    403: _GONE,
    409: refused("The result is fixed."),
    **{status: PROBLEMS[status] for status in (413, 415, 422, 503)},
    429: refused("Results are entered by this link too often."),
}


class ResultEntryBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game as its players enter its result. What one has said the other is not told before he has said it, too."""

    title: str
    """Of the event."""
    game: PairingId
    round: RoundNumber
    board: int
    table: str = ""
    players: BySide[Person]
    rules: str
    open: bool
    """Whether a result can be entered; else every result of the round is fixed."""
    entered: list[Side] = []
    """Who has entered one."""
    differ: bool = False
    """Two different results were reported: an arbiter has to look."""
    result: str = ""
    """As it counts, or as both have said it, written as on a slip."""
    counts: bool = False
    """It counts; else it is to be confirmed."""


class EnteredResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result that a player says."""

    side: Side
    """Whose word it is."""
    result: Result
    """`white` or `black` won, or `draw`. Whatever else there is, an arbiter enters."""


class ResultLinkBody(msgspec.Struct, frozen=True):
    """The link of a game's slip."""

    game: PairingId
    address: str
    """To be printed, as a QR code."""


class ResultLinksBody(msgspec.Struct, frozen=True):
    """The links of a round's slips."""

    links: list[ResultLinkBody]


def result_address(request: Request, link: str) -> str:
    """The whole address that a slip has."""
    return f"{str(request.base_url).rstrip('/')}/result/{link}"


def result_routes(hall: PresentHall, tables: EventTables, access: RelayAccess, visitors: Visitors) -> APIRouter:
    """`/api/result/{slip}` and `/api/tournament/rounds/{number}/result-links`."""
    router, limit = APIRouter(prefix="/api"), RateLimit(ENTRIES_MAX, ENTRIES_MS)

    def known(link: str) -> tuple[Event, EventGame]:
        event = hall.event_record.fold.event
        game = access.result_links.find(event, link)
        if event is None or game is None:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.result_link"))
        return event, game

    @router.get(
        "/result/{slip}",
        summary="A game as its players enter its result",
        responses=answer(ResultEntryBody) | {403: _GONE},
    )
    async def look(slip: _Slip) -> Response:
        return json_response(written(_body(*known(slip))))

    @router.post(
        "/result/{slip}",
        summary="What a player says of the result of his game",
        responses=answer(ResultEntryBody) | _ENTRY_PROBLEMS,
        openapi_extra=request_body(EnteredResult),
    )
    async def enter(slip: _Slip, request: Request) -> Response:
        from_own_page(request)
        event, game = known(slip)
        entered = await read_json(request, EnteredResult)
        if entered.result is Result.BOTH_LOSE:
            raise Problem(HTTPStatus.CONFLICT, message("problem.result_by_arbiter"))
        if not event.takes_reports(game):
            raise Problem(HTTPStatus.CONFLICT, message("problem.result_fixed"))
        count_request(game.id, hall.now(), limit)
        who = _player(event, game, entered.side).name
        act = ReportResult(pairing=game.id, score=GameScore.of(entered.result), source=f"phone {entered.side.value}")
        told = {"did": "report_result", "role": "player", "address": address_of(request)}
        async with audited(access.audit, AuditKind.TOURNAMENT, None, who, **told) as noted:
            noted["about"] = str((await tables.act(act, who)).n)
        return json_response(written(_body(*known(slip))))

    router.routes += _link_routes(hall, access, visitors).routes
    return router


def _link_routes(hall: PresentHall, access: RelayAccess, visitors: Visitors) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get(
        "/tournament/rounds/{number}/result-links",
        summary="The links of a round's slips, by which players enter results",
        responses=answer(ResultLinksBody) | FOR_ARBITERS,
    )
    async def links(request: Request, number: RoundInPath) -> Response:
        visitors.entitled(request, Right.RESULTS)
        event = hall.event_record.fold.event
        found: list[ResultLinkBody] = []
        if event is not None and number <= len(event.as_published.rounds):
            made = ((game.id, access.result_links.link(event, game)) for game in event.rounds[number - 1].games)
            found = [ResultLinkBody(game, result_address(request, link)) for game, link in made]
        return json_response(written(ResultLinksBody(found)))

    return router


def _player(event: Event, game: EventGame, side: Side) -> Person:
    """Who plays; where the board of a team is empty, the team."""
    return event.person(game, side) or event.entrant(game.players[side]).person


def _body(event: Event, game: EventGame) -> ResultEntryBody:
    a_round: EventRound = event.find(game.id)[0]
    entered = [side for side in Side if f"phone {side.value}" in game.reports]
    counted = None if game.adjourned else event.counted(game)
    both = game.reported if len(entered) == len(Side) else None
    told = counted if counted is not None else both
    return ResultEntryBody(
        title=event.regulations.title,
        game=game.id,
        round=a_round.number,
        board=game.board,
        table=game.table,
        players=BySide(*(_player(event, game, side) for side in Side)),
        rules=event.regulations.rules,
        open=event.takes_reports(game),
        entered=entered,
        differ=game.is_disputed and bool(entered),
        result="" if told is None else str(told),
        counts=counted is not None,
    )
