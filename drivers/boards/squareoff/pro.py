"""The Square Off Pro: ASCII records `code#data*` over the Nordic UART.

connected ─ 14#1* 30#R* 4#* ─> 30#<64 squares>*, 22#<volts>*; then 0#e2u* and 0#e4d* as pieces are lifted and put
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.codec import BoardReader, channel_of, done, refused
from drivers.framing import Dropped, PatternFramer
from drivers.readings import EMPTY, Battery, Noise, Reading, Unknown
from drivers.requests import ClearSquares, ReadBoard, Request, ShowSquares

from .squares import SEEN, cell, name, parse_bitmap, percent

__all__ = ["ProCodec"]

LONGEST = 96
"""A board has 64 characters and four around them."""
MESSAGE = rb"[0-9]{1,3}#[^#*]{0,80}\*"

BATTERY_MS = 60_000


class ProCodec:
    """One connection to one Square Off Pro."""

    def __init__(self) -> None:
        self._framer = PatternFramer(MESSAGE, LONGEST, b"*")
        self._board = BoardReader(8, 8, b"30#R*")
        self._battery: Battery | None = None
        self._battery_at: int | None = None
        self._out: list[bytes] = []

    def connected(self, at: int) -> None:
        """Greet the board; without a new game it tells no lifts and puts."""
        self._out.append(b"14#1*")
        self._board.start(at)
        self._battery_at = at

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        readings: list[Reading] = []
        for item in self._framer.feed(data, packet=bool(channel_of(data))):
            readings += [Noise(item.count)] if isinstance(item, Dropped) else self._message(item, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the board."""
        match request:
            case ReadBoard():
                self._board.want(at)
                return []
            case ShowSquares(cells):
                squares = "".join(name(square) for square in cells if 0 <= square < 64)
                self._out.append(f"25#{squares}*".encode())
                return [done(request)]
            case ClearSquares():
                self._out.append(b"25#*")
                return [done(request)]
            case _:
                return [refused(request, "a Square Off Pro has no clock")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for board and battery when their time has come."""
        if self._battery_at is not None and self._battery_at <= at:
            self._battery_at = at + BATTERY_MS
            self._out.append(b"4#*")
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

    def _message(self, message: bytes, at: int) -> list[Reading]:
        self._board.heard()
        code, _, body = message[:-1].partition(b"#")
        match int(code), len(body):
            case 0, 3 if body[:1] in b"abcdefgh" and body[1:2] in b"12345678" and body[2:] in (b"u", b"d"):
                return self._board.changed(cell(body), EMPTY if body[2:] == b"u" else SEEN, at)
            case 30, 64 if not body.strip(b"01"):
                return self._board.whole(parse_bitmap(body), at)
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
        news = battery != self._battery
        self._battery = battery
        return [battery] if news else []
