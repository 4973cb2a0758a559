"""Incidents: what goes wrong at a table of the demo, so that there is something to referee.

Each is made of what people and things do: strokes of a hand, a cable, a sensor, a player's request. What follows from
it is the table's to find out, and an arbiter's to decide.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import ClassVar

from drivers.readings import Seat
from firmware_sim.stroke import Stroke
from gateway.games.game import Game, Line
from gateway.model.persons import Person, named
from gateway.model.sides import BySide, Side
from gateway.record.commands import ActCommand
from gateway.record.table_state import Status, TableState
from gateway.referee.acts import EnterRequest
from gateway.referee.player_requests import ClaimFive, ClaimFlag, ClaimForbidden, PlayerRequest, Resign

from .equipment import Kit
from .hall_screen import Screen

__all__ = ["Ask", "AtTable", "Incident", "Trouble"]

Ask = Callable[[ActCommand], Awaitable[None]]
"""The way of a player's request to the table."""

_SHORT_MS = 180_000
_OVER = {Status.OVER, Status.WAITING}


class AtTable:
    """A table as those who sit there know it, and what they can do besides moving pieces."""

    def __init__(
        self, game: Game, kit: Kit, screen: Screen, dice: random.Random, think_ms: Callable[[int], int], ask: Ask
    ) -> None:
        self.game = game
        self.kit = kit
        self.screen = screen
        self.dice = dice
        self.think_ms = think_ms
        self.line: Line | None = None
        """The game as the hands have it; None while nobody knows what will stand."""
        self._ask = ask
        self._names: BySide[Person] = named("", "")

    def begin(self, names: BySide[Person]) -> None:
        """Another game begins, and these hold the colours."""
        self._names, self.line = names, None

    def note(self, line: Line) -> None:
        """So much has been played."""
        self.line = line

    @property
    def state(self) -> TableState | None:
        """What the hall's screen shows."""
        return self.screen.state

    @property
    def is_short_of_time(self) -> bool:
        """Whether a minute or two would change the game."""
        state = self.state
        return state is None or (
            state.clock is not None and min(state.clock.shown_ms(side, state.at) for side in Side) < _SHORT_MS
        )

    @property
    def swapped(self) -> bool:
        """Whether the players hold other colours than at the start."""
        return self.state is not None and self.state.players.white != self._names.white

    def seat_of(self, side: Side) -> Seat:
        """Where the player sits who holds this colour now; whoever began with White sits on the left."""
        return Seat.LEFT if (side is Side.WHITE) is not self.swapped else Seat.RIGHT

    async def request(self, side: Side, request: PlayerRequest) -> None:
        """The player who holds this colour asks for something, as on a player's page."""
        role = side.other if self.swapped else side
        name = self._names[role].name
        await self._ask(ActCommand(name, role.value, EnterRequest(side=side, request=request)))

    async def wait(self, least_s: float, most_s: float) -> None:
        """Let some time pass."""
        await self.kit.time.sleep(1000 * self.dice.uniform(least_s, most_s))

    async def finish(self, *, flag: bool) -> None:
        """They have stopped playing: whoever has won points it out, where the rules leave that to the players."""
        if await self.screen.comes_to_show(lambda state: state.status in _OVER):
            return
        await self.wait(8, 20)
        if self.state is not None and self.state.status not in _OVER:
            for side, request in self._claims(flag=flag):
                await self.request(side, request)
        if await self.screen.comes_to_show(lambda state: state.status in _OVER, 60.0):
            return
        if self.state is not None:
            await self.request(self.state.turn, Resign())

    def _claims(self, *, flag: bool) -> list[tuple[Side, PlayerRequest]]:
        fallen = self.kit.clock.flag if flag else None
        if fallen is not None:
            return [(side, ClaimFlag()) for side in Side if self.seat_of(side) is not fallen]
        claims = self.game.claims(Line((self.line.last,))) if self.line is not None else ()
        return [(claim.by, ClaimFive() if claim.what == "five" else ClaimForbidden()) for claim in claims[:1]]


class Incident(ABC):
    """Something that happens on the board, in place of a move or with it."""

    waits: ClassVar[bool] = True
    """Whether play stands still until an arbiter has decided."""

    @abstractmethod
    def fits(self, table: AtTable) -> bool:
        """Whether it can happen at such a table."""

    @abstractmethod
    def strokes(self, table: AtTable, line: Line) -> AsyncIterator[Stroke]:
        """The strokes of those who sit there; none if it cannot happen in this position after all.

        The table's line is what has been played by then.
        """


class Trouble(ABC):
    """Something that happens beside the board: to a cable or a sensor, or in what a player asks for."""

    waits: ClassVar[bool] = False

    @abstractmethod
    def fits(self, table: AtTable) -> bool:
        """Whether it can happen at such a table."""

    @abstractmethod
    async def happen(self, table: AtTable) -> None:
        """Let it happen, and end if it ends by itself."""
