"""The Yihu goban: `23 type length seq 00 k 00 ...` from the board, sliced payloads to it.

The board never shows itself whole and reports neither the colour of a stone nor its removal: whoever tracks the game
starts from an empty board, knows whose turn it is, and takes back by hand. All 19x19 points are told.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.codec import channel_of, done, refused
from drivers.framing import Dropped, MessageShape, PrefixFramer
from drivers.readings import Identity, Noise, Reading, SquareChanged
from drivers.requests import ClearSquares, ReadBoard, Request, ShowSquares

__all__ = ["NOTIFY", "SERVICE", "SIDE", "WRITE", "YihuCodec", "lamp_payload", "sliced"]

SERVICE = "0000fff0-0000-1000-8000-00805f9b34fb"
NOTIFY = "0000fff4-0000-1000-8000-00805f9b34fb"
WRITE = "0000fff3-0000-1000-8000-00805f9b34fb"

SIDE = 19
STONE = "?"
"""A stone: the board does not tell its colour."""

FIRST, NEXT = 0xA5, 0xA7
SLICE = 19
"""Bytes behind the mark of a slice: the ATT payload of a link that nobody has enlarged is 20."""

LAMP_OFF, LAMP_ON = 0, 1


def _point(message: bytes) -> tuple[int, int]:
    """Column from the left and row from the top of a placement `23 50 0C seq 00 k 00 a b c d 01`."""
    seq = message[3]
    return (message[7] ^ seq) - 11, SIDE - ((message[8] ^ seq) - 9)


def _framed(message: bytes) -> bool:
    return message[4] == 0 and message[6] == 0


def _placed(message: bytes) -> bool:
    col, row = _point(message)
    return _framed(message) and message[11] == 1 and 0 <= col < SIDE and 0 <= row < SIDE


PLACEMENT = b"\x23\x50\x0c"
SHAPES = (
    MessageShape(PLACEMENT, 12, _placed),
    MessageShape(b"\x23\x56\x0a", 10, _framed),  # V and I: signs of life
    MessageShape(b"\x23\x49\x0a", 10, _framed),
    MessageShape(b"\x23\x43\x10", 16, _framed),  # C: a lamp was set
)


class YihuCodec:
    """One connection to one goban."""

    def __init__(self) -> None:
        self._framer = PrefixFramer(SHAPES)
        self._introduced = False
        self._lit: tuple[int, ...] = ()
        self._out: list[bytes] = []

    def connected(self, at: int) -> None:
        """The board speaks of its own accord."""

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:  # noqa: ARG002 - time changes nothing here
        """Take bytes in any split; return what they completed."""
        readings: list[Reading] = []
        for item in self._framer.feed(data, packet=bool(channel_of(data))):
            if isinstance(item, Dropped):
                readings.append(Noise(item.count))
                continue
            if not self._introduced:
                self._introduced = True
                readings.append(Identity("Yihu goban"))
            if item.startswith(PLACEMENT):
                col, row = _point(item)
                readings.append(SquareChanged(row * SIDE + col, STONE))
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:  # noqa: ARG002 - time changes nothing here
        """Set lamps; the board cannot be read."""
        match request:
            case ShowSquares(cells):
                self._light(tuple(cell for cell in dict.fromkeys(cells) if 0 <= cell < SIDE * SIDE))
                return [done(request)]
            case ClearSquares():
                self._light(())
                return [done(request)]
            case ReadBoard():
                return [refused(request, "a Yihu goban tells placements only, never the whole board")]
            case _:
                return [refused(request, "a Yihu goban has no clock")]

    def wake(self, at: int) -> Sequence[Reading]:  # noqa: ARG002 - time changes nothing here
        """Nothing is ever due."""
        return []

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """Never."""
        return None

    def _light(self, cells: tuple[int, ...]) -> None:
        for cell in self._lit:
            if cell not in cells:
                self._out += sliced(lamp_payload(cell, LAMP_OFF))
        for cell in cells:
            if cell not in self._lit:
                self._out += sliced(lamp_payload(cell, LAMP_ON))
        self._lit = cells


def lamp_payload(cell: int, colour: int) -> bytes:
    """Set one lamp; the board counts rows from the bottom here."""
    row, x = divmod(cell, SIDE)
    y = SIDE - 1 - row
    body = bytes([0x23, 0x4C, 0x0E, 0, 0, 0, 0, 1, x, y, colour, 0, (x ^ y) << 1])
    check = 0
    for byte in body:
        check ^= byte
    return body + bytes([check])


def sliced(payload: bytes) -> list[bytes]:
    """A payload as the writes that carry it; its length leads the first slice."""
    data = bytes([len(payload)]) + payload
    slices = [data[start : start + SLICE] for start in range(0, len(data), SLICE)]
    return [bytes([FIRST if place == 0 else NEXT]) + part for place, part in enumerate(slices)]
