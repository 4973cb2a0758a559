"""The codec that most boards share: messages cut from bytes, the board kept true, lamps, a battery.

A driver adds what its messages mean (`message`) and how its lamps are lit (`lamps`). `docs/drivers.md` has a whole one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from .board_reader import BoardReader
from .codec import channel_of, done, refused
from .framing import Dropped
from .readings import Battery, Identity, Noise, Reading
from .requests import ClearSquares, ReadBoard, Request, ShowSquares

__all__ = ["BatteryBoardCodec", "BoardCodec", "Framer"]

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Framer(Protocol[M_co]):
    """A cutter of messages from bytes; see `drivers.framing`."""

    def feed(self, data: bytes, *, packet: bool = False) -> Sequence[M_co | Dropped]:
        """Take bytes in any split; return what they completed."""


class BoardCodec(ABC, Generic[M]):
    """One connection to a board that shows itself whole, and has no clock."""

    def __init__(self, board: BoardReader, framer: Framer[M], lacks: str) -> None:
        """`lacks` is what to say to a request that the board cannot serve."""
        self.board = board
        """What the board shows, as far as is known."""
        self.out: list[bytes] = []
        """Writes that wait to be sent."""
        self.identity = Identity()
        self.battery: Battery | None = None
        self._framer = framer
        self._lacks = lacks

    @abstractmethod
    def message(self, message: M, at: int) -> list[Reading]:
        """What one message says."""

    def lamps(self, cells: Sequence[int]) -> bytes | None:  # noqa: ARG002 - for boards that have some
        """The command that lights these cells and no others; None on a board without lamps."""
        return None

    def lamps_out(self) -> bytes | None:
        """The command that puts all lamps out."""
        return self.lamps(())

    def connected(self, at: int) -> None:
        """Ask for the board."""
        self.board.start(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        return self.read(self._framer.feed(data, packet=bool(channel_of(data))), at)

    def read(self, items: Iterable[M | Dropped], at: int) -> list[Reading]:
        """What messages say, and the bytes between them that said nothing."""
        readings: list[Reading] = []
        for item in items:
            if isinstance(item, Dropped):
                self.board.doubt(at)
                readings.append(Noise(item.count))
            else:
                readings += self.message(item, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the board."""
        match request:
            case ReadBoard():
                self.board.want(at)
                return []
            case ShowSquares(cells):
                command = self.lamps(cells)
            case ClearSquares():
                command = self.lamps_out()
            case _:
                command = None
        if command is None:
            return [refused(request, self._lacks)]
        self.out.append(command)
        return [done(request)]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for the board when its time has come."""
        return self.board.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self.out = self.out, []
        return [*out, *self.board.data_to_send()]

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        return self.board.next_deadline()

    def introduce(self, identity: Identity) -> list[Reading]:
        """Who the board is, if that is news."""
        known, self.identity = self.identity, identity
        return [] if identity == known else [identity]

    def charge(self, battery: Battery) -> list[Reading]:
        """The battery's charge, if it is news."""
        known, self.battery = self.battery, battery
        return [] if battery == known else [battery]


class BatteryBoardCodec(BoardCodec[M]):
    """One connection to a board that must be asked for its battery."""

    BATTERY_MS = 60_000
    """How often the battery is asked for."""

    def __init__(self, board: BoardReader, framer: Framer[M], battery_question: bytes, lacks: str) -> None:
        super().__init__(board, framer, lacks)
        self._battery_question = battery_question
        self._battery_at: int | None = None

    def connected(self, at: int) -> None:
        """Ask for the board and the battery from now on."""
        super().connected(at)
        self._battery_at = at

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for what is due."""
        if self._battery_at is not None and self._battery_at <= at:
            self.ask_battery(at)
        return super().wake(at)

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        deadline = super().next_deadline()
        if deadline is None or self._battery_at is None:
            return deadline
        return min(deadline, self._battery_at)

    def ask_battery(self, at: int) -> None:
        """Ask now, and again after a while."""
        self._battery_at = at + self.BATTERY_MS
        self.out.append(self._battery_question)
