"""The Square Off Pro: ASCII records `code#data*` over the Nordic UART.

connected ─ 14#1* 30#R* 4#* ─> 30#<64 squares>*, 22#<volts>*; then 0#e2u* and 0#e4d* as pieces are lifted and put
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.board_codec import BatteryBoardCodec
from drivers.board_reader import BoardReader
from drivers.framing import PatternFramer
from drivers.readings import EMPTY, Battery, Reading, Unknown

from .squares import SEEN, cell, name, parse_bitmap, percent

__all__ = ["ProCodec"]

LONGEST = 96
"""Bytes of the longest message: a board has 64 characters and four around them."""
_KNOWN = rb"(?:0#[a-h][1-8][ud]|30#[01]{64})\*"
MESSAGE = rb"(?![0-9]{1,2}" + _KNOWN + rb")[0-9]{1,3}#[^#*]{0,80}\*"
"""A message, without a digit of noise before the code of a known one."""


class ProCodec(BatteryBoardCodec[bytes]):
    """One connection to one Square Off Pro."""

    def __init__(self) -> None:
        framer = PatternFramer(MESSAGE, LONGEST, b"*")
        super().__init__(BoardReader(8, 8, b"30#R*"), framer, b"4#*", "a Square Off Pro has no clock")

    def connected(self, at: int) -> None:
        """Greet the board; without a new game it tells no lifts and puts."""
        self.out.append(b"14#1*")
        super().connected(at)

    def lamps(self, cells: Sequence[int]) -> bytes:
        """The command that lights these cells and no others."""
        squares = "".join(name(square) for square in cells if 0 <= square < 64)
        return f"25#{squares}*".encode()

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one message says."""
        self.board.heard()
        code, _, body = message[:-1].partition(b"#")
        match int(code), len(body):
            case 0, 3 if body[:1] in b"abcdefgh" and body[1:2] in b"12345678" and body[2:] in (b"u", b"d"):
                return self.board.changed(cell(body), EMPTY if body[2:] == b"u" else SEEN, at)
            case 30, 64 if not body.strip(b"01"):
                return self.board.whole(parse_bitmap(body), at)
            case 14, _:
                return []
            case 22, _:
                return self._volts(body)
            case number, _:
                return [Unknown(number, body.hex())]

    def _volts(self, body: bytes) -> list[Reading]:
        try:
            battery = Battery(percent(float(body) * 1000))
        except (ValueError, OverflowError):
            return [Unknown(22, body.hex())]
        return self.charge(battery)
