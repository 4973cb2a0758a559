"""ChessUp: binary messages over the Nordic UART.

connected ─ 67 ─> 67 and the position; A3 35 from to on every move, which wants the ack 21

The board knows the rules and refuses what is against them, so that only moves it accepted are told. A move is told as
its two squares at once; the position, read again right after, shows what else it changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.codec import BoardReader, channel_of, refused
from drivers.framing import Dropped, PrefixFramer, Shape
from drivers.readings import EMPTY, Noise, Reading
from drivers.requests import ReadBoard, Request

__all__ = ["NOTIFY", "SERVICE", "WRITE", "ChessUpCodec", "parse_position"]

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"

PIECES = {
    **dict(enumerate("PRNBQK")),
    **dict(enumerate("prnbqk", start=8)),
    0x40: EMPTY,
}
CREDIBLE = bytes(PIECES)

SOMETHING = "?"
"""A piece that went before the position was seen."""

POSITION = b"\x67"
MOVE = b"\xa3\x35"
PROMOTION = b"\x97"
RELEASED = b"\xbb"
ACK = b"\x21"

SHAPES = (
    # 64 squares, turn, four castling rights, en passant (a flag, or perhaps a square), half moves, full moves
    Shape(
        POSITION,
        73,
        lambda message: not message[1:65].translate(None, CREDIBLE) and max(message[65:70]) <= 1,
        lambda message: not message[1:65].translate(None, CREDIBLE),
    ),
    Shape(MOVE, 6, lambda message: max(message[2:]) < 8),
    Shape(PROMOTION, 2, lambda message: message[1] & 0x07 in (1, 2, 3, 4) and message[1] < 0x10),
    Shape(b"\xb8", 3, lambda message: message[1] < 64 and message[2] in CREDIBLE),  # a piece was touched
    Shape(RELEASED, 1),  # and let go
    Shape(b"\xfd\xfd", 10),  # the sensors' bits, which we do not ask for
)

SETTLED_MS = 100
"""After a move the board has the new position at once."""


class ChessUpCodec:
    """One connection to one ChessUp."""

    def __init__(self) -> None:
        self._framer = PrefixFramer(SHAPES)
        self._board = BoardReader(8, 8, POSITION, quiet_ms=SETTLED_MS)
        self._out: list[bytes] = []

    def connected(self, at: int) -> None:
        """Ask for the position."""
        self._board.start(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        readings: list[Reading] = []
        for item in self._framer.feed(data, packet=bool(channel_of(data))):
            if isinstance(item, Dropped):
                self._board.doubt(at)
                readings.append(Noise(item.count))
            else:
                readings += self._message(item, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Read the board; it has lamps, but no command for single ones is known."""
        if isinstance(request, ReadBoard):
            self._board.want(at)
            return []
        return [refused(request, "it is not known how to do that on a ChessUp")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for what is due."""
        return self._board.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self._out = self._out, []
        return [*out, *self._board.data_to_send()]

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        return self._board.next_deadline()

    def _message(self, message: bytes, at: int) -> list[Reading]:
        self._board.heard()
        if message.startswith(POSITION):
            return self._board.whole(parse_position(message[1:65]), at)
        if message.startswith(MOVE):
            self._out.append(ACK)
            start, end = (7 - message[3]) * 8 + message[2], (7 - message[5]) * 8 + message[4]
            piece = self._board[start] if self._board.cells else SOMETHING
            if not self._board.cells or piece == EMPTY or start == end:
                self._board.want(at)  # we have missed something
            if piece == EMPTY or start == end:
                return []
            return self._board.changed(start, EMPTY, at) + self._board.changed(end, piece, at)
        if message.startswith(PROMOTION):
            self._board.want(at)
        elif message == RELEASED:  # the board may tell no move of it, or its message get lost
            self._board.doubt(at)
        return []


def parse_position(data: bytes) -> str:
    """64 codes in the order a1 to h1, a2 and so on, as the cells of a snapshot."""
    return "".join(PIECES[data[(7 - row) * 8 + col]] for row in range(8) for col in range(8))
