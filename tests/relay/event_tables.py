"""Tables of an event that plays rounds: persons with titles and ratings, clocks that count, one game after another."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed
from gateway.games import registry
from gateway.games.game import Line
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message, name_of
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Device, LastMove, Status, TableState
from gateway.referee import game_messages, rulebooks
from gateway.referee.inputs import Clocked, Moved, SetUp
from gateway.referee.rulings import Ended, Started

from .fakes import FakeTable

__all__ = ["PERSONS", "EventTable", "event_tables"]

PERSONS = tuple(
    Person(name, PersonId(f"p{number}"), title, federation, rating)
    for number, (name, title, federation, rating) in enumerate(
        (
            ("Ton Sijbrands", "GMI", "NED", 2398),
            ("Alexander Georgiev", "GMI", "NED", 2431),
            ("赵汉青", "MI", "CHN", 2201),
            ("潘一鸣", "GMI", "CHN", 2315),
            ("Darya Tkachenko", "GMIF", "UKR", 2260),
            ("Natalia Sadowska", "GMIF", "POL", 2268),
            ("N’diaga Samb", "GMI", "SEN", 2302),
            ("Jean-Marc Ndjofang", "GMI", "NED", 2377),
            ("Elena Česnokienė", "MIF", "LTU", None),
            ("Martijn van IJzendoorn", "GMI", "NED", 2420),
            ("Bo Bright", "", "", None),
            ("Ann Able", "", "GBR", 1890),
        ),
        1,
    )
)
_CONTROL_MS = 900_000
_ARTICLES = {Reason.RESIGNATION: "FMJD 7.2.1", Reason.AGREEMENT: "FMJD 7.3.1", Reason.FLAG: "FMJD A1 7.2.3"}


class EventTable(FakeTable):
    """A table that plays what it is told to, by the rules and with a clock."""

    def __init__(self, url: str, event: str, number: int, rules: str = "draughts-international") -> None:
        super().__init__(url, event, f"t{number}")
        self.game = registry.find(rules)
        self.book = rulebooks.for_game(rules)[0]
        self.random = random.Random(number)
        self.number = 0
        self.round = 0
        self._first = 0
        self._sent = 0

    def begin(self, round_number: int, white: Person, black: Person) -> None:
        """Set up the next game."""
        self.players, self.round = BySide(white, black), round_number
        self.number += 1
        self.line = Line((self.game.start(),))
        self.texts: list[str] = []
        self.last: LastMove | None = None
        self.left = dict.fromkeys(Side, _CONTROL_MS)
        self.used = dict.fromkeys(Side, 0)
        self.result: Ended | None = None
        self._first = len(self.lines) + 1
        start = self.game.start()
        self.write(
            SetUp(
                self.number,
                self.game.name,
                self.book.name,
                "15m+5s",
                self.players,
                start.fen(),
                start.board(),
                self.game.rows,
                self.game.cols,
                pairing=PairingId(f"{round_number}.{self.address.table}"),
                round=RoundNumber(round_number),
            )
        )

    def play(self, plies: int = 1) -> None:
        """Play so many moves, each with its press."""
        for _ in range(plies):
            position = self.line.last
            moves = position.moves()
            if not moves:
                return
            if not self.texts:
                self.write(Started(article="FMJD A1 4.2", text=message("ruling.started", first=name_of(position.turn))))
            move = self.random.choice(moves)
            text, side = position.write(move), position.turn
            self.line = self.line.play(move)
            after = self.line.last
            self.texts.append(text)
            self.last = LastMove(text, move.path, move.taken)
            took = self.random.choice((1_200, 2_700, 4_000, 9_500, 14_000, 31_000, 52_000))
            self.used[side] += took
            self.left[side] = max(20_000, self.left[side] - took + 5_000)
            self.write(Moved(side, move.text, text, move.path, move.taken, after.board(), after.fen()))
            self.write(Clocked(ClockPressed(side), self.shown()))

    def end(self, result: Result = Result.WHITE, reason: Reason = Reason.RESIGNATION) -> None:
        """The game is over."""
        text = game_messages.ended(result, reason)
        self.result = Ended(article=_ARTICLES[reason], text=text, result=result, reason=reason)
        self.write(self.result)

    def shown(self) -> ClockFace:
        turn = None if self.result is not None else self.line.last.turn
        return ClockFace(
            Millis(self.left[Side.WHITE]),
            Millis(self.left[Side.BLACK]),
            turn if self.texts else None,
            Instant(self.now()),
            turn=turn,
            used_ms=BySide(Millis(self.used[Side.WHITE]), Millis(self.used[Side.BLACK])),
        )

    def make_state(self) -> TableState:
        position = self.line.last
        over, begun = self.result is not None, bool(self.texts)
        return TableState(
            event=self.address.event,
            table=self.address.table,
            at=Instant(self.now()),
            last=len(self.lines),
            first=self._first,
            game=self.number,
            rules=self.game.name,
            rulebook=self.book.name,
            control="15m+5s",
            players=self.players,
            status=Status.OVER if over else Status.PLAYING if begun else Status.READY,
            turn=position.turn,
            rows=self.game.rows,
            cols=self.game.cols,
            board=position.board(),
            fen=position.fen(),
            ply=len(self.texts),
            moves=tuple(self.texts),
            clock=self.shown(),
            devices=(Device("board", True, serial="SN-48001", firmware="1.7", battery=88),),
            round=RoundNumber(self.round),
            last_move=self.last,
            result=self.result,
            score=self.book.score(self.result.result) if self.result else None,
        )

    async def tell(self) -> None:
        """Say what has not been said yet."""
        new = range(self._sent + 1, len(self.lines) + 1)
        self._sent = len(self.lines)
        await self.send(*new)
        await self.state()


@asynccontextmanager
async def event_tables(
    url: str, event: str, count: int = 6, rules: tuple[str, ...] = ("draughts-international",)
) -> AsyncIterator[list[EventTable]]:
    """Tables after a round that is over, in the middle of the second; the last one waits for its players."""
    tables = [EventTable(url, event, number, rules[(number - 1) % len(rules)]) for number in range(1, count + 1)]
    async with AsyncExitStack() as stack:
        for index, table in enumerate(tables):
            await stack.enter_async_context(table.running())
            one, other = PERSONS[2 * index % len(PERSONS)], PERSONS[(2 * index + 1) % len(PERSONS)]
            table.begin(1, one, other)
            table.play(12 + 3 * index)
            results = (Result.WHITE, Result.DRAW, Result.BLACK)
            reasons = (Reason.RESIGNATION, Reason.AGREEMENT, Reason.FLAG)
            table.end(results[index % 3], reasons[index % 3])
            following = PERSONS[(2 * index + 3) % len(PERSONS)]
            table.begin(2, following, one)
            table.play(0 if index == count - 1 else 16 + 7 * index)
            if index == 1:
                table.end(Result.DRAW, Reason.AGREEMENT)
            await table.tell()
        yield tables
