"""The DGT Pegasus: commands and frames of the DGT boards over the Nordic UART.

connected ─ 63 key, 40 reset, 4D version, 55 serial number, 44 updates, 42 board ─> 93 A2 86; then 8E on every change

The developer's key is DGT's to give and comes from the settings. What a board does without one is not known; it is
asked nevertheless.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

from drivers.board_codec import BatteryBoardCodec
from drivers.board_reader import BoardReader
from drivers.framing import Frame, MarkedFramer
from drivers.readings import EMPTY, Battery, Identity, LinkDown, Reading, Unknown

__all__ = ["NOTIFY", "OPTIONS", "SERVICE", "WRITE", "PegasusCodec", "configure", "lamps"]

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"

OPTIONS = {"key": "the developer's key issued by DGT: six bytes, as twelve hexadecimal digits"}

LONGEST = 259
"""Bytes of the longest frame: the longest answer that we ask for has 67, the trademark text 256 and its header."""

RESET, SEND_BOARD, UPDATE_BOARD, SEND_BATTERY, SEND_VERSION, LONG_SERIAL = 0x40, 0x42, 0x44, 0x4C, 0x4D, 0x55
LAMPS, KEY = 0x60, 0x63


class PegasusCode(enum.IntEnum):
    """Codes of frames."""

    BOARD_DUMP = 0x86
    FIELD_UPDATE = 0x8E
    SERIALNR = 0x91
    VERSION = 0x93
    HARDWARE_VERSION = 0x96
    BATTERY_STATUS = 0xA0
    LONG_SERIALNR = 0xA2
    LOCK_STATE = 0xA4
    KEY_STATE = 0xA5


SPEED, FOR_EVER, BRIGHTNESS = 4, 0, 3
LOCKED_MS = 20_000
"""How long a board may answer without showing itself, to nine questions: after that it wants a key, or another one."""
SEEN = "?"


class PegasusCodec(BatteryBoardCodec[Frame]):
    """One connection to one Pegasus."""

    def __init__(self, key: bytes = b"") -> None:
        board = BoardReader(8, 8, bytes([SEND_BOARD]))
        framer = MarkedFramer(LONGEST)
        super().__init__(board, framer, bytes([SEND_BATTERY]), "a Pegasus has no clock and no memory")
        self._key = key
        self._locked_at: int | None = None

    def connected(self, at: int) -> None:
        """Show the key and ask who is there, then for the board and every change of it."""
        if self._key:
            self.out.append(_packet(KEY, self._key))
        self.out += [bytes([command]) for command in (RESET, SEND_VERSION, LONG_SERIAL, UPDATE_BOARD)]
        super().connected(at)
        self._locked_at = at + LOCKED_MS

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for what is due; say so if the board does not open."""
        readings = [*super().wake(at)]
        if self._locked_at is not None and self._locked_at <= at:
            self._locked_at = None
            if not self.board.cells:
                which = "another developer's key" if self._key else "a developer's key, which DGT issues"
                why = f"it does not show its board; it may want {which}: option key"
                readings.append(LinkDown(why, permanent=True))
        return readings

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        deadline = super().next_deadline()
        return deadline if self._locked_at is None or deadline is None else min(deadline, self._locked_at)

    def lamps(self, cells: Sequence[int]) -> bytes:
        """The command that lights these cells and no others."""
        return lamps(cells)

    def message(self, message: Frame, at: int) -> list[Reading]:
        """What one frame says."""
        self.board.heard()
        payload = message.payload
        match message.code, len(payload):
            case PegasusCode.BOARD_DUMP, 64:
                return self.board.whole("".join(map(_seen, payload)), at)
            case PegasusCode.FIELD_UPDATE, 2 if payload[0] < 64:
                return self.board.changed(payload[0], _seen(payload[1]), at)
            case PegasusCode.VERSION, 2:
                return self._introduce(Identity(firmware=f"{payload[0]}.{payload[1]:02d}"))
            case (PegasusCode.LONG_SERIALNR, 10) | (PegasusCode.SERIALNR, 5) if payload.isalnum():
                return self._introduce(Identity(serial=payload.decode("ascii")))
            case PegasusCode.BATTERY_STATUS, 4 | 9 if payload[0] <= 100:
                return self.charge(Battery(payload[0], charging=len(payload) == 9 and bool(payload[8] & 0x01)))
            case (
                (PegasusCode.HARDWARE_VERSION | PegasusCode.LOCK_STATE | PegasusCode.KEY_STATE),
                _,
            ):
                return []  # only emulators' answers are known
        return [Unknown(message.code, payload.hex())]

    def _introduce(self, told: Identity) -> list[Reading]:
        known = self.identity
        return self.introduce(Identity("DGT Pegasus", told.serial or known.serial, told.firmware or known.firmware))


def _seen(code: int) -> str:
    """Emulators send 0 and 1; one sniffer saw 7F on empty squares of a real board. Both are understood."""
    return SEEN if 1 <= code <= 0x0C else EMPTY


def _packet(command: int, payload: bytes) -> bytes:
    """The length counts the payload and the zero behind it."""
    return bytes([command, len(payload) + 1]) + payload + b"\x00"


def lamps(cells: Sequence[int]) -> bytes:
    """Light these cells only; none puts all out."""
    fields = bytes(sorted({cell for cell in cells if 0 <= cell < 64}))
    if not fields:
        return _packet(LAMPS, b"\x00")
    return _packet(LAMPS, bytes([5, SPEED, FOR_EVER, BRIGHTNESS]) + fields)


def configure(options: Mapping[str, str]) -> PegasusCodec:
    """A codec with the key of the settings."""
    text = options.get("key", "").replace(" ", "").replace(":", "")
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if text and len(key) != 6:
        msg = "a key is six bytes, given as twelve hexadecimal digits"
        raise ValueError(msg)
    return PegasusCodec(key)
