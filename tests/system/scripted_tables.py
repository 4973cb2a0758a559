"""Simulated tables whose two people play what a script says: a few moves on the board, and an end that is decided."""

from __future__ import annotations

import asyncio
import enum
import functools
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from firmware_sim.hand import Hand
from firmware_sim.pair import ButtonClock
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.lab.demo.equipment import make_kit
from gateway.lab.demo.hall_screen import Screen
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.sides import Side
from gateway.record.commands import ActCommand
from gateway.record.table_state import Status, TableState
from gateway.referee.acts import EnterRequest
from gateway.referee.player_requests import AcceptDraw, AnnounceArrival, OfferDraw, PlayerRequest, Resign

from .hall import QUICK

__all__ = ["CONTROL", "Ending", "ScriptedTable"]

CONTROL = "5m+3s"
_CHESS = registry.find("chess")
_OPENING = ("e2e4", "e7e5")
_CENTRE = {27: "k", 35: "K"}
"""Both kings in the centre, one on a light and one on a dark square: a draw is shown."""
_FREE = 36
_SEEN_S = 1.0
"""Seconds after which a board has seen what stands on it."""


class Ending(enum.Enum):
    """How a game is to end: what the slip will say, and the moves until then."""

    WHITE_MATES = ("1-0", ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"))
    BLACK_MATES = ("0-1", ("f2f3", "e7e5", "g2g4", "d8h4"))
    WHITE_RESIGNS = ("0-1", (*_OPENING, "g1f3"))
    BLACK_RESIGNS = ("1-0", _OPENING)
    AGREED = ("1/2-1/2", (*_OPENING, "g1f3", "b8c6"))
    KINGS_IN_THE_CENTRE = ("1/2-1/2", _OPENING)
    NOBODY_COMES = ("-/-", ())

    def __init__(self, slip: str, moves: tuple[str, ...]) -> None:
        self.slip = slip
        self.moves = moves


class ScriptedTable:
    """A board, a clock, four hands, and the screen of the hall that they look at."""

    def __init__(
        self,
        name: str,
        folder: Path,
        driver: str,
        script: Callable[[str], Ending],
        ask: Callable[[str, ActCommand], Awaitable[None]],
    ) -> None:
        """`script` says how the game of a pairing is to end, `ask` takes a player's request to the table."""
        self.name = name
        self.kit = make_kit(driver, _CHESS, parse_control(CONTROL), folder / f"board-{name}")
        self.screen = Screen()
        self.ended: dict[str, str] = {}
        """What the hands have done, by pairing: the result as the slip has it."""
        self._script = script
        self._ask = ask
        self._hand = Hand(self.kit.surface, self.kit.time, random.Random(name), habits=QUICK)

    def settings(self) -> str:
        """Where the devices are."""
        return self.kit.settings()

    async def run(self) -> None:
        """Play one assigned game after another until cancelled."""
        async with self.kit.plugged_in():
            while True:
                state = await self.screen.until(self._is_new)
                ending = self._script(state.pairing)
                if ending is not Ending.NOBODY_COMES:
                    await self._play(state, ending)
                self.ended[state.pairing] = ending.slip
                pairing = state.pairing
                await self.screen.until(lambda state, pairing=pairing: _is_behind(state, pairing))  # type: ignore[misc]
                await self._tidy()

    def _is_new(self, state: TableState) -> bool:
        ready = state.status is Status.READY or (state.status is Status.PLAYING and state.ply == 0)
        return bool(state.pairing) and ready and state.pairing not in self.ended

    async def _play(self, state: TableState, ending: Ending) -> None:
        if state.attendance is not None:
            for side in Side:
                await self._request(state, side, AnnounceArrival())
            state = await self.screen.until(lambda state: state.status is Status.PLAYING)
        clock, position = self.kit.clock, _CHESS.start()
        if state.status is Status.PLAYING and isinstance(clock, ButtonClock):
            clock.join(clock.up)
        elif not clock.running:
            await self._hand.press(clock.run_stop)
        for text in ending.moves:
            move = position.read(text)
            await self._hand.play(stroke_of(position, move))
            position = position.play(move)
            await self._hand.press(functools.partial(clock.press, clock.up))
        await self.screen.until(lambda state: state.ply >= len(ending.moves) or state.status is Status.OVER)
        await self._end(state, ending)

    async def _end(self, state: TableState, ending: Ending) -> None:
        match ending:
            case Ending.WHITE_RESIGNS | Ending.BLACK_RESIGNS:
                loser = Side.WHITE if ending is Ending.WHITE_RESIGNS else Side.BLACK
                await self._request(state, loser, Resign())
            case Ending.AGREED:
                await self._request(state, Side.BLACK, OfferDraw())
                await self._request(state, Side.WHITE, AcceptDraw())
            case Ending.KINGS_IN_THE_CENTRE:
                for cell, king in _CENTRE.items():
                    await self._hand.lift(self.kit.surface.cells.index(king))
                    await self._hand.put(cell, king)
            case _:
                pass

    async def _request(self, state: TableState, side: Side, request: PlayerRequest) -> None:
        name = state.players[side].name
        await self._ask(self.name, ActCommand(name, side.value, EnterRequest(side=side, request=request)))

    async def _tidy(self) -> None:
        """Stop the clock and put the pieces back for the next game."""
        if self.kit.clock.running:
            self.kit.clock.run_stop(self.kit.time.now())
        start = _CHESS.start().board()
        if self.kit.surface.cells == start:  # untouched pieces are not taken for a new game
            await self._hand.put(_FREE, await self._hand.lift(start.index("P")))
            await asyncio.sleep(_SEEN_S)
        await self._hand.arrange(start)
        self.kit.clock.reset()


def _is_behind(state: TableState, pairing: str) -> bool:
    """Whether a game is over, or another is there."""
    return state.pairing != pairing or state.status in {Status.OVER, Status.WAITING}
