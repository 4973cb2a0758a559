"""DGT board messages: bytes to values and back. Constants carry the names that DGT's own protocol text gives them."""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

__all__ = [
    "CHESS",
    "DRAUGHTS",
    "DRAUGHTS_BEFORE_2011",
    "LONGEST",
    "Ack",
    "BatteryStatus",
    "BoardCommand",
    "BusAddress",
    "ClockAbsent",
    "ClockCommand",
    "DgtMessage",
    "Dump",
    "FieldUpdate",
    "Introduction",
    "LongSerial",
    "Memory",
    "MessageId",
    "Nothing",
    "Other",
    "SerialNumber",
    "SideDisplay",
    "Times",
    "Trademark",
    "Version",
    "bcd",
    "clock_command",
    "lamp_commands",
    "parse",
    "segment_command",
    "set_command",
    "text_command",
]

LONGEST = 0x1F03
"""The longest message there is, EE_MOVES."""


class BoardCommand(enum.IntEnum):
    """Commands of the host to the board, one byte each."""

    SEND_RESET = 0x40
    SEND_CLK = 0x41
    SEND_BRD = 0x42
    SEND_UPDATE = 0x43
    SEND_UPDATE_BRD = 0x44
    RETURN_SERIALNR = 0x45
    RETURN_BUSADRES = 0x46
    SEND_TRADEMARK = 0x47
    SEND_EE_MOVES = 0x49
    SEND_UPDATE_NICE = 0x4B
    SEND_BATTERY_STATUS = 0x4C
    SEND_VERSION = 0x4D
    SEND_BRD_50B = 0x50
    SEND_BRD_50W = 0x52
    RETURN_LONG_SERIALNR = 0x55
    SET_LEDS = 0x60
    CLOCK_MESSAGE = 0x2B


class ClockCommand(enum.IntEnum):
    """The fourth byte of a CLOCK_MESSAGE."""

    DISPLAY = 0x01
    ICONS = 0x02
    END = 0x03
    BUTTON = 0x08
    VERSION = 0x09
    SETNRUN = 0x0A
    BEEP = 0x0B
    ASCII = 0x0C


class MessageId(enum.IntEnum):
    """Codes of the messages from the board to the host."""

    BOARD_DUMP = 0x86
    BWTIME = 0x8D
    FIELD_UPDATE = 0x8E
    EE_MOVES = 0x8F
    BUSADRES = 0x90
    SERIALNR = 0x91
    TRADEMARK = 0x92
    VERSION = 0x93
    BOARD_DUMP_50B = 0x94
    BOARD_DUMP_50W = 0x95
    BATTERY_STATUS = 0xA0
    LONG_SERIALNR = 0xA2


# Piece codes. The board knows sixteen; D, E and F are chess's "draw", "white wins" and "black wins" pieces.
CHESS: Mapping[int, str] = dict(enumerate(".PRNBKQprnbkq"))
DRAUGHTS: Mapping[int, str] = {0x0: ".", 0x1: "M", 0x4: "m", 0x7: "D", 0xA: "d"}
DRAUGHTS_BEFORE_2011: Mapping[int, str] = {0x0: ".", 0x1: "M", 0x7: "m", 0x4: "D", 0xA: "d"}
"""The codes of draughts until the revision of 2011-10-21, whose text had black disc and white crown the other way
round."""


@dataclass(frozen=True, slots=True)
class Dump:
    """The whole board, one piece code per field; `source` tells which fields."""

    source: MessageId
    codes: bytes


@dataclass(frozen=True, slots=True)
class FieldUpdate:
    """One field, and the code that it holds now."""

    field: int
    code: int


@dataclass(frozen=True, slots=True)
class SideDisplay:
    """One side of the clock's display."""

    seconds: int
    blocked: bool
    """Flag fallen, time stands at zero."""
    flag: bool
    """Flag shown, the clock may still run."""
    per_move: bool
    """The mode gives time per move (Fischer, Bronstein, ...)."""


