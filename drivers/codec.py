"""The shape of every codec: bytes in, readings out, bytes to send, and when to be woken. No I/O, no clock.

`at` is an instant in integer milliseconds on whatever clock the caller keeps; a codec only compares and adds.

A serial line carries one stream of bytes. BLE carries packets, each on a characteristic of its own: they travel through
the same four calls as `Packet`, which is bytes that know their channel. A codec for which channels mean different
things asks `channel_of`; all others read a packet as the bytes it is, and write plain bytes, which go to the channel
that the driver's `BleProfile` names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol, Self, runtime_checkable

from .readings import EMPTY, Battery, ClockAnswer, LinkDown, Reading, Snapshot, SquareChanged
from .requests import ClearSquares, ReadBoard, Request, ShowSquares, tag

__all__ = ["BoardReader", "Codec", "Heir", "LampBoard", "Packet", "channel_of", "done", "refused"]


class Packet(bytes):
    """Bytes that came, or are to go, by a named channel: a BLE characteristic's UUID in lower case."""

    channel: str

    def __new__(cls, data: bytes, channel: str) -> Self:
        """Mark bytes with their channel."""
        packet = super().__new__(cls, data)
        packet.channel = channel
        return packet


def channel_of(data: bytes) -> str:
    """By which channel these bytes came or go; empty for a plain stream, and where the channel does not matter."""
    return data.channel if isinstance(data, Packet) else ""


class Codec(Protocol):
    """One device's protocol as seen from the host.

    After every call that takes `at`, the caller must send what `data_to_send` returns and look at `next_deadline`
    again. A codec lives as long as one connection; after a reconnect the link makes a fresh one.
    """

    def connected(self, at: int) -> None:
        """The line is open: queue whatever makes the device talk."""

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed. Never raises on what a device sends."""

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the device; the readings are refusals known at once."""

    def wake(self, at: int) -> Sequence[Reading]:
        """The deadline has come: retry, poll or give up. A `LinkDown` among the readings asks the link to reconnect."""

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first; each item is one write."""

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""


@runtime_checkable
class Heir(Protocol):
    """A codec that can use what the one before it knew, when the link has lost a connection and made another."""

    def follows(self, before: Codec) -> None:
        """Take over from the codec of the lost connection; called before `connected`."""


class BoardReader:
    """Keeps a board's picture true, for codecs of boards that show themselves whole.

    Asks for the board at the start, when changes have settled, when bytes were dropped, now and then, and on request:
    so a message that gets lost is made up for. Tells only what is new.
    A board that has said nothing at all to several questions in a row is given up with a `LinkDown`.
    """

    TRIES = 3

    def __init__(
        self,
        rows: int,
        cols: int,
        question: bytes = b"",
        *,
        answer_ms: int = 1500,
        quiet_ms: int = 700,
        review_ms: int = 5_000,
    ) -> None:
        self._rows = rows
        self._cols = cols
        self.question = question
        """Empty for a board that shows itself unasked: then it is only waited for."""
        self.unasked = True
        """Whether it is read for no other reason than to be sure; some boards take a question for more than that."""
        self._answer_ms = answer_ms
        self._quiet_ms = quiet_ms
        self.review_ms = review_ms
        self._cells = ""
        self._tell = True
        self._requested = False
        self._tries = 0
        self._heard = False
        self._dead = False
        self._until: int | None = None
        self._next: int | None = None
        self._out: list[bytes] = []

    def __getitem__(self, cell: int) -> str:
        """What stands there as far as is known."""
        return self._cells[cell] if self._cells else EMPTY

    @property
    def cells(self) -> str:
        """The whole board as last known; empty before it was seen."""
        return self._cells

    def start(self, at: int) -> None:
        """The line is open."""
        self._ask(at)

    def want(self, at: int) -> None:
        """Somebody wants the board: ask, and tell it even if it is no news."""
        self._tell = self._requested = True
        self._ask(at)

    def heard(self) -> None:
        """The board lives: a good message came, whatever it said."""
        self._heard = True

    def doubt(self, at: int) -> None:
        """Bytes were dropped, and perhaps a change with them: look again soon."""
        if self.unasked and self._next is not None:
            self._next = min(self._next, at + self._quiet_ms)

    def whole(self, cells: str, at: int) -> list[Reading]:
        """The board showed itself."""
        self._heard = True
        self._until = None
        self._tries = 0
        known = cells == self._cells
        # Where one thing has changed another may follow, and its message get lost: look again when all is quiet.
        self._next = at + (self.review_ms if known else self._quiet_ms) if self.unasked else None
        if known and not self._tell:
            return []
        self._cells = cells
        self._tell = self._requested = False
        return [Snapshot(self._rows, self._cols, cells)]

    def changed(self, cell: int, piece: str, at: int) -> list[Reading]:
        """One cell was reported; told as it came, since a piece put back is an event too."""
        self._heard = True
        self._next = at + self._quiet_ms if self.unasked else None
        if self._cells:
            self._cells = self._cells[:cell] + piece + self._cells[cell + 1 :]
        return [SquareChanged(cell, piece)]

    def wake(self, at: int) -> list[Reading]:
        """Ask again, or give up."""
        if self._dead:
            return []
        if self._until is not None and self._until <= at:
            if self._tries >= self.TRIES:
                return self._give_up(at)
            self._ask(at)
        elif self._until is None and self._next is not None and self._next <= at:
            self._ask(at)
        return []

    def data_to_send(self) -> list[bytes]:
        """Take the queued questions."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When `wake` has something to do."""
        if self._dead:
            return None
        return self._until if self._until is not None else self._next

    def _ask(self, at: int) -> None:
        if self._tries == 0:
            self._heard = False
        self._tries += 1
        self._until = at + self._answer_ms
        self._next = None
        if self.question:
            self._out.append(self.question)

    def _give_up(self, at: int) -> list[Reading]:
        self._until = None
        self._tries = 0
        if not self._heard:
            self._dead = True
            return [LinkDown("the board does not answer")]
        self._next = at + self.review_ms
        if not self._requested:
            return []
        self._requested = False
        return [refused(ReadBoard(), "the board does not send its position")]


