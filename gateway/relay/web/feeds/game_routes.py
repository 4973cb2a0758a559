"""Routes of the games of an event: the list, and each of them move by move. A game keeps its address for ever."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Query, Request, Response

from gateway.model.errors import GameError
from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.record.game_id import GAME_ID_PATTERN, GameId
from gateway.relay.hall.game_index import GameIndex, GameStatus, GameSummary, UnknownGameId
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.visitors import Visitors
from gateway.relay.web.whole_numbers import WholeNumber

from .game_bodies import EventGamesBody, WholeGameBody

__all__ = ["GameInPath", "game_routes"]

GameInPath = Annotated[str, Path(pattern=GAME_ID_PATTERN, max_length=96, description="A game's id, such as `t7.3`.")]
_LISTED = tuple(status for status in GameStatus if status is not GameStatus.SET_ASIDE)
_After = Annotated[str, Query(pattern=GAME_ID_PATTERN, max_length=96, description="Games after this one in the order.")]


def game_routes(visitors: Visitors, played: PlayedGames) -> APIRouter:
    """The routes that read games."""
    router = APIRouter(prefix="/api")

    @router.get("/games", summary="Every game of the event", responses=answer(EventGamesBody))
    async def games(
        request: Request,
        round: Annotated[WholeNumber | None, Query(ge=0, le=2**31, description="Of this round.")] = None,  # noqa: A002
        table: Annotated[str | None, Query(max_length=64, description="Of this table.")] = None,
        player: Annotated[
            str | None, Query(max_length=200, description="Of a person: id, or part of the name.")
        ] = None,
        status: Annotated[list[GameStatus] | None, Query(description="Of these; without, all but `set_aside`.")] = None,
        after: _After | None = None,
        limit: Annotated[WholeNumber, Query(ge=1, le=500, description="How many games a page has.")] = 100,
    ) -> Response:
        seen = visitors.hall(request)
        wanted = _Wanted(round, table, player.casefold() if player else None, frozenset(status or _LISTED))
        total = wanted.total(seen.game_index)
        behind = filter(wanted.fits, wanted.behind(seen.game_index, GameId.parse(after) if after is not None else None))
        page = list(islice(behind, limit + 1))
        following = page[limit - 1].id if len(page) > limit else None
        return json_response(written(EventGamesBody(seen.event, seen.now(), total, following, page[:limit])))

    @router.get(
        "/games/{game}",
        summary="A game of the event, move by move",
        responses=answer(WholeGameBody) | {404: PROBLEMS[404]},
    )
    async def one_game(game: GameInPath, request: Request) -> Response:
        seen, wanted = visitors.hall(request), GameId.parse(game)
        try:
            about = seen.game_index.find(wanted)
            whole = await played.find(seen, wanted)
        except (UnknownGameId, GameError) as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        offset = seen.offset_of(about.table)
        body = WholeGameBody.of(about, whole, event=seen.event, title=seen.title, now=seen.now(), offset=offset)
        return json_response(written(body))

    return router


class _Wanted(NamedTuple):
    """The games that are asked for."""

    round: int | None
    table: str | None
    player: str | None
    status: frozenset[GameStatus]

    def total(self, index: GameIndex) -> int:
        """How many there are."""
        if self.table is not None:
            return sum(map(self.fits, index.of_table(self.table)))
        if self.player is not None:
            return sum(map(self.fits, index if self.round is None else index.of_round(self.round)))
        rounds = index.counts.items()
        return sum(
            counts.get(status, 0) for number, counts in rounds if self.round in {None, number} for status in self.status
        )

    def behind(self, index: GameIndex, last: GameId | None) -> Iterator[GameSummary]:
        """Where to look for them, behind the last that is known."""
        if last is not None or self.round is None:
            return index.after(last)
        return index.of_round(self.round)

    def fits(self, game: GameSummary) -> bool:
        """Whether this is one of them."""
        return (
            game.status in self.status
            and (self.round is None or game.round == self.round)
            and (self.table is None or game.table == self.table)
            and (self.player is None or any(self._is(game.players[side]) for side in Side))
        )

    def _is(self, person: Person) -> bool:
        return self.player is not None and (person.id == self.player or self.player in person.name.casefold())
