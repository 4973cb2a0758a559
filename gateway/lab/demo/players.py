"""The players of the demo: what they think and how long. Their hands and the board are the simulator's."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections.abc import AsyncIterator

from firmware_sim.habits import CALM
from firmware_sim.hand import Hand
from firmware_sim.pair import PAUSE, ButtonClock, Pair, StopReason
from firmware_sim.stroke import Stroke
from gateway.games.game import Game, Line
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.persons import Person, named
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Status, TableState

from .conclusion import conclude
from .equipment import Kit
from .following import Follower
from .hall_screen import Screen
from .incidents import Ask, AtTable, Incident
from .opening_players import Opener
from .piece_strategy import choose

__all__ = ["PlayedByHand", "Players"]

_WORD = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "DRAW", Result.BOTH_LOSE: "0-0"}
"""Texts on the clock that say that the game has ended."""
_BETWEEN_GAMES_MS = 6000
_LENGTHS = 0.25
"""The share by which the lengths of games differ."""
_LONGEST_MS = 180_000
"""The time after which a game of limited length is ended, however few moves it has."""
_CALM_FACTOR = 2.0
"""The factor by which calm people think longer."""
_CABLE_FACTOR = 5.0
"""The factor by which they take longer while they look at a board whose cable is out."""


@dataclasses.dataclass
class PlayedByHand:
    """A game as the hands have played it."""

    game: int
    """The table's number of it."""
    moves: list[str] = dataclasses.field(default_factory=list)
    """Every move that was begun, as people write it."""
    made: int = 0
    """How many of them were made and pressed."""


