"""Key events as Linux writes them to /dev/input/event*: 24 bytes each, 16 on a 32-bit system.

GPIO pins need no driver of ours: the kernel makes keys of them. On a Raspberry Pi, in /boot/firmware/config.txt:

    dtoverlay=gpio-key,gpio=17,active_low=1,gpio_pull=up,keycode=105,label=left
    dtoverlay=gpio-key,gpio=27,active_low=1,gpio_pull=up,keycode=106,label=right
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Collection, Sequence
from dataclasses import dataclass

__all__ = ["CHANNEL", "LEFT_KEYS", "RIGHT_KEYS", "KeyEvent", "KeyFramer", "in_order", "parse_keys"]

CHANNEL = "evdev"
"""The channel by which a transport marks bytes as input events."""

_EVENT = struct.Struct("@llHHi")
"""struct input_event as this machine's kernel has it: seconds, microseconds, type, code, value."""
_EV_KEY = 0x01

LEFT_KEYS = frozenset({105, 42, 29, 30, 2})
"""Codes of the keys on the left of a keyboard: left arrow, left shift, left control, A, 1."""
RIGHT_KEYS = frozenset({106, 54, 97, 38, 3, 28})
"""Codes of the keys on the right of a keyboard: right arrow, right shift, right control, L, 2, enter."""


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """One key that went down or up; repetitions by the keyboard are not told.

    `at_ms` is the kernel's instant, true however late the event is read.
    """

    code: int
    down: bool
    at_ms: int


class KeyFramer:
    """The cutter of events; they have no marks, so that a stream which lost bytes is put right only by closing it."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def __len__(self) -> int:
        """How many bytes wait for the rest of their event."""
        return len(self._buffer)

    def feed(self, data: bytes) -> Sequence[KeyEvent]:
        """Take bytes in any split; return the keys that went down or up."""
        self._buffer += data
        whole = len(self._buffer) // _EVENT.size * _EVENT.size
        events = [
            KeyEvent(code, down=value == 1, at_ms=_at_ms(seconds, micros))
            for seconds, micros, kind, code, value in _EVENT.iter_unpack(self._buffer[:whole])
            if kind == _EV_KEY and value in (0, 1)
        ]
        del self._buffer[:whole]
        return events


def in_order(packets: Sequence[bytes]) -> Sequence[tuple[int, bytes]]:
    """The events of several files in the order in which they happened, each with its instant in milliseconds; each
    packet holds whole events."""
    size = _EVENT.size
    events = [packet[begin : begin + size] for packet in packets for begin in range(0, len(packet), size)]
    timed = [(_at_ms(*_EVENT.unpack(event)[:2]), event) for event in events]
    timed.sort(key=operator.itemgetter(0))  # keeps what is equal as it stands, and so each file's own order
    return timed


def _at_ms(seconds: int, micros: int) -> int:
    return seconds * 1000 + micros // 1000


def parse_keys(text: str) -> Collection[int]:
    """Key codes as an option has them: `105,42`; raises `ValueError`."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and int(word) < 0x300 for word in words):
        msg = f"{text!r} is not a list of key codes, such as 105,42"
        raise ValueError(msg)
    return frozenset(int(word) for word in words)
