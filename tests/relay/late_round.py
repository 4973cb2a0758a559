"""A round at three tables, in a time that passes when we say so."""

from __future__ import annotations

import random
from typing import Any

from gateway.bus import topics
from gateway.games import registry
from gateway.games.game import Position
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.persons import named
from gateway.model.results import Reason
from gateway.model.results import Result as Won
from gateway.model.sides import Side
from gateway.record.absence import ComputerTime
from gateway.record.availability import Availability
from gateway.record.table_state import Status
from gateway.record.visibility import Visibility
from gateway.referee.inputs import Moved, SetUp
from gateway.referee.rulings import Ended

from .conftest import Relay
from .fakes import FakeTable, face, moved

__all__ = ["ENDED", "PLAYED", "START", "Clock", "Round"]

START = 1_700_000_000_000
PLAYED = {
    "t1": ("draughts-international", "draughts-rapid", "5m+3s"),
    "t2": ("chess", "chess-rapid", "10m+5s"),
    "t3": ("draughts-international", "draughts-rapid", "5m+3s"),
}
ENDED = 9
"""The step in which every game has its result."""


class Clock:
    """Time that passes when we say so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def computer(self) -> ComputerTime:
        # A wall clock that is far ahead hastens nothing.
        return ComputerTime("boot", self.now - START + 5000, wall_ms=self.now + 10**9, synchronised=True)


class Round:
    """A round at three tables: the second plays chess, the third is set up in the middle of it."""

    def __init__(self, tables: list[FakeTable], dice: random.Random, clock: Clock) -> None:
        self.tables, self.dice, self.clock = tables, dice, clock
        self.games = dict.fromkeys((table.address.table for table in tables), 0)
        self.positions: dict[str, Position] = {}
        self.texts: dict[str, list[str]] = {}
        self.board: bool | None = None
        """Whether the first table's board is there, once that was told."""

    async def step(self, number: int) -> None:
        for table in self.tables[: 2 if number < 4 else 3]:
            name = table.address.table
            if number in {1, 7, 10} or not self.games[name]:
                await self._set_up(table, number)
            side = self._move(table)
            table.write(moved(side, "secret"), Visibility.ARBITERS)
            if number == ENDED:
                table.write(Ended(result=Won.WHITE, reason=Reason.RESIGNATION, text=message("plain", text="")))
            await table.send(*range(len(table.lines) - (2 if number == ENDED else 1), len(table.lines) + 1))
            if self.dice.random() < 0.7:
                await table.clock(face(300_000 - number, running=side.other, since=self.clock.now))
            await self._say_state(table, number)
        if self.dice.random() < 0.3:
            self.board = self.dice.choice([True, False])
            await self.tables[0].say(topics.AVAILABILITY, Availability(True, {"board": self.board}, "0.1"))

    async def _set_up(self, table: FakeTable, number: int) -> None:
        name = table.address.table
        self.games[name] += 1
        table.players = named(f"Ann {number}", f"Bo {number}")
        game = registry.find(PLAYED[name][0])
        start = self.positions[name] = game.start()
        self.texts[name] = []
        table.write(
            SetUp(
                self.games[name],
                *PLAYED[name],
                players=table.players,
                fen=start.fen(),
                board=start.board(),
                rows=game.rows,
                cols=game.cols,
                round=RoundNumber(1),
            )
        )
        await table.send(len(table.lines))

    def _move(self, table: FakeTable) -> Side:
        name = table.address.table
        before = self.positions[name]
        move = self.dice.choice(before.moves())
        text, then = before.write(move), before.play(move)
        table.write(Moved(before.turn, move.text, text, move.path, move.taken, then.board(), then.fen()))
        self.positions[name] = then
        self.texts[name].append(text)
        return before.turn

    async def _say_state(self, table: FakeTable, number: int) -> None:
        name = table.address.table
        (rules, rulebook, control), position = PLAYED[name], self.positions[name]
        game = registry.find(rules)
        await table.state(
            game=self.games[name],
            rules=rules,
            rulebook=rulebook,
            control=control,
            rows=game.rows,
            cols=game.cols,
            board=position.board(),
            fen=position.fen(),
            turn=position.turn,
            moves=tuple(self.texts[name]),
            ply=number,
            status=Status.OVER if number == ENDED else Status.PLAYING,
            round=1,
            pairing=f"p{number}",
        )

    def is_on_board(self, found: list[Any]) -> bool:
        """Whether the board of chess stands as the table has told last."""
        return bool(found[0]) and found[0][0]["board"] == self.positions["t2"].fen().split()[0]

    def is_heard(self, relay: Relay, number: int) -> bool:
        """Whether the relay has all that was told."""
        for table in self.tables[: 2 if number < 4 else 3]:
            found = next((each for each in relay.hall.tables if each.name == table.address.table), None)
            if found is None or found.held != len(table.lines) or found.state is None or found.online is None:
                return False
            if found.state.ply != number or found.missing:
                return False
            if table is self.tables[0] and self.board is not None and found.devices != {"board": self.board}:
                return False
        return relay.hall.broker
