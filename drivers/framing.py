"""Cutting a stream of bytes into messages, whatever way the stream was split and whatever noise is in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Dropped", "Frame", "MarkedFramer", "MessageShape", "PatternFramer", "PrefixFramer"]

HEADER = 3
"""Bytes before the payload: the code and two of length."""

REPORT_AFTER = 256
"""Dropped bytes that gather before they are reported, unless a good frame comes earlier. Counting bytes, not calls,
makes the report equal for every split of the stream."""


RARE_PREFIX = 2
"""Bytes from which on a prefix hardly ever occurs by chance."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One whole message: its code (bit 7 set) and what follows the header."""

    code: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Dropped:
    """The bytes that belonged to no message."""

    count: int


class MarkedFramer:
    """Frames of DGT and its kin: `code lenHi lenLo payload`, only the code has bit 7 set.

    The length counts the header too, in two 7-bit bytes. Since every byte with bit 7 set starts a message, an
    unfinished one is dropped as soon as the next begins. The buffer never holds more than `longest` bytes.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._buffer = bytearray()
        self._missing = 0
        """How many bytes the message in the buffer still lacks, once its length is known."""
        self._dropped = 0

    def __len__(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._buffer)

    @property
    def unfinished(self) -> Frame | None:
        """What has come so far of a message whose length is known; it may still be cut off."""
        return Frame(self._buffer[0], bytes(self._buffer[HEADER:])) if self._missing else None

    def feed(self, data: bytes, *, packet: bool = False) -> Sequence[Frame | Dropped]:  # noqa: ARG002 - marks suffice
        """Take bytes in any split; return what they completed."""
        found: list[Frame | Dropped] = []
        place = 0
        while place < len(data):
            if not self._missing:
                self._take(data[place], found)
                place += 1
                continue
            rest = data[place : place + self._missing]
            if not rest.isascii():  # another message starts in it: this one was cut off there
                rest = rest[: next(i for i, byte in enumerate(rest) if byte & 0x80)]
                self._missing = 0
            self._buffer += rest
            place += len(rest)
            if self._missing:
                self._missing -= len(rest)
                if not self._missing:
                    self._end(found)
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
        elif length == HEADER:
            self._end(found)
        else:
            self._missing = length - HEADER

    def _end(self, found: list[Frame | Dropped]) -> None:
        """The message in the buffer is whole."""
        if self._dropped:
            found.append(Dropped(self._dropped))
            self._dropped = 0
        found.append(Frame(self._buffer[0], bytes(self._buffer[HEADER:])))
        self._buffer.clear()

    def _drop(self, count: int, found: list[Frame | Dropped]) -> None:
        self._dropped += count
        while self._dropped >= REPORT_AFTER:
            found.append(Dropped(REPORT_AFTER))
            self._dropped -= REPORT_AFTER


@dataclass(frozen=True, slots=True)
class MessageShape:
    """One kind of message: how it begins, how long it is in all, and whether its content can be true."""

    prefix: bytes
    length: int
    credible: Callable[[bytes], bool] = lambda _: True
    """Whether the whole message can be true. Short prefixes also occur in noise and inside other messages; content
    tells."""
    possible: Callable[[bytes], bool] = lambda _: True
    """Whether its beginning can be: so that noise that begins like a long message does not hold up a short one behind
    it."""


class PrefixFramer:
    """Messages of known length that begin with known bytes.

    What begins like a message and turns out not to be one loses only its first byte, so that a good message behind
    it is still found. A message inside which another begins was cut off there, unless the next one follows where it
    should: more bytes tell. The buffer never holds more than two of the longest messages.
    """

    def __init__(self, shapes: Iterable[MessageShape]) -> None:
        self._shapes = tuple(shapes)
        self._buffer = bytearray()
        self._noise = _Noise()

    def __len__(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._buffer)

    def feed(self, data: bytes, *, packet: bool = False) -> Sequence[bytes | Dropped]:
        """Take bytes in any split; return what they completed.

        A packet that is a whole message by itself is taken for one, and so is the beginning of one that is longer than
        a packet: what waited before it was cut off.
        """
        found: list[bytes | Dropped] = []
        if packet and self._buffer and (self._whole(data) or self._begins(data)):
            self._noise.add(len(self._buffer), found)
            self._buffer.clear()
        self._buffer += data
        while self._buffer and self._step(found):
            pass
        return found

    def _whole(self, data: bytes) -> bool:
        shape = self._shape(data)
        return shape is not None and len(data) == shape.length and shape.credible(data)

    def _begins(self, data: bytes) -> bool:
        """Whether it begins as only a message does; a single byte may be anything."""
        return any(len(shape.prefix) >= RARE_PREFIX and data.startswith(shape.prefix) for shape in self._shapes)

    def _shape(self, data: bytes | bytearray) -> MessageShape | None:
        """The shape that these bytes begin like, or may once more have come."""
        for shape in self._shapes:
            if data[: len(shape.prefix)] == shape.prefix[: len(data)]:
                return shape
        return None

    def _step(self, found: list[bytes | Dropped]) -> bool:
        """Take one message or drop what is none; false when more bytes are needed."""
        shape = self._shape(self._buffer)
        if shape is not None:
            message = bytes(self._buffer[: shape.length])
            if len(message) < shape.length:
                if shape.possible(message):
                    return False
            elif shape.credible(message):
                cut = self._cut(shape, message)
                if cut is None:
                    return False
                if cut:
                    self._noise.add(cut, found)
                    del self._buffer[:cut]
                    return True
                self._noise.tell(found)
                found.append(message)
                del self._buffer[: shape.length]
                return True
        self._noise.add(1, found)
        del self._buffer[0]
        return True

    def _cut(self, shape: MessageShape, message: bytes) -> int | None:
        """Where another message begins in this one, which was cut off; 0 if it is whole, None if more must come."""
        if len(shape.prefix) < RARE_PREFIX:
            return 0
        place = message.find(shape.prefix, 1)
        if place < 0:
            return 0
        end = place + shape.length
        behind = shape.length + len(shape.prefix)
        if len(self._buffer) < max(end, behind):
            return None
        follows = self._buffer[shape.length : behind] == shape.prefix
        return 0 if follows or not shape.credible(bytes(self._buffer[place:end])) else place


class PatternFramer:
    """Messages of text, told by a regular expression. The buffer never holds more than `longest` bytes."""

    def __init__(self, pattern: bytes, longest: int, end: bytes = b"") -> None:
        self._pattern = re.compile(pattern)
        self._longest = longest
        self._end = end
        """What every message ends with, if there is such a thing: nothing is looked for before it comes."""
        self._buffer = bytearray()
        self._noise = _Noise()

    def __len__(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._buffer)

    def feed(self, data: bytes, *, packet: bool = False) -> Sequence[bytes | Dropped]:
        """Take bytes in any split; return what they completed. For packets see `PrefixFramer.feed`."""
        found: list[bytes | Dropped] = []
        if packet and self._buffer and self._pattern.fullmatch(data):
            self._noise.add(len(self._buffer), found)
            self._buffer.clear()
        for start in range(0, len(data), self._longest):
            self._buffer += data[start : start + self._longest]
            self._cut(found)
        return found

    def abandon(self) -> Sequence[Dropped]:
        """What waits for its rest waits in vain; return what was dropped, if that is enough to tell."""
        found: list[bytes | Dropped] = []
        self._noise.add(len(self._buffer), found)
        self._buffer.clear()
        return [item for item in found if isinstance(item, Dropped)]

    def _cut(self, found: list[bytes | Dropped]) -> None:
        end = 0
        for match in self._pattern.finditer(self._buffer) if self._end in self._buffer else ():
            self._noise.add(match.start() - end, found)
            self._noise.tell(found)
            found.append(match[0])
            end = match.end()
        # An unfinished message is shorter than the longest one: whatever lies further back can begin none.
        surplus = max(0, len(self._buffer) - end - (self._longest - 1))
        self._noise.add(surplus, found)
        del self._buffer[: end + surplus]


class _Noise:
    """The count of dropped bytes until they are told; by bytes, not by calls, as `MarkedFramer` does."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, count: int, found: list[bytes | Dropped]) -> None:
        self._count += count
        while self._count >= REPORT_AFTER:
            found.append(Dropped(REPORT_AFTER))
            self._count -= REPORT_AFTER

    def tell(self, found: list[bytes | Dropped]) -> None:
        if self._count:
            found.append(Dropped(self._count))
            self._count = 0
