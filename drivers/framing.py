"""Cutting a stream of bytes into messages, whatever way the stream was split and whatever noise is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Dropped", "Frame", "MarkedFramer"]

HEADER = 3
"""Bytes before the payload: the code and two of length."""

REPORT_AFTER = 256
"""Dropped bytes are reported with the next good frame, or when this many have gathered. Counting bytes, not calls,
keeps the report the same for every split of the stream."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One whole message: its code (bit 7 set) and what follows the header."""

    code: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Dropped:
    """That many bytes belonged to no message."""

    count: int


class MarkedFramer:
    """Frames of DGT and its kin: `code lenHi lenLo payload`, only the code has bit 7 set.

    The length counts the header too, in two 7-bit bytes. Since every byte with bit 7 set starts a message, an
    unfinished one is dropped as soon as the next begins. The buffer never holds more than `longest` bytes.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._buffer = bytearray()
        self._dropped = 0

    def __len__(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._buffer)

    def feed(self, data: bytes) -> Sequence[Frame | Dropped]:
        """Take bytes in any split; return what they completed."""
        found: list[Frame | Dropped] = []
        for byte in data:
            self._take(byte, found)
        return found

    def _take(self, byte: int, found: list[Frame | Dropped]) -> None:
        buffer = self._buffer
        if byte & 0x80:
            self._drop(len(buffer), found)
            buffer.clear()
            buffer.append(byte)
            return
        if not buffer:
            self._drop(1, found)
            return
        buffer.append(byte)
        if len(buffer) < HEADER:
            return
        length = buffer[1] << 7 | buffer[2]
        if not HEADER <= length <= self._longest:
            self._drop(len(buffer), found)
            buffer.clear()
        elif len(buffer) == length:
            if self._dropped:
                found.append(Dropped(self._dropped))
                self._dropped = 0
            found.append(Frame(buffer[0], bytes(buffer[HEADER:])))
            buffer.clear()

    def _drop(self, count: int, found: list[Frame | Dropped]) -> None:
        self._dropped += count
        while self._dropped >= REPORT_AFTER:
            found.append(Dropped(REPORT_AFTER))
            self._dropped -= REPORT_AFTER
