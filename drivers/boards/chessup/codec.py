"""ChessUp: binary messages over the Nordic UART.

connected ─ 67 ─> 67 and the position; A3 35 from to on every move, which wants the ack 21

The board knows the rules and refuses what is against them, so that only moves it accepted are told. A move is told as
its two squares at once; the position, read again right after, shows what else it changed.
"""

from __future__ import annotations

from drivers.board_codec import BoardCodec
from drivers.board_reader import BoardReader
from drivers.framing import MessageShape, PrefixFramer
from drivers.readings import EMPTY, Reading

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
    MessageShape(
        POSITION,
        73,
        lambda message: not message[1:65].translate(None, CREDIBLE) and max(message[65:70]) <= 1,
        lambda message: not message[1:65].translate(None, CREDIBLE),
    ),
    MessageShape(MOVE, 6, lambda message: max(message[2:]) < 8),
    MessageShape(PROMOTION, 2, lambda message: message[1] & 0x07 in (1, 2, 3, 4) and message[1] < 0x10),
    MessageShape(b"\xb8", 3, lambda message: message[1] < 64 and message[2] in CREDIBLE),  # a piece was touched
    MessageShape(RELEASED, 1),  # and let go
    MessageShape(b"\xfd\xfd", 10),  # the sensors' bits, which we do not ask for
)

SETTLED_MS = 100
"""How long after a move the position is read: the board has the new one at once."""


class ChessUpCodec(BoardCodec[bytes]):
    """One connection to one ChessUp."""

    def __init__(self) -> None:
        board = BoardReader(8, 8, POSITION, quiet_ms=SETTLED_MS)
        # It has lamps, but no command for single ones is known.
        super().__init__(board, PrefixFramer(SHAPES), "it is not known how to do that on a ChessUp")

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one message says."""
        self.board.heard()
        if message.startswith(POSITION):
            return self.board.whole(parse_position(message[1:65]), at)
        if message.startswith(MOVE):
            self.out.append(ACK)
            start, end = (7 - message[3]) * 8 + message[2], (7 - message[5]) * 8 + message[4]
            piece = self.board[start] if self.board.cells else SOMETHING
            if not self.board.cells or piece == EMPTY or start == end:
                self.board.want(at)  # we have missed something
            if piece == EMPTY or start == end:
                return []
            return self.board.changed(start, EMPTY, at) + self.board.changed(end, piece, at)
        if message.startswith(PROMOTION):
            self.board.want(at)
        elif message == RELEASED:  # the board may tell no move of it, or its message get lost
            self.board.doubt(at)
        return []


def parse_position(data: bytes) -> str:
    """64 codes in the order a1 to h1, a2 and so on, as the cells of a snapshot."""
    return "".join(PIECES[data[(7 - row) * 8 + col]] for row in range(8) for col in range(8))
