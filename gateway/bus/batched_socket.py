"""A socket that reads ahead and gathers what is written.

The MQTT library reads a message in four pieces and writes each acknowledgement by itself, every time through the
system. A relay that a thousand tables speak to would spend more time there than with what they say.
"""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

__all__ = ["BatchedSocket", "Publish", "packet"]

_AHEAD: Final = 65_536
_PUBLISH: Final = 0x30
_EXACTLY_ONCE: Final = 0x04
_AT_LEAST_ONCE: Final = 0x02
_RETAINED: Final = 0x01
_MORE: Final = 0x80
_LONGEST_SHIFT: Final = 21
_ACKNOWLEDGED: Final = b"\x40\x02"
_LONGEST: Final = (1 << 28) - 1
_GATHERED: Final = 1 << 20
"""Bytes of a packet that are waited for here; of a longer one each piece is handed on as it comes."""


class Publish(NamedTuple):
    """A message as it came."""

    topic: str
    payload: bytes
    retained: bool
    packet_id: bytes
    """Empty: no acknowledgement is due."""


def packet(topic: str, payload: bytes, packet_id: bytes, *, retained: bool) -> bytes:
    """A message as it is sent; with a `packet_id` it is acknowledged. Raises `ValueError` for one too long for MQTT."""
    name = topic.encode()
    rest = length = len(name) + len(packet_id) + len(payload) + 2
    if length > _LONGEST:
        raise ValueError(f"a message of {length} bytes")
    head = bytearray((_PUBLISH | (_AT_LEAST_ONCE if packet_id else 0) | (_RETAINED if retained else 0),))
    while rest >= _MORE:
        head.append(rest & 0x7F | _MORE)
        rest >>= 7
    head.append(rest)
    return b"".join((head, len(name).to_bytes(2, "big"), name, packet_id, payload))


class BatchedSocket:
    """Stands for a socket that does not block, plain or encrypted; what is not here is that socket's own."""

    def __init__(self, sock: Any) -> None:
        self._sock = sock
        self._read = b""
        self._at = 0
        self._unsent = bytearray()
        self._gathers = False
        self.is_drained = False
        """The system had no more when it was read last."""
        self.reading = False
        """What has come is being taken: what it is answered with can wait until that is done."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def read_ahead(self) -> bool:
        """Have bytes here; False if none have come, or none ever will.

        What is encrypted comes a record at a time, and a broker may make one of each message.
        """
        pieces, room = [self._read[self._at :]], _AHEAD
        with contextlib.suppress(OSError):  # whoever reads next meets it again
            while room > 0 and (come := self._sock.recv(room)):
                pieces.append(come)
                room -= len(come)
                if not isinstance(self._sock, ssl.SSLSocket):
                    break
        self._read, self._at = b"".join(pieces), 0
        self.is_drained = room > 0
        return room < _AHEAD

    def recv(self, most: int) -> bytes:
        """The next bytes, of those that were read ahead if there are any."""
        if self._at >= len(self._read):
            self._read, self._at = self._sock.recv(_AHEAD), 0
        found = self._read[self._at : self._at + most]
        self._at += len(found)
        return found

    def pending(self) -> int:
        """Bytes that are here and need not be waited for."""
        within = self._sock.pending() if isinstance(self._sock, ssl.SSLSocket) else 0
        return len(self._read) - self._at + within

    def is_partial(self) -> bool:
        """Whether a message or an acknowledgement has begun to come, and its end has yet to: more will be read."""
        ahead = len(self._read) - self._at
        if not 0 < ahead < _GATHERED:
            return False
        first = self._read[self._at]
        if first == _ACKNOWLEDGED[0]:
            return ahead < len(_ACKNOWLEDGED) + 2
        if first & 0xF0 != _PUBLISH or first & _EXACTLY_ONCE:
            return False
        length, shift = 0, 0
        for at in range(1, 5):
            if at >= ahead:
                return True
            byte = self._read[self._at + at]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < _MORE:
                return ahead < at + 1 + length <= _GATHERED
        return False

    def has_more(self) -> bool:
        """Whether the system has been read further than we have."""
        return isinstance(self._sock, ssl.SSLSocket) and self._sock.pending() > 0

    def publish(self) -> Publish | None:
        """The next packet, if it is a message (with an acknowledgement at most) and here in full; None: it is not, and
        nothing is taken. MQTT 3.1.1, 2.2 and 3.3."""
        read, at = self._read, self._at
        if at >= len(read) or read[at] & 0xF0 != _PUBLISH or read[at] & _EXACTLY_ONCE:
            return None
        first, length, shift, at = read[at], 0, 0, at + 1
        while True:
            if at >= len(read) or shift > _LONGEST_SHIFT:
                return None
            byte = read[at]
            length |= (byte & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if byte < _MORE:
                break
        end = at + length
        named = at + 2 + int.from_bytes(read[at : at + 2], "big")
        body = named + 2 if first & _AT_LEAST_ONCE else named
        if end > len(read) or body > end:
            return None
        self._at = end
        return Publish(
            read[at + 2 : named].decode("utf-8", "replace"),
            read[body:end],
            bool(first & _RETAINED),
            read[named:body],
        )

    def acknowledged(self) -> int | None:
        """The id of a message of ours, if the next packet acknowledges one and is here in full; None: nothing is taken.
        MQTT 3.1.1, 3.4."""
        at = self._at
        if self._read[at : at + 2] != _ACKNOWLEDGED or len(self._read) < at + 4:
            return None
        self._at = at + 4
        return int.from_bytes(self._read[at + 2 : at + 4], "big")

    def acknowledge(self, packet_id: bytes) -> None:
        """Answer a message; it is written with what is written next."""
        self._unsent += _ACKNOWLEDGED + packet_id

    def gather(self, data: bytes) -> None:
        """Have something written with what is written next."""
        self._unsent += data

    @property
    def unsent(self) -> int:
        """Bytes that the system has not taken yet."""
        return len(self._unsent)

    @contextlib.contextmanager
    def gathering(self) -> Iterator[None]:
        """Within it what is sent is gathered; it is written when it is left, as far as the system takes it."""
        self._gathers = True
        try:
            yield
        finally:
            self._gathers = False
            self.flush()

    def send(self, data: bytes | bytearray) -> int:
        """Write, or gather; raises `BlockingIOError` if nothing is taken."""
        if self._gathers:
            self._unsent += data
            return len(data)
        self.flush()
        if self._unsent:
            raise BlockingIOError
        return int(self._sock.send(data))

    def close(self) -> None:
        """Close; what was said last is still sent, if the system takes it."""
        with contextlib.suppress(OSError):  # the other side may be gone
            self.flush()
        self._sock.close()

    def flush(self) -> None:
        """Write what was gathered, as far as the system takes it."""
        while self._unsent:
            try:
                sent = self._sock.send(self._unsent)
            except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
                return
            del self._unsent[:sent]