def refused(request: Request, why: str) -> ClockAnswer:
    """The answer to a request that cannot be met."""
    return ClockAnswer(tag(request), ok=False, detail=why)


def done(request: Request) -> ClockAnswer:
    """The answer to a request that was met, or handed to a device that does not confirm."""
    return ClockAnswer(tag(request), ok=True)


class LampBoard(ABC):
    """What the codecs of boards with lamps, a battery and no clock have in common; each adds its own messages."""

    BATTERY_MS = 60_000
    """How often the battery is asked for."""

    def __init__(self, board: BoardReader, question: bytes, lacks: str) -> None:
        """`question` asks for the battery; `lacks` is what to say to a request that the board cannot serve."""
        self._board = board
        self._question = question
        self._lacks = lacks
        self._battery: Battery | None = None
        self._battery_at: int | None = None
        self._out: list[bytes] = []

    @abstractmethod
    def lamps(self, cells: Sequence[int]) -> bytes:
        """The command that lights these cells and no others."""

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the board."""
        match request:
            case ReadBoard():
                self._board.want(at)
                return []
            case ShowSquares(cells):
                self._out.append(self.lamps(cells))
                return [done(request)]
            case ClearSquares():
                self._out.append(self.lamps(()))
                return [done(request)]
            case _:
                return [refused(request, self._lacks)]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for what is due."""
        if self._battery_at is not None and self._battery_at <= at:
            self._ask_battery(at)
        return self._board.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self._out = self._out, []
        return [*out, *self._board.data_to_send()]

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        deadline = self._board.next_deadline()
        if deadline is None or self._battery_at is None:
            return deadline
        return min(deadline, self._battery_at)

    def _start(self, at: int) -> None:
        """Ask for the board and the battery from now on."""
        self._board.start(at)
        self._battery_at = at

    def _ask_battery(self, at: int) -> None:
        self._battery_at = at + self.BATTERY_MS
        self._out.append(self._question)

    def _told(self, battery: Battery) -> list[Reading]:
        """The battery's charge, if it is news."""
        news = battery != self._battery
        self._battery = battery
        return [battery] if news else []
