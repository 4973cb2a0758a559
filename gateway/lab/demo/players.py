"""The players of the demo: what they think and how long. Their hands and the board are the simulator's."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections.abc import AsyncIterator, Sequence

from firmware_sim.habits import CALM
from firmware_sim.pair import PAUSE, ButtonClock, Pair
from firmware_sim.stroke import Stroke
from gateway.games.game import Game, Line, Move, Position
from gateway.games.renju.points import format_point
from gateway.games.renju.stones import StonePosition
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.persons import Person, named
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Status, TableState

from .equipment import Kit
from .opening_players import Opener, Screen
from .stone_strategy import choose_point

__all__ = ["PlayedByHand", "Players", "choose"]

_WORTH = {"M": 1.0, "D": 3.0, "P": 1.0, "N": 3.0, "B": 3.0, "R": 5.0, "Q": 9.0}
_WORD = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "DRAW", Result.BOTH_LOSE: "0-0"}
"""Texts on the clock that say that the game has ended."""
_BETWEEN_GAMES_MS = 6000
_CALM_FACTOR = 2.0
"""The factor by which calm people think longer."""
_THOUGHTS = 300
"""The number of positions that a player looks at."""


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

    def __init__(self, game: Game, kit: Kit, seed: str, pace: float, *, calm: bool = False, opening: str = "") -> None:
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
        kit.clock.watch(self._clock_changed)

    async def play_on(self) -> None:
        """Play game after game until cancelled; a game begins when the table is ready."""
        async with self._kit.plugged_in():
            await self._pair.set_up()
            while True:
                await self._ready.wait()
                await self._kit.time.sleep(self._dice.uniform(500, 4000) / self._pace)
                await self._pair.play(self._strokes())
                if self._called_off:
                    await asyncio.Event().wait()  # the board stays as it is, and plugged in
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
        if (
            state.status is Status.READY
            and not self._called_off
            and all(state.game > game.game for game in self.played)
        ):
            self._names, self._number = state.players, state.game
            self._ready.set()
        if state.clock is not None:
            self._left_ms = min(state.clock.shown_ms(side, state.at) for side in Side)
        if isinstance(self._kit.clock, ButtonClock):
            result = _WORD[state.result.result] if state.result is not None else None
            self._kit.clock.tell(PAUSE if state.status is Status.PAUSED else result)

    def _clock_changed(self) -> None:
        if self._kit.clock.text in _WORD.values():
            self._pair.call_off()

    async def _strokes(self) -> AsyncIterator[Stroke]:
        line, by_hand = Line((self._game.start(),)), PlayedByHand(self._number)
        self.played.append(by_hand)
        if self._protocol:
            opener = Opener(self._protocol, self._kit.clock.up, self._names, self._screen, self._dice)
            async for stroke in opener.strokes(self._think_ms):
                yield stroke
            line = Line((opener.opening.position,))
        while self._game.outcome(line) is None and not self._game.claims(Line((line.last,))):
            position = line.last
            move = await asyncio.to_thread(choose, position, self._dice)
            line = line.play(move)
            by_hand.moves.append(position.write(move))
            yield dataclasses.replace(stroke_of(position, move), think_ms=self._think_ms(len(position.moves())))
            by_hand.made += 1
            await asyncio.sleep(0)

    def _think_ms(self, choices: int) -> int:
        """Longer over a choice, shorter with little time left."""
        wish_ms = self._dice.lognormvariate(7.6, 0.7) * (0.4 if choices == 1 else 1.0) * self._patience
        return int(min(wish_ms, self._left_ms / 12) / self._pace)


def choose(position: Position, dice: random.Random) -> Move:
    """A move that does not lose a piece at once, most of the time."""
    if isinstance(position, StonePosition):
        return position.read(format_point(choose_point(position, dice)))
    moves = list(position.moves())
    dice.shuffle(moves)
    if len(moves) == 1:
        return moves[0]
    share = max(4, _THOUGHTS // len(moves))
    return max(moves, key=lambda move: -_Thought(share).hope(position.play(move), 1) + dice.random() * 0.6)


class _Thought:
    """A look ahead that ends after so many positions: eight tables think in one process."""

    def __init__(self, positions: int) -> None:
        self._left = positions

    def hope(self, position: Position, depth: int) -> float:
        """What the side to move may hope for; captures are followed to their end."""
        self._left -= 1
        moves: Sequence[Move] = position.moves()
        if not moves:
            return -100.0
        if depth <= 0:
            moves = [move for move in moves if move.taken]
        if not moves or self._left <= 0:
            return self._worth(position)
        captures_first = sorted(moves, key=lambda move: not move.taken)
        return max(-self.hope(position.play(move), depth - 1) for move in captures_first[: max(1, self._left)])

    def _worth(self, position: Position) -> float:
        worth = sum(_WORTH.get(piece.upper(), 0.0) * (1 if piece.isupper() else -1) for piece in position.board())
        return worth if position.turn is Side.WHITE else -worth
