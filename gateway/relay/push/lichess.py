"""Push to a broadcast round of lichess: the whole round's games whenever one has changed, until every one is there.

A push that was lost, or whose answer was, is healed by the next one, since each has all games from their first move.
What lichess says of each game is checked: a game that was not taken is sent again, later and later. A push that is
refused as a whole is cut into halves until the game that cannot be read is alone.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Final

import httpx
import msgspec

from gateway import __version__
from gateway.relay.hall.push_reports import PushReport

from .accepted_games import AcceptedGames
from .lichess_answers import ForbiddenPush, PushAnswer, PushLater, ReadPush, UnreadablePush, read_answer
from .resting import rest_until
from .round_games import RoundGame, RoundGames

__all__ = ["LICHESS", "LichessPush", "LichessRound"]

log = logging.getLogger(__name__)

LICHESS: Final = "https://lichess.org"
GAMES_MAX: Final = 100
"""Games that lichess takes in one round."""
EVERY_S: Final = 3.0
"""The least time between two pushes: moves that come meanwhile go together."""
_FIRST_S, _LONGEST_S = 2.0, 120.0
"""How long to wait after a failure, doubled each time."""
_FORBIDDEN_S = 300.0
_PATIENCE_S = 30.0

Resting = Callable[[float], Awaitable[None]]


class LichessRound(msgspec.Struct, frozen=True):
    """A round of a broadcast, and the right to push to it."""

    id: str
    token: str
    home: str = LICHESS

    @property
    def address(self) -> str:
        """Where games are pushed to."""
        return f"{self.home.rstrip('/')}/api/broadcast/round/{self.id}/push"

    def __repr__(self) -> str:
        return f"LichessRound({self.id!r})"  # no token in any log


class LichessPush:
    """The pushing to one round."""

    def __init__(
        self,
        round: LichessRound,  # noqa: A002 - what it is
        games: RoundGames,
        accepted: AcceptedGames,
        report: PushReport,
        now: Callable[[], int],
        pause: Resting = asyncio.sleep,
        chance: random.Random | None = None,
        again: asyncio.Event | None = None,
    ) -> None:
        """`again` is set when somebody wants it tried at once."""
        self._round = round
        self._games = games
        self._accepted = accepted
        self._report = report
        self._now = now
        self._pause = pause
        self._again = again or asyncio.Event()
        self._chance = chance or random.Random()  # noqa: S311 - only spreads retries
        self._failures = 0
        self._unreadable: dict[str, str] = {}
        """Games that made a push fail as a whole, each with its digest then: left out for a while."""
        self._told = ""
        self._too_many = False

    async def run(self, *, once: bool = False) -> None:
        """Push until cancelled; with `once`, until lichess has every game as it stands."""
        async with httpx.AsyncClient(timeout=_PATIENCE_S, follow_redirects=False) as client:
            await self._pause(EVERY_S)  # somebody may start us again and again
            while True:
                games = await self._bounded()
                waiting = self._waiting(games)
                if not waiting:
                    self._all_there(games)
                    if once:
                        return
                    await self._games.changed()
                    continue
                wait, early = await self._push(client, games)
                await self._rest(max(wait, EVERY_S), early=early)

    async def _rest(self, wait: float, *, early: bool) -> None:
        """Wait before the next push, no longer than until somebody wants it, and with `early` than until a game has
        changed; else all are tried again."""
        self._again.clear()
        await self._pause(min(wait, EVERY_S))
        if wait <= EVERY_S:
            return
        changing = [self._games.changed()] if early else []
        rested = await rest_until(self._pause(wait - EVERY_S), self._again.wait(), *changing)
        if rested or self._again.is_set():
            self._unreadable.clear()

    async def _bounded(self) -> list[RoundGame]:
        games = await self._games.now()
        if len(games) > GAMES_MAX and not self._too_many:
            log.warning("The round has %d games, and lichess takes %d: the last are left out.", len(games), GAMES_MAX)
        self._too_many = len(games) > GAMES_MAX
        return games[:GAMES_MAX]

    def _waiting(self, games: list[RoundGame]) -> list[RoundGame]:
        return [game for game in games if not self._accepted.has(game.id, game.digest)]

    async def _push(self, client: httpx.AsyncClient, games: list[RoundGame]) -> tuple[float, bool]:
        """Push once; returns how long to wait then, and whether a change ends that."""
        readable = [game for game in games if self._unreadable.get(game.id) != game.digest]
        answer = await self._push_halves(client, readable) if readable else ReadPush({})
        errors = {game.id: "lichess cannot read it" for game in games if game not in readable}
        self._report.games = len(games)
        match answer:
            case ReadPush():
                errors |= answer.errors
                self._accepted.accept({game.id: game.digest for game in readable if game.id not in answer.errors})
                self._failures = self._failures + 1 if errors else 0
                told = "; ".join(f"{name}: {why}" for name, why in sorted(errors.items()))
                self._tell(games, f"Lichess has not taken every game: {told}" if errors else "", errors)
                return (self._backoff(), True) if errors else (EVERY_S, False)
            case ForbiddenPush():
                self._tell(games, answer.why, {})
                return _FORBIDDEN_S, False
            case PushLater() | UnreadablePush():
                self._failures += 1
                self._tell(games, answer.why, {})
                wait = answer.wait_s if isinstance(answer, PushLater) else None
                return wait or self._backoff(), False

    async def _push_halves(self, client: httpx.AsyncClient, games: list[RoundGame]) -> PushAnswer:
        """Push the games together; where that is refused as a whole, in halves."""
        answer = await self._post(client, games)
        if not isinstance(answer, UnreadablePush):
            return answer
        if len(games) == 1:
            self._unreadable[games[0].id] = games[0].digest
            return ReadPush({games[0].id: answer.why})
        errors: dict[str, str] = {}
        for half in (games[: len(games) // 2], games[len(games) // 2 :]):
            await self._pause(EVERY_S)
            found = await self._push_halves(client, half)
            if not isinstance(found, ReadPush):
                return found
            errors |= found.errors
        return ReadPush(errors)

    async def _post(self, client: httpx.AsyncClient, games: list[RoundGame]) -> PushAnswer:
        headers = {
            "Authorization": f"Bearer {self._round.token}",
            "Content-Type": "text/plain; charset=utf-8",
            "User-Agent": f"flagfall/{__version__}",
        }
        self._report.sent += 1
        try:
            body = "\n\n".join(game.pgn.strip() for game in games).encode()
            answer = await client.post(self._round.address, content=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return PushLater(f"lichess cannot be reached: {str(error) or type(error).__name__}")
        return read_answer(answer.status_code, answer.content, games, answer.headers.get("Retry-After", ""))

    def _backoff(self) -> float:
        """Longer with each failure in a row, and not the same for everybody."""
        longest = min(_LONGEST_S, _FIRST_S * 2.0 ** min(self._failures - 1, 10))
        return longest * self._chance.uniform(0.75, 1.25)

    def _all_there(self, games: list[RoundGame]) -> None:
        if not self._report.ok or self._report.games != len(games) or self._report.last_ok is None:
            plies = sum(game.plies for game in games)
            log.info("Lichess has all %d games of round %s, %d moves.", len(games), self._round.id, plies)
        self._failures = 0
        self._report.games = len(games)
        self._tell(games, "", {})

    def _tell(self, games: list[RoundGame], trouble: str, errors: dict[str, str]) -> None:
        """Keep the report, and say in the log what is new."""
        report = self._report
        report.waiting = len(self._waiting(games))
        report.ok, report.trouble, report.errors = not report.waiting, trouble, errors
        if not trouble:
            report.last_ok = self._now()
        if trouble and trouble != self._told:
            log.warning("Push to round %s: %s.", self._round.id, trouble.rstrip("."))
        self._told = trouble
