"""A DGT electronic board, chess 8x8 or draughts 10x10, with or without its clock. Written from the protocol text."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence

from drivers.readings import Seat
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import SensorGrid, Surface

from .dgt_clock import DgtClock
from .dgt_memory import DgtMemory

__all__ = ["CHESS_CODES", "DRAUGHTS_CODES", "OLD_DRAUGHTS_CODES", "DgtBoard"]

CHESS_CODES = {letter: code for code, letter in enumerate(".PRNBKQprnbkq")}
DRAUGHTS_CODES = {".": 0x0, "M": 0x1, "m": 0x4, "D": 0x7, "d": 0xA}
OLD_DRAUGHTS_CODES = {".": 0x0, "M": 0x1, "m": 0x7, "D": 0x4, "d": 0xA}

NO_CLOCK = bytes([0, 0, 0, 0, 0, 0, 0x20])

EVERY_MS = 1000
"""How often the clock is sent at least, in the plain update mode."""


class _Mode(enum.Enum):
    IDLE = 0x40
    UPDATE = 0x43
    UPDATE_BRD = 0x44
    UPDATE_NICE = 0x4B

    @property
    def sends_clock(self) -> bool:
        return self in (_Mode.UPDATE, _Mode.UPDATE_NICE)


class DgtBoard:
    """The board's own program: sensors and clock in, messages out."""

    def __init__(
        self,
        surface: Surface,
        clock: DgtClock | None = None,
        *,
        serial: str = "01025",
        version: tuple[int, int] = (1, 8),
        scan_ms: int = 200,
        codes: dict[str, int] | None = None,
        only_dark: bool = False,
        battery: tuple[int, bool] | None = None,
        only_halves: bool = False,
        old: bool = False,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        self.stirred: Callable[[], None] = lambda: None
        self.surface = surface
        self.clock = clock
        self._sensors = SensorGrid(surface, scan_ms, self._stir, flaws=flaws)
        self._codes = codes or (CHESS_CODES if len(surface) == 64 else DRAUGHTS_CODES)
        self._serial = serial
        self._version = version
        self._only_dark = only_dark
        self._battery = battery
        self._only_halves = only_halves
        """It sends the dark or the light fields, never all."""
        self._old = old
        """It does not know the update mode that is easy on the clock."""
        self.lamps: frozenset[int] = frozenset()
        """Fields that are lit on a Revelation II."""
        self._out: list[bytes] = []
        self._mode = _Mode.IDLE
        self._told: bytes | None = None
        self._told_at = 0
        self._input = bytearray()
        self._memory = DgtMemory()
        self._lever: Seat | None = None
        if clock is not None:
            clock.watch(self._stir)

    # -- the device protocol -----------------------------------------------------------------------------------------

    def power_on(self, at: int) -> None:
        """Start in idle mode, with whatever stands on the board."""
        self._mode = _Mode.IDLE
        self._input.clear()
        self._out.clear()
        self._sensors.wake(at)
        self._memory.power_on(self._sensors.shown)

    def receive(self, data: bytes, at: int) -> None:
        """Commands: one byte each, a few with a length and more bytes."""
        self._input += data
        while self._input:
            if self._input[0] in (0x2B, 0x60):
                if len(self._input) < 2 or len(self._input) < 2 + self._input[1]:
                    return
                size = self._input[1]
                body = bytes(self._input[2 : 2 + size])
                is_clock = self._input[0] == 0x2B
                del self._input[: 2 + size]
                if is_clock:
                    self._clock_message(body, at)
                elif size == 4:
                    self._light(body)
            else:
                self._command(self._input.pop(0), at)

    def wake(self, at: int) -> None:
        """Sample sensors and clock."""
        for cell, piece in self._sensors.wake(at):
            field = self._field(cell)
            if field is None:
                continue
            self._memory.changed(field, self._codes[piece], self._sensors.shown, at)
            if self._mode is not _Mode.IDLE:
                self._send(0x8E, bytes([field, self._codes[piece]]))
        if self.clock is not None:
            self.clock.wake(at)
            self._note_lever(self.clock, at)
            for answer in self.clock.acks(at):
                if self._mode.sends_clock:
                    self._send(0x8D, answer)
        self._tell_clock(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued messages, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When a sensor or the clock has news."""
        deadlines = [self._sensors.next_deadline(), None if self.clock is None else self.clock.next_deadline()]
        if self._mode is _Mode.UPDATE:
            deadlines.append(self._told_at + EVERY_MS)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    # -- inside ------------------------------------------------------------------------------------------------------

    def plug_clock(self, clock: DgtClock | None) -> None:
        """Put the clock's cable in or pull it out."""
        self.clock = clock
        if clock is not None:
            clock.watch(self._stir)
        self._stir()

    def _note_lever(self, clock: DgtClock, at: int) -> None:
        before, self._lever = self._lever, clock.up
        if before is not None and before is not clock.up:
            self._memory.lever(clock.bwtime(at), at_left=before is Seat.LEFT)

    def _stir(self) -> None:
        self.stirred()

    def _send(self, code: int, payload: bytes) -> None:
        length = len(payload) + 3
        self._out.append(bytes([code, length >> 7, length & 0x7F]) + payload)

    def _tell_clock(self, at: int, *, asked: bool = False) -> None:
        """Send the times: when asked, when they changed, or in plain update mode when a second has passed."""
        times = NO_CLOCK if self.clock is None else self.clock.bwtime(at)
        stale = self._mode is _Mode.UPDATE and at >= self._told_at + EVERY_MS
        if asked or (self._mode.sends_clock and (times != self._told or stale)):
            self._told, self._told_at = times, at
            self._send(0x8D, times)

    def _light(self, body: bytes) -> None:
        """`pattern from to 00`; 40 is no field, and means all where lamps are put out."""
        pattern, fields = body[0], set(body[1:3])
        if pattern == 1:
            self.lamps |= {field for field in fields if field < 64}
        elif pattern == 0:
            self.lamps = frozenset() if fields == {0x40} else self.lamps - fields

    def _command(self, code: int, at: int) -> None:
        match code:
            case 0x40 | 0x43 | 0x44 | 0x4B:
                if not (self._old and code == 0x4B):
                    self._mode = _Mode(code)
                    self._told = None
                    self._told_at = at
            case 0x41:
                self._tell_clock(at, asked=True)
            case 0x42 | 0x50 | 0x52:
                self._dump(code)
            case 0x49:
                self._send(0x8F, self._memory.download())
            case _:
                self._introduce(code)

    def _dump(self, code: int) -> None:
        """All fields, or the dark or the light ones of a 10x10 board."""
        codes = [self._codes[piece] for piece in self._sensors.shown]
        if code == 0x42:
            if not self._only_halves:
                self._send(0x86, bytes(codes))
        elif len(codes) == 100:
            dark = code == 0x50
            half = (codes[cell] for cell in range(100) if (cell // 10 + cell) % 2 == dark)
            self._send(0x94 if dark else 0x95, bytes(half))

    def _introduce(self, code: int) -> None:
        """Tell about itself; a real board ignores what it does not know."""
        match code:
            case 0x45:
                self._send(0x91, self._serial.encode())
            case 0x46:
                number = int(self._serial)
                self._send(0x90, bytes([number >> 7 & 0x7F, number & 0x7F]))
            case 0x47:
                self._send(0x92, f"Simulated DGT board\r\nserial no. {self._serial}".encode())
            case 0x4C if self._battery is not None:
                percent, charging = self._battery
                self._send(0xA0, bytes([percent, 0x7F, 0x7F, 0, 0, 0, 0, 0, 1 if charging else 2]))
            case 0x4D:
                self._send(0x93, bytes(self._version))
            case 0x55:
                self._send(0xA2, self._serial.rjust(10, "0").encode())

    def _clock_message(self, body: bytes, at: int) -> None:
        """`03 command data.. 00`"""
        if self.clock is not None and len(body) >= 3 and body[0] == 0x03 and body[-1] == 0x00:
            self.clock.command(body[1], body[2:-1], at)

    def _field(self, cell: int) -> int | None:
        """The number that an update gives this cell; None for one that is not scanned."""
        if not self._only_dark:
            return cell
        row, col = divmod(cell, 10)
        return row * 5 + col // 2 if (row + col) % 2 else None