@dataclass(frozen=True, slots=True)
class Times:
    """The times that the clock shows."""

    left: SideDisplay
    right: SideDisplay
    running: bool
    right_up: bool
    """The right side of the lever stands high; otherwise the left one does."""
    battery_low: bool


@dataclass(frozen=True, slots=True)
class ClockAbsent:
    """The board's word that no clock is plugged into it."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The clock's answer to a command, or something that it says of its own accord (`command` >= 0x80)."""

    status: int
    command: int
    data: tuple[int, int]

    OK = 0x10
    REFUSED = 0x40


@dataclass(frozen=True, slots=True)
class SerialNumber:
    """The serial number, in five digits."""

    text: str


@dataclass(frozen=True, slots=True)
class LongSerial:
    """The serial number, in ten digits."""

    text: str


@dataclass(frozen=True, slots=True)
class BusAddress:
    """The address at which it listens when several boards share a line: its serial number."""

    number: int


@dataclass(frozen=True, slots=True)
class Trademark:
    """The maker's words about the board; what they tell of it, each as far as it is there."""

    serial: str
    firmware: str


@dataclass(frozen=True, slots=True)
class Version:
    """The board's firmware."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class BatteryStatus:
    """The charge of a Bluetooth board."""

    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that the board has stored; see `memory`."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Nothing:
    """A message that says nothing: Bluetooth boards send an empty BWTIME after clock commands."""


@dataclass(frozen=True, slots=True)
class Other:
    """A message that is not known, or whose content makes no sense."""


Introduction = SerialNumber | LongSerial | BusAddress | Trademark | Version
"""What a board tells of itself."""

DgtMessage = Dump | FieldUpdate | Times | ClockAbsent | Ack | Introduction | BatteryStatus | Memory | Nothing | Other


def parse(code: int, payload: bytes) -> DgtMessage:
    """What a frame says. The line has no checksum: content that cannot be true becomes `Other`."""
    match code, len(payload):
        case (MessageId.BOARD_DUMP, 64 | 100) | (MessageId.BOARD_DUMP_50B | MessageId.BOARD_DUMP_50W, 50):
            return Dump(MessageId(code), bytes(byte & 0x0F for byte in payload))
        case MessageId.FIELD_UPDATE, 2:
            return FieldUpdate(payload[0], payload[1] & 0x0F)
        case MessageId.BWTIME, 7:
            return _parse_clock(payload)
        case MessageId.EE_MOVES, _:
            return Memory(payload)
        case MessageId.BATTERY_STATUS, 4 | 9 if payload[0] <= 100:
            # DGT's text says 7 bytes in all and lists 12; the status byte is the last one
            return BatteryStatus(payload[0], bool(payload[-1] & 0x01) if len(payload) == 9 else False)
    return _parse_introduction(code, payload) or Other()


def _parse_introduction(code: int, payload: bytes) -> Introduction | None:
    match code, len(payload):
        case MessageId.SERIALNR, 5:
            return SerialNumber(_text(payload))
        case MessageId.LONG_SERIALNR, 10:
            return LongSerial(_text(payload))
        case MessageId.BUSADRES, 2:
            return BusAddress(payload[0] << 7 | payload[1])
        case MessageId.TRADEMARK, _:
            return _parse_trademark(_text(payload))
        case MessageId.VERSION, 2:
            return Version(payload[0], payload[1])
    return None


def _text(payload: bytes) -> str:
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else " " for byte in payload).strip()


def _parse_trademark(text: str) -> Trademark:
    serial = re.search(r"serial\s*n[a-z]*[.:\s]*([0-9]{5,10})", text, re.IGNORECASE)
    firmware = re.search(r"(?:software\s+)?version[.:\s]*([0-9]+\.[0-9]+)", text, re.IGNORECASE)
    return Trademark(serial[1] if serial else "", firmware[1] if firmware else "")


def _parse_clock(data: bytes) -> DgtMessage:
    """DGT message 0x8D: times, an ack, or nothing, told apart by their nibbles."""
    if data[0] & 0x0F == 0x0A or data[3] & 0x0F == 0x0A:
        return Ack(
            status=data[1] | data[3] << 3 & 0x80,
            command=data[2] | data[3] << 2 & 0x80,
            data=(data[4] | data[0] << 3 & 0x80, data[5] | data[0] << 2 & 0x80),
        )
    if not any(data):
        return Nothing()
    status = data[6]
    if status & 0x20:
        return ClockAbsent()
    right, left = _parse_face(data[0:3]), _parse_face(data[3:6])
    if left is None or right is None:
        return Other()
    # Status bits 3 and 4 (whose turn) contradict the vendor's text in real captures; the lever bit does not.
    return Times(
        left=left,
        right=right,
        running=bool(status & 0x01),
        right_up=bool(status & 0x02),
        battery_low=bool(status & 0x04),
    )


def _parse_face(data: bytes) -> SideDisplay | None:
    minutes, seconds = bcd(data[1]), bcd(data[2])
    hours = data[0] & 0x0F
    if minutes is None or seconds is None or hours > 9 or minutes > 59 or seconds > 59:
        return None
    return SideDisplay(
        seconds=hours * 3600 + minutes * 60 + seconds,
        blocked=bool(data[0] & 0x10),
        per_move=bool(data[0] & 0x20),
        flag=bool(data[0] & 0x40),
    )


def bcd(byte: int) -> int | None:
    """Two decimal digits in one byte; None if one of them is none."""
    tens, ones = byte >> 4, byte & 0x0F
    return None if tens > 9 or ones > 9 else tens * 10 + ones


def clock_command(command: ClockCommand, data: bytes = b"") -> bytes:
    """A CLOCK_MESSAGE; the size counts what follows it."""
    body = bytes([0x03, command]) + data + b"\x00"
    return bytes([BoardCommand.CLOCK_MESSAGE, len(body)]) + body


def text_command(text: str, *, beep: bool) -> bytes:
    """Eight characters on the display of a DGT 3000."""
    return clock_command(ClockCommand.ASCII, text.ljust(8).encode("ascii") + bytes([_BEEP if beep else 0]))


def segment_command(shapes: bytes, *, beep: bool) -> bytes:
    """Six characters A to F on the seven segments of a DGT XL, without dots and colons."""
    a, b, c, d, e, f = shapes
    return clock_command(ClockCommand.DISPLAY, bytes([c, b, a, f, e, d, 0x00, 0x03 if beep else 0x01]))


def set_command(left_s: int, right_s: int, *, left_runs: bool, right_runs: bool) -> bytes:
    """Both times in plain binary, and whose runs; the lever then switches as usual."""
    control = _LEFT_COUNTS * left_runs | _RIGHT_COUNTS * right_runs or _PAUSED
    faces = [part for seconds in (left_s, right_s) for part in (seconds // 3600, seconds // 60 % 60, seconds % 60)]
    return clock_command(ClockCommand.SETNRUN, bytes([*faces, control | _LEVER_TOGGLES]))


def lamp_commands(cells: Collection[int]) -> list[bytes]:
    """Light these fields of a Revelation II, two with each command, after all have been put out."""
    fields = sorted({cell for cell in cells if 0 <= cell < _NO_FIELD})
    pairs = [(_LAMPS_OUT, _NO_FIELD, _NO_FIELD)]
    pairs += [(_LAMPS_ON, here, there) for here, there in zip(fields[::2], fields[1::2] + fields[-1:], strict=False)]
    return [bytes([BoardCommand.SET_LEDS, 0x04, *pair, 0x00]) for pair in pairs]


_LAMPS_OUT, _LAMPS_ON, _NO_FIELD = 0x00, 0x01, 0x40

_LEFT_COUNTS, _RIGHT_COUNTS, _PAUSED, _LEVER_TOGGLES = 0x01, 0x02, 0x04, 0x08

_BEEP = 4
"""A short beep; the clock takes 0 to 15."""
