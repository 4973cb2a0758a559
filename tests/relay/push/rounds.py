"""A round of chess in a hall, without a broker: lines as tables write them, one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import chess

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed
from gateway.games.registry import find
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import named
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.table_state import Device, Status, TableState
from gateway.record.visibility import visibility_of
from gateway.record.wire import ENTRY, TABLE_STATE
from gateway.referee.inputs import Clocked, Input, Moved, Retracted, SetUp
from gateway.referee.rulings import Alert, AlertKind, Ended, Ruling
from gateway.relay.hall.hall import Hall
from gateway.store import StoredLine

__all__ = ["ChessTable"]

CHESS = find("chess")


class ChessTable:
    """A table of the hall that plays games of chess."""

    def __init__(self, hall: Hall, name: str, round: int = 3, seed: int = 0) -> None:  # noqa: A002
        self.hall = hall
        self.name = name
        self.round = RoundNumber(round)
        self.board = chess.Board()
        self.sans: list[str] = []
        self.result = "*"
        self.at = Instant(1_700_000_000_000)
        self._game = 0
        self._n = 0
        self._chance = random.Random(f"{seed} {name}")
        found = hall.find_or_add(name)
        assert found is not None
        self._table = found

    async def write(self, *what: Input | Ruling) -> None:
        """Lines are stored and shown."""
        lines: list[tuple[int, bytes]] = []
        for each in what:
            self._n += 1
            self.at = Instant(self.at + 1000)
            lines.append((self._n, ENTRY.encode(Entry(self._n, self.at, visibility_of(each), each))))
        stream = self.hall.stream(self._table)
        await self.hall.store.append_many([StoredLine(stream, n, data) for n, data in lines])
        self.hall.show_lines(self._table, lines)

    async def set_up(self, pairing: str = "", white: str = "", black: str = "", rules: str = "chess") -> None:
        """Another game is on the table."""
        self._game += 1
        self.board, self.sans, self.result = chess.Board(), [], "*"
        start = CHESS.start()
        await self.write(
            SetUp(
                game=self._game,
                rules=rules,
                rulebook="chess-rapid",
                control="10m+5s",
                players=named(white or f"White of {self.name}", black or f"Black of {self.name}"),
                fen=start.fen(),
                board=start.board(),
                rows=8,
                cols=8,
                pairing=PairingId(pairing),
                round=self.round,
            )
        )

    async def move(self, san: str = "") -> None:
        """A move is made, whichever, and pressed for; not a word of it before it is whole."""
        legal = sorted(self.board.san(move) for move in self.board.legal_moves)
        san = san or self._chance.choice(legal)
        move, side = self.board.parse_san(san), Side.WHITE if self.board.turn else Side.BLACK
        before = CHESS.position(self.board.fen())
        read = before.read(move.uci())
        after = before.play(read)
        self.board.push(move)
        self.sans.append(san)
        face = ClockFace(Millis(600_000 - self._n * 1000), Millis(600_000 - self._n * 900), side.other, self.at)
        await self.write(
            Moved(side, read.text, san, read.path, read.taken, after.board(), after.fen()),
            Clocked(ClockPressed(side), face),
        )

    def tell(self, rules: str = "chess") -> None:
        """The table says how it stands."""
        position = CHESS.position(self.board.fen())
        state = TableState(
            event=self.hall.event,
            table=self.name,
            at=self.at,
            last=self._n,
            first=1,
            game=self._game,
            rules=rules,
            rulebook="chess-rapid",
            control="10m+5s",
            players=named("Ann Able", "Bo Bright"),
            status=Status.PLAYING,
            turn=position.turn,
            rows=8,
            cols=8,
            board=position.board(),
            fen=position.fen(),
            ply=len(self.sans),
            moves=tuple(self.sans),
            clock=ClockFace(Millis(300_000), Millis(299_000), Side.WHITE, self.at),
            devices=(Device("board", online=True),),
        )
        self.hall.show_state(self._table, state, TABLE_STATE.encode(state))

    async def take_back(self) -> None:
        """The last move was not whole after all."""
        san = self.sans.pop()
        self.board.pop()
        side = Side.WHITE if self.board.turn else Side.BLACK
        position = CHESS.position(self.board.fen())
        await self.write(Retracted(side, san, position.board(), position.fen()))

    async def end(self, result: Result) -> None:
        self.result = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "1/2-1/2"}[result]
        await self.write(
            Ended(no=1, text=message("plain", text=""), article="", result=result, reason=Reason.RESIGNATION)
        )

    async def alert(self) -> None:
        """Something that only arbiters may know."""
        await self.write(Alert(text=message("plain", text="silent"), kind=AlertKind.DISK))

    @property
    def is_over(self) -> bool:
        return self.result != "*" or not any(self.board.legal_moves)


def in_turn(tables: Sequence[ChessTable], chance: random.Random) -> Iterator[ChessTable]:
    """The tables whose turn it is to do something, in an order of chance, until all are over."""
    while going := [table for table in tables if not table.is_over]:
        yield chance.choice(going)
