"""The games of a round of chess as they are sent: one PGN each, whole, also of those that have not begun."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec

from gateway.feeds.export import PlayedAt, write_game
from gateway.games.tagged import format_tag
from gateway.model.errors import GatewayError
from gateway.relay.hall.game_index import GameStatus, GameSummary
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.played_games import PlayedGames

__all__ = ["HallRound", "RoundGame", "RoundGames", "with_game_id"]

log = logging.getLogger(__name__)

_PLIES = re.compile(r'^\[PlyCount "(\d+)"\]$', re.MULTILINE)

_LEFT_OUT = frozenset({GameStatus.SET_ASIDE, GameStatus.VOID})
"""Games that do not count: another one stands in their place."""


class RoundGame(msgspec.Struct, frozen=True):
    """One game as it is sent."""

    id: str
    """What it is known by for the whole round: its tag `GameId`."""
    pgn: str
    plies: int
    """How many the PGN has."""

    @property
    def digest(self) -> str:
        """A short text that is another one for another PGN."""
        return hashlib.sha256(self.pgn.encode()).hexdigest()[:32]


class RoundGames(Protocol):
    """The games of a round, from wherever they come."""

    async def now(self) -> list[RoundGame]:
        """Every game as it stands, in the order of the boards."""

    async def changed(self) -> None:
        """Return when some game may have changed since `now` was called last."""


class HallRound:
    """The games of a round in a hall."""

    def __init__(self, hall: Hall, number: int, tables: frozenset[str] = frozenset()) -> None:
        """`tables` are those whose games are sent; without any, all of the round."""
        self._hall = hall
        self._number = number
        self._tables = tables
        self._played = PlayedGames()
        self._written: dict[str, tuple[GameSummary, RoundGame]] = {}
        self._some = asyncio.Event()
        self._seen = -1

    @asynccontextmanager
    async def followed(self) -> AsyncIterator[HallRound]:
        """The round, kept up with the hall as long as the context lasts."""
        with self._hall.followers.following_all() as changes:

            async def follow() -> None:
                while True:
                    await changes.next()
                    if self._hall.game_index.changes != self._seen:  # clocks run all the time
                        self._some.set()

            following = asyncio.create_task(follow(), name="round games")
            try:
                yield self
            finally:
                following.cancel()
                await asyncio.wait([following])

    async def changed(self) -> None:
        """Return when something has happened in the hall."""
        await self._some.wait()

    async def now(self) -> list[RoundGame]:
        """Every game of the round as it stands; one that cannot be written is left as it was."""
        self._some.clear()
        self._seen = self._hall.game_index.changes
        chosen: dict[str, GameSummary] = {}
        for game in self._hall.game_index.of_round(self._number):
            if self._is_wanted(game):
                chosen[str(game.pairing) or game.id] = game  # a game that is played again takes the place of the first
        found = [await self._game(name, game) for name, game in chosen.items()]
        return [game for game in found if game is not None]

    def _is_wanted(self, game: GameSummary) -> bool:
        return (
            game.form == "pgn"
            and game.round == self._number
            and game.status not in _LEFT_OUT
            and (not self._tables or game.table in self._tables)
        )

    async def _game(self, name: str, about: GameSummary) -> RoundGame | None:
        before = self._written.get(name)
        if before is not None and before[0] == about:
            return before[1]
        try:
            played = await self._played.find(self._hall, about.game_id)
            text = write_game(played, about.form, PlayedAt(self._hall.title, about.table))
        except GatewayError as error:
            log.warning("Game %s cannot be written, and is sent as it was before: %s", about.id, error)
            return None if before is None else before[1]
        tag = f"{self._hall.event}/{name}"
        pgn = with_game_id(text, tag)
        plies = _PLIES.search(pgn)
        game = RoundGame(tag, pgn, int(plies[1]) if plies else len(played.last.moves))
        self._written[name] = about, game
        return game


def with_game_id(pgn: str, name: str) -> str:
    """The PGN with a tag by which its reader knows the game again; of a game that jumps, the part that led to its end:
    one game is one for whoever takes it."""
    tags, blank, moves = pgn[pgn.rfind('\n[Event "') + 1 :].partition("\n\n")
    kept = "\n".join(line for line in tags.splitlines() if not line.startswith("[GameId "))
    return f"{kept}\n{format_tag('GameId', name)}{blank}{moves}"
