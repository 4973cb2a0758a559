"""Two people who open by a protocol of renju, with stones and presses alone."""

from __future__ import annotations

import functools
import random
from collections.abc import AsyncIterator, Callable

from drivers.readings import Seat
from firmware_sim.stroke import Stroke
from gateway.games.renju.opening_protocols import Opening, OpeningPlayer, Swap, begin
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.table_state import TableState

from .hall_screen import Screen
from .stone_strategy import SWAPS, strokes_of, turn_of

__all__ = ["Opener"]

_LOOKS = 5
"""How often they look whether the screen shows what was done, and press again if not."""


class Opener:
    """One opening. It matters who lays what and who presses, so they look at the screen after every turn."""

    def __init__(self, protocol: str, first: Seat, names: BySide[Person], screen: Screen, dice: random.Random) -> None:
        self.opening: Opening = begin(protocol)
        self._seats = {OpeningPlayer.FIRST: first, OpeningPlayer.SECOND: first.other}
        self._names = {OpeningPlayer.FIRST: names.black, OpeningPlayer.SECOND: names.white}
        self._screen = screen
        self._dice = dice

    async def strokes(self, think_ms: Callable[[int], int]) -> AsyncIterator[Stroke]:
        """The opening, turn by turn; `think_ms` is told how many ways there are to go."""
        swaps = SWAPS
        while not self.opening.done:
            acts = turn_of(self.opening, self._dice, swaps=swaps)
            seat, then = self._seats[self.opening.actor], self.opening
            for stroke in strokes_of(self.opening, acts, seat, think_ms(2 + len(self.opening.offers))):
                yield stroke
            for act in acts:
                then = then.act(act)
            for _ in range(_LOOKS):
                if await self._screen.comes_to_show(functools.partial(self._is_shown, then)):
                    break
                yield Stroke((), by=seat)  # the other one's time does not run: nobody heard the press
            else:
                if Swap() in acts:  # they give up: whoever wanted to swap keeps his colour
                    swaps = 0.0
                    continue
            self.opening = then

    def _is_shown(self, opening: Opening, state: TableState) -> bool:
        turn = Side.BLACK if opening.actor is opening.black else Side.WHITE
        return (
            state.board == opening.position.board()
            and state.players.black == self._names[opening.black]
            and (state.clock is None or state.clock.turn is turn)
        )
