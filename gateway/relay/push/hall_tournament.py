"""The event as LiveChess's API tells of a tournament, by HTTP: for programs that help operators of boards.

    tournaments         every tournament: there is one, once a game of chess was set up
    tournament/ID       its rounds and boards
    round/ID/N          the pairings of a round; N is counted from 0, and the round says which one it is
    game/ID             one of its games

Ids are made of names, so that they stay the same. What is told is what the public is shown, when it is shown it.
"""

from __future__ import annotations

import uuid

import msgspec

from gateway.feeds.livechess_files import game_answer, numbers_of, round_answer
from gateway.model.errors import GameError
from gateway.relay.hall.event_files import EventFiles, livechess_pairing
from gateway.relay.hall.game_index import GameSummary, UnknownGameId
from gateway.relay.hall.hall import Hall

__all__ = ["HallTournament"]


class HallTournament:
    """The games of chess of a hall."""

    def __init__(self, hall: Hall, files: EventFiles) -> None:
        self._hall = hall
        self._files = files
        self._ids: dict[str, str] = {}

    async def answer(self, path: str) -> bytes | None:
        """What is at this path; None: nothing."""
        rounds = self._files.livechess_rounds(self._hall)
        match path.split("/"):
            case ["tournaments"]:
                return msgspec.json.encode([self._summary(rounds)] if rounds else [])
            case ["tournament", wanted] if rounds and wanted == self._id():
                return msgspec.json.encode(self._detail(rounds))
            case ["round", wanted, number] if wanted == self._id() and number.isdecimal() and len(number) < _LONGEST:
                return self._round(int(number) + 1, rounds)
            case ["game", wanted]:
                return await self._game(wanted, rounds)
        return None

    def _id(self, game: str = "") -> str:
        """The id of a game; of the tournament, without one."""
        if game not in self._ids:
            self._ids[game] = str(uuid.uuid5(_NAMES, f"{self._hall.event}/{game}"))
        return self._ids[game]

    def _summary(self, rounds: dict[int, list[GameSummary]]) -> dict[str, object]:
        return {"uuid": self._id(), "description": self._hall.title, "rounds": max(rounds)}

    def _detail(self, rounds: dict[int, list[GameSummary]]) -> dict[str, object]:
        boards: dict[int, str] = {}
        for games in rounds.values():
            boards |= zip(numbers_of([about.table for about in games]), (about.table for about in games), strict=True)
        return {
            **self._summary(rounds),
            "name": self._hall.title,
            "location": self._files.site,
            "country": "",
            "eboards": [boards.get(number, "") for number in range(1, max(boards) + 1)],
        }

    def _round(self, number: int, rounds: dict[int, list[GameSummary]]) -> bytes | None:
        if not rounds or number > max(rounds):
            return None
        games = rounds.get(number, [])
        pairings = [(self._id(about.id), livechess_pairing(about)) for about in games]
        return round_answer(number, self._files.date(games), pairings)

    async def _game(self, wanted: str, rounds: dict[int, list[GameSummary]]) -> bytes | None:
        for about in (about for games in rounds.values() for about in games):
            if self._id(about.id) == wanted:
                try:
                    return game_answer(await self._files.played.find(self._hall, about.game_id))
                except (GameError, UnknownGameId):  # its lines make no game
                    return None
        return None


_LONGEST = 4
"""Digits of a round's number."""
_NAMES = uuid.uuid5(uuid.NAMESPACE_URL, "flagfall:livechess")
