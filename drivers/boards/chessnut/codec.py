"""Chessnut boards: the whole position again and again, on one channel; answers to commands on another.

connected ─ 21 01 00 ─> 01 24 position .. position ..; 29 01 00 ─> 2A 02 battery; a button ─> 0F 01 number

Commands that have no answer of their own, lamps among them, are acknowledged by 23 01 00 (23 01 01: not ready), on some
boards 21 by itself: nothing here waits for it. Over USB each message is a report with filling behind it: the first byte
of a command is the report's number, and a position's second byte counts the filling too.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.board_codec import BatteryBoardCodec
from drivers.board_reader import BoardReader
from drivers.codec import channel_of
from drivers.framing import MessageShape, PrefixFramer
from drivers.readings import Battery, ButtonPressed, Noise, Reading, Unknown

__all__ = ["ANSWERS", "HID", "POSITIONS", "SERVICE", "WRITE", "ChessnutCodec", "lamps", "move_lamps", "parse_position"]

SERVICE = "1b7e8261-2877-41c3-b46e-cf057c562023"
POSITIONS = "1b7e8262-2877-41c3-b46e-cf057c562023"
WRITE = "1b7e8272-2877-41c3-b46e-cf057c562023"
ANSWERS = "1b7e8273-2877-41c3-b46e-cf057c562023"
HID = "hid"
"""The channel of USB reports."""

PIECES = ".qkbpnRPrBNQK"
"""Letters of the pieces by their codes, 0 to C."""
CREDIBLE = bytes(byte for byte in range(256) if byte >> 4 < len(PIECES) and byte & 0x0F < len(PIECES))

POSITION = b"\x01\x24"
"""The beginning of a position; then come 32 bytes of squares and four that mean nothing to us: uptime, or filling."""
BATTERY = b"\x2a\x02"
MOVE_BATTERY = b"\x41\x03\x0c"
BUTTON = b"\x0f\x01"
BUTTONS = {1: "power", 2: "new game"}
MOVE_VERSION, MOVE_PIECES = b"\x41\x05\x15", b"\x41\x89\x0b"
"""Answers that only a Move gives; 34 records of four bytes tell about its pieces."""


def _pieces(message: bytes) -> bool:
    return not message[2:34].translate(None, CREDIBLE)


SHAPES = (
    MessageShape(POSITION, 38, _pieces, _pieces),
    MessageShape(BATTERY, 4, lambda message: message[3] <= 1),
    MessageShape(MOVE_BATTERY, 5, lambda message: message[3] <= 1 and message[4] <= 100),
    MessageShape(b"\x23\x01", 3, lambda message: message[2] <= 1),
    MessageShape(b"\x21\x01\x00", 3),
    MessageShape(BUTTON, 3, lambda message: message[2] in BUTTONS),
    MessageShape(MOVE_VERSION, 7),
    MessageShape(MOVE_PIECES, 139),
    MessageShape(b"\x32\x01", 3),  # how many games are stored
)

REPORTED = MessageShape(b"\x01\x3d", 34, _pieces, _pieces)
"""A position as a USB report has it."""
STREAM = (*SHAPES, REPORTED)
"""Messages of a stream: where nothing tells how the bytes came, as in a file, they may be reports too."""

ENABLE = b"\x21\x01\x00"
ASK_BATTERY = (b"\x29\x01\x00", b"\x41\x01\x0c")
"""The Air family's question, and the Move's; whichever is answered is kept."""

ANSWER_MS = 2_000
RED = 1


class ChessnutCodec(BatteryBoardCodec[bytes]):
    """One connection to one Chessnut board."""

    def __init__(self) -> None:
        # Two channels, each with its own half-received message; a plain stream shares the first.
        self._framers = {channel: PrefixFramer(STREAM) for channel in ("", ANSWERS)}
        board = BoardReader(8, 8, ENABLE)
        super().__init__(board, self._framers[""], ASK_BATTERY[0], "a Chessnut board has no clock")
        self._dialect = 0
        self._answered = True
        self._is_move = False
        """A Chessnut Move, which its answer about the battery tells: its lamps have another command."""
        self._lit: tuple[int, ...] = ()

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        channel = channel_of(data)
        if channel == HID:
            return self._report(data, at)
        framer = self._framers.get(channel, self._framers[""])
        if channel == ANSWERS and not len(framer) and _is_unlisted(data):
            self.board.heard()
            return [Unknown(data[0], data[2:].hex())]
        return self.read(framer.feed(data, packet=bool(channel)), at)

    def _report(self, report: bytes, at: int) -> list[Reading]:
        """One USB report is one message, with filling behind it."""
        if report[:1] == REPORTED.prefix[:1] and report[1:2] >= b"\x20" and len(report) >= REPORTED.length:
            report = REPORTED.prefix + report[2:]  # whatever length it gives itself: makers and models differ
        for shape in (REPORTED, *SHAPES):
            message = report[: shape.length]
            if message.startswith(shape.prefix) and len(message) == shape.length and shape.credible(message):
                return self.message(message, at)
        self.board.doubt(at)
        return [Noise(len(report))]

    def lamps(self, cells: Sequence[int]) -> bytes:
        """The command that lights these cells and no others."""
        self._lit = tuple(cells)
        return move_lamps(cells) if self._is_move else lamps(cells)

    def ask_battery(self, at: int) -> None:
        """In the other dialect, if the last question was not answered."""
        if not self._answered:
            self._dialect = 1 - self._dialect
        self._answered = False
        self._battery_at = at + (ANSWER_MS if self.battery is None else self.BATTERY_MS)
        self.out.append(ASK_BATTERY[self._dialect])

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one message says."""
        self.board.heard()
        if message.startswith((POSITION, REPORTED.prefix)):
            return self.board.whole(parse_position(message[2:34]), at)
        if message.startswith(BATTERY):
            if not message[2]:  # what a Move says to the question of the others
                return []
            # The vendor puts "charging" into bit 7 of the level, two other programs into the byte behind it.
            return self._charged(min(message[2] & 0x7F, 100), bool(message[2] & 0x80 or message[3] == 1), at)
        if message.startswith(BUTTON):
            return [ButtonPressed(BUTTONS[message[2]])]
        if message.startswith((MOVE_BATTERY, MOVE_VERSION, MOVE_PIECES)) and not self._is_move:
            self._is_move = True
            self.out += [self.lamps(self._lit)] if self._lit else []
        if message.startswith(MOVE_BATTERY):
            return self._charged(message[4], bool(message[3]), at)
        return []

    def _charged(self, percent: int, charging: bool, at: int) -> list[Reading]:
        self._answered = True
        self._battery_at = at + self.BATTERY_MS
        return self.charge(Battery(percent, charging))