class Players:
    """Two people who play one game after another on a simulated board."""

    def __init__(
        self,
        game: Game,
        kit: Kit,
        seed: str,
        pace: float,
        *,
        calm: bool = False,
        opening: str = "",
        ask: Ask | None = None,
        refereed: bool = True,
        plies: int = 0,
    ) -> None:
        """`ask` takes what they ask for to the table; without it they know nobody but each other, and no arbiter.

        Where they are not `refereed`, nothing happens that an arbiter would have to look at. After about so many
        `plies` they agree how the game ends; 0: they play it out.
        """
        self._game = game
        self._protocol = opening
        self._pace = pace
        self._patience = _CALM_FACTOR if calm else 1.0
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret
        self._kit = kit
        self._left_ms = 60_000
        self._ready = asyncio.Event()
        self._screen = Screen()
        self._names: BySide[Person] = named("", "")
        """Who has which colour when a game begins."""
        self._number = 0
        self._called_off = False
        self.played: list[PlayedByHand] = []
        """Every game as they have played it, but for what an opening protocol adds."""
        self._pair = Pair(
            kit.surface,
            kit.clock,
            kit.time,
            start=game.start().board(),
            rng=self._dice,
            speed=max(1.0, pace),
            habits=CALM if calm else None,
        )
        self._incident: Incident | None = None
        self._voice = AtTable(game, kit, self._screen, self._dice, self._think_ms, ask) if ask is not None else None
        self._table = self._voice if refereed else None
        self._plies = plies
        hand = Hand(kit.surface, kit.time, self._dice, speed=max(1.0, pace))
        self._follower = Follower(self._table, hand) if self._table is not None else None
        kit.clock.watch(self._clock_changed)

    @property
    def table(self) -> AtTable | None:
        """Their table as incidents know it; None where nobody hears them."""
        return self._table

    @property
    def incident(self) -> Incident | None:
        """What is about to happen, or happens."""
        return self._incident

    @property
    def is_waiting(self) -> bool:
        """Whether play stands still, or something waits for an arbiter."""
        state = self._screen.state
        return state is not None and (
            state.status is Status.PAUSED or bool(state.arbiters and state.arbiters.cases and state.result is None)
        )

    @property
    def is_calm(self) -> bool:
        """Whether a game is under way in which nothing waits and nothing is about to happen."""
        state = self._screen.state
        if state is None or state.status is not Status.PLAYING or not self.played:
            return False
        return self._incident is None and not self.is_waiting and state.game == self.played[-1].game

    def let_happen(self, incident: Incident) -> None:
        """Have this happen before their next move."""
        self._incident = incident

    async def play_on(self) -> None:
        """Play game after game until cancelled; a game begins when the table is ready."""
        async with self._kit.plugged_in():
            await self._pair.set_up()
            while True:
                await self._ready.wait()
                await self._kit.time.sleep(self._dice.uniform(500, 4000) / self._pace)
                self._join_clock()
                reason = await self._pair.play(self._strokes())
                self._incident = None
                if self._called_off:
                    await asyncio.Event().wait()  # the board stays as it is, and plugged in
                if self._table is not None:
                    await self._table.finish(flag=reason is StopReason.FLAG)
                await self._kit.time.sleep(_BETWEEN_GAMES_MS)
                self._ready.clear()
                await self._pair.reset()

    def call_off(self) -> None:
        """They stop playing, and begin no other game."""
        self._called_off = True
        self._ready.clear()
        self._pair.call_off()

    def see(self, state: TableState) -> None:
        """They look up at the screen in the hall, which is where buttons without a display have theirs."""
        self._screen.show(state)
        fresh = not self._called_off and all(state.game > game.game for game in self.played)
        if fresh and _may_begin(state):
            self._names, self._number = state.players, state.game
            self._ready.set()
        if state.clock is not None:
            self._left_ms = min(state.clock.shown_ms(side, state.at) for side in Side)
        if self._follower is not None:
            self._follower.see(state)
            self._pair.tell(pause=state.status is Status.PAUSED)
            if self.played and (state.status in {Status.OVER, Status.WAITING} or state.game > self.played[-1].game):
                self._pair.call_off()
        if isinstance(self._kit.clock, ButtonClock):
            result = _WORD[state.result.result] if state.result is not None else None
            self._kit.clock.tell(PAUSE if state.status is Status.PAUSED else result)

    def _join_clock(self) -> None:
        """Where the round was started by the clock of the hall, nobody has to start it at the table."""
        state, clock = self._screen.state, self._kit.clock
        if state is not None and state.status is Status.PLAYING and isinstance(clock, ButtonClock):
            clock.join(clock.up)

    def _clock_changed(self) -> None:
        if self._kit.clock.text in _WORD.values():
            self._pair.call_off()

    async def _strokes(self) -> AsyncIterator[Stroke]:
        line, by_hand = Line((self._game.start(),)), PlayedByHand(self._number)
        self.played.append(by_hand)
        if self._voice is not None:
            self._voice.begin(self._names)
        began = self._kit.time.now()
        last = int(self._plies * self._dice.uniform(1 - _LENGTHS, 1 + _LENGTHS))
        if self._protocol:
            opener = Opener(self._protocol, self._kit.clock.up, self._names, self._screen, self._dice)
            async for stroke in opener.strokes(self._think_ms):
                yield stroke
            line = Line((opener.opening.position,))
        while not self._has_ended(line):
            if self._follower is not None and self._follower.is_called:
                line = await self._follower.follow()
            elif self._voice is not None and last and (by_hand.made >= last or self._is_late(began)):
                await conclude(self._voice, line.last, self._dice)
                return
            elif self._table is not None and self._follower is not None and self._incident is not None:
                self._table.note(line)
                async for stroke in self._incident.strokes(self._table, line):
                    yield stroke
                self._incident = None
                known = self._table.line
                line = await self._follower.follow() if known is None else known
            else:
                position = line.last
                move = await asyncio.to_thread(choose, position, self._dice, renju=self._game.name == "renju")
                line = line.play(move)
                by_hand.moves.append(position.write(move))
                yield dataclasses.replace(stroke_of(position, move), think_ms=self._think_ms(len(position.moves())))
                by_hand.made += 1
                await asyncio.sleep(0)
            if self._table is not None:
                self._table.note(line)

    def _is_late(self, began: int) -> bool:
        """Whether the others of the round wait for this game, after an incident that took long."""
        return self._kit.time.now() - began > _LONGEST_MS / self._pace

    def _has_ended(self, line: Line) -> bool:
        return self._game.outcome(line) is not None or bool(self._game.claims(Line((line.last,))))

    def _think_ms(self, choices: int) -> int:
        """Longer over a choice, shorter with little time left."""
        wish_ms = self._dice.lognormvariate(7.6, 0.7) * (0.4 if choices == 1 else 1.0) * self._patience
        if self._table is not None and not self._kit.ports[0].is_plugged:
            wish_ms *= _CABLE_FACTOR
        return int(min(wish_ms, self._left_ms / 12) / self._pace)


def _may_begin(state: TableState) -> bool:
    """Whether both are there and the game may begin; where attendance is kept, once the round has."""
    if state.attendance is None:
        return state.status is Status.READY
    begun = state.attendance.begun and all(state.attendance.arrived[side] is not None for side in Side)
    return begun and state.ply == 0 and state.status in {Status.READY, Status.PLAYING}
