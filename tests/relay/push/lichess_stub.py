"""A stub of lichess's push: a real HTTP server that takes rounds of PGN, and fails as the world does.

It reads what it is sent with `chess`, keeps the games by their tag `GameId`, and answers as lichess documents. Faults
come by a seed: too busy, broken, cut before or after the games were taken, a game refused for once, a body refused.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from typing import Any

import chess.pgn

from .http_stub import HttpStub

__all__ = ["FAULTS", "LichessStub"]

FAULTS = ["429", "503", "502", "cut", "cut after", "game", "half"]


class LichessStub(HttpStub):
    """The server, and what it holds."""

    def __init__(self, seed: int, now: Callable[[], float], faults: float = 0.5, token: str = "lip_secret") -> None:
        self.games: dict[str, tuple[list[str], str]] = {}
        """By id, the moves and the result."""
        self.faults = faults
        """How likely each push is to meet one."""
        self.unreadable = ""
        """A name of a player whose games make a body unreadable."""
        self.met: list[str] = []
        self.pushes: list[list[str]] = []
        """The ids of each push that came in full."""
        self.token = token
        self._now = now
        self._chance = random.Random(seed)
        self._deck: list[str] = []
        self._quiet_until = 0.0
        self._last = -1000.0
        self.closest = 1000.0
        """The least time between two pushes."""

    @property
    def url(self) -> str:
        """Where it stands in for lichess."""
        return self.home

    def answer(self, request: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes] | None:
        """Status and body; None: the connection is cut."""
        answer = self._answer(request, headers, body.decode())
        return None if answer is None else (answer[0], json.dumps(answer[1]).encode())

    def _answer(self, request: str, headers: dict[str, str], body: str) -> tuple[int, Any] | None:
        """Status and body; None: the connection is cut."""
        assert request.startswith("POST /api/broadcast/round/aBcDeFgH/push HTTP/1.1")
        now = self._now()
        assert now >= self._quiet_until, "a minute was asked for"
        self.closest, self._last = min(self.closest, now - self._last), now
        if headers["authorization"] != f"Bearer {self.token}":
            return 401, {"error": "No such token"}
        fault = self._fault()
        self.met.append(fault)
        match fault:
            case "429":
                self._quiet_until = now + 60
                return 429, {"error": "Please only run 1 request(s) at a time"}
            case "503" | "502":
                return int(fault), {}
            case "cut":
                return None
        if self.unreadable and f'"{self.unreadable}"' in body:
            return 400, {"error": "Cannot parse moves"}
        games = self._read(body)
        assert games, "an empty push"
        refused = self._chance.randrange(len(games)) if fault == "game" else -1
        answers = [self._take(game, refused=number == refused) for number, game in enumerate(games)]
        self.pushes.append([game.headers["GameId"] for game in games])
        if fault == "cut after":
            return None
        return 200, {"games": answers[: len(answers) // 2] if fault == "half" else answers}

    def _fault(self) -> str:
        """What goes wrong with this push; each fault once at first, then as it comes."""
        if self.faults and not self._deck and len(self.met) < len(FAULTS):
            self._deck = self._chance.sample(FAULTS, len(FAULTS))
        if self._deck:
            return self._deck.pop()
        return self._chance.choice(FAULTS) if self._chance.random() < self.faults else ""

    def _read(self, body: str) -> list[chess.pgn.Game]:
        text, games = io.StringIO(body), []
        while game := chess.pgn.read_game(text):
            assert not game.errors, game.errors
            games.append(game)
        return games

    def _take(self, game: chess.pgn.Game, *, refused: bool) -> Any:
        tags = dict(game.headers)
        if refused:
            return {"tags": tags, "error": "Cannot write it"}
        board, moves = game.board(), []
        for move in game.mainline_moves():
            moves.append(board.san(move))
            board.push(move)
        self.games[tags["GameId"]] = (moves, tags["Result"])
        return {"tags": tags, "moves": len(moves)}
