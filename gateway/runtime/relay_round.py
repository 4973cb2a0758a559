"""The games of a round as a relay shows them to the public, read over its API: for pushing from another computer."""

from __future__ import annotations

import asyncio
import io
from typing import Any
from urllib.parse import quote

import chess.pgn
import httpx

from gateway.model.errors import GatewayError
from gateway.relay.push.round_games import RoundGame, with_game_id

__all__ = ["RelayRound", "RelayUnreadable"]

_LOOK_S = 2.0
"""Seconds between two looks at the list of games."""
_LEFT_OUT = frozenset({"set_aside", "void"})


class RelayUnreadable(GatewayError):
    """The relay cannot be reached, or shows something else than games."""


class RelayRound:
    """A round of a relay's event."""

    def __init__(self, client: httpx.AsyncClient, number: int) -> None:
        """`client` has the relay's address as its base."""
        self._client = client
        self._number = number
        self._known: dict[str, tuple[Any, RoundGame]] = {}

    async def changed(self) -> None:
        """Return after a while: the list tells what has changed."""
        await asyncio.sleep(_LOOK_S)

    async def now(self) -> list[RoundGame]:
        """Every game of the round; raises `RelayUnreadable`."""
        try:
            chosen: dict[str, Any] = {}
            event, after = "", ""
            while True:
                query = {"round": str(self._number), "limit": "500"} | ({"after": after} if after else {})
                page = await self._json("/api/games", query)
                event = page["event"]
                for game in page["games"]:
                    if game["form"] == "pgn" and game["status"] not in _LEFT_OUT:
                        chosen[game["pairing"] or game["id"]] = game
                after = page["next"] or ""
                if not after:
                    break
            return [await self._game(f"{event}/{name}", game) for name, game in chosen.items()]
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError) as error:
            raise RelayUnreadable(f"The relay at {self._client.base_url} shows no games: {error!r}.") from error

    async def _game(self, tag: str, about: Any) -> RoundGame:
        known = self._known.get(tag)
        if known is not None and known[0] == about:
            return known[1]
        answer = await self._client.get(f"/api/games/{quote(about['id'])}.pgn")
        answer.raise_for_status()
        pgn = with_game_id(answer.text, tag)
        read = chess.pgn.read_game(io.StringIO(pgn))
        game = RoundGame(tag, pgn, 0 if read is None else sum(1 for _ in read.mainline_moves()))
        self._known[tag] = about, game
        return game

    async def _json(self, path: str, query: dict[str, str]) -> Any:
        answer = await self._client.get(path, params=query)
        answer.raise_for_status()
        return answer.json()
