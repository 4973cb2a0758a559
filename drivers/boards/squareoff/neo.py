"""The Square Off Neo (Miko): one characteristic for each kind of news.

connected ─ 1#* 30#2000* 14#1* R:ISG ─> the 64 squares every two seconds, lifts and puts as they happen

The greeting is what the maker's app sent in a capture. Squares the motor changes are told by the bitmap only, and in
that capture no bitmap ever contradicted a lift or put that came before it. The sensors chatter: one square up and
down several times a second. That is passed on as it comes; whoever tracks the game waits for it to settle.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.board_codec import BoardCodec
from drivers.board_reader import BoardReader
from drivers.codec import Packet, channel_of
from drivers.framing import PatternFramer
from drivers.readings import EMPTY, Battery, Identity, Reading, Unknown

from .squares import SEEN, cell, parse_bitmap, percent

__all__ = ["BATTERY_LEVEL", "BITMAP", "EVENTS", "GAME", "SERVICE", "UART_IN", "UART_OUT", "NeoCodec"]

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
UART_OUT = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
UART_IN = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
EVENTS = "4496994f-2600-4e7e-81d5-e0f7b67ebd48"
BITMAP = "777ac5a4-6fa8-474b-841d-091bd57d28c4"
GAME = "c7d64c44-42f0-11ec-81d3-0242ac130003"
BATTERY_LEVEL = "00002a19-0000-1000-8000-00805f9b34fb"
"""The standard characteristic: percent in one byte."""

LONGEST = 96
"""Bytes of the longest message: the bitmap has 64; the longest seen on the UART has 20."""
MESSAGE = rb"[a-h][1-8][ud]|OK|[01]{64}|[0-9]{1,3}#[^#*]{0,80}\*"

STUMP_MS = 500
"""How long the beginning of a bitmap waits for its rest: it has no marks of its own, and is no part of the next one."""
BITMAP_MS = 2000
"""How often the bitmap is asked for, and how long it may take."""


class NeoCodec(BoardCodec[bytes]):
    """One connection to one Square Off Neo."""

    def __init__(self) -> None:
        # A message is never spread over channels; bytes of unknown origin share one buffer.
        self._framers = {channel: PatternFramer(MESSAGE, LONGEST) for channel in ("", UART_IN, EVENTS, BITMAP)}
        board = BoardReader(8, 8, answer_ms=2 * BITMAP_MS, quiet_ms=BITMAP_MS)
        super().__init__(board, self._framers[""], "a Square Off Neo has neither lamps nor a clock")
        self._heard_at = 0
        self._level_known = False

    def connected(self, at: int) -> None:
        """Greet the board as its app does."""
        self.out += [b"1#*", b"30#%d*" % BITMAP_MS, b"14#1*", Packet(b"R:ISG", GAME)]
        super().connected(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        channel = channel_of(data)
        if channel == BATTERY_LEVEL:
            return self._level(data)
        framer = self._framers.get(channel, self._framers[""])
        stumps = framer.abandon() if len(framer) and at >= self._heard_at + STUMP_MS else ()
        self._heard_at = at
        return self.read((*stumps, *framer.feed(data, packet=bool(channel))), at)

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one message says."""
        self.board.heard()
        if len(message) == 64:
            return self.board.whole(parse_bitmap(message), at)
        if len(message) == 3 and message[2:] in (b"u", b"d"):
            return self.board.changed(cell(message), EMPTY if message[2:] == b"u" else SEEN, at)
        if message == b"OK":  # the motor has ended a move that we never ask for
            return []
        code, _, body = message[:-1].partition(b"#")
        match int(code):
            case 1:
                return self.introduce(Identity("Square Off Neo", serial=body.decode("latin-1")))
            case 4:
                return self._volts(body)
            case 14 | 30:
                return []
            case number:
                return [Unknown(number, body.hex())]

    def _volts(self, body: bytes) -> list[Reading]:
        """Millivolts; the standard characteristic, where there is one, knows better."""
        try:
            battery = Battery(percent(float(body)))
        except (ValueError, OverflowError):
            return [Unknown(4, body.hex())]
        return [] if self._level_known else self.charge(battery)

    def _level(self, data: bytes) -> list[Reading]:
        if len(data) != 1 or data[0] > 100:
            return [Unknown(0x2A19, data.hex())]
        self._level_known = True
        return self.charge(Battery(data[0]))
