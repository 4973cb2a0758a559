"""A hall to look at: tables in every state there is. `python -m tests.relay.gallery` serves it; tests take pictures.

The games are real ones, played by the rules from the start with a fixed seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from gateway.bus import topics
from gateway.bus.topics import Address
from gateway.clock.face import ClockFace, Flag, Source
from gateway.clock.facts import ClockPressed, FlagFell
from gateway.clock.orders import OpenOrder, Ordered
from gateway.games import registry
from gateway.games.game import Line
from gateway.model.instants import Instant, Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message, name_of
from gateway.model.persons import named
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.record.availability import Availability
from gateway.record.table_state import ArbitersState, Device, DrawCounter, LastMove, OpenAlert, Status, TableState
from gateway.record.visibility import Visibility
from gateway.referee import case_messages, game_messages, rulebooks
from gateway.referee.acts import Pause
from gateway.referee.inputs import Acted, BoardMismatched, Clocked, DeviceChanged, Moved, SetUp
from gateway.referee.penalties import Penalty
from gateway.referee.roles import ANY_ARBITER, CHIEFS
from gateway.referee.rulings import (
    Alert,
    AlertKind,
    Case,
    CaseKind,
    CaseOpened,
    Choice,
    Ended,
    Paused,
    Penalised,
    Started,
)
from gateway.referee.state import Stop

from .fakes import Broker, FakeTable, wall

PLAYERS = (
    ("Ton Sijbrands", "Alexander Georgiev"),
    ("Marina Motronenko-Vandenberghe", "Zhao Hanqing"),
    ("赵汉青", "潘一鸣"),
    ("Guntis Valneris", "Roel Boomstra"),
    ("Jan Groenendijk", "Jitse Slump"),
    ("Darya Tkachenko", "Natalia Sadowska"),
    ("Martijn van IJzendoorn", "Pan Yiming"),
    ("Alexei Chizhov", "Harm Wiersma"),
    ("Elena Česnokienė", "Olga Kamyshleeva"),
    ("Wouter Sipma", "Ivan Trofimov"),
    ("N’diaga Samb", "Jean-Marc Ndjofang"),
    ("Ainur Shaibakov", "Murodoullo Amrillaev"),
)


_RULEBOOKS = {"chess": "chess-rapid", "draughts-russian": "draughts64-rapid", "gomoku": "gomoku-rapid"}


class GalleryTable(FakeTable):
    """A table with a game on it."""

    def __init__(self, url: str, event: str, number: int, *, plies: int, rules: str = "draughts-international") -> None:
        super().__init__(url, event, f"t{number}")
        self.players = named(*PLAYERS[(number - 1) % len(PLAYERS)])
        self.rules = rules
        self.rulebook = _RULEBOOKS.get(rules, "draughts-rapid")
        self.game = registry.find(rules)
        self.line = Line((self.game.start(),))
        self.texts: list[str] = []
        self.last: LastMove | None = None
        self.random = random.Random(number)
        self.shown: ClockFace | None = None
        self.status = Status.PLAYING
        self.result: Ended | None = None
        self.arbiters: ArbitersState | None = None
        self.counters: tuple[DrawCounter, ...] = ()
        self.devices: tuple[Device, ...] = (
            Device("board", True, serial=f"48{number:03d}", firmware="1.7", battery=90 - number % 60),
            Device("clock", True, detail=None, battery=75),
        )
        start = self.game.start()
        self.write(
            SetUp(
                1,
                rules,
                self.rulebook,
                "15m+5s",
                self.players,
                start.fen(),
                start.board(),
                self.game.rows,
                self.game.cols,
            )
        )
        if plies:
            self.write(Started(article="FMJD A1 4.2", text=message("ruling.started", first=name_of(Side.WHITE))))
        for _ in range(plies):
            self.play()

    def play(self) -> None:
        position = self.line.last
        moves = position.moves()
        if not moves:
            return
        move = self.random.choice(moves)
        text, side = position.write(move), position.turn
        self.line = self.line.play(move)
        after = self.line.last
        self.texts.append(text)
        self.last = LastMove(text, move.path, move.taken)
        self.write(Moved(side, move.text, text, move.path, move.taken, after.board(), after.fen()))
        self.write(Clocked(ClockPressed(side), self.face_now()))

    def face_now(self, white: int = 431_200, black: int = 388_700) -> ClockFace:
        if self.shown is not None:
            return self.shown
        return ClockFace(
            Millis(white), Millis(black), self.line.last.turn, Instant(self.now()), turn=self.line.last.turn
        )

    def make_state(self) -> TableState:
        position = self.line.last
        return TableState(
            event=self.address.event,
            table=self.address.table,
            at=Instant(self.now()),
            last=len(self.lines),
            first=1,
            game=1,
            rules=self.rules,
            rulebook=self.rulebook,
            control="15m+5s",
            players=self.players,
            status=self.status,
            turn=position.turn,
            rows=self.game.rows,
            cols=self.game.cols,
            board=position.board(),
            fen=position.fen(),
            ply=len(self.texts),
            moves=tuple(self.texts),
            clock=self.face_now(),
            devices=self.devices,
            last_move=self.last,
            counters=self.counters,
            result=self.result,
            score=rulebooks.for_game(self.game.name)[0].score(self.result.result) if self.result else None,
        )

    async def say_state(self) -> None:
        """Send a state that promises no lines."""
        await self.state(last=0, first=0)

    async def tell(self) -> None:
        """Send the state; the relay asks for the lines."""
        state = self.make_state()
        await self.state(self.arbiters)
        assert state.last == len(self.lines)


def at_rest(white: int, black: int, turn: Side | None = None) -> ClockFace:
    return ClockFace(Millis(white), Millis(black), None, Instant(wall()), turn=turn)


def make_tables(url: str, event: str) -> list[GalleryTable]:
    """Twelve tables, each in another state."""
    new = GalleryTable
    tables = [
        new(url, event, 1, plies=34),
        new(url, event, 2, plies=21),
        new(url, event, 3, plies=46),
        new(url, event, 4, plies=60),
        new(url, event, 5, plies=28),
        new(url, event, 6, plies=0),
        new(url, event, 7, plies=52),
        new(url, event, 8, plies=17),
        new(url, event, 9, plies=90),
        new(url, event, 10, plies=40),
        new(url, event, 11, plies=12),
        new(url, event, 12, plies=0),
    ]
    now = Instant(wall())
    t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, _, t12 = tables
    t1.shown = ClockFace(Millis(3_912_000), Millis(2_714_000), t1.line.last.turn, now)
    t2.shown = ClockFace(Millis(48_300), Millis(120_400), Side.WHITE, now)
    judge(t2)
    t3.shown = ClockFace(Millis(64_000), Millis(79_400), Side.BLACK, now)
    t4.status = Status.OVER
    t4.shown = ClockFace(
        Millis(0),
        Millis(41_000),
        None,
        now,
        flags=(Flag(Side.WHITE, now),),
        first_flag=Side.WHITE,
        source=Source.HARDWARE,
    )
    t4.result = Ended(
        article="FMJD A1 7.2.3",
        text=game_messages.ended(Result.BLACK, Reason.FLAG),
        result=Result.BLACK,
        reason=Reason.FLAG,
    )
    t4.write(Clocked(FlagFell(Side.WHITE, now), t4.shown))
    t4.write(t4.result)
    t5.status = Status.PAUSED
    ordered = OpenOrder(Ordered.SHOW, now, Side.WHITE, Millis(632_000), 120_000, by="Ines")
    t5.shown = replace(at_rest(512_000, 498_000, t5.line.last.turn), source=Source.HARDWARE, orders=(ordered,))
    t5.write(Acted("c1", "Ines", "chief arbiter", Pause("Player unwell")))
    stop = Stop(now, game_messages.paused("Ines", "Player unwell"))
    t5.arbiters = ArbitersState(stopped=stop)
    t5.write(Paused(by="Ines", text=stop.text))
    t6.status = Status.READY
    t6.shown = at_rest(900_000, 900_000)
    _differ(t7)
    t8.shown = ClockFace(Millis(301_000), Millis(288_000), Side.WHITE, now, stale=True, source=Source.HARDWARE)
    t8.devices = (
        t8.devices[0],
        Device("clock", False, detail=message("device_detail.no_link", reason="no answer for 14 s")),
    )
    t8.write(DeviceChanged("clock", False, message("device_detail.no_link", reason="no answer")), Visibility.PUBLIC)
    t9.counters = (DrawCounter("FMJD A1 6.4", 11, 25),)
    t10.status = Status.OVER
    t10.shown = at_rest(77_000, 81_000)
    t10.result = Ended(
        article="FMJD A1 6.2",
        text=game_messages.ended(Result.DRAW, Reason.REPETITION),
        result=Result.DRAW,
        reason=Reason.REPETITION,
    )
    t10.write(t10.result)
    t12.status = Status.WAITING
    t12.shown = at_rest(900_000, 900_000)
    return tables


def _differ(table: GalleryTable) -> None:
    cells = tuple(index for index, letter in enumerate(table.line.last.board()) if letter == "m")[-2:]
    text = game_messages.board_differs(2)
    since = Instant(wall() - 38_000)
    table.arbiters = ArbitersState((OpenAlert(AlertKind.BOARD_DIFFERS, since, text, "FMJD A1 5.4"),), cells, "")
    table.write(BoardMismatched(cells, "..."), Visibility.ARBITERS)
    table.write(Alert(kind=AlertKind.BOARD_DIFFERS, article="FMJD A1 5.4", text=text), Visibility.ARBITERS)


def judge(table: GalleryTable) -> None:
    """Cases that wait, what is not to be announced, and a penalty that holds."""
    now = wall()
    irregular = Case(
        id=1,
        kind=CaseKind.IRREGULARITY,
        article="FMJD 5.4",
        text=case_messages.proposed(
            CaseKind.IRREGULARITY, Side.WHITE, game_messages.what_irregular(Irregularity.NOT_JUMPED, "")
        ),
        choices=(Choice.CORRECT, Choice.ACCEPT),
        roles=ANY_ARBITER,
        side=Side.WHITE,
        deadline=Instant(now + 3_600_000),
        accepted_by_move="FMJD 5.4",
    )
    offence = Case(
        id=2,
        kind=CaseKind.OFFENCE,
        article="FMJD 7.2.4",
        text=case_messages.proposed(CaseKind.OFFENCE, Side.BLACK, message("offence.again")),
        choices=(Choice.IMPOSE, Choice.DISMISS),
        roles=CHIEFS,
        side=Side.BLACK,
        penalty=Penalty.LOSS,
    )
    repeated = game_messages.draw_claimable(Reason.REPETITION)
    warned = Penalised(
        article="DH rapid 6",
        text=case_messages.penalised(Side.BLACK, Penalty.WARNING, 1, ""),
        no=1,
        by="Ines",
        side=Side.BLACK,
        penalty=Penalty.WARNING,
    )
    table.arbiters = ArbitersState(
        alerts=(OpenAlert(AlertKind.DRAW_CLAIMABLE, Instant(now - 12_000), repeated, "FMJD 6.2", announce=False),),
        cases=(irregular, offence),
        penalties=(warned,),
        offer=Side.WHITE,
        counters=(DrawCounter("FMJD 6.3", 21, 25),),
    )
    table.write(warned, Visibility.ARBITERS)
    for case in table.arbiters.cases:
        table.write(CaseOpened(article=case.article, text=case.text, case=case), Visibility.ARBITERS)


@contextlib.asynccontextmanager
async def gallery(url: str, event: str) -> AsyncIterator[Sequence[GalleryTable]]:
    """The tables, sending."""
    tables = make_tables(url, event)
    async with contextlib.AsyncExitStack() as stack:
        for table in tables:
            await stack.enter_async_context(table.running())
            await table.tell()
        # The table whose agent has gone.
        await tables[10].say(topics.AVAILABILITY, Availability(False))
        yield tables


async def crowd(table: GalleryTable, count: int) -> None:
    """Speak for many more tables, `t101` and on, with the game of one."""
    online = Availability(True, {"board": True})
    for number in range(101, 101 + count):
        table.address = Address(table.address.event, f"t{number}")
        table.players = named(*PLAYERS[number % len(PLAYERS)])
        await table.say(topics.AVAILABILITY, online)
        await table.say_state()


async def _serve(extra: int) -> None:
    from .conftest import ARBITER, run_relay

    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder) / "broker")
        broker.start()
        try:
            async with (
                run_relay(broker.url, "open-2026", Path(folder) / "relay.journal") as relay,
                gallery(broker.url, "open-2026") as tables,
                GalleryTable(broker.url, "open-2026", 100, plies=30).running() as many,
            ):
                await crowd(many, extra)
                print(f"{relay.url}/  and  {relay.url}/sign-in/{ARBITER.key}", flush=True)
                while True:
                    await asyncio.sleep(1)
                    table = random.choice([table for table in tables if table.status is Status.PLAYING])
                    table.shown = None
                    table.play()
                    await table.tell()
        finally:
            broker.stop()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
