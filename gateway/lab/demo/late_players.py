"""Players who come to their round at a table where that is watched: one in time, one late."""

from __future__ import annotations

import asyncio
import random

from gateway.model.sides import Side
from gateway.record.table_state import Status, TableState
from gateway.referee.player_requests import AnnounceArrival

from .incidents import AtTable

__all__ = ["LatePlayers"]

_TOO_LATE = 0.3
"""The chance that the late one comes after the grace period."""


class LatePlayers:
    """The two of one table, and who of them has been expected in which game."""

    def __init__(self, table: AtTable, seed: str) -> None:
        self._table = table
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret

    async def run(self) -> None:
        """Come to one game after another, until cancelled."""
        game = 0
        while True:
            state = await self._table.screen.until(lambda state, game=game: _awaited(state, game))  # type: ignore[misc]
            game = state.game
            self._table.begin(state.players)
            async with asyncio.TaskGroup() as tasks:
                late = self._dice.choice(list(Side))
                tasks.create_task(self._come(late.other, state, self._dice.uniform(2, 5)))
                tasks.create_task(self._come(late, state, self._delay(state)))

    def _delay(self, state: TableState) -> float:
        """Seconds from now until the late one comes."""
        assert state.attendance is not None  # noqa: S101 - _awaited
        start, limit = state.attendance.start or state.at, state.attendance.limit or state.at
        grace = (limit - start) / 1000
        late = grace + self._dice.uniform(20, 60) if self._dice.random() < _TOO_LATE else grace * self._dice.random()
        return (start - state.at) / 1000 + max(10.0, late)

    async def _come(self, side: Side, state: TableState, after_s: float) -> None:
        await asyncio.sleep(after_s)
        now = self._table.state
        if now is not None and now.game == state.game and now.attendance and now.attendance.arrived[side] is None:
            await self._table.request(side, AnnounceArrival())


def _awaited(state: TableState, after: int) -> bool:
    """Whether a game is set up to which nobody has come yet."""
    return state.game > after and state.status is Status.READY and state.attendance is not None
