"""iChessOne: two-letter commands out, `=p` with 32 bytes and `=b` with two back.

connected ─ CPIRQ RP RB ─> 3D 70 position, 3D 62 battery; then a position on every change
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.board_codec import BatteryBoardCodec
from drivers.board_reader import BoardReader
from drivers.framing import MessageShape, PrefixFramer
from drivers.readings import Battery, Reading

__all__ = ["NOTIFY", "SERVICE", "WRITE", "IChessOneCodec", "lamps", "parse_position"]

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"

PIECES = ".PNBRQKpnbrqk"
"""Letters of the pieces by their codes, 0 to C."""
CREDIBLE = bytes(byte for byte in range(256) if byte >> 4 < len(PIECES) and byte & 0x0F < len(PIECES))


def _pieces(message: bytes) -> bool:
    return not message[2:].translate(None, CREDIBLE)


POSITION = b"\x3d\x70"
BATTERY = b"\x3d\x62"
SHAPES = (
    MessageShape(POSITION, 34, _pieces, _pieces),
    MessageShape(BATTERY, 4, lambda message: message[2] <= 1 and message[3] <= 100),
)

RED = bytes([0x8F, 0x00])
"""Red at half brightness: the nibbles are brightness, red, green, blue. Half is half, from whichever end one counts."""
CLEAR = 0x01
"""What was lit before goes out; in the high nibble stands how fast the new lamps flash."""
FOR_GOOD = 0xFF


class IChessOneCodec(BatteryBoardCodec[bytes]):
    """One connection to one iChessOne."""

    def __init__(self) -> None:
        super().__init__(BoardReader(8, 8, b"RP"), PrefixFramer(SHAPES), b"RB", "an iChessOne has no clock")

    def connected(self, at: int) -> None:
        """Ask for a report on every change, and for the position and the battery now."""
        self.out.append(b"CPIRQ")
        super().connected(at)

    def lamps(self, cells: Sequence[int]) -> bytes:
        """The command that lights these cells and no others."""
        return lamps(cells)

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one message says."""
        if message.startswith(POSITION):
            return self.board.whole(parse_position(message[2:]), at)
        self.board.heard()
        return self.charge(Battery(message[3], charging=bool(message[2])))


def parse_position(data: bytes) -> str:
    """32 bytes from a8 to h8, a7 and so on, high nibble first, as the cells of a snapshot."""
    return "".join(PIECES[code] for byte in data for code in (byte >> 4, byte & 0x0F))


def lamps(cells: Sequence[int]) -> bytes:
    """Light these cells for good, and no others: colour, the edge above, eight ranks, the edge below, how, how long.

    A rank is one byte, the file a in bit 0.
    """
    ranks = bytearray(8)
    for cell in cells:
        if 0 <= cell < 64:
            ranks[cell // 8] |= 1 << cell % 8
    return b"EL" + RED + b"\x00" + ranks + b"\x00" + bytes([CLEAR, FOR_GOOD])