def _is_unlisted(packet: bytes) -> bool:
    """A whole message `code length ...` that is none of those known, such as a version: not noise."""
    known = any(packet[: len(shape.prefix)] == shape.prefix for shape in STREAM)
    return len(packet) >= 2 and len(packet) == 2 + packet[1] and not known


def parse_position(data: bytes) -> str:
    """32 bytes in the order h8, g8 .. a8, h7 .., low nibble first, as the cells of a snapshot."""
    codes = [code for byte in data for code in (byte & 0x0F, byte >> 4)]
    return "".join(PIECES[codes[row * 8 + 7 - col]] for row in range(8) for col in range(8))


def lamps(cells: Sequence[int]) -> bytes:
    """Light these cells only: one byte a rank from the eighth on, bit 7 is the file a."""
    ranks = bytearray(8)
    for cell in cells:
        if 0 <= cell < 64:
            ranks[cell // 8] |= 0x80 >> cell % 8
    return b"\x0a\x08" + ranks


def move_lamps(cells: Sequence[int]) -> bytes:
    """Light these cells only, on a Move: a colour for each square, in the order of its positions."""
    colours = [RED if row * 8 + col in cells else 0 for row in range(8) for col in range(7, -1, -1)]
    return b"\x43\x20" + bytes(low | high << 4 for low, high in zip(colours[::2], colours[1::2], strict=True))
