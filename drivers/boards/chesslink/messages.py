"""ChessLink messages: ASCII characters with odd parity in bit 7, closed by two hexadecimal digits of checksum.

    V -> v hi lo        version             S -> s 64 pieces      the board, a8 first by the vendor's text
    R aa -> r aa dd     read a register     L tt 81 lamps -> l    lamps, in slots of time
    W aa dd -> w aa dd  write one           X -> x                all lamps out

The checksum is the XOR of all characters before it, without parity. Boards also send `s` when they like.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from operator import xor

from drivers.framing import MessageShape

__all__ = [
    "ALL_OUT",
    "BOARD",
    "PIECES",
    "READ_REPORTS",
    "REPORTS_ARE_OFF",
    "REPORT_CHANGES",
    "SHAPES",
    "VERSION",
    "lamps",
    "spell",
    "strip",
]

PIECES = frozenset(b"KQRBNPkqrbnp.")
_HEX = frozenset(b"0123456789ABCDEFabcdef")


def checksum(text: bytes) -> bytes:
    """Two hexadecimal digits."""
    return b"%02X" % reduce(xor, text)


def _with_parity(byte: int) -> int:
    """Odd parity: bit 7 makes the number of set bits odd."""
    return byte if byte.bit_count() % 2 else byte | 0x80


_SPELLED = bytes(_with_parity(byte & 0x7F) for byte in range(256))
_STRIPPED = bytes(byte & 0x7F for byte in range(256))


def spell(text: bytes) -> bytes:
    """A command as it goes over the line."""
    return (text + checksum(text)).translate(_SPELLED)


def strip(data: bytes) -> bytes:
    """The characters without their parity, which is not looked at: an eONE sends none, and the checksum judges."""
    return data.translate(_STRIPPED)


def _sound(message: bytes) -> bool:
    return checksum(message[:-2]) == message[-2:].upper()


def _hexadecimal(message: bytes) -> bool:
    return _HEX.issuperset(message[1:]) and _sound(message)


def _board(message: bytes) -> bool:
    return PIECES.issuperset(message[1:-2]) and _sound(message)


def _maybe_board(message: bytes) -> bool:
    return PIECES.issuperset(message[1:65])


def _maybe_hexadecimal(message: bytes) -> bool:
    return _HEX.issuperset(message[1:])


SHAPES = (
    MessageShape(b"s", 67, _board, _maybe_board),
    *(MessageShape(letter, 7, _hexadecimal, _maybe_hexadecimal) for letter in (b"v", b"r", b"w")),
    *(MessageShape(letter, 3, _sound, _maybe_hexadecimal) for letter in (b"l", b"x")),
)

VERSION = spell(b"V")
BOARD = spell(b"S")
ALL_OUT = spell(b"X")

# Register 02, automatic reports: 00 every scan, 01 off, 02 timed, 03 on change, 04 to 07 on change and steady.
READ_REPORTS = spell(b"R02")
REPORTS_ARE_OFF = b"0201"
REPORT_CHANGES = spell(b"W0203")

_SLOT = b"32"
"""The length of a lamp's slots, 50 times 4.096 ms: for lamps that are on in all slots it does not matter."""


def lamps(cells: Collection[int]) -> bytes:
    """Light the four corners of each cell.

    The lamps are a grid of 9 by 9, counted down the columns from the corner of a8: lamp 9 is at a1, 73 at h8, 81 at h1.
    """
    lit = {
        (col + right) * 9 + row + down
        for row, col in (divmod(cell, 8) for cell in cells if 0 <= cell < 64)
        for down in (0, 1)
        for right in (0, 1)
    }
    return spell(b"L" + _SLOT + b"".join(b"FF" if lamp in lit else b"00" for lamp in range(81)))
